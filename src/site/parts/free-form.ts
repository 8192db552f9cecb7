import { entriesOf } from '../../business/json-value.ts'
import type { PageContext } from '../page-context.ts'

/** Returns a readable label for a field: its word if `words` has one, or else its name with spaces. */
export function labelOf(name: string, words: Record<string, string>): string {
  // A name that begins with a capital letter is perhaps that of a brand, such as YouTube.
  const parts = /^\p{Ll}/u.test(name)
    ? name.replace(/(?<=\p{Ll})\p{Lu}(?=\p{Ll})/gu, (letter) => ` ${letter.toLowerCase()}`)
    : name
  const text = parts.replace(/[_-]+/g, ' ').trim()
  return new Map(Object.entries(words)).get(name) ?? text.charAt(0).toUpperCase() + text.slice(1)
}

// Years have no thousands separator.
const isYear = (name: string) => /^(since|year|founded)$|_since$/.test(name)

/** Returns a value of a free-form object as text, at any depth; empty if there is nothing to say. */
function describeValue(name: string, value: unknown, context: PageContext): string {
  const { formatList, formatNumber, words } = context
  if (typeof value === 'string') return value
  if (typeof value === 'number') return isYear(name) ? String(value) : formatNumber(value)
  if (typeof value === 'boolean') return value ? words.about.yes : words.about.no
  if (Array.isArray(value)) {
    const parts = value.map((part) => describeValue(name, part, context)).filter(Boolean)
    return value.some((part) => typeof part === 'object') ? parts.join('; ') : formatList(parts)
  }
  return listEntries(value, context)
    .map(([label, text]) => `${label}: ${text}`)
    .join('; ')
}

/** Returns the entries of a free-form object as labels and texts, without those that say nothing. */
export function listEntries(
  value: unknown,
  context: PageContext,
  words: Record<string, string> = context.words.labels
): [label: string, text: string][] {
  return entriesOf(value)
    .map(([name, part]): [string, string] => [labelOf(name, words), describeValue(name, part, context)])
    .filter(([, text]) => text !== '')
}
