import { variants, wordsOf } from './hebrew.ts'

/** The parts of a document that are indexed, and how much a word in each counts; the first get their words first. */
const boosts = { title: 3, id: 2, keywords: 1, text: 0.3 } as const
export type Field = keyof typeof boosts
export const fields: Field[] = ['title', 'id', 'keywords', 'text']

// With these, the index takes at most 20 MB, and a search 50 ms, whatever the documents are.
const maxTerms = 60_000
const maxPostings = 2 ** 20
const maxTextLength = 20_000
const maxExpansions = 50
const maxScored = 20_000

// A posting is a number: the document, the field in 2 bits, how often the term is in the field in 10 bits.
const maxCount = 1023

/** A term of the index that a word may stand for, and how much it counts. */
interface Expansion {
  term: number
  weight: number
}

/** Finds documents, which are known by their number, by their words (BM25+), and forgives a typo or another ending. */
export class WordIndex {
  readonly #terms: string[] = []
  #numbers = new Map<string, number>()
  #added = { terms: new Uint32Array(1024), postings: new Uint32Array(1024), length: 0 }
  readonly #lengths: Uint16Array[]
  readonly #averages: number[] = []
  #starts = new Uint32Array(1)
  #postings = new Uint32Array(0)
  readonly #documentCount: number

  constructor(documentCount: number) {
    this.#documentCount = documentCount
    this.#lengths = fields.map(() => new Uint16Array(documentCount))
  }

  /** Adds a field of a document; `finish` follows the last. */
  add(document: number, field: Field, text: string): void {
    const fieldNumber = fields.indexOf(field)
    const counts = new Map<string, number>()
    for (const word of wordsOf(text.slice(0, maxTextLength))) counts.set(word, (counts.get(word) ?? 0) + 1)
    const lengths = this.#lengths[fieldNumber]
    if (lengths) lengths[document] = counts.size
    for (const [word, count] of counts) {
      for (const term of variants(word)) this.#addPosting(term, document * 4 + fieldNumber, count)
    }
  }

  #addPosting(term: string, place: number, count: number): void {
    const number = this.#numbers.get(term) ?? this.#terms.length
    const { length } = this.#added
    if (number >= maxTerms || length >= maxPostings) return
    if (number === this.#terms.length) {
      this.#terms.push(term)
      this.#numbers.set(term, number)
    }
    if (length === this.#added.terms.length) {
      this.#added.terms = grown(this.#added.terms)
      this.#added.postings = grown(this.#added.postings)
    }
    this.#added.terms[length] = number
    this.#added.postings[length] = place * (maxCount + 1) + Math.min(count, maxCount)
    this.#added.length += 1
  }

  /** Sorts the postings by term. */
  finish(): void {
    const { terms, postings, length } = this.#added
    const starts = new Uint32Array(this.#terms.length + 1)
    for (const term of terms.subarray(0, length)) starts[term + 1] = Number(starts[term + 1]) + 1
    for (let term = 0; term < this.#terms.length; term += 1)
      starts[term + 1] = Number(starts[term + 1]) + Number(starts[term])
    const next = starts.slice()
    this.#postings = new Uint32Array(length)
    for (let index = 0; index < length; index += 1) {
      const term = Number(terms[index])
      const place = Number(next[term])
      this.#postings[place] = Number(postings[index])
      next[term] = place + 1
    }
    this.#starts = starts
    for (const lengths of this.#lengths) {
      const filled = lengths.filter((length) => length > 0)
      this.#averages.push(filled.reduce((sum, length) => sum + length, 0) / filled.length)
    }
    this.#numbers = new Map()
    this.#added = { terms: new Uint32Array(0), postings: new Uint32Array(0), length: 0 }
  }

  /** The score of each document that has a word, by its number. */
  search(word: string): Map<number, number> {
    const scores = new Map<number, number>()
    const matched = new Map<number, number>()
    for (const term of variants(word)) {
      const found = this.#score(this.#expand(term))
      for (const [document, score] of found) {
        scores.set(document, (scores.get(document) ?? 0) + score)
        matched.set(document, (matched.get(document) ?? 0) + 1)
      }
    }
    for (const [document, score] of scores) scores.set(document, score * (matched.get(document) ?? 1))
    return scores
  }

  /** The terms that a word may stand for: itself, those that begin with it and those that differ in one letter. */
  #expand(word: string): Expansion[] {
    const expansions: Expansion[] = []
    for (const [term, text] of this.#terms.entries()) {
      const distance = text.length - word.length
      if (text === word) expansions.unshift({ term, weight: 1 })
      else if (expansions.length >= maxExpansions) continue
      else if (word.length > 2 && distance > 0 && text.startsWith(word))
        expansions.push({ term, weight: (0.5 * text.length) / (text.length + 0.3 * distance) })
      else if (word.length > 3 && isOneLetterApart(word, text))
        expansions.push({ term, weight: (0.2 * text.length) / (text.length + 1) })
    }
    return expansions
  }

  #score(expansions: Expansion[]): Map<number, number> {
    const scores = new Map<number, number>()
    let scored = 0
    for (const { term, weight } of expansions) {
      const start = Number(this.#starts[term])
      const postings = this.#postings.subarray(start, Number(this.#starts[term + 1]))
      const documents = fields.map(() => 0)
      for (const posting of postings) {
        const field = (posting >>> 10) & 3
        documents[field] = Number(documents[field]) + 1
      }
      const rarities = documents.map((count) =>
        Math.log(1 + (this.#documentCount - count + 0.5) / (count + 0.5))
      )
      for (const posting of postings.subarray(0, maxScored - scored)) {
        const field = (posting >>> 10) & 3
        const document = posting >>> 12
        const length = Number(this.#lengths[field]?.[document]) / Number(this.#averages[field])
        const count = posting & maxCount
        const frequency = 0.5 + (count * 2.2) / (count + 1.2 * (0.3 + 0.7 * length))
        const boost = boosts[fields[field] ?? 'text']
        const score = weight * boost * Number(rarities[field]) * frequency
        scores.set(document, (scores.get(document) ?? 0) + score)
      }
      scored += Math.min(postings.length, maxScored - scored)
    }
    return scores
  }
}

function grown(numbers: Uint32Array): Uint32Array<ArrayBuffer> {
  const larger = new Uint32Array(numbers.length * 2)
  larger.set(numbers)
  return larger
}

/** Whether one letter more, less or another makes one text of the other. */
function isOneLetterApart(one: string, other: string): boolean {
  const length = Math.max(one.length, other.length)
  const shorter = Math.min(one.length, other.length)
  if (length - shorter > 1) return false
  let same = 0
  while (same < shorter && one.charCodeAt(same) === other.charCodeAt(same)) same += 1
  let end = 0
  while (
    end < shorter - same &&
    one.charCodeAt(one.length - 1 - end) === other.charCodeAt(other.length - 1 - end)
  )
    end += 1
  return same + end >= length - 1
}
