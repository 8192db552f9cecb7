import { Type } from '@sinclair/typebox'
import { once } from '../base/cache.ts'
import { languageName } from '../base/language.ts'
import { createPace } from '../base/tasks.ts'
import { listSubjects } from '../business/operations.ts'
import type { Context } from '../context/context.ts'
import { cutText, writeJson } from './bounds.ts'
import { createIndexBuilder, createSearch, fields, type SearchData } from './search.ts'
import { readDocuments, type SearchDocument } from './search-documents.ts'
import type { Tool } from './tool.ts'
import { loadLanguages } from './word-forms.ts'

/** Creates the two tools that connectors of assistants expect. The index is built on first use, and after a page changed. */
export function openLibrary(context: Context) {
  const open = () => {
    const documents = once(() => readDocuments(context))
    const index = once(async () => buildSearch([...(await documents()).values()]))
    return { documents, index, expires: context.pagesExpire(context.now()) }
  }
  let opened = open()
  const openCurrent = () => {
    if (opened.expires !== undefined && opened.expires <= context.now()) opened = open()
    return opened
  }
  const search: Tool = {
    name: 'search',
    title: 'Search',
    description: `Finds facts and pages by their words, in ${languageName(context.language)}: ${listSubjects(context.business)}. Use it first if no other tool clearly has the fact, then fetch its results.`,
    inputSchema: Query,
    outputSchema: SearchResults,
    call: async ({ query, limit = 10 }) => (await openCurrent().index()).search(String(query), Number(limit))
  }
  const fetch: Tool = {
    name: 'fetch',
    title: 'Fetch',
    description: 'Returns the full text of one search result. Read it before you answer, and cite its URL.',
    inputSchema: Type.Object({ id: Type.String({ description: 'An id from the results of search.' }) }),
    outputSchema: FetchedDocument,
    call: async ({ id }) => {
      const document = (await openCurrent().documents()).get(String(id))
      const body = await document?.read()
      if (document === undefined || body === undefined) return undefined
      const { title, url, kind, metadata } = document
      const text = typeof body === 'string' ? cutText(body, url) : writeJson(body, String(metadata.api))
      return { id, title, text, url, metadata: { kind, ...metadata } }
    },
    listIds: async () => [...(await openCurrent().documents()).keys()],
    hint: 'Take the id from the results of search.'
  }
  return { tools: [search, fetch], readSearchData: async () => (await openCurrent().index()).data }
}

// Converting a page to text takes milliseconds, so further pages of a large site are found by their description only.
const maxIndexedTexts = 300

async function buildSearch(documents: SearchDocument[]) {
  const tags = [...new Set(documents.map(({ language }) => language))]
  const languages = await loadLanguages(tags)
  const builder = createIndexBuilder(documents.length)
  const withText = new Set(documents.filter(({ readText }) => readText).slice(0, maxIndexedTexts))
  const pace = createPace()
  for (const field of fields) {
    for (const [number, document] of documents.entries()) {
      const text =
        field === 'text' ? withText.has(document) && (await document.readText?.()) : document[field]
      if (text) builder.add(number, field, text, (word) => languages.listForms(word, document.language))
      await pace()
    }
  }
  const data: SearchData = {
    index: builder.build(),
    documents: documents.map(({ id, title, url, subject }) => ({ id, title, url, subject })),
    named: await groupByName(documents, languages.simplify),
    tags
  }
  return { data, search: createSearch(data, languages) }
}

async function groupByName(documents: SearchDocument[], simplify: (text: string) => string[]) {
  const named = new Map<string, number[]>()
  const pace = createPace()
  for (const [number, { title, id, questions = [] }] of documents.entries()) {
    for (const name of new Set([title, id, ...questions].flatMap(simplify))) {
      const group = named.get(name)
      if (group) group.push(number)
      else named.set(name, [number])
    }
    await pace()
  }
  return named
}

const Query = Type.Object({
  query: Type.String({
    description: 'A few words or a whole question.',
    minLength: 1,
    maxLength: 300
  }),
  limit: Type.Optional(
    Type.Integer({ description: 'Maximum number of results.', minimum: 1, maximum: 50, default: 10 })
  )
})

const Url = Type.String({ description: 'URL of the page for people.', format: 'uri' })

const SearchResults = Type.Object({
  results: Type.Array(
    Type.Object({
      id: Type.String({ description: 'Pass this id to fetch.' }),
      title: Type.String(),
      url: Url
    }),
    { description: 'The best results first; empty if nothing matches.' }
  )
})

const FetchedDocument = Type.Object({
  id: Type.String(),
  title: Type.String(),
  text: Type.String({
    description: 'Full text: JSON of the API, plain text or Markdown. If it ends in “…”, url has the rest.'
  }),
  url: Url,
  metadata: Type.Record(Type.String(), Type.String())
})
