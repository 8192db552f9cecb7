import { isParent } from '../business/json-value.ts'

/** The maximum number of entries of a list in the result of a tool. */
export const maxListedEntries = 50

/** How many entries of a list the result has, by the name of the list. */
type Cuts = Map<string, { listed: number; total: number }>

// Without some of its entries, a day would seem to have other hours.
const completeLists = ['opening_hours', 'special_hours']

/**
 * Returns a body whose lists have at most 50 entries, and the lists that were cut. Lists of the same name whose entries
 * have an id share the 50, such as the questions of all topics. Lists of opening hours stay complete.
 */
export function cutLists(body: object): { body: object; cuts: Cuts } {
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
    if (completeLists.includes(name)) return value
    const count = countOf(name)
    const isShared = hasIds(value)
    const listed = value.slice(0, isShared ? maxListedEntries - count.shared : maxListedEntries)
    if (isShared) count.shared += listed.length
    count.listed += listed.length
    count.total += value.length
    for (const entry of value.slice(listed.length)) countLists(name, entry)
    return listed.map((entry) => cut(name, entry))
  }
  /** Counts the entries with an id in a value that the result omits. */
  const countLists = (name: string, value: unknown): void => {
    if (!isParent(value)) return
    if (hasIds(value)) countOf(name).total += value.length
    for (const [field, part] of Object.entries(value)) countLists(field, part)
  }
  const result = cutObject(body)
  const cuts = new Map([...counts].filter(([, { listed, total }]) => listed < total))
  return cuts.size > 0 ? { body: result, cuts } : { body, cuts }
}

const hasIds = (value: unknown): value is unknown[] =>
  Array.isArray(value) && isParent(value[0]) && value[0].id !== undefined
