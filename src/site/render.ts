import { renderToString } from 'preact-render-to-string'
import type { Business } from '../business/business.ts'
import { body, head } from './layout.tsx'
import { siteOf } from './page-context.ts'
import { notFoundPage, pagesOf } from './pages.ts'
import type { Settings } from './settings.ts'
import type { View } from './view.ts'

/** What lists of pages tell of one. */
export interface PageSummary {
  title: string
  description: string
  /** When the newest of the data files that the page shows was changed, if that is known. */
  modified: Date | undefined
}

/** A page as it is sent. */
export interface RenderedPage extends PageSummary {
  path: string
  html: string
}

/** The pages of one business, each rendered when it is asked for. */
export interface Website {
  /** The path of every page, in the order of a table of contents. */
  paths: string[]
  /** Returns what a list tells of a page, without rendering it. Throws if there is no such page. */
  summarize: (path: string) => PageSummary
  /** Renders a page; the caller caches it. Throws if there is no such page. */
  render: (path: string) => RenderedPage
  /** Renders the page for a path that has none. */
  notFound: () => RenderedPage
}

/** Returns the pages; `modified` has when the data files were changed, by the name of the file without `.json`. */
export function createWebsite(
  business: Business,
  settings: Settings,
  modified = new Map<string, Date>()
): Website {
  const pages = pagesOf(business)
  const { language, direction } = siteOf(business, settings)
  const summary = ({ title, description, files }: View): PageSummary => {
    const times = files.flatMap((name) => modified.get(name)?.getTime() ?? [])
    return {
      title,
      description,
      modified: times.length > 0 ? new Date(Math.max(...times)) : undefined
    }
  }
  const viewOf = (path: string): View => {
    const page = pages.get(path)
    if (page === undefined) throw new Error(`there is no page at ${path}`)
    return page(business, settings)
  }
  const render = (path: string, view: View): RenderedPage => {
    const known = summary(view)
    const top = renderToString(head(path, view, business, settings, known.modified))
    const main = renderToString(body(path, view, business, settings))
    return {
      ...known,
      path,
      html: `<!doctype html><html lang="${language}" dir="${direction}">${top}${main}</html>`
    }
  }
  return {
    paths: [...pages.keys()],
    summarize: (path) => summary(viewOf(path)),
    render: (path) => render(path, viewOf(path)),
    notFound: () => render('/404/', notFoundPage(business, settings))
  }
}
