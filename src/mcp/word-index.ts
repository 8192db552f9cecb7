import { isNumber, joinCompounds, splitWords, type WordForms } from '../base/spelling.js'

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
  term: number
  weight: number
}

/** Finds documents by their words (BM25+), and tolerates a typo or another ending. */
export class WordIndex {
  readonly #terms: Map<string, number>
  /** The postings of all terms, by term; `#starts` has the first index for each term. */
  readonly #postings: Uint32Array
  readonly #starts: Uint32Array
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
    this.#postings = postings
    this.#starts = starts
    this.#lengths = lengths
    this.#averages = lengths.map(averageFilled)
    this.#documentCount = Number(lengths[0]?.length)
  }

  /** Returns bytes for `readWordIndex`, which need not be parsed. The order of bytes is the order of every current processor. */
  toBytes(): Uint8Array {
    const encoder = new TextEncoder()
    const texts = [this.#terms.keys(), this.#compounds].map((words) => encoder.encode([...words].join('\n')))
    const sizes = [
      this.#documentCount,
      this.#postings.length,
      this.#starts.length,
      ...texts.map(({ length }) => length)
    ]
    const parts = [Uint32Array.from(sizes), this.#postings, this.#starts, ...this.#lengths, ...texts]
    // Not a Buffer, because the worker, which has none, contains this class.
    const bytes = new Uint8Array(parts.reduce((sum, { byteLength }) => sum + byteLength, 0))
    let offset = 0
    for (const { buffer, byteOffset, byteLength } of parts) {
      bytes.set(new Uint8Array(buffer, byteOffset, byteLength), offset)
      offset += byteLength
    }
    return bytes
  }

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
        const fieldBoosts = this.#getBoosts(all)
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

  #find(text: string, weight: number): Expansion[] {
    const term = this.#terms.get(text)
    return term === undefined ? [] : [{ term, weight }]
  }

  /** Returns the terms that match a spelling: itself, those that begin with it and, if they can differ, in one letter. */
  #expand(spelling: string, { canDiffer }: { canDiffer: boolean }): Expansion[] {
    const expansions = this.#find(spelling, 1)
    if (isNumber(spelling)) return expansions
    for (const [text, term] of this.#terms) {
      if (text.charAt(0) !== spelling.charAt(0)) continue
      // A document with `cut-out` has `cut` too, so `cutout` would count it twice.
      if (!canDiffer && this.#compounds.has(text)) continue
      const weight = weighMatch(text, spelling, canDiffer)
      if (weight > 0) expansions.push({ term, weight })
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

/** Reads an index from the bytes that its `toBytes` returned, without a copy of the postings. */
export function readWordIndex(bytes: ArrayBuffer): WordIndex {
  const header = new Uint32Array(bytes, 0, headerLength)
  const [documents = 0, postings = 0, starts = 0, terms = 0, compounds = 0] = header
  let place = header.byteLength
  const take = (byteLength: number) => {
    place += byteLength
    return [bytes, place - byteLength] as const
  }
  const readNumbers = (length: number) => new Uint32Array(...take(length * 4), length)
  const readWords = (length: number) =>
    new TextDecoder().decode(new Uint8Array(...take(length), length)).split('\n')
  const parts = [readNumbers(postings), readNumbers(starts)] as const
  const lengths = fields.map(() => new Uint16Array(...take(documents * 2), documents))
  const numbers = new Map(readWords(terms).map((term, number) => [term, number]))
  return new WordIndex(numbers, new Set(readWords(compounds)), ...parts, lengths)
}

// The numbers of documents, postings and starts, and the bytes of the terms and of the compounds.
const headerLength = 5

const selectBest = (scores: Float64Array, maxResults: number): number[] =>
  [...scores.entries()]
    .filter(([, score]) => score > 0)
    .sort(([, one], [, other]) => other - one)
    .slice(0, maxResults)
    .map(([document]) => document)

function averageFilled(lengths: Uint16Array): number {
  const filled = lengths.filter((length) => length > 0)
  return filled.reduce((sum, length) => sum + length, 0) / filled.length
}

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

// With these limits the index takes a few megabytes, for any documents.
const maxTerms = 100_000
const maxPostings = 2 ** 20
const maxTextLength = 20_000

export class WordIndexBuilder {
  readonly #postings = new Map<string, number[]>()
  readonly #compounds = new Set<string>()
  readonly #lengths: Uint16Array[]
  #count = 0

  constructor(documentCount: number) {
    this.#lengths = fields.map(() => new Uint16Array(documentCount))
  }

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
      if (this.#postings.has(spelling)) this.#compounds.add(spelling)
  }

  #addPosting(term: string, posting: number): void {
    const postings = this.#postings.get(term)
    if (this.#count >= maxPostings || (!postings && this.#postings.size >= maxTerms)) return
    this.#count += 1
    if (postings) postings.push(posting)
    else this.#postings.set(term, [posting])
  }

  build(): WordIndex {
    const terms = new Map(Array.from(this.#postings.keys(), (term, number) => [term, number]))
    const starts = new Uint32Array(terms.size + 1)
    const all = new Uint32Array(this.#count)
    for (const [term, postings] of [...this.#postings.values()].entries()) {
      const start = Number(starts[term])
      all.set(postings, start)
      starts[term + 1] = start + postings.length
    }
    return new WordIndex(terms, this.#compounds, all, starts, this.#lengths)
  }
}
