import { joinCompounds, splitWords, type WordForms } from '../business/spelling.js'
import { type Field, fields, packPosting, toStemTerm, WordIndex } from './word-index.ts'

// With these limits the index takes a few megabytes, for any documents.
const maxTerms = 100_000
const maxPostings = 2 ** 20
const maxTextLength = 20_000

/** Collects the words of numbered documents for a WordIndex. */
export class WordIndexBuilder {
  readonly #terms = new Map<string, number>()
  readonly #compounds = new Set<string>()
  readonly #lengths: Uint16Array[]
  #termOf = new Uint32Array(1024)
  #postings = new Uint32Array(1024)
  #length = 0

  constructor(documentCount: number) {
    this.#lengths = fields.map(() => new Uint16Array(documentCount))
  }

  /** Adds the text of one field of a document, whose words have these forms. */
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
      for (const spelling of spellings) this.#addPosting(spelling, posting)
      for (const stem of stems) this.#addPosting(toStemTerm(stem), posting)
    }
    for (const spelling of compounds.flatMap((compound) => listForms(compound).spellings))
      if (this.#terms.has(spelling)) this.#compounds.add(spelling)
  }

  #addPosting(text: string, posting: number): void {
    const term = this.#terms.get(text) ?? this.#terms.size
    if (term >= maxTerms || this.#length >= maxPostings) return
    this.#terms.set(text, term)
    if (this.#length === this.#postings.length) {
      this.#termOf = growArray(this.#termOf)
      this.#postings = growArray(this.#postings)
    }
    this.#termOf[this.#length] = term
    this.#postings[this.#length] = posting
    this.#length += 1
  }

  /** Returns the finished index. */
  build(): WordIndex {
    const starts = new Uint32Array(this.#terms.size + 1)
    const termOf = this.#termOf.subarray(0, this.#length)
    for (const term of termOf) starts[term + 1] = Number(starts[term + 1]) + 1
    for (let term = 1; term < starts.length; term += 1)
      starts[term] = Number(starts[term]) + Number(starts[term - 1])
    const postings = new Uint32Array(this.#length)
    const next = starts.slice()
    for (const [index, term] of termOf.entries()) {
      const place = Number(next[term])
      postings[place] = Number(this.#postings[index])
      next[term] = place + 1
    }
    return new WordIndex(this.#terms, this.#compounds, postings, starts, this.#lengths)
  }
}

/** Returns a copy of twice the size. */
function growArray(numbers: Uint32Array): Uint32Array<ArrayBuffer> {
  const larger = new Uint32Array(numbers.length * 2)
  larger.set(numbers)
  return larger
}
