import type { Business } from './business.ts'
import { endsNextDay, listPlaces } from './places.ts'
import { hasOnlyStartingPrices, listPrices, statesPrices } from './price-range.ts'
import { hasQuestions } from './schemas/faq.ts'
import { isStarting, type Tax } from './schemas/price.ts'
import { hasServices } from './schemas/services.ts'
import { formatSignals } from './schemas/site.ts'
import { squeeze } from './text.ts'

/** Returns the rules by which agents quote the prices, one sentence each; only those that the data calls for. */
export function listPriceNotes(business: Business): string[] {
  const { services, pricing } = business
  const prices = listPrices(business)
  const isExact = [...services.examples, ...pricing.packages].some(({ price }) => price !== undefined)
  const starting = hasOnlyStartingPrices(prices)
    ? 'Every price is a starting price: say "from".'
    : 'A price of the kind "from" is a starting price: say "from". A `from_ils` without `price` is a starting price too. No other price is a starting price.'
  return [
    ...(prices.some(isStarting) ? [starting] : []),
    ...(isExact
      ? [
          'If an item has `price`, state its `amount`, not `from_ils` or `one_time_ils`, which are rounded up.'
        ]
      : []),
    ...listPriceTerms(business)
  ]
}

/** Returns the sentences about tax and quotes that an agent must repeat. */
export const listPriceTerms = ({ pricing: { tax, quote_url } }: Business): string[] => [
  ...(tax ? [`Prices ${tax.included ? 'include' : 'exclude'} ${describeTax(tax)}.`] : []),
  ...(quote_url ? [`The prices here are not quotes. Ask for a quote at ${quote_url}`] : [])
]

const describeTax = ({ name, rate_percent }: Tax): string => {
  const details = [name, rate_percent === undefined ? undefined : `${rate_percent}%`].filter(Boolean)
  return details.length > 0 ? `tax (${details.join(', ')})` : 'tax'
}

const conjunction = new Intl.ListFormat('en-GB')

/** Returns whether the business states a service, a category of services or a package. */
export const hasOffer = ({ services, pricing }: Business): boolean =>
  hasServices(services) || pricing.packages.length > 0

/** Returns the subjects of the facts, in English, such as "contact details, services and prices"; `others` come first. */
export function listSubjects(business: Business, ...others: string[]): string {
  const { services, pricing, faq } = business
  const subjects: [name: string, exists: boolean][] = [
    ['services', hasServices(services)],
    ['prices', statesPrices(business)],
    ['packages', pricing.packages.length > 0],
    ['FAQ', hasQuestions(faq)]
  ]
  return conjunction.format([...others, ...subjects.flatMap(([name, exists]) => (exists ? [name] : []))])
}

/** Returns sentences for agents about the opening hours; none if they are unknown. */
export function listHoursNotes({ profile }: Business): string[] {
  const places = listPlaces(profile)
  if (places.length === 0) return []
  const hasNights = places
    .flatMap(({ opening_hours, special_hours = [] }) => [...opening_hours, ...special_hours])
    .some(endsNextDay)
  return [
    'Opening hours are in the time zone of each place, and special hours replace the weekly ones on their dates. To say when the business is open, read `days` in the opening hours: hours.json of the API, or the MCP tool get_opening_hours.',
    ...(hasNights
      ? [
          'An interval belongs to the date on which it begins, and `days` begins with today: soon after midnight, the hours of the day before may still be running.'
        ]
      : [])
  ]
}

/** Returns the licence and the uses that the owner states, as sentences for agents; empty if the owner states none. */
export function listTerms({ profile, site }: Business): string[] {
  const signals = formatSignals(site)
  return [
    ...(site?.licence
      ? [
          `The facts are published under ${squeeze(site.licence.name)} (${site.licence.url}). If it asks for attribution, name ${squeeze(profile.name)} as the source and link to ${profile.url}.`
        ]
      : []),
    ...(signals
      ? [`The owner states how AI systems may use the content: ${signals} (contentsignals.org).`]
      : [])
  ]
}
