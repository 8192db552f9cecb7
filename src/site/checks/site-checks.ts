import { join } from 'node:path'
import {
  describeLeftOut,
  type Finding,
  formatFinding,
  type LeftOut,
  maxProblems,
  type Problem,
  pointerPart
} from '../../base/problem.ts'
import { findNearest } from '../../base/text.ts'
import { pathOf, trimSlash } from '../../base/url-path.ts'
import { describeProblems } from '../../business/loading/load.ts'
import { listPlaces, listSpecial } from '../../business/opening-hours.ts'
import type { Context } from '../../context/context.ts'
import type { SiteFolder } from '../../folder/folder.ts'
import { listPageLinks, type PageLink } from '../page-links.ts'
import type { createPagesFromMarkdown } from '../pages-from-markdown.ts'
import { readRobots } from './robots.ts'

interface SiteParts {
  dataDir: string
  siteDir: string
  context: Context
  folder: SiteFolder
  fromMarkdown: ReturnType<typeof createPagesFromMarkdown>
  /** Whether a decoded path exists: a resource, or a route such as those of the API. */
  isServed: (path: string) => boolean
}

/** The findings of a check, one line each. */
interface Findings {
  problems: string[]
  warnings: string[]
}

/** Finds the files that cannot be pages, and the links of site.json and of whole data files that lead nowhere. */
export async function checkLinks(site: SiteParts): Promise<Findings> {
  const { menu, covered, lost } = checkSiteFile(site)
  // A start has no time for the links of items, which may be thousands.
  const links = listDataLinks(site).filter(({ pointer }) => pointer === '')
  const missing = findMissingPages(site, links)
  return {
    problems: [
      ...site.folder.problems,
      ...(await describeProblems(site.dataDir, [...menu, ...covered, ...missing]))
    ],
    // The server redirects to these, because they may be the URLs of another server behind the same proxy.
    warnings: await describeProblems(site.dataDir, lost)
  }
}

/** Adds to the findings of `checkLinks` the problems of pages, and where pages contradict the data. */
export async function checkSite(
  site: SiteParts,
  found: Findings,
  isCancelled: () => boolean
): Promise<Findings> {
  // Loaded on first use, because a server compares nothing.
  const { comparePages } = await import('./own-pages.ts')
  const { dataDir } = site
  const { pages } = site.context.resources
  const texts = await checkMarkdownPages(site)
  const links = listDataLinks(site)
  const missing = findMissingPages(
    site,
    links.filter(({ pointer }) => pointer !== '')
  )
  const shown = links.filter(({ path }) => pages.has(path))
  const { problems, warnings } = await comparePages(site.context, shown, isCancelled)
  const more = problems.length - maxProblems
  const fields = warnings.filter((warning) => typeof warning !== 'string')
  return {
    problems: [
      ...found.problems,
      ...texts.problems,
      ...(await describeProblems(dataDir, [...missing, ...problems.slice(0, maxProblems)])),
      ...(more > 0 ? [`SITE_DIR: ${more} more facts are missing from their pages`] : [])
    ],
    warnings: [
      ...(await describeOmissions(site)),
      ...found.warnings,
      ...texts.warnings,
      ...(await describeProblems(dataDir, fields)),
      ...warnings.filter((warning) => typeof warning === 'string')
    ]
  }
}

function listDataLinks({ context: { business, resources } }: SiteParts): PageLink[] {
  // The server redirects a path with `.html` to its page.
  const pathOfPage = (path: string) => path.replace(/(?<=\/)index\.html$|\.html$/, '')
  return listPageLinks(business).map((field) => ({
    ...field,
    path: resources.pages.has(field.path) ? field.path : pathOfPage(field.path)
  }))
}

const isFound = ({ context, isServed }: SiteParts, path: string) =>
  isServed(path) || context.resources.redirectOf(path) !== undefined

const findMissingPages = (site: SiteParts, links: PageLink[]): Problem[] =>
  links
    .filter(({ path }) => !isFound(site, path))
    .map(({ file, pointer, link, url, path }) => {
      const found = path + new URL(url).hash
      return {
        file,
        pointer: pointer + link,
        message: 'page does not exist',
        found,
        hint: hintAt(site, path)
      }
    })

