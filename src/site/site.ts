import { join } from 'node:path'
import type { Business } from '../business/business.ts'
import { type ChangeTimes, type ReadHistory, readChangeTimes } from '../business/change-times.ts'
import type { Price } from '../business/price.ts'
import { type Problem, warnOnce } from '../business/problem.ts'
import { createRedirects } from '../business/redirects.ts'
import { primaryLanguage } from '../business/values.ts'
import { encodePath } from '../http/link.ts'
import { createAssetLookup, readAssets } from './assets.ts'
import { CanonicalPaths } from './canonical-paths.ts'
import type { Comparison, PageToCheck } from './compare.ts'
import { createDocuments, type Document } from './documents.ts'
import { builtInHeaders, type HtmlPage, mediaTypeOf, pageHeaders } from './html-page.ts'
import { styleRules } from './look.ts'
import { type Conversions, Converter } from './markdown/converter.ts'
import { maxPageBytes } from './markdown/limits.ts'
import type { PageMarkdown } from './markdown/markdown.ts'
import { createFileReader, readStart, readText, readWhole } from './owner-files.ts'
import type { PageContext, SiteSettings } from './page-context.ts'
import { putFactsFirst } from './page-order.ts'
import { builtInSources, customSources, listPageFiles } from './page-sources.ts'
import { listViews } from './pages.ts'
import { openPictures, readPicture } from './pictures/open-pictures.ts'
import type { Pictures } from './pictures/pictures.ts'
import { createBuiltInPages } from './render.ts'
import { listSiteFiles } from './site-files.ts'
import { checkSiteLinks, checkTextPages, type LinkFindings } from './site-links.ts'
import { type PageBytes, SitePages } from './site-pages.ts'
import { findTextPages } from './text-pages.ts'
import { TextSources } from './text-sources.ts'
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
  const { language } = business.faq
  const warn = warnOnce(options.warn)
  const [assets, files] = await Promise.all([
    readAssets(styleRules(business.site)),
    listSiteFiles(siteDir, warn)
  ])
  const changes = await readChangeTimes(siteDir, [...files.values()], options.history)
  const readFile = createFileReader(siteDir, files, warn)
  const isCustom = files.has('/')

  const pageFiles = listPageFiles(files)
  const pagePaths = [...listViews(business, isCustom).keys(), ...pageFiles]
  const texts = await findTextPages({ files, pagePaths, readFile, changes })
  const pageCount = pageFiles.length + texts.pages.size
  if (pageCount > maxPages)
    throw new Error(`SITE_DIR: "${siteDir}" must have at most ${maxPages} pages, got ${pageCount}`)

  const { logo, pictures } = await openPictures(business, {
    ...{ files, readFile, warn },
    previous: options.pictures
  })
  const linkablePaths = new Set([...files.keys(), ...texts.pages.keys()].map(encodePath))
  const builtIn = createBuiltInPages(
    business,
    {
      ...settings,
      hasFile: (path) =>
        linkablePaths.has(path) || linkablePaths.has(path.replace(/\.html$/, '')) || pictures.has(path),
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

  const converter = new Converter()
  const textSources = new TextSources({
    ...{ pages: texts.pages, builtIn, readFile, changes, baseUrl, warn },
    render: (source) => converter.render(source),
    listPaths: () => sources.keys()
  })
  const found = new Map([
    ...builtInSources(builtIn, baseUrl),
    ...customSources(pageFiles, { files, readFile, changes, baseUrl, language }),
    ...textSources.list()
  ])
  const sources = isCustom ? putFactsFirst(found, business, baseUrl) : found
  const textFiles = new Set(Array.from(texts.pages.values(), ({ filePath }) => filePath))
  const pages = new SitePages({
    ...{ sources, baseUrl, now, warn, ...frameOf(context, baseUrl) },
    readMarkdown: async (path) => (textFiles.has(path) ? undefined : readFile(path, readWhole)),
    convert: (source) => converter.convert(source),
    version: options.apiVersion
  })

  const documents = createDocuments(assets, context)
  const existingPaths = new Set([...builtIn.paths, ...files.keys(), ...texts.pages.keys()])
  const canonical = new CanonicalPaths({
    paths: existingPaths,
    isPage: (path) => pages.has(path),
    textPages: texts.pages
  })
  const { movedFiles } = canonical
  const hasPath = (path: string) =>
    existingPaths.has(path) ||
    documents.has(path) ||
    pictures.has(path) ||
    pages.pageOf(path) !== undefined ||
    canonical.find(path) !== undefined
  const redirectTo = createRedirects(business.site?.redirects, context.toHref)
  const custom404 = await readFile('/404.html', readWhole)
  const notFoundBytes = custom404 ?? Buffer.from(builtIn.renderNotFound().html)
  const notFoundAsMarkdown = { bytes: Buffer.from(notFoundMarkdown(context)), language }
  return {
    isCustom,
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
      const target = canonical.find(path)
      return target === undefined ? redirectTo(path) : encodePath(target)
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

// Sitemaps and llms.txt need the titles and descriptions of all pages at once; this many fit in memory.
const maxPages = 10_000

/** Returns the first and the last lines of the Markdown of every page, in the language of the page. */
function frameOf(context: PageContext, baseUrl: string) {
  const wordsIn = (language: string) =>
    (primaryLanguage(language) === 'en' ? context.inEnglish() : context).words
  return {
    prefaceIn: (language: string) =>
      `> ${wordsIn(language).layout.agentIndex}: [llms.txt](${baseUrl}/llms.txt)`,
    endingIn: (language: string) =>
      `\n## Sitemap\n\n- [${wordsIn(language).notFound.siteMap}](${baseUrl}/sitemap.md)\n`
  }
}
