import { isNumber, type WordForms } from '../business/spelling.js'

/** The fields of a document in the order of indexing, and the weight of a word in each. */
const boosts = { title: 3, labels: 2, keywords: 1, text: 0.3 } as const
export type Field = keyof typeof boosts
export const fields: Field[] = ['title', 'labels', 'keywords', 'text']

// With these limits a search takes a few milliseconds, for any documents.
const maxExpansions = 50
const maxScored = 10_000

const maxCount = 1023

/** Returns a posting, a number of 32 bits: the document (20 bits), the field (2 bits) and the count of the term (10 bits). */
export const packPosting = (document: number, field: number, count: number): number =>
  (document * 4 + field) * (maxCount + 1) + Math.min(count, maxCount)

const documentOf = (posting: number) => posting >>> 12
const fieldOf = (posting: number) => (posting >>> 10) & 3
const countOf = (posting: number) => posting & maxCount

// The parameters of BM25+: how fast a repeated word stops counting, how much a long field loses, and what any match gets.
const k1 = 1.2
const b = 0.7
const delta = 0.5

const stemWeight = 0.7
// The spellings of a word have the lower bits, in their order.
const stemBit = 8

// A document with the same Hebrew prefix has both spellings: the word, and the word without it.
const isAsTyped = (bits: number) => (bits & 3) === 3

/** Returns the term of a stem, which no spelling equals. */
export const toStemTerm = (stem: string) => `~${stem}`

/** A term that matches a word, and the weight of the match. */
interface Expansion {
  term: number
  weight: number
}

/** Finds documents by their words (BM25+), and tolerates a typo or another ending. */
export class WordIndex {
  readonly #terms: Map<string, number>
  readonly #byFirstLetter: Map<string, string[]>
  /** The postings of all terms, by term; `#starts` has the first index for each term. */
  readonly #postings: Uint32Array
  readonly #starts: Uint32Array
  /** The number of documents with a term in a field, for each term and field. */
  readonly #counts: Uint32Array
  readonly #lengths: Uint16Array[]
  readonly #averages: number[]
  readonly #documentCount: number
  readonly #compounds: Set<string>

  /** `compounds` has terms such as `tuneup`, made from `tune-up`. The parts of the word are terms too. */
  constructor(
    terms: Map<string, number>,
    compounds: Set<string>,
    postings: Uint32Array,
    starts: Uint32Array,
    lengths: Uint16Array[]
  ) {
    this.#terms = terms
    this.#compounds = compounds
    this.#byFirstLetter = groupByFirstLetter(terms.keys())
    this.#postings = postings
    this.#starts = starts
    this.#counts = countDocuments(postings, starts)
    this.#lengths = lengths
    this.#averages = lengths.map(averageFilled)
    this.#documentCount = Number(lengths[0]?.length)
  }