async function describeOmissions({ context, folder }: SiteParts): Promise<string[]> {
  const robots = await folder.read('/robots.txt', maxRobotsBytes)
  const listExcluded = readRobots(String(robots?.bytes ?? ''))
  const pages: LeftOut[] = []
  for (const [path, resource] of context.resources.pages) {
    const unlisted = (await resource.page())?.unlisted
    if (unlisted) pages.push(['page', `of every list, because of ${unlisted}`, path])
    if (context.resources.pages.get(`${path}/`)?.isBuiltIn)
      pages.push(['page', 'of the built-in links, because a built-in page has its path with a slash', path])
    const engines = listExcluded(path).join(' and ')
    if (engines) pages.push(['page', `of what ${engines} may read, because of robots.txt`, path])
  }
  const drafts = Array.from(folder.drafts, (file): LeftOut => ['draft', 'of the site, except for dev', file])
  const days = listPlaces(context.business.profile).flatMap((place) => {
    const coming = listSpecial(place, context.now())
    const past = place.special_hours?.filter((entry) => !coming.includes(entry)) ?? []
    return past.map(({ from }): LeftOut => ['past date', 'of the hours', from])
  })
  return [
    ...describeLeftOut('SITE_DIR', [...pages, ...drafts, ...folder.leftOut]),
    ...describeLeftOut('profile.json', days)
  ]
}

// A longer file is not read.
const maxRobotsBytes = 16_384

/** Returns the links of the menu that lead nowhere, the redirects without effect, and those that lead nowhere. */
function checkSiteFile(site: SiteParts) {
  const { context, folder, isServed } = site
  const { business, resources, toHref } = context
  const { menu: links = [], redirects: moved = {} } = business.site ?? {}
  const menu = links.flatMap(({ href }, index): Problem[] => {
    const path = pathHere(toHref(href))
    if (path === undefined || resources.pages.has(path) || folder.files.has(path)) return []
    const place = { file: 'site', pointer: `/menu/${index}/href`, found: path }
    return [{ ...place, message: 'is not a page or file of the site', hint: hintAt(site, path) }]
  })
  const redirects = Object.entries(moved).map(([from, url]) => ({
    place: { file: 'site', pointer: `/redirects${pointerPart(from)}` },
    path: pathOf(from),
    target: pathHere(toHref(url))
  }))
  const message = 'has no effect, because the server already serves this path'
  const covered = redirects
    .filter(({ path }) => isServed(path))
    .map(({ place, path }) => ({ ...place, message, found: path, hint: 'Delete the redirect.' }))
  const lost = redirects.flatMap(({ place, target }): Problem[] => {
    if (target === undefined || isServed(target)) return []
    const message = 'redirects to a path that does not exist'
    return [{ ...place, message, found: target, hint: hintAt(site, target) }]
  })
  return { menu, covered, lost }
}

const pathHere = (href: string) => (href.startsWith('/') ? pathOf(href) : undefined)

function hintAt({ context: { resources } }: SiteParts, path: string): string {
  const paths = [...resources.pages.keys()]
  const nearest = paths.find((page) => trimSlash(page) === trimSlash(path)) ?? findNearest(path, paths)
  return nearest ? `Did you mean "${nearest}"?` : 'Add the page, or write the URL of another page.'
}

async function checkMarkdownPages(site: SiteParts): Promise<Findings> {
  const { siteDir, context, folder, fromMarkdown } = site
  const problems: string[] = []
  const warnings: string[] = []
  for (const page of folder.markdownPages.values()) {
    const rendering = (await fromMarkdown.render(page))?.rendering ?? { failure: 'its file cannot be read' }
    const format = (finding: Omit<Finding, 'pointer'>) =>
      formatFinding(join(siteDir, page.file), { pointer: '', ...finding })
    if ('failure' in rendering) {
      problems.push(format({ message: `cannot be a page: ${rendering.failure}` }))
      continue
    }
    const warn = (message: string, found: string, hint?: string) =>
      warnings.push(format({ message, found, ...(hint && { hint }) }))
    if (new Date(page.starts) > context.now())
      warn('is published before its date', page.starts, 'Write draft: true if it should wait.')
    if (new Date(page.ends) < context.now())
      warn('is published after its last date', page.ends, 'Write draft: true if it should not be published.')
    for (const link of rendering.links)
      if (!isFound(site, link)) warn('links to a path that does not exist', link)
    const blocked = [
      ...rendering.otherImages.map((url) => ['an image', url, 'save it in the site folder'] as const),
      ...rendering.otherFiles.map((url) => ['a file', url, 'write a link to it'] as const)
    ]
    for (const [what, url, advice] of blocked)
      warn(`shows ${what} of another site`, url, `Browsers block it on pages in the house style: ${advice}.`)
  }
  return { problems, warnings }
}
