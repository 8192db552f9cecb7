import type { Business } from '../business/business.ts'
import { listHoursNotes, listPriceNotes, listTerms } from '../business/notes.ts'
import { cutAfterWord, squeeze } from '../business/text.ts'
import { escapeMarkdown } from '../surfaces/escape-markdown.ts'
import type { SurfaceContext } from '../surfaces/surface-context.ts'

/** Returns the text on one line of at most `maxLength` characters. Truncates it at the end of a word. */
export function toSingleLine(text: string, maxLength = 300): string {
  const singleLine = squeeze(text)
  return singleLine.length <= maxLength ? singleLine : `${cutAfterWord(singleLine, maxLength - 1)}…`
}

/** Returns a text of the data as Markdown that a reader sees as the same text, on one line, as `toSingleLine` does. */
export const toMarkdownLine = (text: string, maxLength?: number): string =>
  escapeMarkdown(toSingleLine(text, maxLength))

/** Returns a list entry with a link, in the format of llms.txt. The note is Markdown. */
export const formatEntry = (title: string, url: string, note: string): string =>
  `- [${toMarkdownLine(title, 120)}](${encodeParentheses(url)})${note === '' ? '' : `: ${note}`}`

// Many readers end the URL of a link at the first parenthesis.
const encodeParentheses = (url: string) => url.replaceAll('(', '%28').replaceAll(')', '%29')

/** The maximum length of a summary in characters. */
export const maxSummary = 600

/** Returns a description of the business in one line. */
export function writeSummary({ business: { profile } }: SurfaceContext): string {
  const { name, name_en, category, tagline } = profile
  const sentences = [name_en, category, tagline].filter((part) => part && part !== name)
  return toSingleLine((sentences.length > 0 ? sentences : [name]).join('. '), maxSummary)
}

/** Returns the rules that an agent must follow, as Markdown, one string per rule. */
export function listRules({ business: facts, changed }: SurfaceContext): string[] {
  const business = escapeNames(facts)
  const { pricing_note } = business.services
  return [
    ...listPriceNotes(business),
    ...(pricing_note ? [`The business says this about its prices: ${toMarkdownLine(pricing_note)}`] : []),
    'The API and the MCP server are read-only: you cannot book, order, pay or submit anything with them. To go ahead, contact the business directly.',
    ...listTerms(business),
    ...listHoursNotes(business),
    ...(changed ? [`The facts last changed on ${changed.toISOString().slice(0, 10)}.`] : [])
  ]
}

/** Returns the business with the names that are in rules as Markdown. */
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
