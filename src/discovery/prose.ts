import type { Sources } from './document.ts'

/** Where the licence of the data stands. */
export const licence = 'https://creativecommons.org/licenses/by/4.0/'

/** The text on one line, of at most `most` characters, cut at the end of a word. */
export function line(text: string, most = 300): string {
  const squeezed = text.replace(/\s+/g, ' ').trim()
  return squeezed.length <= most ? squeezed : `${squeezed.slice(0, most - 1).replace(/\s+\S*$/, '')}…`
}

/** An entry of a list of links, as llms.txt has them. */
export function entry(title: string, address: string, note: string): string {
  const name = line(title, 120).replace(/[[\]\\]/g, '\\$&')
  return `- [${name}](${address})${note === '' ? '' : `: ${line(note)}`}`
}

/** Who the business is, in one line. */
export function summary({ business: { profile } }: Sources): string {
  const { name, name_en, category, tagline } = profile
  const sentences = [name_en, category, tagline].filter((part) => part && part !== name)
  return line((sentences.length > 0 ? sentences : [name]).join('. '), 600)
}

/** What an agent may not get wrong, one sentence each. */
export const rules = ({ business: { profile } }: Sources): string[] => [
  'A price of a service is a starting price before VAT, not a quote: say "from", and that each project is priced by its scope.',
  'Nothing can be booked, ordered, paid for or submitted here: this site and its API are read-only. To go ahead, contact the business directly.',
  `The data is under CC BY 4.0 (${licence}): name ${line(profile.name)} as the source, with a link to ${profile.url}`
]
