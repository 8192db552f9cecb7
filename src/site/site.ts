import type { Stats } from 'node:fs'
import { join } from 'node:path'
import type { Business } from '../business/business.ts'
import { type ChangeTimes, type ReadHistory, readChangeTimes } from '../business/change-times.ts'
import { accentsOf } from '../business/colours.ts'
import type { Price } from '../business/price.ts'
import type { Problem } from '../business/problem.ts'
import { type Image, primaryLanguage } from '../business/values.ts'
import { warnOnce } from '../business/warn-once.ts'
import { encodePath } from '../http/encode-path.ts'
import { markdownPathOf } from '../http/pages.ts'
import { createAssetLookup, readAssets } from './assets.ts'
import { checkTextPages } from './check-text-pages.ts'
import type { Comparison, PageToCheck } from './compare.ts'
import { builtInHeaders, pageHeaders } from './headers.ts'
import { type HtmlPage, mediaTypeOf, readPage, renderPage } from './html-page.ts'
import { directionOf } from './language.ts'
import { styleRules } from './look.ts'
import { colors, manifest } from './manifest.ts'
import { type Conversions, Converter } from './markdown/converter.ts'
import { maxHeadLength } from './markdown/head.ts'
import { maxHeldBytes, maxPageBytes } from './markdown/limits.ts'
import type { PageMarkdown } from './markdown/markdown.ts'
import negotiation from './negotiation.json' with { type: 'json' }
import type { SiteSettings } from './page-context.ts'
import { putFactsFirst } from './page-order.ts'
import { listViews } from './pages.ts'
import { fonts } from './pictures/fonts.ts'
import { type Logo, readLogo } from './pictures/logo.ts'
import { Pictures } from './pictures/pictures.ts'
import { type ReadFile, readStart, reasonOf } from './read-start.ts'
import { createRedirects } from './redirects.ts'
import { type BuiltInPages, createBuiltInPages } from './render.ts'
import { listSiteFiles } from './site-files.ts'
import { checkSiteLinks, type LinkFindings } from './site-links.ts'
import { type PageBytes, type PageSource, SitePages } from './site-pages.ts'
import { findTextPages } from './text-pages.ts'
import { TextSources } from './text-sources.ts'
import { textTypeOf } from './text-type.ts'
import { notFoundMarkdown } from './views/not-found.tsx'

interface Options {
  business: Business
  /** When the data files changed. */
  changes: ChangeTimes
  /** Reads the history of `siteDir`; without it, from git. */
  history?: ReadHistory | undefined
  siteDir: string
  warn: (message: string) => void
  /** The version of the API's document. */
  apiVersion?: string
  /** The pictures before a reload. */
  pictures?: Pictures | undefined
  now?: () => Date
}

/** The complete body of a response, with its headers. */
export interface Document {
  headers: Record<string, string>
  bytes: Buffer
}

/** Everything outside the API: pages, generated documents and the files of SITE_DIR. */
export interface Site {
  /** Whether SITE_DIR has an index.html at its root, so that its pages replace the built-in ones. */
  isCustom: boolean
  pages: SitePages
  pictures: Pictures
  conversions: Conversions
  /** Returns a price in words, as pages show it. */
  describePrice: (price: Price) => string
  /** The paths of all pages. */
  paths: Set<string>
  /** Reads a complete page. Returns it without its bytes if it is too large to be checked, or undefined if it does not exist. */
  readWhole: (path: string) => Promise<HtmlPage | undefined>
  /** Compares a page with facts in the worker thread. */
  compare: (page: PageToCheck) => Promise<Comparison>
  /** Returns the asset, generated document or text file of SITE_DIR at a path, or undefined if none exists. */
  document: (path: string) => Promise<Document | undefined>
  /** Returns the path, relative to SITE_DIR, of the file for a URL path. Returns undefined for a page, or if no file exists. */
  fileAt: (path: string) => string | undefined
  /** Returns whether a path is a file of SITE_DIR that is not a page, or an icon that is drawn. */
  hasFile: (path: string) => boolean
  /** Returns the path, relative to SITE_DIR, of the file for any URL path, or undefined if it cannot be read now. */
  readableFileAt: (path: string) => Promise<string | undefined>
  /** Checks the links of site.json; `isRouted` returns whether a route besides the site answers a path. */
  checkLinks: (isRouted: (path: string) => boolean) => LinkFindings
  /** The Markdown files that cannot be pages, because their front matter is invalid. */
  frontMatterProblems: Problem[]
  /** Renders the pages in Markdown and checks their links, as `checkLinks` does. */
  checkTexts: (isRouted: (path: string) => boolean) => Promise<LinkFindings>
  /**
   * Returns the URL to which a path redirects, as it is in a Location header: the canonical form of the path (with or
   * without a slash, `index.html` or `.html`), or else its redirect in site.json. Returns undefined if neither exists.
   */
  redirect: (path: string) => string | undefined
  /** The HTML of the 404 page. */
  notFound: Document
  notFoundMarkdown: { bytes: Buffer; language: string }
  /** Returns the Markdown of a page, or of the 404 page if the path has no page. */
  convert: (path: string | undefined, html?: PageBytes) => Promise<PageMarkdown>
  close: () => Promise<void>
}

