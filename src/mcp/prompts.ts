import { readBody } from '../business/operations.ts'
import { languageName } from '../business/values.ts'
import { listInWords } from './clip.ts'
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

/** What is wrong with the arguments, if anything. */
export function problemOf(
  { name, arguments: args }: Prompt,
  given: Record<string, string>
): string | undefined {
  const missing = args.find((argument) => argument.required && !given[argument.name])
  if (missing) return `The prompt ${name} needs the argument ${missing.name}: ${missing.description}`
  for (const { name, ids } of args) {
    if (ids && given[name] && !ids.includes(given[name]))
      return `The argument ${name} is one of: ${listInWords(ids)}.`
  }
  return undefined
}

/** The prompts: compare the packages for a need; prepare a first message to the business. */
export const promptsOf = (source: Source): Prompt[] => [comparePackages(source), firstMessage(source)]

const comparePackages = ({ business: { profile, pricing } }: Source): Prompt => ({
  name: 'compare_packages',
  title: 'Compare the packages',
  description: `Which package of ${profile.name} fits a need, and what it leaves out.`,
  arguments: [
    { name: 'need', description: 'What the packages are compared for, in your own words.', required: true }
  ],
  write: ({ need }) =>
    [
      `Compare the packages of ${profile.name} for this need: ${need}`,
      'For each package say what of the need it covers, what it leaves out and its price. Then name the one that fits, or say that none does.',
      'Every price is before VAT and not a quote, and that of a service is where it starts; say so. Use these facts and nothing else, and answer in the language of the need.',
      JSON.stringify(pricing)
    ].join('\n\n')
})

function firstMessage({ business, operations }: Source): Prompt {
  const { profile, faq } = business
  const topics = new Map(
    operations.flatMap((operation) =>
      (operation.ids?.(business) ?? []).map((id) => [id, () => readBody(operation, business, id)] as const)
    )
  )
  return {
    name: 'first_message',
    title: 'Prepare a first message',
    description: `A first message to ${profile.name}, for you to read and send yourself.`,
    arguments: [
      { name: 'need', description: 'What you want from the business, in your own words.', required: true },
      {
        name: 'topic',
        description: 'Id of the service or package that it is about.',
        required: false,
        ids: [...topics.keys()]
      }
    ],
    write: ({ need, topic }) =>
      [
        `Write a first message to ${profile.name} for this need: ${need}`,
        ...(topic ? [`It is about this: ${JSON.stringify(topics.get(topic)?.())}`] : []),
        `Write it in ${languageName(faq.language)}, short and polite, with a place for my name, and ask for a quote. Ask me for what is missing first. Promise nothing in my name.`,
        `Do not send it: I send it myself. These are the ways: ${JSON.stringify(profile.contact)}`
      ].join('\n\n')
  }
}
