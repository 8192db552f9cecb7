import { Type } from '@sinclair/typebox'
import { isParent } from '../base/json-value.ts'
import { languageName } from '../base/language.ts'
import { hasOpenPrices } from '../business/business.ts'
import { listPriceTerms, listStated } from '../business/notes.ts'
import { isOpen } from '../business/schemas/price.ts'
import { omitWholeAmounts, readPrices, writePackage } from '../business/v1.ts'
import { apiUrl, type Context } from '../context/context.ts'
import { maxBodyBytes } from '../http/limits.ts'
import { writeBody } from './bounds.ts'
import type { Prompt } from './methods.ts'

export const createPrompts = (context: Context): Prompt[] => [
  ...(context.business.pricing.packages.length > 1 ? [createComparePrompt(context)] : []),
  createFirstMessagePrompt(context)
]

// No request has more characters.
const Need = (description: string) => Type.String({ description, minLength: 1, maxLength: maxBodyBytes })

const createComparePrompt = (context: Context): Prompt => ({
  name: 'compare_packages',
  title: 'Compare the packages',
  description: `Which package of ${context.business.profile.name} fits a need, and what it does not cover.`,
  inputSchema: Type.Object({ need: Need('Your need, in your own words.') }),
  write: ({ need }) =>
    [
      `Compare the packages of ${context.business.profile.name} for this need: ${need}`,
      'For each package, say which part of the need it covers, what it does not cover and its price if it has one. Then recommend the package that fits, or say that none does.',
      [
        'Use only these facts, and answer in the language of the need.',
        ...listPriceTerms(context.business)
      ].join(' '),
      writeBody(writePackagePrices(context), apiUrl(context, { path: '/pricing.json' }))
    ].join('\n\n')
})

function writePackagePrices(context: Context) {
  const { lowest, typical, highest, packages, ...pricing } = context.business.pricing
  const prices = context.prices.forList(packages.flatMap(({ price }) => price ?? []))
  return {
    ...pricing,
    packages: packages.map((item) => writePriceInWords(writePackage(item), prices))
  }
}

/** Returns an item of v1 with its price in words instead of amounts, which may be rounded up. */
function writePriceInWords(item: unknown, prices: Context['prices']): unknown {
  const [price] = readPrices(item)
  if (!isParent(item) || price === undefined) return item
  const { price_display, ...facts } = omitWholeAmounts(item)
  return { ...facts, price: prices.describe(price) }
}

function createFirstMessagePrompt(context: Context): Prompt {
  const { business, operations, now } = context
  const { profile, faq, catalog, pricing } = business
  const items = [
    ...operations.flatMap((operation) =>
      (operation.ids?.(business) ?? []).map((id) => ({
        id,
        url: apiUrl(context, operation, id),
        read: () => operation.read(business, now(), id)
      }))
    ),
    // No operation reads a package on request.
    ...pricing.packages
      .filter(({ price }) => price === undefined)
      .map((item) => ({
        id: item.id,
        url: apiUrl(context, { path: '/pricing.json' }),
        read: () => writePackage(item)
      }))
  ]
  const kinds = listStated(catalog.services.length > 0 && 'service', pricing.packages.length > 0 && 'package')
  const description = `Id of the ${kinds.join(' or ')} that the message is about.`
  const topic = items.length > 0 && { topic: Type.Optional(Type.String({ description })) }
  return {
    name: 'first_message',
    title: 'Prepare a first message',
    description: `A first message to ${profile.name}, for you to read and send yourself.`,
    inputSchema: Type.Object({ need: Need('Your request to the business, in your own words.'), ...topic }),
    ...(items.length > 0 && { listIds: () => [...new Set(items.map(({ id }) => id))] }),
    write: ({ need, topic }) => {
      // A service and a package may have the same id.
      const meant = items.filter(({ id }) => id === topic).map(({ read, url }) => ({ url, body: read() }))
      const about = meant.map(({ body, url }) => writeBody(writePriceInWords(body, context.prices), url))
      const hasOpenPrice = meant.some(({ body }) => isOpen(readPrices(body)[0]))
      const canAsk = pricing.quote_url !== undefined && (topic ? hasOpenPrice : hasOpenPrices(business))
      return [
        `Write a first message to ${profile.name} for this need: ${need}`,
        ...(topic && items.length > 0 ? [`The message is about this: ${about.join(' or ')}`] : []),
        `Write it in ${languageName(faq.language)}, short and polite, with a placeholder for my name${canAsk ? `, and ask for a quote${topic ? '' : ' if the price is only a starting price or on request'}` : ''}. First ask me for any missing information. Do not make promises on my behalf.`,
        `Do not send the message: I will send it myself${describeWays(context)}.`
      ].join('\n\n')
    }
  }
}

/** Returns the ways to send a message, without telephones: a number may be for emergencies only. */
function describeWays({ business, baseUrl }: Context): string {
  const { email, whatsapp, contact_page } = business.profile.contact
  // The built-in page has a form only with one of the two.
  const hasForm = email !== undefined || whatsapp !== undefined || !contact_page?.startsWith(`${baseUrl}/`)
  const page = hasForm ? contact_page : undefined
  const ways = Object.entries({ email, WhatsApp: whatsapp, 'the contact page': page }).flatMap(
    ([name, value]) => (value ? [`${name} (${value})`] : [])
  )
  return ways.length === 0 ? '' : `, by ${new Intl.ListFormat('en', { type: 'disjunction' }).format(ways)}`
}