/**
 * Opens the site: the built-in pages and the files of siteDir. If siteDir has an index.html at its root, its pages replace
 * the built-in ones. Rejects if siteDir cannot be read.
 */
export async function openSite(
  options: Options,
  settings: Omit<
    SiteSettings,
    'asset' | 'hasFile' | 'socialPath' | 'hasAdaptiveLogo' | 'hasOneColourLogo' | 'menuPages'
  >
): Promise<Site> {
  const { business, siteDir, now = () => new Date() } = options
  const { baseUrl } = settings
  const warn = warnOnce(options.warn)
  const [assets, files] = await Promise.all([
    readAssets(styleRules(business.site)),
    listSiteFiles(siteDir, warn)
  ])
  const { language } = business.faq
  const changes = await readChangeTimes(siteDir, [...files.values()], options.history)
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
  const pageFiles = [...files].flatMap(([path, file]) => (isPageFile(path, file) ? [path] : []))
  const texts = await findTextPages({
    files,
    pagePaths: [...listViews(business, files.has('/')).keys(), ...pageFiles],
    readFile,
    changes
  })
  const linkablePaths = new Set([...files.keys(), ...texts.pages.keys()].map(encodePath))
  const logo = await openLogo(business.profile.logo, readFile)
  const favicon = await readFile('/favicon.svg', (file) => readLogo(file, iconSize))
  const pictures = createPictures(business, { logo, favicon, files, warn, previous: options.pictures })
  for (const warning of pictures.warnings) warn(warning)
  const hasFile = (path: string) =>
    linkablePaths.has(path) || linkablePaths.has(path.replace(/\.html$/, '')) || pictures.has(path)
  const converter = new Converter()
  const builtIn = createBuiltInPages(
    business,
    {
      ...settings,
      hasFile,
      asset: createAssetLookup(assets),
      socialPath: pictures.socialPath,
      hasAdaptiveLogo: logo?.isAdaptive === true,
      hasOneColourLogo: logo?.hasOneColour === true,
      menuPages: [...texts.pages.values()].flatMap(({ path, title, isInMenu }) =>
        isInMenu ? [{ path: encodePath(path), name: title }] : []
      )
    },
    options.changes,
    now
  )
  const { context } = builtIn
  const existingPaths = new Set([...builtIn.paths, ...files.keys(), ...texts.pages.keys()])
  const textSources = new TextSources({
    ...{ pages: texts.pages, builtIn, readFile, changes, baseUrl, warn },
    render: (source) => converter.render(source),
    listPaths: () => sources.keys()
  })
  const found = createSources(options, { builtIn, pageFiles, files, readFile, changes, baseUrl })
  for (const page of texts.pages.values()) found.set(page.path, textSources.sourceOf(page))
  const sources = files.has('/') ? putFactsFirst(found, business, baseUrl) : found
  const pageCount = pageFiles.length + texts.pages.size
  if (pageCount > maxPages)
    throw new Error(`SITE_DIR: "${siteDir}" must have at most ${maxPages} pages, got ${pageCount}`)
  const textFiles = new Map([...texts.pages.values()].map(({ filePath, path }) => [filePath, path]))
  const wordsIn = (language: string) =>
    (primaryLanguage(language) === 'en' ? context.inEnglish() : context).words
  const pages = new SitePages({
    sources,
    readMarkdown: async (path) => (textFiles.has(path) ? undefined : readFile(path, readWhole)),
    convert: (source) => converter.convert(source),
    baseUrl,
    now,
    prefaceIn: (language) => `> ${wordsIn(language).layout.agentIndex}: [llms.txt](${baseUrl}/llms.txt)`,
    endingIn: (language) =>
      `\n## Sitemap\n\n- [${wordsIn(language).notFound.siteMap}](${baseUrl}/sitemap.md)\n`,
    version: options.apiVersion,
    warn
  })
  const documents = new Map<string, Document>([
    ...assets.map(({ path, mediaType, bytes }): [string, Document] => [
      path,
      { bytes, headers: { 'content-type': mediaType, 'cache-control': immutable } }
    ]),
    ['/site.webmanifest', createDocument(manifest(context), 'application/manifest+json')],
    [
      '/for-ai/negotiation.json',
      createDocument(JSON.stringify(negotiation), 'application/json; charset=utf-8')
    ]
  ])
  // A text page of a folder, such as blog/index.md, has its Markdown at /blog.md.
  const movedFiles = new Map(
    [...textFiles].flatMap(([filePath, path]): [string, string][] =>
      filePath === markdownPathOf(path) ? [] : [[filePath, markdownPathOf(path)]]
    )
  )
  const canonicalOf = (path: string): string | undefined => {
    const folder = path.endsWith('/index.html') ? path.slice(0, -'index.html'.length) : `${path}/`
    const page = path.replace(/(?:\.html|\/)$/, '')
    if (existingPaths.has(folder)) return folder
    if (page !== path && pages.has(page)) return page
    if (path.endsWith('.html') && texts.pages.has(`${page}/`)) return `${page}/`
    return movedFiles.get(path) ?? movedPaths.get(path)
  }
  const hasPath = (path: string) =>
    existingPaths.has(path) ||
    documents.has(path) ||
    pictures.has(path) ||
    pages.pageOf(path) !== undefined ||
    canonicalOf(path) !== undefined
  const redirectTo = createRedirects(business.site?.redirects, context.toHref)
  const custom404 = await readFile('/404.html', readWhole)
  const notFoundBytes = custom404 ?? Buffer.from(builtIn.renderNotFound().html)
  const notFoundAsMarkdown = { bytes: Buffer.from(notFoundMarkdown(context)), language }
  return {
    isCustom: files.has('/'),
    pages,
    pictures,
    conversions: converter.counts,
    describePrice: context.prices.describe,
    paths: new Set(sources.keys()),
    readWhole: (path) => pages.read(pages.has(path) ? path : path.replace(/\.html$/, ''), maxPageBytes),
    compare: (page) => converter.compare(page),
    document: async (path) =>
      files.has(path) && !movedFiles.has(path)
        ? await readFile(path, (file) => readText(file))
        : (documents.get(path) ?? (await readPicture(pictures, path))),
    fileAt: (path) => (pages.has(path) || movedFiles.has(path) ? undefined : files.get(path)),
    hasFile: (path) => (files.has(path) && !pages.has(path)) || pictures.has(path),
    readableFileAt: async (path) => (await readFile(path, (file) => readStart(file, 0))) && files.get(path),
    checkLinks: (isRouted) =>
      checkSiteLinks(business.site, {
        paths: new Set(sources.keys()),
        isFile: (path) => files.has(path),
        isAnswered: (path) => isRouted(path) || hasPath(path),
        toHref: context.toHref
      }),
    frontMatterProblems: texts.problems.map((problem) => ({ ...problem, file: join(siteDir, problem.file) })),
    checkTexts: (isRouted) =>
      checkTextPages(texts.pages.values(), {
        siteDir,
        render: (page) => textSources.render(page),
        isAnswered: (path) => isRouted(path) || hasPath(path) || redirectTo(path) !== undefined
      }),
    redirect: (path) => {
      const canonical = canonicalOf(path)
      return canonical === undefined ? redirectTo(path) : encodePath(canonical)
    },
    notFound: {
      bytes: notFoundBytes,
      headers: { ...(custom404 ? pageHeaders : builtInHeaders), 'content-type': mediaTypeOf(notFoundBytes) }
    },
    notFoundMarkdown: notFoundAsMarkdown,
    convert: async (path, html) =>
      (path === undefined ? undefined : await pages.convert(path, html)) ?? notFoundAsMarkdown,
    close: () => pictures.close()
  }
}

