import leven from 'leven'
import { isNumber, joinCompounds, splitWords, type WordForms } from '../base/spelling.js'
import type { Subject } from '../resources/resources.ts'
import type { Languages } from './word-forms.ts'

/** The fields of a document in the order of indexing, and the weight of a word in each. */
const boosts = { title: 3, labels: 2, keywords: 1, text: 0.3 } as const
type Field = keyof typeof boosts
export const fields: Field[] = ['title', 'labels', 'keywords', 'text']

// With these limits a search takes a few milliseconds, for any documents.
const maxExpansions = 50
const maxScored = 10_000

const maxCount = 1023

/** Returns a posting, a number of 32 bits: the document (20 bits), the field (2 bits) and the count of the term (10 bits). */
const packPosting = (document: number, field: number, count: number): number =>
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

const toStemTerm = (stem: string) => `~${stem}`

interface Expansion {
  postings: Uint32Array
  weight: number
}

// With these limits the index takes a few megabytes, for any documents.
const maxTerms = 100_000
const maxPostings = 2 ** 20
const maxTextLength = 20_000

/** The parts of an index. */
interface IndexParts<Numbers = ArrayLike<number>> {
  terms: string[]
  /** Where the postings of each term end; they begin where those of the term before it end. */
  ends: Numbers
  postings: Numbers
  /** Terms such as `tuneup`, made from `tune-up`. The parts of the word are terms too. */
  compounds: string[]
  /** How many different words a document has, by field. */
  lengths: number[][]
}

/** Collects the words of documents. The numbers are outside of the heap, whose limit is low. */
export class IndexBuilder {
  readonly #numbers = new Map<string, number>()
  readonly #compounds = new Set<string>()
  readonly #lengths: number[][]
  readonly #termOf = new Uint32Array(maxPostings)
  readonly #postings = new Uint32Array(maxPostings)
  #count = 0

  constructor(documentCount: number) {
    this.#lengths = fields.map(() => new Array<number>(documentCount).fill(0))
  }

