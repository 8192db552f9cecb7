import { join } from 'node:path'
import type { Problem } from '../business/problem.ts'
import type { TextRendering } from './markdown/text-source.ts'
import type { LinkFindings } from './site-links.ts'
import type { TextPage } from './text-pages.ts'

interface Options {
  siteDir: string
  render: (page: TextPage) => Promise<{ rendering: TextRendering } | undefined>
  /** Returns whether the server answers a decoded path, with a page or otherwise. */
  isAnswered: (path: string) => boolean
}

/** Returns the pages in Markdown that cannot be rendered. Warns about links to missing pages, and images that browsers do not show. */
export async function checkTextPages(
  pages: Iterable<TextPage>,
  { siteDir, render, isAnswered }: Options
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
    for (const found of rendering.links.filter((path) => !isAnswered(path)))
      warnings.push({ ...place, message: 'links to a path that does not exist', found })
    for (const found of rendering.otherImages)
      warnings.push({ ...place, message: 'shows an image of another site', found, hint: imageHint })
  }
  return { problems, warnings }
}

const imageHint = 'Browsers block it on pages in the house style: save it in the site folder.'
