import { join } from 'node:path'
import { fieldOf } from '../../base/json-value.ts'
import { parseHtml } from '../../base/parse-html.ts'
import {
  describeLeftOut,
  formatProblem,
  type LeftOut,
  type Problem,
  pointerPart
} from '../../base/problem.ts'
import { findNearest } from '../../base/text.ts'
import { decodePath, pathOf, trimSlash } from '../../base/url-path.ts'
import { locateProblems } from '../../business/loading/read-business.ts'
import { listPlaces, listSpecial } from '../../business/opening-hours.ts'
import type { Context } from '../../context/context.ts'
import type { SiteFolder } from '../../folder/folder.ts'
import { decodeHtml } from '../../markdown/markdown.ts'
import { maxPageBytes, type Resources } from '../../resources/resources.ts'
import { listPageLinks, type PageLink } from '../page-table.ts'
import type { createPagesFromMarkdown } from '../pages.ts'

type Warn = (message: string) => void

interface SiteParts {
  siteDir: string
  context: Context
  folder: SiteFolder
  fromMarkdown: ReturnType<typeof createPagesFromMarkdown>
}

interface Options {
  dataDir: string
  warn: Warn
  isRouted: (path: string) => boolean
  isCancelled: () => boolean
}

/** Warns of links that lead nowhere. Returns the whole check, which returns the problems and warns of the rest. */
export async function createSiteCheck(site: SiteParts, options: Options) {
  const { dataDir, isRouted, isCancelled } = options
  const { folder, context } = site
  const { business, resources } = context
  const isServed = (path: string) => isRouted(path) || resources.has(path)
  const isFound = (path: string) => isServed(path) || resources.redirectOf(path) !== undefined
  const found = checkSiteLinks(site, isServed)
  const problems = [...folder.problems, ...(await locateProblems(dataDir, found.problems))]
  const warnings = await locateProblems(dataDir, found.warnings)
  const paths = new Set(resources.pages.keys())
  // The server redirects a path with `.html` to its page.
  const pathOfPage = (path: string) => path.replace(/(?<=\/)index\.html$|\.html$/, '')
  const links = listPageLinks(business).map((field) => ({
    ...field,
    path: paths.has(field.path) ? field.path : pathOfPage(field.path)
  }))
  const findMissing = (list: PageLink[]) => findMissingPages(list, paths, isFound)
  // A start has no time for the links of items, which may be thousands.
  const missing = await locateProblems(dataDir, findMissing(links.filter(({ pointer }) => pointer === '')))
  const warnOf = (list: Problem[], warn: Warn) => {
    for (const problem of list) warn(formatProblem(problem))
  }
  const comparePages = async (warn: Warn): Promise<Problem[]> => {
    // Loaded on first use, because a server compares nothing.
    const { findDisparities, findUnshownTexts } = await import('./own-pages.ts')
    const pages = {
      paths: [...paths],
      read: (path: string) => readPage(resources, path),
      isCancelled
    }
    const pageLinks = links.filter(({ path }) => paths.has(path))
    const disparities = await findDisparities(business, pageLinks, pages)
    warnOf(disparities.omitted, warn)
    // The built-in pages show every fact.
    const hasOwnPage = folder.isCustom || [...folder.files.values()].some((file) => file.endsWith('.html'))
    if (hasOwnPage) for (const line of await findUnshownTexts(business, pages)) warn(line)
    return [...findMissing(links), ...disparities.problems]
  }
  warnOf([...problems, ...missing, ...warnings], options.warn)
  return async (warn: Warn): Promise<Problem[]> => {
    for (const line of await describeOmissions(site)) warn(line)
    const texts = await checkMarkdownPages(site, isFound)
    warnOf([...warnings, ...texts.warnings], warn)
    const disparities = await locateProblems(dataDir, await comparePages(warn))
    return [...problems, ...texts.problems, ...disparities]
  }
}

async function readPage({ pages }: Resources, path: string) {
  const content = (await pages.get(path)?.read(maxPageBytes))?.content
  if (content === undefined) return undefined
  if (!Buffer.isBuffer(content)) return { failure: `is larger than ${maxPageBytes / 1e6} MB` }
  try {
    return parseHtml(decodeHtml(content))
  } catch (error) {
    return { failure: String(fieldOf(error, 'message')) }
  }
}

const findMissingPages = (links: PageLink[], paths: Set<string>, isFound: PathTest): Problem[] =>
  links.flatMap(({ file, pointer, link, url, path }) => {
    if (isFound(path)) return []
    const found = path + new URL(url).hash
    const message = 'page does not exist'
    return [{ file, pointer: pointer + link, message, found, hint: hintAt(path, paths).hint ?? addHint }]
  })

const addHint = 'Add the page, or write the URL of another page.'

