import { join } from 'node:path'
import { findNearest } from '../../business/nearest.ts'
import { type Problem, pointerPart } from '../../business/problem.ts'
import type { SiteFile } from '../../business/schemas/site.ts'
import { decodePath, pathOf, trimSlash } from '../../business/url-path.ts'
import type { MarkdownPage } from '../folder/markdown-pages.ts'
import type { RenderedMarkdown } from '../markdown/render-markdown.ts'

interface Options {
  /** The paths of all pages. */
  paths: Set<string>
  /** Returns whether a decoded path is a file of SITE_DIR. */
  isFile: (path: string) => boolean
  /** Returns a published URL as a link: only its path if it is on this site. */
  toHref: (url: string) => string
  /** Returns whether the server serves a decoded path, as a page or otherwise. */
  isServed: (path: string) => boolean
}

/** Links of site.json that do not work. */
export interface LinkFindings {
  problems: Problem[]
  /** The server redirects to these, because they may be the URLs of another server behind the same proxy. */
  warnings: Problem[]
}

/** Returns the links of the menu that are not a page or file, and the redirects that have no effect or no target. */
export function checkSiteLinks(siteFile: SiteFile | undefined, options: Options): LinkFindings {
  const { paths, isFile, toHref, isServed } = options
  const menu = (siteFile?.menu ?? []).flatMap(({ href }, index) => {
    const path = pathHere(toHref(href))
    if (path === undefined || paths.has(path) || isFile(path)) return []
    const place = { file: 'site.json', pointer: `/menu/${index}/href`, found: path }
    return [{ ...place, message: 'is not a page or file of the site', ...hintAt(path, paths) }]
  })
  const redirects = Object.entries(siteFile?.redirects ?? {}).map(([from, url]) => ({
    place: { file: 'site.json', pointer: `/redirects${pointerPart(from)}` },
    path: decodePath(from),
    target: pathHere(toHref(url))
  }))
  const covered = redirects.filter(({ path }) => isServed(path))
  const broken = redirects.flatMap(({ place, target }) =>
    target === undefined || isServed(target) ? [] : [{ place, target }]
  )
  return {
    problems: [
      ...menu,
      ...covered.map(({ place, path }) => ({
        ...place,
        message: 'has no effect, because the server already serves this path',
        found: path,
        hint: 'Delete the redirect.'
      }))
    ],
    warnings: broken.map(({ place, target }) => ({
      ...place,
      message: 'redirects to a path that does not exist',
      found: target,
      ...hintAt(target, paths)
    }))
  }
}

/** Returns the path of a link to this site, or undefined of a link to another one. */
const pathHere = (href: string) => (href.startsWith('/') ? pathOf(href) : undefined)

function hintAt(path: string, paths: Set<string>): { hint?: string } {
  const nearest = [...paths].find((page) => trimSlash(page) === trimSlash(path)) ?? findNearest(path, paths)
  return nearest === undefined ? {} : { hint: `Did you mean "${nearest}"?` }
}

interface TextOptions {
  siteDir: string
  render: (page: MarkdownPage) => Promise<{ rendering: RenderedMarkdown } | undefined>
  /** Returns whether the server serves a decoded path, as a page or otherwise. */
  isServed: (path: string) => boolean
}

/** Returns the pages in Markdown that cannot be rendered. Warns about links to missing pages, and images that browsers do not show. */
export async function checkMarkdownPages(
  pages: Iterable<MarkdownPage>,
  { siteDir, render, isServed }: TextOptions
): Promise<LinkFindings> {
  const problems: Problem[] = []
  const warnings: Problem[] = []
  for (const page of pages) {
    const rendering = (await render(page))?.rendering ?? { failure: 'its file cannot be read' }
    const place = { file: join(siteDir, page.file), pointer: '' }
    if ('failure' in rendering) {
      problems.push({ ...place, message: `cannot be a page: ${rendering.failure}` })
      continue
    }
    for (const found of rendering.links.filter((path) => !isServed(path)))
      warnings.push({ ...place, message: 'links to a path that does not exist', found })
    for (const found of rendering.otherImages)
      warnings.push({ ...place, message: 'shows an image of another site', found, hint: imageHint })
  }
  return { problems, warnings }
}

const imageHint = 'Browsers block it on pages in the house style: save it in the site folder.'
