import { getString, isParent } from '../base/json-value.ts'
import { findNearest, listFirst } from '../base/text.ts'

export const maxListedEntries = 50
// The maximum number of characters of a text in a result: no model reads a longer one.
const maxTextLength = 2 ** 18

// Without some of its entries, a day would seem to have other hours.
const completeLists = ['opening_hours', 'special_hours']

/**
 * Returns a body with at most 50 entries of each list, or fewer if it would have more than 262,144 characters, and with a
 * note: where the others are, and further sentences. Lists of the same name whose entries have an id share the 50, such
 * as the questions of all topics. Lists of opening hours stay complete, unless nothing else would shorten the body.
 */
export function summarize(body: unknown, url: string, sentences: string[] = []): unknown {
  if (!isParent(body)) return body
  const statedNotes = [getString(body, 'note')].filter((note) => note !== undefined)
  for (let maxEntries = maxListedEntries; ; maxEntries = Math.floor(maxEntries / 2)) {
    const { body: cutBody, cuts } = cutLists(body, maxEntries)
    const lists = Array.from(cuts, ([name, { listed, total }]) => `${name} has ${listed} of ${total} entries`)
    const rest = `${lists.join(', ')}. Find the others with search and fetch; all are at ${url}.`
    const notes = [...(cuts.size > 0 ? [rest] : []), ...sentences, ...statedNotes]
    const summary = notes.length > 0 ? { ...cutBody, note: notes.join(' ') } : body
    if (maxEntries === 0 || JSON.stringify(summary).length <= maxTextLength) return summary
  }
}

/** Returns a text, or the JSON of a body, of at most 262,144 characters: its first lines, or its summary. All of it is at the URL. */
export function writeBody(body: unknown, url: string): string {
  const text = typeof body === 'string' ? body : JSON.stringify(body)
  if (text.length <= maxTextLength) return text
  if (typeof body !== 'string') return JSON.stringify(summarize(body, url))
  const end = text.lastIndexOf('\n', maxTextLength)
  const start = end > 0 ? text.slice(0, end) : clip(text, maxTextLength)
  return `${start}\n\nThe rest is at ${url} …`
}

/** Returns a body without the entries of its lists after `maxEntries`, and the lists that were cut, by name. */
function cutLists(body: object, maxEntries: number) {
  const counts = new Map<string, { listed: number; total: number; shared: number }>()
  const countOf = (name: string) => {
    const count = counts.get(name) ?? { listed: 0, total: 0, shared: 0 }
    counts.set(name, count)
    return count
  }
  const cutObject = (value: object): object =>
    Object.fromEntries(Object.entries(value).map(([name, part]) => [name, cut(name, part)]))
  const cut = (name: string, value: unknown): unknown => {
    if (!isParent(value)) return value
    if (!Array.isArray(value)) return cutObject(value)
    if (maxEntries > 0 && completeLists.includes(name)) return value
    const count = countOf(name)
    const isShared = hasIds(value)
    const listed = value.slice(0, isShared ? maxEntries - count.shared : maxEntries)
    if (isShared) count.shared += listed.length
    count.listed += listed.length
    count.total += value.length
    for (const entry of value.slice(listed.length)) countLists(name, entry)
    return listed.map((entry) => cut(name, entry))
  }
  const countLists = (name: string, value: unknown): void => {
    if (!isParent(value)) return
    if (hasIds(value)) countOf(name).total += value.length
    for (const [field, part] of Object.entries(value)) countLists(field, part)
  }
  const result = cutObject(body)
  return { body: result, cuts: new Map([...counts].filter(([, { listed, total }]) => listed < total)) }
}

const hasIds = (value: unknown): value is unknown[] =>
  Array.isArray(value) && isParent(value[0]) && value[0].id !== undefined

export const clip = (text: string, maxLength: number) =>
  text.length > maxLength ? `${text.slice(0, maxLength - 1).replace(/[\ud800-\udbff]$/, '')}…` : text

const maxListed = 20

// A longer text is not a misspelled id, and comparing it with thousands of ids takes long.
const maxCompared = 100

/** Returns a list in words: of a long list, 20 entries and the number of the others. The entry most similar to a text comes first. */
export function listInWords(entries: readonly string[], similarTo = ''): string {
  const nearest = similarTo.length > maxCompared ? undefined : findNearest(similarTo, entries)
  const others = entries.filter((entry) => entry !== nearest)
  return listFirst(nearest === undefined ? others : [nearest, ...others], maxListed)
}