async function describeOmissions({ context, folder }: SiteParts): Promise<string[]> {
  const pages: LeftOut[] = []
  for (const [path, resource] of context.resources.pages) {
    const unlisted = (await resource.page())?.unlisted
    if (unlisted) pages.push(['page', `of every list, because of ${unlisted}`, path])
  }
  const robots = await folder.read('/robots.txt', maxRobotsBytes, 0)
  const listExcluded = readRobots(String(robots?.bytes ?? ''))
  for (const path of context.resources.pages.keys()) {
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

const engines = ['Googlebot', 'Bingbot']

interface Group {
  agents: string[]
  rules: { allows: boolean; pattern: string }[]
}

/** Reads a robots.txt, and returns a function that names the search engines that may not read a path (RFC 9309, section 2.2). */
function readRobots(text: string): (path: string) => string[] {
  const groups = readGroups(text)
  const groupsOf = (agent: string) => groups.filter(({ agents }) => agents.includes(agent))
  const rulesOf = (engine: string) => {
    const own = groupsOf(engine.toLowerCase())
    return (own.length > 0 ? own : groupsOf('*')).flatMap(({ rules }) => rules)
  }
  const rulesByEngine = new Map(engines.map((engine) => [engine, rulesOf(engine)]))
  return (path) =>
    engines.filter((engine) => {
      const rules = rulesByEngine.get(engine) ?? []
      const found = rules.filter(({ pattern }) => matches(pattern, path))
      const longest = found.reduce((max, { pattern }) => Math.max(max, pattern.length), 0)
      return longest > 0 && !found.some(({ allows, pattern }) => allows && pattern.length === longest)
    })
}

function readGroups(text: string): Group[] {
  const groups: Group[] = []
  for (const [, name = '', value = ''] of text.matchAll(/^[\ufeff\t ]*([\w-]+)[\t ]*:([^#\r\n]*)/gm)) {
    const last = groups.at(-1)
    const agent = value.trim().toLowerCase()
    if (/^user-agent$/i.test(name)) {
      if (last?.rules.length === 0) last.agents.push(agent)
      else groups.push({ agents: [agent], rules: [] })
    } else if (/^(?:dis)?allow$/i.test(name))
      last?.rules.push({ allows: /^a/i.test(name), pattern: decodePath(value.trim()).replace(/\*+/g, '*') })
  }
  return groups
}

/** Returns whether a path begins with a pattern, in which `*` is any text, and `$` at its end is the end. */
function matches(pattern: string, path: string): boolean {
  const isWhole = pattern.endsWith('$')
  const parts = (isWhole ? pattern.slice(0, -1) : pattern).split('*')
  let end = 0
  for (const [index, part] of parts.entries()) {
    const isLast = isWhole && index > 0 && index === parts.length - 1
    const start = isLast ? path.length - part.length : path.indexOf(part, end)
    if (start < end || (index === 0 && start > 0) || !path.startsWith(part, start)) return false
    end = start + part.length
  }
  return !isWhole || end === path.length
}

/** Tests a decoded path. */
type PathTest = (path: string) => boolean

interface LinkFindings {
  problems: Problem[]
  /** The server redirects to these, because they may be the URLs of another server behind the same proxy. */
  warnings: Problem[]
}

function checkSiteLinks({ context, folder }: SiteParts, isServed: PathTest): LinkFindings {
  const { business, resources, toHref } = context
  const { menu: links = [], redirects: moved = {} } = business.site ?? {}
  const paths = new Set(resources.pages.keys())
  const menu = links.flatMap(({ href }, index) => {
    const path = pathHere(toHref(href))
    if (path === undefined || paths.has(path) || folder.files.has(path)) return []
    const place = { file: 'site.json', pointer: `/menu/${index}/href`, found: path }
    return [{ ...place, message: 'is not a page or file of the site', ...hintAt(path, paths) }]
  })
  const redirects = Object.entries(moved).map(([from, url]) => ({
    place: { file: 'site.json', pointer: `/redirects${pointerPart(from)}` },
    path: pathOf(from),
    target: pathHere(toHref(url))
  }))
  const message = 'has no effect, because the server already serves this path'
  const covered = redirects
    .filter(({ path }) => isServed(path))
    .map(({ place, path }) => ({ ...place, message, found: path, hint: 'Delete the redirect.' }))
  const warnings = redirects.flatMap(({ place, target }) =>
    target === undefined || isServed(target)
      ? []
      : {
          ...place,
          message: 'redirects to a path that does not exist',
          found: target,
          ...hintAt(target, paths)
        }
  )
  return { problems: [...menu, ...covered], warnings }
}

const pathHere = (href: string) => (href.startsWith('/') ? pathOf(href) : undefined)

function hintAt(path: string, paths: Set<string>): { hint?: string } {
  const nearest = [...paths].find((page) => trimSlash(page) === trimSlash(path)) ?? findNearest(path, paths)
  return nearest === undefined ? {} : { hint: `Did you mean "${nearest}"?` }
}

async function checkMarkdownPages(
  { siteDir, context, folder, fromMarkdown }: SiteParts,
  isFound: PathTest
): Promise<LinkFindings> {
  const problems: Problem[] = []
  const warnings: Problem[] = []
  for (const page of folder.markdownPages.values()) {
    const rendering = (await fromMarkdown.render(page))?.rendering ?? { failure: 'its file cannot be read' }
    const place = { file: join(siteDir, page.file), pointer: '' }
    if ('failure' in rendering) {
      problems.push({ ...place, message: `cannot be a page: ${rendering.failure}` })
      continue
    }
    const warn = (message: string, found: string, hint?: string) =>
      warnings.push({ ...place, message, found, ...(hint && { hint }) })
    if (new Date(page.starts) > context.now())
      warn('is published before its date', page.starts, 'Write draft: true if it should wait.')
    if (new Date(page.ends) < context.now())
      warn('is published after its last date', page.ends, 'Write draft: true if it should not be published.')
    for (const link of rendering.links) if (!isFound(link)) warn('links to a path that does not exist', link)
    const others = [
      ...listBlocked('an image', rendering.otherImages, 'save it in the site folder'),
      ...listBlocked('a file', rendering.otherFiles, 'write a link to it')
    ]
    warnings.push(...others.map((warning) => ({ ...place, ...warning })))
  }
  return { problems, warnings }
}

const listBlocked = (what: string, urls: string[], advice: string) =>
  urls.map((found) => ({
    message: `shows ${what} of another site`,
    found,
    hint: `Browsers block it on pages in the house style: ${advice}.`
  }))
