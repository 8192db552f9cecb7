import leven from 'leven'
import { fold, isNumber, joinCompounds, splitWords, unspaced, type WordForms } from '../base/spelling.js'
import type { Subject } from '../resources/resources.ts'
import { loadLanguages } from './word-forms.ts'

interface Found {
  id: string
  title: string
  url: string
  /** What a page is about; undefined for a page of the owner about the business, and for the other documents. */
  subject?: Subject | undefined
}

export interface SearchDocument extends Found {
  /** Questions that a document with facts answers; its labels are the words by which people ask for them. */
  questions?: string[]
  language: string
  /** Short texts, such as the id and the price. */
  labels: string
  /** The facts of an item, or the description of a page. */
  keywords: string
  readText?: () => Promise<string | undefined>
}

interface SearchData {
  index: WordIndex
  /** The names are the title, the id and the questions, simplified. */
  documents: (Found & { names: string[] })[]
  /** The languages of the documents. */
  tags: string[]
  /** The words by which people ask for facts. */
  asked: string[]
}

type Languages = Awaited<ReturnType<typeof loadLanguages>>

// Converting a page to text takes milliseconds, so further pages of a large site are found by their description only.
const maxIndexedTexts = 300

/** Indexes documents. `pace` lets other work run. `write` returns the JSON for `openSearch`. */
export async function buildSearch(documents: SearchDocument[], pace: () => Promise<void>) {
  const tags = [...new Set(documents.map(({ language }) => language))]
  const asked = documents.flatMap(({ questions, labels }) => (questions ? splitWords(labels) : []))
  const languages = await loadLanguages(tags, asked)
  const builder = createIndexBuilder(documents.length)
  const withText = new Set(documents.filter(({ readText }) => readText).slice(0, maxIndexedTexts))
  for (const field of fields) {
    for (const [number, document] of documents.entries()) {
      const text =
        field === 'text' ? withText.has(document) && (await document.readText?.()) : document[field]
      if (text) builder.add(number, field, text, (word) => languages.listForms(word, document.language))
      await pace()
    }
  }
  const found: SearchData['documents'] = []
  for (const { id, title, url, subject, questions = [] } of documents) {
    const names = [title, nameOf(title), id, ...questions].flatMap(languages.simplify)
    found.push({ id, title, url, subject, names: [...new Set(names)] })
    await pace()
  }
  const data: SearchData = { index: builder.build(), documents: found, tags, asked }
  return { search: createSearch(data, languages), write: () => JSON.stringify(data, spreadValues) }
}

/** Returns the title of a page without the name of the business. */
const nameOf = (title: string) => title.replace(/ [|] .*/, '')

const spreadValues = (_name: string, value: unknown) =>
  value instanceof Map || value instanceof Uint32Array ? [...value] : value

export async function openSearch(json: string) {
  const { index, ...rest } = JSON.parse(json)
  const data: SearchData = {
    ...rest,
    index: {
      ...index,
      terms: new Map(index.terms),
      ends: Uint32Array.from(index.ends),
      postings: Uint32Array.from(index.postings)
    }
  }
  return createSearch(data, await loadLanguages(data.tags, data.asked))
}

// The last results, in this order: a built-in page has only the facts of other documents.
const asides: Found['subject'][] = ['business', 'site', 'programs']

function createSearch({ index, documents }: SearchData, { readQuery, simplify }: Languages) {
  return (query: string, maxResults: number) => {
    const forms = simplify(query)
    // A longer name can score higher, and a name may consist of words that the index ignores.
    const exact = new Set(
      forms.flatMap((form) =>
        documents
          .map(({ names }, number) => ({ number, place: names.indexOf(form) }))
          .filter(({ place }) => place >= 0)
          // A title comes before one that is the same only without its stop words.
          .sort((one, other) => one.place - other.place)
          .map(({ number }) => number)
      )
    )
    const words = splitWords(forms.at(-1) ?? '')
    const isNamed = ({ title, id }: Found) =>
      splitWords(`${nameOf(title)} ${id}`).some((word) => words.includes(fold(word)))
    const read = readQuery(query)
    const find = (minShare: number) =>
      [...new Set([...exact, ...searchIndex(index, read, minShare)])].flatMap((number) => {
        const document = documents[number]
        if (document === undefined) return []
        const { names, subject, ...result } = document
        // As "privacy policy" is about the page "Privacy".
        const isMeant = exact.has(number) || (subject === 'site' && isNamed(document))
        return [{ result, rank: isMeant ? -1 : asides.indexOf(subject) }]
      })
    const ranked = find(0.5)
    // Pages have words of several facts, so none of the facts may have most words of a query such as "price per hour".
    const isOff = ranked.every(({ result, rank }) => rank >= 0 && asides[rank] !== 'site' && !isNamed(result))
    const found = isOff && ranked.length > 0 ? find(0) : ranked
    const sorted = found.sort((one, other) => one.rank - other.rank)
    return { results: sorted.slice(0, maxResults).map(({ result }) => result) }
  }
}

