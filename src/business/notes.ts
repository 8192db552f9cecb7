import { squeeze } from '../base/text.ts'
import {
  type Business,
  hasOnlyStartingPrices,
  hasOpenPrices,
  hasOwnTax,
  hasTaxedPrice,
  listPrices
} from './business.ts'
import { listPlaces } from './opening-hours.ts'
import { isStarting, type Tax } from './schemas/price.ts'
import { formatSignals } from './schemas/site.ts'
import { wholeAmounts } from './v1.ts'

/** Omits the sentences that do not apply. */
export const listStated = (...sentences: (string | false | undefined)[]): string[] =>
  sentences.filter((sentence) => typeof sentence === 'string')

export function listPriceNotes(business: Business): string[] {
  const { service, package: item } = wholeAmounts
  const prices = listPrices(business)
  const isExact = prices.some(({ wholeField }) => wholeField === undefined)
  const starting = hasOnlyStartingPrices(prices)
    ? 'Every price is a starting price: say "from".'
    : `A price of the kind "from" is a starting price: say "from". A \`${service}\` without \`price\` is a starting price too. No other price is a starting price.`
  return listStated(
    prices.some(isStarting) && starting,
    isExact &&
      `If an item has \`price\`, state its \`amount\`, with its \`max\` and \`unit\` if it has them, not \`${service}\` or \`${item}\`, which are rounded up.`,
    ...listPriceTerms(business)
  )
}

/** Returns the sentences about tax, prices on request and quotes that an agent must repeat. */
export function listPriceTerms(business: Business): string[] {
  const { tax, quote_url, packages } = business.pricing
  const own = hasOwnTax(business) ? ', except the prices of an item with its own `tax`' : ''
  return listStated(
    tax &&
      hasTaxedPrice(business) &&
      `Prices ${tax.exempt ? 'are exempt from' : tax.included ? 'include' : 'exclude'} ${describeTax(tax)}${own}.`,
    packages.some(({ price }) => price === undefined) &&
      `A package whose \`${wholeAmounts.package}\` is null has a price on request.`,
    quote_url !== undefined &&
      hasOpenPrices(business) &&
      `If a price is a starting price or on request, it is not a quote: ask for one at ${quote_url}`
  )
}

const describeTax = ({ name, rate_percent }: Tax): string => {
  const details = [name, rate_percent === undefined ? undefined : `${rate_percent}%`].filter(Boolean)
  return details.length > 0 ? `tax (${details.join(', ')})` : 'tax'
}

export function listHoursNotes({ profile }: Business, hasServer = true): string[] {
  const places = listPlaces(profile)
  if (places.length === 0) return []
  const hasNights = places
    .flatMap(({ opening_hours, special_hours = [] }) => [...opening_hours, ...special_hours])
    .some(({ opens = '', closes = '' }) => closes !== '' && closes <= opens)
  return listStated(
    `Opening hours are in the time zone of each place, and special hours replace the weekly ones on their dates. A day of the week without an entry is closed, and so is a special date without times. To say when the business is open, read \`days\` in the opening hours: hours.json of the API${hasServer ? ', or the MCP tool get_opening_hours' : ''}.`,
    hasNights &&
      'An interval belongs to the date on which it begins, and `days` begins with today: soon after midnight, the hours of the day before may still be running.'
  )
}

export function listTerms({ profile, site }: Business): string[] {
  const signals = formatSignals(site)
  return listStated(
    site?.licence &&
      `The facts are published under ${squeeze(site.licence.name)} (${site.licence.url}). If it asks for attribution, name ${squeeze(profile.name)} as the source and link to ${profile.url}.`,
    signals !== '' && `The owner states how AI systems may use the content: ${signals} (contentsignals.org).`
  )
}
