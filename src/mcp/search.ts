import type { Languages } from './word-forms.ts'
import type { WordIndex } from './word-index.ts'

export interface SearchData {
  index: WordIndex
  /** The documents by their number in the index. Those for programs are technical. */
  documents: { id: string; title: string; url: string; isTechnical: boolean }[]
  named: Map<string, number[]>
  /** The languages of the documents. */
  tags: string[]
}

/** Returns a function that finds documents by their names and words, the best first. */
export function createSearch(
  { index, documents, named }: SearchData,
  { readQuery, simplify }: Pick<Languages, 'readQuery' | 'simplify'>
) {
  const technicalCount = documents.filter(({ isTechnical }) => isTechnical).length
  return (query: string, maxResults: number) => {
    const found = index.search(readQuery(query), maxResults + technicalCount)
    // A longer name can score higher, and a name may consist of words that the index ignores.
    const exact = simplify(query).flatMap((name) => named.get(name) ?? [])
    const all = [...new Set([...exact, ...found])]
    const programs = all.filter((number) => documents[number]?.isTechnical)
    // A page for programs is the last result. It takes the place of another one only if the query is its name.
    const kept = programs.filter((number) => exact.includes(number)).length
    const clients = all
      .filter((number) => !programs.includes(number))
      .slice(0, Math.max(0, maxResults - kept))
    return [...clients, ...programs]
      .slice(0, maxResults)
      .flatMap((number) => documents.slice(number, number + 1))
      .map(({ id, title, url }) => ({ id, title, url }))
  }
}