  /** Adds a field of a document, which is its number. */
  add(document: number, field: Field, text: string, listForms: (word: string) => WordForms): void {
    const fieldNumber = fields.indexOf(field)
    const counts = new Map<string, number>()
    const start = text.slice(0, maxTextLength)
    for (const word of splitWords(start)) counts.set(word, (counts.get(word) ?? 0) + 1)
    this.#lengths[fieldNumber]?.fill(counts.size, document, document + 1)
    const compounds = joinCompounds(start).map(({ joined }) => joined)
    for (const compound of compounds) counts.set(compound, (counts.get(compound) ?? 0) + 1)
    for (const [word, count] of counts) {
      const posting = packPosting(document, fieldNumber, count)
      const { spellings, stems } = listForms(word)
      for (const term of [...spellings, ...stems.map(toStemTerm)]) this.#addPosting(term, posting)
    }
    for (const spelling of compounds.flatMap((compound) => listForms(compound).spellings))
      if (this.#numbers.has(spelling)) this.#compounds.add(spelling)
  }

  #addPosting(term: string, posting: number): void {
    const number = this.#numbers.get(term) ?? this.#numbers.size
    if (this.#count >= maxPostings || number >= maxTerms) return
    this.#numbers.set(term, number)
    this.#termOf[this.#count] = number
    this.#postings[this.#count] = posting
    this.#count += 1
  }

  /** Returns the index, in which each term has its postings in the order of adding. */
  build(): WordIndex {
    const terms = this.#termOf.subarray(0, this.#count)
    const ends = new Uint32Array(this.#numbers.size)
    for (const term of terms) ends[term] = Number(ends[term]) + 1
    for (let term = 1; term < ends.length; term += 1) ends[term] = Number(ends[term]) + Number(ends[term - 1])
    const postings = new Uint32Array(this.#count)
    const next = ends.slice()
    for (let at = this.#count - 1; at >= 0; at -= 1) {
      const term = Number(terms[at])
      next[term] = Number(next[term]) - 1
      postings[Number(next[term])] = Number(this.#postings[at])
    }
    const lengths = this.#lengths
    return new WordIndex({
      terms: [...this.#numbers.keys()],
      ends,
      postings,
      compounds: [...this.#compounds],
      lengths
    })
  }
}

/** Finds documents by their words (BM25+), and tolerates a typo or another ending. */
export class WordIndex {
  readonly #documentCount: number
  readonly #numbers: Map<string, number>
  readonly #ends: Uint32Array
  readonly #postings: Uint32Array
  readonly #compounds: Set<string>
  readonly #lengths: number[][]

  constructor({ terms, ends, postings, compounds, lengths }: IndexParts) {
    this.#documentCount = lengths[0]?.length ?? 0
    this.#numbers = new Map(terms.map((term, number) => [term, number]))
    this.#ends = Uint32Array.from(ends)
    this.#postings = Uint32Array.from(postings)
    this.#compounds = new Set(compounds)
    this.#lengths = lengths
  }

  toJSON(): IndexParts<number[]> {
    return {
      terms: [...this.#numbers.keys()],
      ends: [...this.#ends],
      postings: [...this.#postings],
      compounds: [...this.#compounds],
      lengths: this.#lengths
    }
  }

  #postingsOf(number: number): Uint32Array {
    return this.#postings.subarray(Number(this.#ends[number - 1] ?? 0), Number(this.#ends[number]))
  }

  search(words: WordForms[], maxResults: number): number[] {
    const averages = this.#lengths.map(averageFilled)
    const scores = new Float64Array(this.#documentCount)
    const matches = new Uint8Array(this.#documentCount)
    for (const word of words) {
      const { wordScores, matched } = this.#scoreWord(word, averages)
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
  #scoreWord({ spellings, stems }: WordForms, averages: number[]) {
    const wordScores = new Float64Array(this.#documentCount)
    const matched = new Uint8Array(this.#documentCount)
    const isKnown = [...spellings, ...stems.map(toStemTerm)].some((text) => this.#numbers.has(text))
    const score = (expansions: Expansion[], bit: number) => {
      let remaining = maxScored
      for (const { postings, weight } of expansions) {
        const fieldBoosts = this.#getBoosts(postings)
        for (const posting of postings.subarray(0, remaining)) {
          const field = fieldOf(posting)
          const document = documentOf(posting)
          const count = countOf(posting)
          const length = Number(this.#lengths[field]?.[document]) / Number(averages[field])
          const frequency = delta + (count * (k1 + 1)) / (count + k1 * (1 - b + b * length))
          wordScores[document] =
            Number(wordScores[document]) + weight * Number(fieldBoosts[field]) * frequency
          matched[document] = Number(matched[document]) | bit
        }
        remaining = Math.max(0, remaining - postings.length)
      }
    }
    for (const [index, spelling] of spellings.entries())
      score(this.#expand(spelling, { canDiffer: !isKnown }), 1 << index)
    for (const stem of stems) score(this.#find(toStemTerm(stem), stemWeight), stemBit)
    return { wordScores, matched }
  }

  #find(text: string, weight: number): Expansion[] {
    const number = this.#numbers.get(text)
    return number === undefined ? [] : [{ postings: this.#postingsOf(number), weight }]
  }

  /** Returns the terms that match a spelling: itself, those that begin with it and, if they can differ, in one letter. */
  #expand(spelling: string, { canDiffer }: { canDiffer: boolean }): Expansion[] {
    const expansions = this.#find(spelling, 1)
    if (isNumber(spelling)) return expansions
    for (const [text, number] of this.#numbers) {
      if (text.charAt(0) !== spelling.charAt(0)) continue
      // A document with `cut-out` has `cut` too, so `cutout` would count it twice.
      if (!canDiffer && this.#compounds.has(text)) continue
      const weight = weighMatch(text, spelling, canDiffer)
      if (weight > 0) expansions.push({ postings: this.#postingsOf(number), weight })
      if (expansions.length >= maxExpansions) break
    }
    return expansions
  }

  /** Returns the weight of a term in each field, which is higher if fewer documents have it there. */
  #getBoosts(postings: Uint32Array): number[] {
    const counts = new Uint32Array(fields.length)
    for (const posting of postings) counts[fieldOf(posting)] = Number(counts[fieldOf(posting)]) + 1
    return fields.map((name, field) => {
      const count = Number(counts[field])
      return boosts[name] * Math.log(1 + (this.#documentCount - count + 0.5) / (count + 0.5))
    })
  }
}

const selectBest = (scores: Float64Array, maxResults: number): number[] =>
  [...scores.entries()]
    .filter(([, score]) => score > 0)
    .sort(([, one], [, other]) => other - one)
    .slice(0, maxResults)
    .map(([document]) => document)

function averageFilled(lengths: number[]): number {
  const filled = lengths.filter((length) => length > 0)
  return filled.reduce((sum, length) => sum + length, 0) / filled.length
}

function weighMatch(term: string, word: string, canDiffer: boolean): number {
  const distance = term.length - word.length
  if (distance > 0 && word.length > 2 && term.startsWith(word))
    return (0.5 * term.length) / (term.length + 0.3 * distance)
  if (canDiffer && word.length > 4 && Math.abs(distance) < 2 && leven(term, word) === 1)
    return (0.2 * term.length) / (term.length + 1)
  return 0
}

export interface SearchData {
  index: WordIndex
  /** The documents by their number in the index. */
  documents: { id: string; title: string; url: string; subject?: Subject | undefined }[]
  named: Map<string, number[]>
  /** The languages of the documents. */
  tags: string[]
}

/** The same as JSON. */
export interface StoredSearch extends Omit<SearchData, 'index' | 'named'> {
  index: IndexParts<number[]>
  named: [name: string, numbers: number[]][]
}

/** Returns a function that finds documents by their names and words, the best first. */
export function createSearch(
  { index, documents, named }: SearchData,
  { readQuery, simplify }: Pick<Languages, 'readQuery' | 'simplify'>
) {
  const isAside = (number: number) => ['programs', 'site'].includes(documents[number]?.subject ?? '')
  const asideCount = [...documents.keys()].filter(isAside).length
  // As "privacy policy" is about the page "Privacy".
  const isAbout = (number: number, query: string) => {
    const { title = '', subject } = documents[number] ?? {}
    const [name = '', text = ''] = [title.replace(/ [|] .*/, ''), query].map((text) => simplify(text)[0])
    return subject === 'site' && (text.includes(name) || name.includes(text))
  }
  return (query: string, maxResults: number) => {
    const found = index.search(readQuery(query), maxResults + asideCount)
    // A longer name can score higher, and a name may consist of words that the index ignores.
    const exact = simplify(query).flatMap((name) => named.get(name) ?? [])
    const all = [...new Set([...exact, ...found])]
    const rank = (number: number) =>
      exact.includes(number) ? 0 : documents[number]?.subject === 'site' ? 1 : 2
    const last = all
      .filter((number) => isAside(number) && !isAbout(number, query))
      .sort((a, b) => rank(a) - rank(b))
    // A page about the site, and after it one for programs, is the last result. It takes the place of another one only if the query is its name.
    const kept = last.filter((number) => exact.includes(number)).length
    const others = all.filter((number) => !last.includes(number)).slice(0, Math.max(0, maxResults - kept))
    const results = [...others, ...last]
      .slice(0, maxResults)
      .flatMap((number) => documents.slice(number, number + 1))
      .map(({ id, title, url }) => ({ id, title, url }))
    return { results }
  }
}
