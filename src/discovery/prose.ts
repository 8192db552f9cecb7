import { listHoursNotes } from '../business/hours-notes.ts'
import { listPriceNotes } from '../business/price-notes.ts'
import { listTerms } from '../business/terms.ts'
import type { DiscoveryContext } from './document.ts'

/** Returns the text on one line of at most `maxLength` characters. Truncates it at the end of a word. */
export function line(text: string, maxLength = 300): string {
  const singleLine = text.replace(/\s+/g, ' ').trim()
  return singleLine.length <= maxLength
    ? singleLine
    : `${singleLine.slice(0, maxLength - 1).replace(/\s+\S*$/, '')}…`
}

/** Returns a list entry with a link, in the format of llms.txt. */
export function entry(title: string, url: string, note: string): string {
  const name = line(title, 120).replace(/[[\]\\]/g, '\\$&')
  return `- [${name}](${url})${note === '' ? '' : `: ${line(note)}`}`
}

/** Returns a description of the business in one line. */
export function summary({ business: { profile } }: DiscoveryContext): string {
  const { name, name_en, category, tagline } = profile
  const sentences = [name_en, category, tagline].filter((part) => part && part !== name)
  return line((sentences.length > 0 ? sentences : [name]).join('. '), 600)
}

/** Returns the rules that an agent must follow, one string per rule. */
export const rules = ({ business }: DiscoveryContext): string[] => [
  ...listPriceNotes(business),
  ...(business.services.pricing_note
    ? [`The business says about its prices: ${line(business.services.pricing_note)}`]
    : []),
  'The API and the MCP server are read-only: you cannot book, order, pay or submit anything with them. To go ahead, contact the business directly.',
  ...listTerms(business),
  ...listHoursNotes(business)
]