  /** Returns the numbers of the documents that have at least half of the words, the best first. */
  search(words: WordForms[], maxResults: number): number[] {
    const scores = new Float64Array(this.#documentCount)
    const matches = new Uint8Array(this.#documentCount)
    for (const word of words) {
      const { wordScores, matched } = this.#scoreWord(word)
      for (const [document, bits] of matched.entries()) {
        if (bits === 0) continue
        scores[document] = Number(scores[document]) + Number(wordScores[document]) * (isAsTyped(bits) ? 2 : 1)
        matches[document] = Number(matches[document]) + 1
      }
    }
    for (const [document, matched] of matches.entries())
      scores[document] = matched * 2 >= words.length ? Number(scores[document]) * matched : 0
    return selectBest(scores, maxResults)
  }

  /** Returns the score of each document for a word, and which of the word's spellings it has, as bits. */
  #scoreWord({ spellings, stems }: WordForms) {
    const wordScores = new Float64Array(this.#documentCount)
    const matched = new Uint8Array(this.#documentCount)
    const isKnown = [...spellings, ...stems.map(toStemTerm)].some((text) => this.#terms.has(text))
    const score = (expansions: Expansion[], bit: number) => {
      let remaining = maxScored
      for (const { term, weight } of expansions) {
        const all = this.#postings.subarray(this.#starts[term], this.#starts[term + 1])
        const fieldBoosts = this.#getBoosts(term)
        for (const posting of all.subarray(0, remaining)) {
          const field = fieldOf(posting)
          const document = documentOf(posting)
          const count = countOf(posting)
          const length = Number(this.#lengths[field]?.[document]) / Number(this.#averages[field])
          const frequency = delta + (count * (k1 + 1)) / (count + k1 * (1 - b + b * length))
          wordScores[document] =
            Number(wordScores[document]) + weight * Number(fieldBoosts[field]) * frequency
          matched[document] = Number(matched[document]) | bit
        }
        remaining = Math.max(0, remaining - all.length)
      }
    }
    for (const [index, spelling] of spellings.entries())
      score(this.#expand(spelling, { canDiffer: !isKnown }), 1 << index)
    for (const stem of stems) score(this.#find(toStemTerm(stem), stemWeight), stemBit)
    return { wordScores, matched }
  }

  /** Returns the term of a text, if the index has it. */
  #find(text: string, weight: number): Expansion[] {
    const term = this.#terms.get(text)
    return term === undefined ? [] : [{ term, weight }]
  }

  /** Returns the terms that match a spelling: itself, those that begin with it and, if they can differ, in one letter. */
  #expand(spelling: string, { canDiffer }: { canDiffer: boolean }): Expansion[] {
    const expansions = this.#find(spelling, 1)
    if (isNumber(spelling)) return expansions
    for (const text of this.#byFirstLetter.get(spelling.charAt(0)) ?? []) {
      // A document with `cut-out` has `cut` too, so `cutout` would count it twice.
      if (!canDiffer && this.#compounds.has(text)) continue
      const weight = weighMatch(text, spelling, canDiffer)
      if (weight > 0) expansions.push({ term: Number(this.#terms.get(text)), weight })
      if (expansions.length >= maxExpansions) break
    }
    return expansions
  }

  /** Returns the weight of a term in each field, which is higher if fewer documents have it there. */
  #getBoosts(term: number): number[] {
    return fields.map((name, field) => {
      const count = Number(this.#counts[term * 4 + field])
      return boosts[name] * Math.log(1 + (this.#documentCount - count + 0.5) / (count + 0.5))
    })
  }
}

/** Returns the indexes of the highest scores above 0, the highest first. */
function selectBest(scores: Float64Array, maxResults: number): number[] {
  const best: { document: number; score: number }[] = []
  for (const [document, score] of scores.entries()) {
    const isBetter = best.length < maxResults || score > Number(best.at(-1)?.score)
    if (score === 0 || !isBetter) continue
    const place = best.findIndex((other) => other.score < score)
    best.splice(place === -1 ? best.length : place, 0, { document, score })
    best.splice(maxResults)
  }
  return best.map(({ document }) => document)
}

function countDocuments(postings: Uint32Array, starts: Uint32Array): Uint32Array {
  const counts = new Uint32Array(starts.length * 4)
  let term = 0
  for (const [place, posting] of postings.entries()) {
    while (place >= Number(starts[term + 1])) term += 1
    const index = term * 4 + fieldOf(posting)
    counts[index] = Number(counts[index]) + 1
  }
  return counts
}

function groupByFirstLetter(texts: Iterable<string>): Map<string, string[]> {
  const groups = new Map<string, string[]>()
  for (const text of texts) {
    const group = groups.get(text.charAt(0))
    if (group) group.push(text)
    else groups.set(text.charAt(0), [text])
  }
  return groups
}

/** Returns the average of the lengths above 0. */
function averageFilled(lengths: Uint16Array): number {
  let sum = 0
  let filled = 0
  for (const length of lengths) {
    sum += length
    if (length > 0) filled += 1
  }
  return sum / filled
}

/** Returns the weight of another term for a word, 0 if it does not match. */
function weighMatch(term: string, word: string, canDiffer: boolean): number {
  const distance = term.length - word.length
  if (distance > 0 && word.length > 2 && term.startsWith(word))
    return (0.5 * term.length) / (term.length + 0.3 * distance)
  if (canDiffer && word.length > 4 && Math.abs(distance) < 2 && term !== word && isOneLetterApart(term, word))
    return (0.2 * term.length) / (term.length + 1)
  return 0
}

/** Returns whether two texts, whose lengths differ by one at most, differ in one letter. */
function isOneLetterApart(one: string, other: string): boolean {
  const shorter = Math.min(one.length, other.length)
  let start = 0
  while (start < shorter && one.charCodeAt(start) === other.charCodeAt(start)) start += 1
  let end = 1
  while (end <= shorter - start && one.charCodeAt(one.length - end) === other.charCodeAt(other.length - end))
    end += 1
  return start + end >= Math.max(one.length, other.length)
}