const immutable = 'public, max-age=31536000, immutable'

const createDocument = (text: string, mediaType: string): Document => ({
  bytes: Buffer.from(text),
  headers: { 'content-type': mediaType }
})

// An icon is drawn as a square, in any proportions.
const iconSize = { width: 64, height: 64 }

/** Reads the owner's logo. Returns undefined if the business has none, or if it cannot be read or drawn. */
async function openLogo(logo: Image | undefined, readFile: ReadFile): Promise<Logo | undefined> {
  if (logo === undefined) return undefined
  return readFile(decodeURIComponent(new URL(logo.src).pathname), (file) => readLogo(file, logo))
}

interface PictureOptions {
  logo: Logo | undefined
  favicon: Logo | undefined
  previous: Pictures | undefined
  files: Map<string, string>
  warn: (message: string) => void
}

function createPictures({ profile, faq, site }: Business, { files, ...options }: PictureOptions): Pictures {
  const { name, tagline } = profile
  return new Pictures({
    ...options,
    business: { name, tagline, direction: directionOf(faq.language) },
    font: site?.font === undefined || site.font === 'serif' ? fonts.serif : fonts.sans,
    colours: { accent: accentsOf(site).light, text: colors.onField, paper: colors.paper },
    isOwned: (path) => files.has(path)
  })
}