/** The fields of a document in the order of indexing, and the weight of a word in each. */
const boosts = { title: 3, labels: 2, keywords: 1, text: 0.3 } as const
type Field = keyof typeof boosts
const fields: Field[] = ['title', 'labels', 'keywords', 'text']

// With these limits a search takes a few milliseconds, for any documents.
const maxExpansions = 50
const maxScored = 10_000

const maxCount = 1023

/** Returns a posting, a number of 32 bits: the document (20 bits), the field (2 bits) and the count of the term (10 bits). */
const packPosting = (document: number, field: number, count: number): number =>
  (document * 4 + field) * (maxCount + 1) + Math.min(count, maxCount)

const documentOf = (posting: number) => posting >>> 12
const fieldNumberOf = (posting: number) => (posting >>> 10) & 3
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

const stemMark = '~'
const toStemTerm = (stem: string) => stemMark + stem

// With these limits the index takes a few megabytes, for any documents.
const maxTerms = 100_000
const maxPostings = 2 ** 20
const maxTextLength = 20_000

type WordIndex = ReturnType<ReturnType<typeof createIndexBuilder>['build']>

/** Collects the words of documents. The postings are outside of the heap, whose limit is low. */
function createIndexBuilder(documentCount: number) {
  /** The number of each term, from zero in the order of the map. */
  const terms = new Map<string, number>()
  /** How many different words a document has, by field; one in its labels, because a long list of them says no less. */
  const lengths = fields.map(() => new Array<number>(documentCount).fill(0))
  const termOf = new Uint32Array(maxPostings)
  const added = new Uint32Array(maxPostings)
  let count = 0
  const addPosting = (term: string, posting: number) => {
    const number = terms.get(term) ?? terms.size
    if (count >= maxPostings || number >= maxTerms) return
    terms.set(term, number)
    termOf[count] = number
    added[count] = posting
    count += 1
  }
  return {
    /** Adds a field of a document, which is its number. */
    add(document: number, field: Field, text: string, listForms: (word: string) => WordForms): void {
      const fieldNumber = fields.indexOf(field)
      const start = text.slice(0, maxTextLength)
      // `tuneup` of `tune-up`, whose parts are words too.
      const compounds = joinCompounds(start).map(({ joined }) => joined)
      const words = splitWords(start)
      const length = field === 'labels' ? 1 : new Set(words).size
      lengths[fieldNumber]?.fill(length, document, document + 1)
      const counts = new Map<string, number>()
      for (const word of [...words, ...compounds]) counts.set(word, (counts.get(word) ?? 0) + 1)
      for (const [word, wordCount] of counts) {
        const posting = packPosting(document, fieldNumber, wordCount)
        const { spellings, stems } = listForms(word)
        for (const term of [...spellings, ...stems.map(toStemTerm)]) addPosting(term, posting)
      }
    },
    /** Returns the index, in which each term has its postings in the order of adding. */
    build() {
      /** The end of the postings of each term, where the postings of the next begin. */
      const ends = new Uint32Array(terms.size)
      for (const term of termOf.subarray(0, count)) ends[term] = Number(ends[term]) + 1
      for (let term = 1; term < ends.length; term += 1)
        ends[term] = Number(ends[term]) + Number(ends[term - 1])
      const postings = new Uint32Array(count)
      const next = ends.slice()
      for (let at = count - 1; at >= 0; at -= 1) {
        const term = Number(termOf[at])
        next[term] = Number(next[term]) - 1
        postings[Number(next[term])] = Number(added[at])
      }
      return { documentCount, terms, ends, postings, lengths }
    }
  }
}

