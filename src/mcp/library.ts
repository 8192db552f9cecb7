import { Type } from '@sinclair/typebox'
import { memoise, once } from '../base/cache.ts'
import { listWeekdayNames } from '../base/calendar.ts'
import { entriesOf, getString, isParent } from '../base/json-value.ts'
import { languageName } from '../base/language.ts'
import { createPace } from '../base/tasks.ts'
import { encodePath } from '../base/url-path.ts'
import { type Business, findCategory } from '../business/business.ts'
import { listHoursNotes } from '../business/notes.ts'
import { listPlaces, listSpecial } from '../business/opening-hours.ts'
import { listSubjects, type Operation } from '../business/operations.ts'
import { type FaqItem, questionId, questionUrl } from '../business/schemas/faq.ts'
import { amountsOf } from '../business/schemas/price.ts'
import { omitWholeAmounts, readPrices, writeExact } from '../business/v1.ts'
import { apiUrl, type Context } from '../context/context.ts'
import type { Page } from '../resources/resources.ts'
import { maxListedEntries, writeBody } from './bounds.ts'
import type { Tool } from './methods.ts'
import { createQuestionWords, titleOf } from './question-words.ts'
import { buildSearch, type SearchDocument } from './search.ts'

/** Creates the two tools that connectors of assistants expect. The index is built on first use, and after a page changed. */
export function openLibrary(context: Context) {
  // The key is the time at which the pages change next, so a search after it reads them again.
  const openUntil = memoise((_expires: number | undefined) => {
    const documents = once(() => readDocuments(context))
    return {
      documents,
      index: once(async () => buildSearch([...(await documents()).values()], createPace()))
    }
  }, 1)
  const openCurrent = () => openUntil(context.pagesExpire(context.now())?.getTime())
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
      const text = writeBody(body, metadata.api ?? url)
      return { id, title, text, url, metadata: { kind, ...metadata } }
    },
    listIds: async () => [...(await openCurrent().documents()).keys()],
    hint: 'Take the id from the results of search.'
  }
  return { tools: [search, fetch], openIndex: () => openCurrent().index() }
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

interface LibraryDocument extends SearchDocument {
  kind: 'item' | 'question' | 'facts' | 'page'
  metadata: Record<string, string>
  /** Returns the full text or JSON, or undefined if a page cannot be converted to Markdown. */
  read: () => Promise<unknown>
}

type Source = Context & { asked: ReturnType<typeof createQuestionWords> }

/** Returns documents by id: items that an operation reads by id, FAQ questions, facts of other operations, and pages. */
async function readDocuments(context: Context): Promise<Map<string, LibraryDocument>> {
  const { business, operations, resources } = context
  const documents = new Map<string, LibraryDocument>()
  const asked = createQuestionWords(business)
  const source = { ...context, asked }
  const pace = createPace()
  const add = async (document: LibraryDocument) => {
    document.labels += ` ${asked.listTopicWords(document.title)}`
    documents.set(document.id, document)
    await pace()
  }
  for (const operation of operations)
    for (const id of operation.ids?.(business) ?? []) await add(describeItem(operation, source, id))
  const itemPages = new Set([...documents.values()].filter(hasOwnPage).map(({ url }) => url))
  for (const { name, items } of business.faq.categories)
    for (const item of items) await add(describeQuestion(item, name, context))
  for (const operation of operations) {
    const title = titleOf(business, operation.path)
    if (!operation.ids && title !== undefined) await add(describeFacts(operation, source, title))
  }
  for (const entry of await resources.listPages()) {
    const page = describePage(entry, context)
    if (!itemPages.has(page.url)) await add(page)
  }
  return documents
}

/** Returns whether the URL of an item ends with its id. That page has the same text; any other page, such as /contact/, has more. */
const hasOwnPage = ({ id, url }: LibraryDocument): boolean =>
  url.replace(/\/$/, '').endsWith(id.slice(id.lastIndexOf('/')))

function findPage(id: string, { business, baseUrl, resources }: Context): string {
  // A contact page has no prices, and one on another site may lack the other facts.
  const contact = id === 'pricing' ? [] : [business.profile.contact.contact_page, `${baseUrl}/contact/`]
  const pages = [`${baseUrl}/${id}/`, ...contact]
  const isPage = (url = '') => url.startsWith(`${baseUrl}/`) && resources.pages.has(new URL(url).pathname)
  return pages.find(isPage) ?? `${baseUrl}/`
}

function describeItem(operation: Operation, context: Source, id: string): LibraryDocument {
  const { business, baseUrl, asked } = context
  const url = apiUrl(context, operation, id)
  const readJson = () => {
    const item = operation.read(business, context.now(), id)
    return isParent(item) ? item : {}
  }
  const body = readJson()
  const documentId = pathToId(operation.path.replace('{id}', id))
  return {
    id: documentId,
    title: getString(body, 'name') ?? id,
    url: getString(body, 'url') ?? findPage(documentId, context),
    kind: 'item',
    language: business.faq.language,
    labels: `${documentId} ${listAmounts(body, context)} ${asked.listWords(operation.path, body)}`,
    // Read only by the index: 2,000 of them would take megabytes.
    get keywords() {
      const item = readJson()
      const category = findCategory(business, getString(item, 'category'))
      // The labels have the amounts, and the document of all prices has the others.
      const { price, currency, tax, pricing_note, quote_url, ...facts } = omitWholeAmounts(item)
      const units = readPrices(item).map(({ unit }) => unit)
      return [category?.name, ...units, joinFacts(facts, baseUrl)].join(' ')
    },
    metadata: { topic: operation.tag, api: url, ...modifiedOf(context.factsChanged) },
    read: async () => writeExact(readJson(), business.profile.pricing_model)
  }
}

