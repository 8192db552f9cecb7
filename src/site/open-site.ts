import type { Business } from '../business/business.ts'
import { primaryLanguage } from '../business/language.ts'
import type { ChangeTimes, ReadHistory } from '../business/loading/change-times.ts'
import { warnOnce } from '../business/problem.ts'
import { decodePath } from '../business/url-path.ts'
import { encodePath } from '../http/link.ts'
import { agentResources } from '../surfaces/agent-resources.ts'
import { createAssetLookup, readAssets } from './assets.ts'
import { createDocuments } from './documents.ts'
import { builtInHeaders, mediaTypeOf, pageHeaders } from './folder/html-page.ts'
import { readWhole } from './folder/owner-files.ts'
import { openFolder, type SiteFolder } from './folder/site-folder.ts'
import { Converter } from './markdown/converter.ts'
import { MarkdownPageSources } from './markdown-page-sources.ts'
import { openPictures } from './open-pictures.ts'
import type { PageContext, SiteSettings } from './page-context.ts'
import { PageConversions } from './page-conversions.ts'
import { putFactsFirst } from './page-order.ts'
import { builtInSources, customSources } from './page-sources.ts'
import { PathLookup } from './path-lookup.ts'
import type { Pictures } from './pictures/pictures.ts'
import { type BuiltInPages, createBuiltInPages } from './render.ts'
import { createSite, type NotFoundPage, type Site } from './site.ts'
import { SitePages } from './site-pages.ts'
import { styleRules } from './theme.ts'
import { notFoundMarkdown } from './views/not-found.tsx'

interface Options {
  business: Business
  /** When the data files changed. */
  changes: ChangeTimes
  /** Reads the history of `siteDir`; if it is undefined, from git. */
  history: ReadHistory | undefined
  siteDir: string
  warn: (message: string) => void
  /** The version of the API's document. */
  apiVersion: string
  /** The pictures before a reload. */
  pictures: Pictures | undefined
  now: () => Date
}

type GivenSettings = Pick<SiteSettings, 'baseUrl' | 'versions' | 'noticeMonths' | 'accessLog' | 'tools'>

/**
 * Opens the site: the built-in pages and the files of siteDir. If siteDir has an index.html at its root, its pages replace
 * the built-in ones. Rejects if siteDir cannot be read.
 */
export async function openSite(options: Options, settings: GivenSettings): Promise<Site> {
  const { business, siteDir, now } = options
  const { baseUrl } = settings
  const warn = warnOnce(options.warn)
  const [assets, folder] = await Promise.all([
    readAssets(styleRules(business.site)),
    openFolder(business, siteDir, options.history, warn)
  ])
  const { readFile } = folder
  const { logo, pictures } = await openPictures(business, { ...folder, warn, previous: options.pictures })
  const siteSettings = createSettings(settings, folder, createAssetLookup(assets), { logo, pictures })
  const builtIn = createBuiltInPages(business, siteSettings, options.changes, now)
  const { context } = builtIn

  const converter = new Converter()
  const markdownPages = new MarkdownPageSources({
    pages: folder.markdownPages,
    builtIn,
    readFile,
    changes: folder.changes,
    baseUrl,
    warn,
    render: (source) => converter.render(source),
    listPaths: () => sources.keys()
  })
  const found = new Map([
    ...builtInSources(builtIn),
    ...customSources(folder, baseUrl, business.faq.language),
    ...markdownPages.list()
  ])
  const sources = folder.isCustom ? putFactsFirst(found, business, baseUrl) : found
  const markdownFiles = new Set(Array.from(folder.markdownPages.values(), ({ filePath }) => filePath))
  const pages = new SitePages(sources)
  const conversions = new PageConversions(pages, {
    baseUrl,
    now,
    warn,
    ...frameOf(context, baseUrl),
    readMarkdown: async (path) => (markdownFiles.has(path) ? undefined : readFile(path, readWhole)),
    convert: (source) => converter.convert(source),
    version: options.apiVersion
  })

  const documents = createDocuments(assets, context)
  const lookup = new PathLookup({
    folder,
    pages,
    toHref: context.toHref,
    isGenerated: (path) => documents.has(path) || pictures.has(path),
    redirects: business.site?.redirects
  })
  return createSite({
    business,
    siteDir,
    folder,
    context,
    converter,
    markdownPages,
    pages,
    conversions,
    documents,
    pictures,
    lookup,
    notFound: await readNotFound(folder, builtIn)
  })
}

/** Completes the settings of the pages with what depends on the files of the site. */
const createSettings = (
  settings: GivenSettings,
  folder: SiteFolder,
  asset: SiteSettings['asset'],
  { logo, pictures }: Awaited<ReturnType<typeof openPictures>>
): SiteSettings => ({
  ...settings,
  asset,
  isCustom: folder.isCustom,
  isOnSite: createPathCheck(folder, pictures),
  socialPath: pictures.socialPath,
  hasAdaptiveLogo: logo?.isAdaptive === true,
  hasOneColourLogo: logo?.hasOneColour === true,
  menuPages: [...folder.markdownPages.values()].flatMap(({ path, title, isInMenu }) =>
    isInMenu ? [{ path: encodePath(path), name: title }] : []
  )
})

/** Returns a function that checks whether a path, encoded as in a link, is a file or page of SITE_DIR, or is drawn. */
function createPathCheck(
  { files, markdownPages }: SiteFolder,
  pictures: Pictures
): (path: string) => boolean {
  const isOwned = (path: string) => {
    const decoded = decodePath(path)
    return (files.has(decoded) || markdownPages.has(decoded)) && path === encodePath(decoded)
  }
  return (path) => isOwned(path) || isOwned(path.replace(/\.html$/, '')) || pictures.has(path)
}

/** Returns the first and the last lines of the Markdown of every page, in the language of the page. */
function frameOf(context: PageContext, baseUrl: string) {
  const wordsIn = (language: string) =>
    (primaryLanguage(language) === 'en' ? context.inEnglish() : context).words
  return {
    prefaceIn: (language: string) =>
      `> ${wordsIn(language).layout.agentIndex}: [llms.txt](${baseUrl}${agentResources.llms.path})`,
    endingIn: (language: string) =>
      `\n## Sitemap\n\n- [${wordsIn(language).notFound.siteMap}](${baseUrl}${agentResources.sitemapText.path})\n`
  }
}

/** Returns the 404 page: the owner's 404.html, or else the built-in page. Its Markdown is always the built-in one. */
async function readNotFound({ readFile }: SiteFolder, builtIn: BuiltInPages): Promise<NotFoundPage> {
  const custom = await readFile('/404.html', readWhole)
  const bytes = custom ?? Buffer.from(builtIn.renderNotFound().html)
  const headers = { ...(custom ? pageHeaders : builtInHeaders), 'content-type': mediaTypeOf(bytes) }
  const { context } = builtIn
  const markdown = { bytes: Buffer.from(notFoundMarkdown(context)), language: context.language }
  return { html: { bytes, headers }, markdown }
}
