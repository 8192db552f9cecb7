import { join } from 'node:path'
import type { Business } from '../business/business.ts'
import { encodePath } from '../http/encode-path.ts'
import type { Kept } from '../http/kept.ts'
import { Representation, representJson } from '../http/representation.ts'
import { type Answerable, Resource } from '../http/resource.ts'
import { type Asset, addressOf, readAssets } from './assets.ts'
import type { Comparison, PageToCheck } from './compare.ts'
import { builtInHeaders, pageHeaders, year } from './headers.ts'
import { manifest } from './manifest.ts'
import { type Conversions, Converter } from './markdown/converter.ts'
import { maxHead } from './markdown/head.ts'
import { maxPageBytes } from './markdown/limits.ts'
import negotiation from './negotiation.json' with { type: 'json' }
import { Page, vary } from './page.ts'
import type { PageContext, SiteSettings } from './page-context.ts'
import { mediaTypeOf, type PageFile, readPage, renderPage } from './page-files.ts'
import { readStart, reasonOf } from './read-start.ts'
import { type BuiltInPages, createBuiltInPages } from './render.ts'
import { listSiteFiles } from './site-files.ts'
import { type PageSource, SitePages, type Sources } from './site-pages.ts'
import { notFoundMarkdown } from './views/not-found.tsx'

// What stands there is no page of the site, whatever file has the path.
const isTaken = (path: string) => path.startsWith('/api/')

interface Parts {
  business: Business
  /** When the data files were changed, by name. */
  modified: Map<string, Date>
  siteDir: string
  kept: Kept
  warn: (message: string) => void
  /** The links that every page has in its header, besides those between its forms. */
  links: string[]
}

/** What stands at the addresses outside the API. */
export interface Site {
  /** Whether siteDir has pages of its own. */
  isOwn: boolean
  /** When the data files were changed, by name. */
  modified: Map<string, Date>
  pages: SitePages
  conversions: Conversions
  /** The paths of all pages. */
  paths: Set<string>
  /** A page as it was written, without its bytes if it is too large; undefined where there is none. */
  read: (path: string) => Promise<PageFile | undefined> | undefined
  /** Compares a page with facts, in a thread. */
  compare: (page: PageToCheck) => Promise<Comparison>
  /** A page in one form or another, or another resource that is made here; undefined where there is none. */
  resourceAt: (path: string) => Promise<Answerable | undefined>
  /** The file of siteDir at a path, relative to it. */
  fileAt: (path: string) => string | undefined
  /** The file of siteDir at the path of a file or page, relative to it, if it can be read now. */
  readableFileAt: (path: string) => Promise<string | undefined>
  /** The page that is sent, with status 404, where there is nothing. */
  notFound: () => Promise<NotFound>
  close: () => Promise<void>
}

/** The page that is sent where there is nothing, and its form as HTML, for who accepts neither. */
export interface NotFound {
  page: Page
  html: Resource
}

/**
 * The built-in pages with the files of siteDir beside them, or, where siteDir has an index.html at its root, its pages
 * in their place. Rejects if siteDir cannot be read.
 */
export async function openSite(
  parts: Parts,
  settings: Omit<SiteSettings, 'asset' | 'hasFile'>
): Promise<Site> {
  const { business, siteDir } = parts
  const warn = warnOnce(parts.warn)
  const [assets, files] = await Promise.all([readAssets(), listSiteFiles(siteDir, warn)])
  const links = new Set([...files.keys()].map(encodePath))
  const hasFile = (path: string) => links.has(path)
  const converter = new Converter()
  const builtIn = createBuiltInPages(
    business,
    { ...settings, hasFile, asset: addressOf(assets) },
    parts.modified
  )
  const readOwn: ReadOwn = (path, read) => {
    const file = files.get(path)
    return file === undefined
      ? Promise.resolve(undefined)
      : read(join(siteDir, file)).catch((error) => {
          const reason = reasonOf(error)
          if (reason !== 'ENOENT') warn(`${path} is not there: its file cannot be read (${reason})`)
          return undefined
        })
  }
  const sources = sourcesOf(parts, { builtIn, files, readOwn, baseUrl: settings.baseUrl })
  const pages = new SitePages({
    ...parts,
    sources,
    readMarkdown: (path) => readOwn(path, async (file) => String(await readWhole(file))),
    convert: (source) => converter.convert(source),
    baseUrl: settings.baseUrl,
    preface: `> ${builtIn.context.words.layout.agentIndex}: [llms.txt](${settings.baseUrl}/llms.txt)`
  })
  const made = madeOf(builtIn.context, assets)
  return {
    isOwn: files.has('/'),
    modified: parts.modified,
    pages,
    conversions: converter.counts,
    paths: new Set(sources.keys()),
    read: (path) => sources.get(path)?.read(maxPageBytes),
    compare: (page) => converter.compare(page),
    resourceAt: async (path) => (await pages.at(path)) ?? (files.has(path) ? undefined : made.get(path)),
    fileAt: (path) => (sources.has(path) ? undefined : files.get(path)),
    readableFileAt: async (path) => (await readOwn(path, (file) => readStart(file, 0))) && files.get(path),
    notFound: async () => notFoundOf(builtIn, await readOwn('/404.html', readWhole)),
    close: () => converter.close()
  }
}

