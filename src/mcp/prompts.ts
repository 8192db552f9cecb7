import { readBody } from '../business/operations.ts'
import { languageName } from './identity.ts'
import type { Source } from './source.ts'

/** A prompt that people choose in their client. */
export interface Prompt {
  name: string
  title: string
  description: string
  arguments: { name: string; description: string; required: boolean; ids?: string[] }[]
  /** The message to the model, for arguments that are texts. */
  write: (args: Record<string, string>) => string
}

/** A prompt as it is listed. */
export const listPrompt = ({ name, title, description, arguments: args }: Prompt) => ({
  name,
  title,
  description,
  arguments: args.map(({ ids, ...argument }) => argument)
})

/** The prompts: compare the packages for a need; prepare a first message to the business. */
export function promptsOf({ business, operations }: Source): Prompt[] {
  const { profile, pricing, faq } = business
  const items = operations.filter(({ ids }) => ids)
  const find = (topic: string) =>
    items.map((operation) => readBody(operation, business, topic)).find((body) => body !== undefined)
  return [
    {
      name: 'compare_packages',
      title: 'Compare the packages',
      description: `Which package of ${profile.name} fits a need, and what it leaves out.`,
      arguments: [
        {
          name: 'need',
          description: 'What the packages are compared for, in your own words.',
          required: true
        }
      ],
      write: ({ need }) =>
        [
          `Compare the packages of ${profile.name} for this need: ${need}`,
          'For each package say what of the need it covers, what it leaves out and its price. Then name the one that fits, or say that none does.',
          'Every price is a starting price before VAT and not a quote; say so. Use these facts and nothing else, and answer in the language of the need.',
          JSON.stringify(pricing)
        ].join('\n\n')
    },
    {
      name: 'first_message',
      title: 'Prepare a first message',
      description: `A first message to ${profile.name}, for you to read and send yourself.`,
      arguments: [
        { name: 'need', description: 'What you want from the business, in your own words.', required: true },
        {
          name: 'topic',
          description: 'Id of the service or package that it is about.',
          required: false,
          ids: items.flatMap(({ ids }) => ids?.(business) ?? [])
        }
      ],
      write: ({ need, topic = '' }) => {
        const item = find(topic)
        return [
          `Write a first message to ${profile.name} for this need: ${need}`,
          ...(item ? [`It is about this: ${JSON.stringify(item)}`] : []),
          `Write it in ${languageName(faq.language)}, short and polite, with a place for my name, and ask for a quote. Ask me for what is missing first. Promise nothing in my name.`,
          `Do not send it: I send it myself. These are the ways: ${JSON.stringify(profile.contact)}`
        ].join('\n\n')
      }
    }
  ]
}
