import { createPace } from '../http/pace.ts'
import type { Document } from './documents.ts'
import { wordsOf } from './hebrew.ts'
import { fields, WordIndexBuilder } from './word-index.ts'

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

// A longer question is searched by its first words.
const maxWords = 8

// To make a page into text takes milliseconds; of a site with thousands of pages, the rest is found by what describes it.
const maxPages = 300

/**
 * Builds the index in slices, between which other work runs, until it is done or `isOver`. A page is found by its whole
 * text as well, which weighs less.
 */
export async function createSearch(documents: Document[], isOver: () => boolean): Promise<Search> {
  const builder = new WordIndexBuilder(documents.length)
  const pages = new Set(documents.filter(({ kind }) => kind === 'page').slice(0, maxPages))
  const pace = createPace()
  for (const field of fields) {
    for (const [number, document] of documents.entries()) {
      if (isOver()) break
      const text = field === 'text' ? pages.has(document) && (await document.read()) : document[field]
      if (text) builder.add(number, field, text)
      await pace()
    }
  }
  const index = builder.build()

  return (query, limit) => {
    const words = [...new Set(wordsOf(query))].filter((word) => !empty.has(word)).slice(0, maxWords)
    // A document that has less than half of the words is a guess.
    return index
      .search(words, limit)
      .map((number) => documents[number])
      .filter((document) => document !== undefined)
      .map(({ id, title, url }) => ({ id, title, url }))
  }
}
