import { escapeMarkdown, escapeUrl, shorten, squeeze, toSentence } from '../base/text.ts'
import type { Business } from '../business/business.ts'
import { listHoursNotes, listPriceNotes, listStated, listTerms } from '../business/notes.ts'
import type { Context } from '../context/context.ts'

export interface DiscoveryDocument {
  /** The path that other documents link to, and further paths with the same bytes. */
  paths: [string, ...string[]]
  /** Without it, the type of the extension of the path. */
  mediaType?: string
  headers?: Record<string, string>
  /** Returns when the document that is created now changes; without it, only the facts change it. */
  expires?: (context: Context) => Date | undefined
  /** Returns the text, or an object to be written as JSON. */
  create: (context: Context) => string | object | Promise<string | object>
}

export const toSingleLine = (text: string, maxLength = 300): string => shorten(squeeze(text), maxLength)

/** Returns a text of the data as Markdown that a reader sees as the same text, on one line, as `toSingleLine` does. */
export const toMarkdownLine = (text: string, maxLength?: number): string =>
  escapeMarkdown(toSingleLine(text, maxLength))

export const formatEntry = (title: string, url: string, note: string): string =>
  `- [${toMarkdownLine(title, 120)}](${escapeUrl(url)})${note === '' ? '' : `: ${note}`}`

// In characters.
const maxSummary = 600

/** Returns what the data says about the business besides its name; empty if it says nothing. */
export function writeSummary({ business: { profile } }: Context): string {
  const { name, name_en, category, tagline } = profile
  const texts = listStated(name_en, category, tagline).filter((text) => text !== name)
  return toSingleLine([...texts.slice(0, -1).map(toSentence), ...texts.slice(-1)].join(' '), maxSummary)
}

export function listRules(context: Context): string[] {
  const { business: facts, factsChanged, hasServer } = context
  const business = escapeNames(facts)
  const { pricing_note } = business.catalog
  return listStated(
    ...listPriceNotes(business),
    pricing_note && `The business says this about its prices: ${toMarkdownLine(pricing_note)}`,
    `${hasServer ? 'The API and the MCP server are' : 'The API is'} read-only: you cannot book, order, pay or submit anything with ${hasServer ? 'them' : 'it'}.${facts.profile.contact.contact_page ? ' To go ahead, contact the business directly.' : ''}`,
    ...listTerms(business),
    ...listHoursNotes(business, hasServer),
    factsChanged && `The facts last changed on ${factsChanged.toISOString().slice(0, 10)}.`
  )
}

function escapeNames(business: Business): Business {
  const { profile, pricing, site } = business
  const { tax } = pricing
  const licence = site?.licence
  return {
    ...business,
    profile: { ...profile, name: toMarkdownLine(profile.name) },
    ...(tax?.name && { pricing: { ...pricing, tax: { ...tax, name: toMarkdownLine(tax.name) } } }),
    ...(licence && { site: { ...site, licence: { ...licence, name: toMarkdownLine(licence.name) } } })
  }
}
