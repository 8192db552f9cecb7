import type { Document } from 'domhandler'
import MarkdownIt from 'markdown-it'
import { memoise, once } from '../../base/cache.ts'
import { parseIfJson, readText } from '../../base/json-value.ts'
import { Comparer, type Fact, listFacts, listMentions, type PageText } from '../../compare/compare.ts'
import { parseHtml } from '../../html/parse-html.ts'
import {
  type AuditedSite,
  describeError,
  describeLimit,
  type SiteResponse,
  toMarkdownPath
} from '../audited-site.ts'
import type { Difference } from '../check.ts'
import { readOperations } from '../operations.ts'

export const describeDifference = (
  surface: string,
  { label, value }: Pick<Fact, 'label' | 'value'>,
  url: string,
  problem: Difference['problem'],
  found: string
): Difference => ({ surface, url, fact: label, problem, expected: value, found })

export const describeUnread = (surface: string, url: string, found: string): Difference =>
  describeDifference(surface, { label: 'its facts', value: 'them with status 200' }, url, 'missing', found)

export type ApiFacts = Awaited<ReturnType<typeof readApi>>

/** Reads the facts of the API, of each the first value; the differences are other values, and operations that cannot be read. */
async function readApi(site: AuditedSite) {
  const all = await readOperations(site, site.limits.maxOperations)
  const paths = all.slice(0, site.limits.maxOperations)
  const operations = await Promise.all(
    paths.map(async (path) => {
      const { status, text } = await site.follow(path)
      return { url: site.origin + path, status, body: status === 200 ? parseIfJson(text) : undefined }
    })
  )
  const first = (field: string) => operations.map(({ body }) => readText(body, field)).find(Boolean) ?? ''
  const currency = first('currency')
  const merged = new Map<string, Fact>()
  const differences: Difference[] = []
  for (const { url, status, body } of operations) {
    if (body === undefined) differences.push(describeUnread('API', url, `status ${status} or no JSON`))
    for (const fact of listFacts(body, currency)) {
      const other = merged.get(fact.key) ?? fact
      merged.set(fact.key, other)
      if (other.value !== fact.value)
        differences.push(describeDifference('API', other, url, 'different', fact.value))
    }
  }
  const facts = [...merged.values()].slice(0, site.limits.maxFacts)
  const mentions = operations.flatMap(({ body }) => listMentions(body))
  return {
    facts,
    differences,
    currency,
    comparer: new Comparer(facts, { language: first('language') || 'en', currency, mentions }),
    /** Sentences about the operations and facts that were left out; empty if the audit read all. */
    limits: [
      ...describeLimit(paths.length, all.length, 'operations of the API'),
      ...describeLimit(facts.length, merged.size, 'facts')
    ]
  }
}

const batchSize = 20

interface Page {
  path: string
  status: number
  document: Document | undefined
}

/** Returns the pages that facts name and the pages of the sitemaps, and whether these are all, so an unstated fact is missing. */
async function readPages(site: AuditedSite, facts: Fact[]) {
  const paths = site.toPaths([...facts.map(({ url }) => url), ...(await site.readSitemaps())])
  const { maxPages, maxHtmlSize } = site.limits
  const pages: Page[] = []
  let size = 0
  const read = async (path: string): Promise<Page> => {
    const { status, text, bytes } = await site.follow(path, { accept: 'text/html' })
    size += bytes.length
    return { path, status, document: parse(path, text) }
  }
  while (pages.length < Math.min(paths.length, maxPages) && size < maxHtmlSize) {
    const end = Math.min(pages.length + batchSize, maxPages)
    pages.push(...(await Promise.all(paths.slice(pages.length, end).map(read))))
  }
  const isComplete = pages.length === paths.length
  return { pages, isComplete, limits: describeLimit(pages.length, paths.length, 'pages') }
}

function parse(path: string, html: string): Document {
  try {
    return parseHtml(html)
  } catch (error) {
    throw new Error(`${path} ${describeError(error)}, which the audit does not read`)
  }
}

function parseMarkdown(path: string, { status, text, type }: SiteResponse, expected: RegExp): Page {
  const html = new MarkdownIt({ html: true }).render(text.replace(/^---\n.*?\n---\n/s, ''))
  return { path, status, document: expected.test(type) ? parse(path, html) : undefined }
}

/** A surface of pages with texts, by their path, and the pages that the site fails to serve. */
export type Surface = Awaited<ReturnType<ReturnType<typeof surfacesOf>['html']>>

/** Returns functions that read each surface of a site once, when a check needs it. */
export const surfacesOf = memoise((site: AuditedSite) => {
  const { origin } = site
  const api = once(() => readApi(site))
  const pages = once(async () => readPages(site, (await api()).facts))
  const create = async (name: string, read: (pages: Page[]) => Page[] | Promise<Page[]>) => {
    const { comparer } = await api()
    const { pages: all, isComplete, limits } = await pages()
    const responses = await read(all)
    const texts = responses.flatMap(({ path, status, document }): [string, PageText][] =>
      status === 200 && document ? [[path, comparer.read(document)]] : []
    )
    // The others say that a page is missing, or not in this form.
    const failures = responses.flatMap(({ path, status }) =>
      [200, 404, 406, 410].includes(status) ? [] : [describeUnread(name, origin + path, `status ${status}`)]
    )
    return { name, origin, pages: new Map(texts), failures, isComplete, limits }
  }
  // A static host does not negotiate, and may not know the type.
  const readMarkdown = async ({ path }: Page) =>
    (await site.hasServer())
      ? parseMarkdown(path, await site.follow(path, { accept: 'text/markdown' }), /^text\/markdown\b/)
      : parseMarkdown(path, await site.follow(toMarkdownPath(path)), /^text\/(?:markdown|plain)\b/)
  const full = '/llms-full.txt'
  return {
    api,
    pages,
    html: once(() => create('HTML', (all) => all)),
    markdown: once(() => create('Markdown', (all) => Promise.all(all.map(readMarkdown)))),
    llmsFull: once(() =>
      create('llms-full.txt', async () => [parseMarkdown(full, await site.follow(full), /^text\/(?!html)/)])
    )
  }
})