/** Reads the file of siteDir at a path; undefined if there is none, or it cannot be read, which is said once. */
type ReadOwn = <Content>(
  path: string,
  read: (file: string) => Promise<Content>
) => Promise<Content | undefined>

function warnOnce(warn: (message: string) => void): (message: string) => void {
  const said = new Set<string>()
  return (message) => {
    if (!said.has(message)) warn(message)
    said.add(message)
  }
}

/** The whole of a file; rejects if it is larger than a page may be. */
async function readWhole(file: string): Promise<Buffer> {
  const { bytes, stats } = await readStart(file, maxPageBytes, 0)
  if (stats.size <= maxPageBytes) return bytes
  throw Object.assign(new Error(`${file} is too large`), { code: `larger than ${maxPageBytes / 1e6} MB` })
}

interface SourceParts {
  builtIn: BuiltInPages
  files: Map<string, string>
  readOwn: ReadOwn
  baseUrl: string
}

// The titles and descriptions of so many fit in memory, which lists of pages need at once.
const maxPages = 10_000

function sourcesOf({ business, siteDir }: Parts, { builtIn, files, readOwn, baseUrl }: SourceParts): Sources {
  const { language } = business.faq
  const builtInSources = builtIn.paths.map(
    (path): Source => [
      path,
      {
        summarize: async () => {
          const { title, description, modified = new Date(0) } = builtIn.summarize(path)
          return { title, description, language, modified }
        },
        read: async () => renderPage(builtIn, path, { baseUrl, language })
      }
    ]
  )
  const own = [...files].filter(
    ([path, file]) => file.endsWith('.html') && path !== '/404.html' && !isTaken(path)
  )
  if (own.length > maxPages)
    throw new Error(`SITE_DIR must have at most ${maxPages} pages, and "${siteDir}" has ${own.length}`)
  return new Map([
    ...builtInSources,
    ...own.map(([path]): Source => {
      const address = baseUrl + encodePath(path)
      const read = (maxBytes: number) =>
        readOwn(path, (file) => readPage({ file, address, language }, maxBytes))
      return [path, { summarize: () => read(maxHead), read }]
    })
  ])
}

type Source = [path: string, source: PageSource]

/** Resources that are no pages and no files of siteDir. */
const madeOf = (context: PageContext, assets: Asset[]) =>
  new Map([
    ...assets.map(({ path, mediaType, bytes }): [string, Resource] => [
      path,
      new Resource(new Representation(bytes, mediaType), { ...nosniff, 'cache-control': year })
    ]),
    [
      '/site.webmanifest',
      new Resource(new Representation(manifest(context), 'application/manifest+json'), nosniff)
    ],
    ['/for-ai/negotiation.json', new Resource(representJson(negotiation), nosniff)]
  ])

function notFoundOf(builtIn: BuiltInPages, own: Buffer | undefined): NotFound {
  const bytes = own ?? Buffer.from(builtIn.renderNotFound().html)
  const headers = { ...(own ? pageHeaders : builtInHeaders), vary }
  const markdown = notFoundMarkdown(builtIn.context)
  const html = new Resource(new Representation(bytes, mediaTypeOf(bytes)), headers)
  const convert = async () => ({ markdown, language: builtIn.context.language })
  return { html, page: new Page({ html, headers: {}, convert }) }
}

const nosniff = { 'x-content-type-options': 'nosniff' }
