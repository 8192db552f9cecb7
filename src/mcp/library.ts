import { memoiseAsync } from '../http/memoise.ts'
import { createPace } from '../http/pace.ts'
import type { SurfaceContext } from '../surfaces/surface-context.ts'
import { readDocuments, type SearchDocument } from './search-documents.ts'
import { loadLanguages } from './word-forms.ts'
import { fields } from './word-index.ts'
import { WordIndexBuilder } from './word-index-builder.ts'

type SearchResult = Pick<SearchDocument, 'id' | 'title' | 'url'>
type FetchResult = SearchResult & { text: string; metadata: Record<string, string> }
type Search = (query: string, maxResults: number) => SearchResult[]

/** Searches and reads everything that the business publishes. */
export interface Library {
  /** Returns the best results first. */
  search: (query: string, maxResults: number) => Promise<{ results: SearchResult[] }>
  listIds: () => Promise<string[]>
  /** Returns a document, or undefined if none has the id. */
  fetch: (id: string) => Promise<FetchResult | undefined>
  /** Builds the index in the background. */
  warmUp: () => Promise<void>
  /** Drops the index, and stops building it unless a request waits for it. */
  close: () => void
}

/**
 * Opens the library of a business. It lists the documents and builds the index on first use, and again on the first use
 * after the text of a page changed.
 */
export function openLibrary(context: SurfaceContext): Library {
  let isClosed = false
  let waitingCount = 0
  const open = () => {
    const documents = memoiseAsync(() => readDocuments(context))
    const index = memoiseAsync(async () =>
      buildSearch([...(await documents()).values()], () => isClosed && waitingCount === 0)
    )
    return { documents, index, expires: context.pagesExpire(context.now()) }
  }
  let opened = open()
  const openCurrent = () => {
    if (opened.expires !== undefined && opened.expires <= context.now()) opened = open()
    return opened
  }
  return {
    search: async (query, maxResults) => {
      waitingCount += 1
      try {
        const search = await openCurrent().index()
        return { results: search(query, maxResults) }
      } finally {
        waitingCount -= 1
      }
    },
    listIds: async () => [...(await openCurrent().documents()).keys()],
    fetch: async (id) => {
      const document = (await openCurrent().documents()).get(id)
      const text = await document?.read()
      if (document === undefined || text === undefined) return undefined
      const { title, url, kind, metadata } = document
      return { id, title, text, url, metadata: { kind, ...metadata } }
    },
    warmUp: async () => {
      await openCurrent().index()
    },
    close: () => {
      isClosed = true
      opened = open()
    }
  }
}

// Converting a page to text takes milliseconds, so further pages of a large site are found by their description only.
const maxIndexedTexts = 300

/** Builds the index, and lets other work run in between. Stops when `isCancelled` returns true. */
async function buildSearch(documents: SearchDocument[], isCancelled: () => boolean): Promise<Search> {
  const languages = await loadLanguages(documents.map(({ language }) => language))
  const builder = new WordIndexBuilder(documents.length)
  const withText = new Set(documents.filter(({ readText }) => readText).slice(0, maxIndexedTexts))
  const pace = createPace()
  for (const field of fields) {
    for (const [number, document] of documents.entries()) {
      if (isCancelled()) break
      const text =
        field === 'text' ? withText.has(document) && (await document.readText?.()) : document[field]
      if (text) builder.add(number, field, text, (word) => languages.listForms(word, document.language))
      await pace()
    }
  }
  const index = builder.build()
  const named = await groupByName(documents, languages.simplify)
  const technicalCount = documents.filter(isTechnical).length
  return (query, maxResults) => {
    const found = index
      .search(languages.readQuery(query), maxResults + technicalCount)
      .map((number) => documents[number])
      .filter((document) => document !== undefined)
    // A longer name can score higher, and a name may consist of words that the index ignores.
    const exact = languages.simplify(query).flatMap((name) => named.get(name) ?? [])
    return [...new Set([...exact, ...moveBehindFacts(found)])]
      .slice(0, maxResults)
      .map(({ id, title, url }) => ({ id, title, url }))
  }
}

/**
 * Returns the documents by their title, their id and the questions that they answer, all simplified. Lets other work run in
 * between.
 */
async function groupByName(documents: SearchDocument[], simplify: (text: string) => string[]) {
  const named = new Map<string, SearchDocument[]>()
  const pace = createPace()
  for (const document of documents) {
    const { title, id, questions = [] } = document
    for (const name of new Set([title, id, ...questions].flatMap(simplify))) {
      const group = named.get(name)
      if (group) group.push(document)
      else named.set(name, [document])
    }
    await pace()
  }
  return named
}

const isTechnical = ({ subject }: SearchDocument) => subject === 'programs'

/** Moves the pages for programs behind the last document that is not a page. */
function moveBehindFacts(found: SearchDocument[]) {
  const end = found.findLastIndex(({ kind }) => kind !== 'page') + 1
  const start = found.slice(0, end)
  return [
    ...start.filter((document) => !isTechnical(document)),
    ...start.filter(isTechnical),
    ...found.slice(end)
  ]
}
