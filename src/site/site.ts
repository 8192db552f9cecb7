import { join } from 'node:path'
import type { Business } from '../business/business.ts'
import { encodePath } from '../http/encode-path.ts'
import { addressOf, readAssets } from './assets.ts'
import type { Comparison, PageToCheck } from './compare.ts'
import { builtInHeaders, pageHeaders } from './headers.ts'
import { type HtmlPage, mediaTypeOf, readPage, renderPage } from './html-page.ts'
import { manifest } from './manifest.ts'
import { type Conversions, Converter } from './markdown/converter.ts'
import { maxHead } from './markdown/head.ts'
import { maxHeldBytes, maxPageBytes } from './markdown/limits.ts'
import type { PageMarkdown } from './markdown/markdown.ts'
import negotiation from './negotiation.json' with { type: 'json' }
import type { SiteSettings } from './page-context.ts'
import { readStart, reasonOf } from './read-start.ts'
import { type BuiltInPages, createBuiltInPages } from './render.ts'
import { listSiteFiles } from './site-files.ts'
import { type PageSource, SitePages } from './site-pages.ts'
import { textTypeOf } from './text-type.ts'
import { notFoundMarkdown } from './views/not-found.tsx'

// The API has these paths, so a file there is never served.
const isReserved = (path: string) => path.startsWith('/api/')

interface Options {
  business: Business
  /** When the data files were modified, by name. */
  modified: Map<string, Date>
  siteDir: string
  warn: (message: string) => void
}

/** Whole bytes to send, with their headers. */
export interface Document {
  headers: Record<string, string>
  bytes: Buffer
}

/** Everything outside the API: pages, generated documents and the files of SITE_DIR. */
export interface Site {
  /** Whether SITE_DIR has an index.html at its root, so that its pages replace the built-in ones. */
  isCustom: boolean
  /** When the data files were modified, by name. */
  modified: Map<string, Date>
  pages: SitePages
  conversions: Conversions
  /** The paths of all pages. */
  paths: Set<string>
  /** Returns a page whole, or without its bytes if it is too large to be checked; undefined if there is no such page. */
  readWhole: (path: string) => Promise<HtmlPage | undefined>
  /** Compares a page with facts, in a thread. */
  compare: (page: PageToCheck) => Promise<Comparison>
  /** Returns an asset, a generated document or a text file of SITE_DIR; undefined if the path has none. */
  document: (path: string) => Promise<Document | undefined>
  /** Returns the file of SITE_DIR that a path has, relative to it; undefined if the path has none, or a page. */
  fileAt: (path: string) => string | undefined
  /** Returns the file of SITE_DIR for a page or another path, relative to it, if it can be read now. */
  readableFileAt: (path: string) => Promise<string | undefined>
  /** Returns the path that serves what a path asks for: with or without a slash, `index.html` or `.html`. */
  redirect: (path: string) => string | undefined
  /** The error page, with status 404, as HTML. */
  notFound: Document
  notFoundMarkdown: { bytes: Buffer; language: string }
  /** Returns the Markdown of a page, or of the error page if there is no page at the path. */
  convert: (path: string, html?: Buffer) => Promise<PageMarkdown>
  close: () => Promise<void>
}

/**
 * Opens the built-in pages with the files of siteDir, or, if siteDir has an index.html at its root, its pages in place of
 * the built-in ones. Rejects if siteDir cannot be read.
 */