/** Returns the amounts of an item, as they are and as short as they can be: a word index reads `12.500` as 12500. */
const listAmounts = (item: unknown, { words }: Context): string =>
  readPrices(item)
    .flatMap(amountsOf)
    .flatMap((amount) => (Number(amount) === 0 ? ['free', words.price.free] : [amount, Number(amount)]))
    .join(' ')

function describeQuestion(
  item: FaqItem,
  topic: string,
  { business: { faq }, factsChanged }: Context
): LibraryDocument {
  const { id, question, answer } = item
  const { language } = faq
  return {
    id: `faq/${id}`,
    title: question,
    url: questionUrl(faq, item),
    kind: 'question',
    language,
    // An id that was made from the question has the same words.
    labels: id === questionId(question) ? '' : id,
    keywords: `${answer} ${topic}`,
    metadata: { topic, language, ...modifiedOf(factsChanged) },
    read: async () => `${question}\n\n${answer}`
  }
}

// The metadata and the link to llms.txt are no words of a page, so "AI agents" does not find every page.
const notice = /^---\n(?:.+\n)+---\n+(?:> .+\/llms\.txt\)\n)?/

const describePage = (
  { path, subject, title, description, language, modified }: Page,
  { resources, baseUrl }: Context
): LibraryDocument => ({
  id: `pages${path}`,
  title,
  url: baseUrl + encodePath(path),
  kind: 'page',
  ...((subject !== 'business' || resources.pages.get(path)?.isBuiltIn) && { subject }),
  language,
  labels: `pages${path}`,
  keywords: description,
  metadata: { language, ...modifiedOf(modified) },
  // Without the tags, whose names are no words of the page. A raised number is a word of its own.
  readText: async () =>
    (await resources.readText(path))
      ?.replace(notice, '')
      .replace(/<\/?su[bp]>/g, ' ')
      .replace(/<\/?(?:strong|em|del)>/g, ''),
  read: () => resources.readText(path)
})

// Services have their own documents, the profile has the contact, and days change at midnight.
const omitted: Record<string, string[]> = {
  '/services.json': ['examples', 'contact'],
  '/hours.json': ['days']
}

/** Returns a note on what the document of an operation omits, so a reader does not take the rest for all. */
function describeOmitted(path: string, context: Context): string | undefined {
  if (path === '/hours.json') return listHoursNotes(context.business).join(' ')
  if (context.business.catalog.services.length === 0) return undefined
  const all = `at ${apiUrl(context, { path: '/services.json' })}; the tool list_services returns at most ${maxListedEntries}.`
  if (path === '/services.json') return `Each service is a document of its own. All are ${all}`
  return path === '/pricing.json' ? `The prices of services are ${all}` : undefined
}

function describeFacts(operation: Operation, context: Source, title: string): LibraryDocument {
  const { business, baseUrl, asked } = context
  const { path, tag } = operation
  const id = pathToId(path)
  const text = JSON.stringify(operation.read(business, context.now()), (field, value) =>
    omitted[path]?.includes(field) ? undefined : writeExact(value, business.profile.pricing_model)
  )
  const { tax } = business.pricing
  const names = id === 'hours' ? listSpecialDays(context) : id === 'pricing' ? [tax?.name] : []
  return {
    id,
    title,
    questions: asked.listQuestions(path),
    url: findPage(id, context),
    kind: 'facts',
    language: business.faq.language,
    labels: [asked.listWords(path), ...(id === 'hours' ? listDays(business) : [])].join(' '),
    keywords: [id, ...asked.listFields(path), ...names].join(' '),
    readText: async () => joinFacts(JSON.parse(text), baseUrl),
    metadata: { topic: tag, api: apiUrl(context, operation), ...modifiedOf(context.factsChanged) },
    read: async () => ({ note: describeOmitted(path, context), ...JSON.parse(text) })
  }
}

/** Returns the names of all days of the week, because the hours of each are known: a day without any is closed. */
const listDays = ({ faq }: Business): string[] =>
  [...new Set(['en', faq.language])].flatMap((language) => listWeekdayNames(language))

const listSpecialDays = ({ business, now }: Context) =>
  listPlaces(business.profile).flatMap((place) => listSpecial(place, now()).map(({ name }) => name))

const modifiedOf = (changed: Date | undefined) => changed && { modified: changed.toISOString() }

const pathToId = (path: string) => path.slice(1, -'.json'.length)

const listValues = (value: unknown): unknown[] =>
  entriesOf(value).flatMap(([, part]) => [part, ...listValues(part)])

/** Returns the texts and numbers at any depth, without links to the site itself. */
const joinFacts = (value: unknown, baseUrl: string): string =>
  listValues(value)
    .filter(
      (part) => typeof part === 'number' || (typeof part === 'string' && !part.startsWith(`${baseUrl}/`))
    )
    .join(' ')
