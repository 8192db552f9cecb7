import { languageName } from '../business/language.ts'
import { listPriceTerms } from '../business/notes.ts'
import { isPriced } from '../business/schemas/pricing.ts'
import type { SurfaceContext } from '../surfaces/surface-context.ts'
import { writePriceInWords } from './exact-prices.ts'
import { clip, listInWords } from './wording.ts'

/** A prompt that a user chooses in a client. */
export interface Prompt {
  name: string
  title: string
  description: string
  arguments: { name: string; description: string; required: boolean; ids?: string[] }[]
  /** Returns the message to the model. */
  write: (args: Record<string, string>) => string
}

/** Returns a prompt as `prompts/list` returns it. */
export const listPrompt = ({ write, arguments: args, ...prompt }: Prompt) => ({
  ...prompt,
  arguments: args.map(({ ids, ...argument }) => argument)
})

/** Returns why the arguments of a prompt are invalid, or undefined if they are valid. */
export function findArgumentError(
  { arguments: args }: Prompt,
  given: Record<string, string>
): string | undefined {
  const missing = args.find((argument) => argument.required && !given[argument.name])
  if (missing) return `${missing.name} is missing: ${missing.description}`
  for (const { name, ids } of args) {
    if (ids && given[name] && !ids.includes(given[name]))
      return `${name} must be one of: ${listInWords(ids, given[name])}; got "${clip(given[name], 200)}".`
  }
  return undefined
}

/** Returns the prompts: one compares the packages, if there are two or more; the other prepares a first message. */
export const createPrompts = (context: SurfaceContext): Prompt[] => [
  ...(context.business.pricing.packages.length > 1 ? [createComparePrompt(context)] : []),
  createFirstMessagePrompt(context)
]

const createComparePrompt = (context: SurfaceContext): Prompt => ({
  name: 'compare_packages',
  title: 'Compare the packages',
  description: `Which package of ${context.business.profile.name} fits a need, and what it does not cover.`,
  arguments: [{ name: 'need', description: 'Your need, in your own words.', required: true }],
  write: ({ need }) =>
    [
      `Compare the packages of ${context.business.profile.name} for this need: ${need}`,
      'For each package, say which part of the need it covers, what it does not cover and its price if it has one. Then recommend the package that fits, or say that none does.',
      [
        'Use only these facts, and answer in the language of the need.',
        ...listPriceTerms(context.business)
      ].join(' '),
      JSON.stringify(writePackagePrices(context))
    ].join('\n\n')
})

/** Returns the pricing without the lowest and highest price, which are rounded up, and with each price in words. */
function writePackagePrices(context: SurfaceContext) {
  const { entry_price_ils, max_project_ils, packages, ...pricing } = context.business.pricing
  return { ...pricing, packages: packages.map((item) => writePriceInWords(item, context)) }
}

function createFirstMessagePrompt(context: SurfaceContext): Prompt {
  const { business, operations, now } = context
  const { profile, faq, services, pricing } = business
  const topics = operations.flatMap((operation) =>
    (operation.ids?.(business) ?? []).map((id) => ({
      id,
      read: () => JSON.stringify(writePriceInWords(operation.read(business, id, now()), context))
    }))
  )
  // A service and a package may have the same id.
  const describeTopic = (topic: string) =>
    topics.flatMap(({ id, read }) => (id === topic ? [read()] : [])).join(' or ')
  const kinds = [
    ...(services.examples.length > 0 ? ['service'] : []),
    ...(pricing.packages.some(isPriced) ? ['package'] : [])
  ]
  return {
    name: 'first_message',
    title: 'Prepare a first message',
    description: `A first message to ${profile.name}, for you to read and send yourself.`,
    arguments: [
      { name: 'need', description: 'Your request to the business, in your own words.', required: true },
      ...(topics.length > 0
        ? [
            {
              name: 'topic',
              description: `Id of the ${kinds.join(' or ')} that the message is about.`,
              required: false,
              ids: [...new Set(topics.map(({ id }) => id))]
            }
          ]
        : [])
    ],
    write: ({ need, topic }) =>
      [
        `Write a first message to ${profile.name} for this need: ${need}`,
        ...(topic && topics.length > 0 ? [`The message is about this: ${describeTopic(topic)}`] : []),
        `Write it in ${languageName(faq.language)}, short and polite, with a placeholder for my name${pricing.quote_url ? ', and ask for a quote' : ''}. First ask me for any missing information. Do not make promises on my behalf.`,
        `Do not send the message: I will send it myself, in one of these ways: ${JSON.stringify(profile.contact)}`
      ].join('\n\n')
  }
}
