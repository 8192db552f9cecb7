import MiniSearch from 'minisearch'
import type { Document } from './documents.ts'
import { variants, wordsOf } from './hebrew.ts'

/** A document as `search` lists it. */
export interface Hit {
  id: string
  title: string
  url: string
}

/** The documents that a query finds, the best first. */
export type Search = (query: string, limit: number) => Hit[]

// Words that say nothing of what a question is about.
const empty = new Set(
  wordsOf(
    `של את על עם אני אתם אתן אנחנו הוא היא הם זה זו זאת יש אין לי לכם לנו לך מה איך האם אם או גם כל לא כן רק כי אבל
    איזה אילו מי מתי אפשר צריך רוצה כמה
    the a an of on in for to and or is are do does can could i you we my your me it that this what how which who much many
    there any with have get need want will would`
  )
)

const options = {
  combineWith: 'OR',
  boost: { title: 3, id: 2, text: 0.3 },
  // A typo, or another ending.
  fuzzy: (term: string) => (term.length > 3 ? 1 : false),
  prefix: (term: string) => term.length > 2,
  weights: { fuzzy: 0.2, prefix: 0.5 }
} as const

// To make a page into text takes milliseconds; of a site with thousands of pages, the rest is found by what describes it.
const mostPages = 300

/** Makes the index. A page is found by its whole text as well, which weighs less. */
export async function createSearch(documents: Document[]): Promise<Search> {
  const index = new MiniSearch({
    fields: ['id', 'title', 'keywords', 'text'],
    storeFields: ['title', 'url'],
    tokenize: wordsOf,
    processTerm: variants
  })
  const pages = new Set(documents.filter(({ kind }) => kind === 'page').slice(0, mostPages))
  for (const document of documents) {
    index.add(pages.has(document) ? { ...document, text: await document.read() } : document)
  }

  return (query, limit) => {
    const words = [...new Set(wordsOf(query))]
    const telling = words.filter((word) => !empty.has(word))
    const found = new Map<string, Hit & { score: number; matched: number }>()
    for (const word of telling) {
      for (const { id, title, url, score } of index.search(word, options)) {
        const hit = found.get(id) ?? { id, title, url, score: 0, matched: 0 }
        found.set(id, { ...hit, score: hit.score + score, matched: hit.matched + 1 })
      }
    }
    // A document that has less than half of the words is a guess.
    return [...found.values()]
      .filter(({ matched }) => matched * 2 >= telling.length)
      .toSorted((a, b) => b.score * b.matched - a.score * a.matched)
      .slice(0, limit)
      .map(({ id, title, url }) => ({ id, title, url }))
  }
}
