import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { stringsOf } from '../../site/language.ts'
import type { Business } from '../business/business.ts'
import { encodePath } from '../http/encode-path.ts'
import type { Kept } from '../http/kept.ts'
import { Representation, representJson } from '../http/representation.ts'
import { type Answerable, Resource } from '../http/resource.ts'
import { type Asset, addressOf, readAssets } from './assets.ts'
import { builtInHeaders, pageHeaders, year } from './headers.ts'
import { manifest } from './manifest.ts'
import { type Conversions, Converter } from './markdown/converter.ts'
import negotiation from './negotiation.json' with { type: 'json' }
import { notFoundMarkdown } from './not-found.ts'
import { Page, vary } from './page.ts'
import { mediaTypeOf, type PageFile, readPage, renderPage } from './page-files.ts'
import { pagesOf } from './pages.ts'
import { createWebsite, type Website } from './render.ts'
import type { Settings } from './settings.ts'
import { listSiteFiles } from './site-files.ts'
import { SitePages, type Sources } from './site-pages.ts'

/** The built-in pages that a site of one's own keeps, unless it has them itself. */
const lasting = ['/developers/', '/for-ai/']

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
  /** A page as it was written; undefined where there is none. */
  read: (path: string) => Promise<PageFile | undefined> | undefined
  /** A page in one form or another, or another resource that is made here; undefined where there is none. */
  resourceAt: (path: string) => Promise<Answerable | undefined>
  /** The file of siteDir at a path, relative to it. */
  fileAt: (path: string) => string | undefined
  /** The page that is sent, with status 404, where there is nothing. */
  notFound: () => Promise<Page>
  close: () => Promise<void>
}

/**
 * The built-in pages with the files of siteDir beside them, or, where siteDir has an index.html at its root, its pages
 * in their place. Rejects where a folder cannot be read.
 */
export async function openSite(parts: Parts, settings: Omit<Settings, 'asset' | 'has'>): Promise<Site> {
  const { business, siteDir } = parts
  const [assets, files] = await Promise.all([readAssets(), listSiteFiles(siteDir)])
  const { language } = business.faq
  const isOwn = files.has('/')
  const links = new Set([...(isOwn ? lasting : pagesOf(business).keys()), ...files.keys()].map(encodePath))
  const has = (path: string) => links.has(path)
  const all = { ...settings, has, asset: addressOf(assets) }
  const converter = new Converter()
  const website = createWebsite(business, all, parts.modified)
  const sources = sourcesOf(parts, website, settings.baseUrl, files)
  const readOwn = (file: string) => readFile(join(siteDir, file), 'utf8')
  const pages = new SitePages({
    ...parts,
    sources,
    readMarkdown: (path) => {
      const file = files.get(path)
      return file === undefined ? undefined : readOwn(file)
    },
    convert: (source) => converter.convert(source),
    baseUrl: settings.baseUrl,
    preface: `> ${stringsOf(language).agentIndex}: [llms.txt](${settings.baseUrl}/llms.txt)`
  })
  const made = madeOf(business, assets, has)
  return {
    isOwn,
    modified: parts.modified,
    pages,
    conversions: converter.counts,
    paths: new Set(sources.keys()),
    read: (path) => sources.get(path)?.(),
    resourceAt: async (path) => (await pages.at(path)) ?? (files.has(path) ? undefined : made.get(path)),
    fileAt: (path) => (sources.has(path) ? undefined : files.get(path)),
    notFound: () => notFoundOf(parts, all, website, files.get('/404.html')),
    close: () => converter.close()
  }
}

function sourcesOf(
  { business, siteDir, warn }: Parts,
  website: Website,
  baseUrl: string,
  files: Map<string, string>
): Sources {
  const { language } = business.faq
  const builtIn = website.paths.map((path): [string, () => Promise<PageFile | undefined>] => [
    path,
    async () => renderPage(website, path, { baseUrl, language })
  ])
  const unreadable = new Set<string>()
  const readOwn = (path: string, file: string) =>
    readPage(join(siteDir, file), baseUrl + encodePath(path), language).catch(({ code }) => {
      if (code === 'ENOENT' || unreadable.has(path)) return undefined
      unreadable.add(path)
      warn(`${path} is not there: its file cannot be read (${code})`)
      return undefined
    })
  const own = [...files].filter(
    ([path, file]) => file.endsWith('.html') && path !== '/404.html' && !isTaken(path)
  )
  return new Map([
    ...builtIn.filter(([path]) => !files.has('/') || lasting.includes(path)),
    ...own.map(([path, file]): [string, () => Promise<PageFile | undefined>] => [
      path,
      () => readOwn(path, file)
    ])
  ])
}

/** Resources that are no pages and no files of siteDir. */
const madeOf = (business: Business, assets: Asset[], has: Settings['has']) =>
  new Map([
    ...assets.map(({ path, mediaType, bytes }): [string, Resource] => [
      path,
      new Resource(new Representation(bytes, mediaType), { ...nosniff, 'cache-control': year })
    ]),
    [
      '/site.webmanifest',
      new Resource(new Representation(manifest(business, has), 'application/manifest+json'), nosniff)
    ],
    ['/for-ai/negotiation.json', new Resource(representJson(negotiation), nosniff)]
  ])

async function notFoundOf(
  { business, siteDir }: Parts,
  settings: Settings,
  website: Website,
  file: string | undefined
): Promise<Page> {
  const own = file === undefined ? undefined : await readFile(join(siteDir, file))
  const bytes = own ?? Buffer.from(website.notFound().html)
  const headers = { ...(own ? pageHeaders : builtInHeaders), vary }
  const markdown = notFoundMarkdown(business, settings)
  return new Page({
    html: new Resource(new Representation(bytes, mediaTypeOf(bytes)), headers),
    headers: {},
    convert: async () => ({ markdown, language: business.faq.language })
  })
}

const nosniff = { 'x-content-type-options': 'nosniff' }
