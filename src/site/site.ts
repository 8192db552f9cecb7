import { once } from '../base/cache.ts'
import { groupBy } from '../base/group-by.ts'
import { warnOnce } from '../base/problem.ts'
import { encodePath, trimPath } from '../base/url-path.ts'
import { accentsOf, colours } from '../business/accents.ts'
import type { Business } from '../business/business.ts'
import { type Context, type ContextInputs, createContext } from '../context/context.ts'
import { openFolder, type SiteFolder } from '../folder/folder.ts'
import { createConverter } from '../markdown/markdown.ts'
import { openPictures, type Pictures } from '../pictures/pictures.ts'
import {
  createPage,
  markdownPathOf,
  type Resource,
  Resources,
  type WholeBody
} from '../resources/resources.ts'
import { readAssets } from './assets.ts'
import { listPageLinks } from './page-links.ts'
import { listBuiltIn, pageTable } from './page-table.ts'
import { createPagesAsMarkdown } from './pages-as-markdown.ts'
import { createPagesFromMarkdown } from './pages-from-markdown.ts'
import { writeRules } from './theme.ts'

interface Options extends Omit<ContextInputs, 'asset' | 'socialPath' | 'logo' | 'resources'> {
  siteDir: string
  showsDrafts: boolean
  warn: (message: string) => void
  /** Values of the Link header of every page, except the canonical and alternate links. */
  links: string[]
  pictures: Pictures | undefined
}

export { checkLinks, checkSite } from './checks/site-checks.ts'

/**
 * Opens everything outside the API except the documents of discovery: pages, assets, pictures and the files of SITE_DIR.
 * Replaces the built-in pages by the pages of siteDir if it has an index.html at its root. Rejects if siteDir cannot be read.
 */
export async function openSite(options: Options) {
  const { business, siteDir, links, showsDrafts, pictures: previous, warn: warnAlways, ...inputs } = options
  const warn = warnOnce(warnAlways)
  const [{ resources: assets, asset }, folder] = await Promise.all([
    readAssets(writeRules(business.site), inputs.hasServer),
    openFolder({
      siteDir,
      baseUrl: business.baseUrl,
      warn,
      language: business.faq.language,
      showsDrafts,
      listBuiltIn: (isCustom) => listBuiltIn(business, isCustom)
    })
  ])
  const ownLinks = [...folder.markdownPages.values()]
    .filter(({ isInMenu }) => isInMenu)
    .map(({ path, title }) => ({ path: encodePath(path), name: title }))
  const { logo, pictures } = await openPictures(business, { ...folder, warn, previous })
  const resources = new Resources(business.baseUrl, business.site?.redirects)
  const context = createContext(
    {
      ...inputs,
      business,
      resources,
      logo,
      asset,
      socialPath: pictures.socialPath
    },
    { builtIn: pageTable, own: ownLinks }
  )
  const loadRenderer = once(async () => (await import('./render.tsx')).createRenderer(context))

  const converter = createConverter(warn)
  const fromMarkdown = createPagesFromMarkdown({ context, loadRenderer, folder, warn, converter })
  const sources = [
    ...Array.from(listBuiltIn(business, folder.isCustom), (path) => ({
      path,
      isBuiltIn: true,
      summarize: async () => (await loadRenderer()).summarize(path),
      read: async () => (await loadRenderer()).render(path)
    })),
    ...folder.htmlPages,
    ...fromMarkdown.list()
  ]
  const allPages = new Map(
    sources.map((source) => {
      const { subject = 'business' } = pageTable.find(({ path }) => path === source.path) ?? {}
      return [source.path, createPage(source, subject, links, business.baseUrl)]
    })
  )
  const pages = folder.isCustom ? putFactsFirst(allPages, business) : allPages
  const asMarkdown = createPagesAsMarkdown({ context, folder, links, warn, converter })
  const aliases = listAliases(folder)
  resources.setPages(pages, asMarkdown, aliases)
  // An alias that ends in .html is no file of a Markdown page.
  const isPageFile = (path: string) => pages.has(path) || (path.endsWith('.md') && aliases.has(path))
  const ownFiles = new Map(folder.list().filter(([path]) => !isPageFile(path)))
  const generated = [...assets, createManifest(context), ...pictures.list()]
  resources.add(new Map([...generated, ...ownFiles, ...asMarkdown.list(ownFiles)]))
  const customNotFound = await folder.readNotFound()
  const createNotFound = async (): Promise<Record<'html' | 'markdown', WholeBody>> => ({
    html: customNotFound ?? (await loadRenderer()).render('/404/').body,
    markdown: asMarkdown.createNotFound()
  })
  let readNotFound = once(createNotFound)
  return {
    context,
    folder,
    converter,
    fromMarkdown,
    pictures,
    asMarkdown,
    /** The 404 page: the owner's 404.html, or else the built-in page. Its Markdown is always the built-in one. */
    notFound: async () => {
      const { expires } = (await readNotFound()).html
      if (expires && expires <= context.now()) readNotFound = once(createNotFound)
      return readNotFound()
    }
  }
}

/** Puts the home page and the paths of built-in pages with facts first, then the other pages that the data links to, then the rest in their order. */
function putFactsFirst<Page>(pages: Map<string, Page>, business: Business): Map<string, Page> {
  const facts = pageTable.filter(({ subject }) => subject === undefined)
  const first = [...facts, ...listPageLinks(business)].map(({ path }) => trimPath(path))
  const places = new Map(Array.from(first, (path, place): [string, number] => [path, place]).reverse())
  const groups = groupBy(pages, ([path]) => places.get(trimPath(path)) ?? first.length)
  return new Map([...groups].sort(([a], [b]) => a - b).flatMap(([, entries]) => entries))
}

/** Lists the paths that pages in Markdown might have instead of theirs, and the paths of their files, such as /blog/index.md of /blog.md. */
function listAliases({ markdownPages }: SiteFolder): Map<string, string> {
  const aliases = new Map<string, string>()
  for (const { sourcePath, path } of markdownPages.values()) {
    aliases.set(`${path.slice(0, -1)}.html`, path)
    if (sourcePath !== markdownPathOf(path)) aliases.set(sourcePath, markdownPathOf(path))
  }
  return aliases
}

/** Returns the web app manifest (W3C), which every page links to, with its path. */
function createManifest({ business, language, direction, canLinkTo }: Context): [string, Resource] {
  const { name, tagline } = business.profile
  const icons = [
    { src: '/favicon.svg', type: 'image/svg+xml', sizes: 'any' },
    { src: '/icon-512.png', type: 'image/png', sizes: '512x512' }
  ]
  const write = () =>
    JSON.stringify({
      name,
      short_name: name,
      ...(tagline && { description: tagline }),
      lang: language,
      dir: direction,
      start_url: '/',
      display: 'browser',
      background_color: colours.light.paper,
      theme_color: accentsOf(business.site).light,
      icons: icons.filter(({ src }) => canLinkTo(src))
    })
  const headers = { 'content-type': 'application/manifest+json' }
  return ['/site.webmanifest', { read: async () => ({ headers, content: Buffer.from(write()) }) }]
}