export async function openSite(
  options: Options,
  settings: Omit<SiteSettings, 'asset' | 'hasFile'>
): Promise<Site> {
  const { business, siteDir, modified } = options
  const { baseUrl } = settings
  const warn = warnOnce(options.warn)
  const [assets, files] = await Promise.all([readAssets(), listSiteFiles(siteDir, warn)])
  const { language } = business.faq
  const links = new Set([...files.keys()].map(encodePath))
  const hasFile = (path: string) => links.has(path) || links.has(path.replace(/\.html$/, ''))
  const converter = new Converter()
  const builtIn = createBuiltInPages(business, { ...settings, hasFile, asset: addressOf(assets) }, modified)
  const { context } = builtIn
  const known = new Set([...builtIn.paths, ...files.keys()])
  const readFile: ReadFile = (path, read) => {
    const file = files.get(path)
    return file === undefined
      ? Promise.resolve(undefined)
      : read(join(siteDir, file)).catch((error) => {
          const reason = reasonOf(error)
          if (reason !== 'ENOENT') warn(`cannot read the file of ${path} (${reason})`)
          return undefined
        })
  }
  const sources = sourcesOf(options, { builtIn, files, readFile, baseUrl })
  const pages = new SitePages({
    sources,
    readMarkdown: (path) => readFile(path, readWhole),
    convert: (source) => converter.convert(source),
    baseUrl,
    preface: `> ${context.words.layout.agentIndex}: [llms.txt](${baseUrl}/llms.txt)`,
    warn
  })
  const documents = new Map<string, Document>([
    ...assets.map(({ path, mediaType, bytes }): [string, Document] => [
      path,
      { bytes, headers: { 'content-type': mediaType, 'cache-control': immutable } }
    ]),
    ['/site.webmanifest', documentOf(manifest(context), 'application/manifest+json')],
    ['/for-ai/negotiation.json', documentOf(JSON.stringify(negotiation), 'application/json; charset=utf-8')]
  ])
  const own404 = await readFile('/404.html', readWhole)
  const notFoundBytes = own404 ?? Buffer.from(builtIn.renderNotFound().html)
  const notFoundInMarkdown = { bytes: Buffer.from(notFoundMarkdown(context)), language }
  return {
    isCustom: files.has('/'),
    modified,
    pages,
    conversions: converter.counts,
    paths: new Set(sources.keys()),
    readWhole: (path) => pages.read(pages.has(path) ? path : path.replace(/\.html$/, ''), maxPageBytes),
    compare: (page) => converter.compare(page),
    document: async (path) =>
      files.has(path) ? await readFile(path, (file) => readText(file)) : documents.get(path),
    fileAt: (path) => (pages.has(path) ? undefined : files.get(path)),
    readableFileAt: async (path) => (await readFile(path, (file) => readStart(file, 0))) && files.get(path),
    redirect: (path) => {
      const folder = path.endsWith('/index.html') ? path.slice(0, -'index.html'.length) : `${path}/`
      const page = path.replace(/(?:\.html|\/)$/, '')
      return known.has(folder) ? folder : page !== path && pages.has(page) ? page : moved.get(path)
    },
    notFound: {
      bytes: notFoundBytes,
      headers: { ...(own404 ? pageHeaders : builtInHeaders), 'content-type': mediaTypeOf(notFoundBytes) }
    },
    notFoundMarkdown: notFoundInMarkdown,
    convert: async (path, html) => (await pages.convert(path, html)) ?? notFoundInMarkdown,
    close: () => converter.close()
  }
}

const immutable = 'public, max-age=31536000, immutable'

const documentOf = (text: string, mediaType: string): Document => ({
  bytes: Buffer.from(text),
  headers: { 'content-type': mediaType }
})

// The developer page is the reference too.
const moved = new Map([
  ['/developers/reference', '/developers/'],
  ['/developers/reference/', '/developers/']
])

/** Reads the file of siteDir that a path has; undefined if the path has no file, or if it cannot be read, which logs a warning. */
type ReadFile = <Content>(
  path: string,
  read: (file: string) => Promise<Content>
) => Promise<Content | undefined>

function warnOnce(warn: (message: string) => void): (message: string) => void {
  const warned = new Set<string>()
  return (message) => {
    if (!warned.has(message)) warn(message)
    warned.add(message)
  }
}

/** Reads a file; rejects if it is larger than a page may be. */
async function readWhole(file: string): Promise<Buffer> {
  const { bytes, stats } = await readStart(file, maxPageBytes, 0)
  if (stats.size <= maxPageBytes) return bytes
  throw Object.assign(new Error(`${file} is too large`), { code: `larger than ${maxPageBytes / 1e6} MB` })
}

/** Reads a text file that is small enough to be held in memory; undefined if it is another file. */
async function readText(file: string): Promise<Document | undefined> {
  const mediaType = textTypeOf(file)
  if (mediaType === undefined) return undefined
  const { bytes, stats } = await readStart(file, maxHeldBytes, 0)
  if (stats.size > maxHeldBytes) return undefined
  return {
    bytes,
    headers: { 'content-type': mediaType(bytes), ...fileHeaders, 'last-modified': stats.mtime.toUTCString() }
  }
}

/** Headers of a file of SITE_DIR: it can change at any time. */
export const fileHeaders = { 'cache-control': 'no-cache' }

interface SourceOptions {
  builtIn: BuiltInPages
  files: Map<string, string>
  readFile: ReadFile
  baseUrl: string
}

// Lists of pages need the titles and descriptions of all pages at once, and so many fit in memory.
const maxPages = 10_000

function sourcesOf(
  { business, siteDir }: Options,
  { builtIn, files, readFile, baseUrl }: SourceOptions
): Map<string, PageSource> {
  const { language } = business.faq
  const builtInSources = builtIn.paths.map((path): [string, PageSource] => [
    path,
    {
      isBuiltIn: true,
      summarize: async () => {
        const { title, description, modified = new Date(0) } = builtIn.summarize(path)
        return { title, description, canonical: baseUrl + encodePath(path), language, modified }
      },
      read: async () => renderPage(builtIn, path, { baseUrl, language })
    }
  ])
  const custom = [...files].filter(
    ([path, file]) => file.endsWith('.html') && path !== '/404.html' && !isReserved(path)
  )
  if (custom.length > maxPages)
    throw new Error(`SITE_DIR: "${siteDir}" must have at most ${maxPages} pages, got ${custom.length}`)
  return new Map([
    ...builtInSources,
    ...custom.map(([path]): [string, PageSource] => {
      const address = baseUrl + encodePath(path)
      const read = (maxBytes: number) =>
        readFile(path, (file) => readPage({ file, address, language }, maxBytes))
      return [path, { isBuiltIn: false, summarize: () => read(maxHead), read }]
    })
  ])
}