async function readPicture(pictures: Pictures, path: string): Promise<Document | undefined> {
  const picture = await pictures.read(path)
  if (picture === undefined) return undefined
  const { bytes, mediaType, isImmutable } = picture
  return {
    bytes,
    headers: { 'content-type': mediaType, ...(isImmutable && { 'cache-control': immutable }) }
  }
}

// The developer page now contains the API reference.
const movedPaths = new Map([
  ['/developers/reference', '/developers/'],
  ['/developers/reference/', '/developers/']
])

/** Reads a file. Rejects if it exceeds the size limit of a page. */
async function readWhole(file: string): Promise<Buffer> {
  const { bytes, stats } = await readStart(file, maxPageBytes, 0)
  if (stats.size <= maxPageBytes) return bytes
  throw Object.assign(new Error(`${file} is too large`), { code: `larger than ${maxPageBytes / 1e6} MB` })
}

/** Reads a text file. Returns undefined if the file is not text, or is too large to be held in memory. */
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

/** Headers of a file of SITE_DIR. Caches must revalidate it, because it can change at any time. */
export const fileHeaders = { 'cache-control': 'no-cache' }

interface SourceOptions {
  builtIn: BuiltInPages
  /** The paths of the custom pages. */
  pageFiles: string[]
  files: Map<string, string>
  readFile: ReadFile
  changes: ChangeTimes
  baseUrl: string
}

const isPageFile = (path: string, file: string) => file.endsWith('.html') && path !== '/404.html'

// Sitemaps and llms.txt need the titles and descriptions of all pages at once; this many fit in memory.
const maxPages = 10_000

function createSources(
  { business }: Options,
  { builtIn, pageFiles, files, readFile, changes, baseUrl }: SourceOptions
): Map<string, PageSource> {
  const { language } = business.faq
  const builtInSources = builtIn.paths.map((path): [string, PageSource] => [
    path,
    {
      isBuiltIn: true,
      summarize: async () => {
        const { title, description, language, modified } = builtIn.summarize(path)
        const canonical = baseUrl + encodePath(path)
        return { title, description, canonical, language, isListed: true, modified }
      },
      read: async () => renderPage(builtIn, path, baseUrl)
    }
  ])
  return new Map([
    ...builtInSources,
    ...pageFiles.map((path): [string, PageSource] => {
      const url = baseUrl + encodePath(path)
      const changeOf = (stats: Stats) => changes.of(String(files.get(path)), stats)
      const read = (maxBytes: number) =>
        readFile(path, (file) => readPage({ file, url, language, changeOf }, maxBytes))
      return [path, { isBuiltIn: false, summarize: () => read(maxHeadLength), read }]
    })
  ])
}