/** Finds documents by a share of the words (BM25+), and tolerates a typo or another ending. */
function searchIndex(index: WordIndex, words: WordForms[], minShare: number): number[] {
  const averages = index.lengths.map(averageFilled)
  const totals = new Map<number, { score: number; words: number }>()
  for (const word of words)
    for (const [document, { score, bits }] of scoreWord(index, word, averages)) {
      const total = totals.get(document) ?? { score: 0, words: 0 }
      total.score += isAsTyped(bits) ? score * 2 : score
      total.words += 1
      totals.set(document, total)
    }
  return [...totals]
    .filter(([, total]) => total.words >= words.length * minShare)
    .map(([document, total]) => ({ document, score: total.score * total.words }))
    .sort((one, other) => other.score - one.score || one.document - other.document)
    .map(({ document }) => document)
}

/** Returns the score of each document for a word, and which of the word's spellings it has, as bits. */
function scoreWord(index: WordIndex, { spellings, stems }: WordForms, averages: number[]) {
  const found = new Map<number, { score: number; bits: number }>()
  const score = (expansions: ReturnType<typeof find>, bit: number) => {
    let remaining = maxScored
    for (const { postings, weight } of expansions) {
      const fieldWeights = weighFields(index, postings)
      const isSimilar = weight < 1 && bit < stemBit
      for (const posting of postings.subarray(0, remaining)) {
        const field = fieldNumberOf(posting)
        const document = documentOf(posting)
        const match = found.get(document) ?? { score: 0, bits: 0 }
        // A document with `cut` has `cut-out` and `cuts` too, which would count it again.
        if (isSimilar && match.bits & bit) continue
        const count = countOf(posting)
        const length = Number(index.lengths[field]?.[document]) / Number(averages[field])
        const frequency = delta + (count * (k1 + 1)) / (count + k1 * (1 - b + b * length))
        match.score += weight * Number(fieldWeights[field]) * frequency
        match.bits |= bit
        found.set(document, match)
      }
      remaining = Math.max(0, remaining - postings.length)
    }
  }
  const isKnown = [...spellings, ...stems.map(toStemTerm)].some((term) => index.terms.has(term))
  for (const [number, spelling] of spellings.entries()) score(expand(index, spelling, !isKnown), 1 << number)
  for (const stem of stems) {
    // German `blondieren` finds `Blondierung`, whose stem is longer.
    const isBeginning = !isKnown && stem.length > 3
    score(isBeginning ? expand(index, stem, false) : find(index, toStemTerm(stem), stemWeight), stemBit)
  }
  return found
}

const postingsOf = ({ ends, postings }: WordIndex, term: number) =>
  postings.subarray(ends[term - 1] ?? 0, ends[term])

function find(index: WordIndex, term: string, weight: number) {
  const number = index.terms.get(term)
  return number === undefined ? [] : [{ postings: postingsOf(index, number), weight }]
}

/** Returns the terms that match a spelling: itself, those that begin or end with it and, if they can differ, similar ones. */
function expand(index: WordIndex, spelling: string, canDiffer: boolean) {
  const expansions = find(index, spelling, 1)
  if (isNumber(spelling)) return expansions
  for (const [text, number] of index.terms) {
    const weight = weighMatch(text, spelling, canDiffer)
    if (weight > 0) expansions.push({ postings: postingsOf(index, number), weight })
    if (expansions.length >= maxExpansions) break
  }
  return expansions
}

/** Returns the weight of a term in each field, which is higher if fewer documents have it there. */
function weighFields({ documentCount }: WordIndex, postings: Uint32Array): number[] {
  return fields.map((name, field) => {
    const count = postings.filter((posting) => fieldNumberOf(posting) === field).length
    return boosts[name] * Math.log(1 + (documentCount - count + 0.5) / (count + 0.5))
  })
}

function averageFilled(lengths: number[]): number {
  const filled = lengths.filter((length) => length > 0)
  return filled.reduce((sum, length) => sum + length, 0) / filled.length
}

function weighMatch(term: string, word: string, canDiffer: boolean): number {
  if (term.startsWith(stemMark)) return 0
  // The last part of a compound says what it is: German `Rückenmassage` is a massage.
  const isCompound = term.endsWith(word) || (canDiffer && word.endsWith(term))
  if (isCompound && term !== word && Math.min(term.length, word.length) > 4) return 0.3
  if (term.charAt(0) !== word.charAt(0)) return 0
  const distance = term.length - word.length
  if (distance > 0 && (word.length > 2 || unspaced.test(word)) && term.startsWith(word))
    return (0.5 * term.length) / (term.length + 0.3 * distance)
  if (canDiffer && word.length > 4 && Math.abs(distance) < 2 && leven(term, word) === 1)
    return (0.2 * term.length) / (term.length + 1)
  return 0
}
