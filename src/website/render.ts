import { renderToString } from 'preact-render-to-string'
import { body, head } from '../../site/layout.tsx'
import { siteOf } from '../../site/site.ts'
import type { Page } from '../../site/view.ts'
import type { Business } from '../business/business.ts'
import { notFoundPage, pagesOf } from './pages.ts'
import type { Settings } from './settings.ts'

/** A page as it is sent. */
export interface RenderedPage {
  path: string
  title: string
  description: string
  html: string
  /** When the newest of the data files that the page is made of was changed, where that is known. */
  modified: Date | undefined
}

/** The pages of one business, each rendered when it is asked for. */
export interface Website {
  /** The path of every page, in the order of a table of contents. */
  paths: string[]
  /** Not kept: the caller keeps what it makes of it. Throws where there is no such page. */
  render: (path: string) => RenderedPage
  /** The page for a path that has none. */
  notFound: () => RenderedPage
}

/** The pages; `modified` is when the data files were changed, by the name of the file without `.json`. */
export function createWebsite(
  business: Business,
  settings: Settings,
  modified = new Map<string, Date>()
): Website {
  const pages = pagesOf(business)
  const documents = new Set<string>()
  const watched = new Proxy(business, {
    get: (target, name: string) => {
      documents.add(name)
      return target[name]
    }
  })
  // Made for all pages at once: no page is made of what is read here.
  const { language, direction } = siteOf(watched, settings)
  const newest = () => {
    const times = [...documents].flatMap((name) => modified.get(name)?.getTime() ?? [])
    return times.length > 0 ? new Date(Math.max(...times)) : undefined
  }
  const render = (path: string, page: Page): RenderedPage => {
    documents.clear()
    const view = page(watched, settings)
    const { title, description } = view
    // First, so that the head can say when what is in it was changed.
    const main = renderToString(body(path, view, watched, settings))
    const top = renderToString(head(path, view, watched, settings, newest()))
    const html = `<!doctype html><html lang="${language}" dir="${direction}">${top}${main}</html>`
    return { path, title, description, html, modified: newest() }
  }
  return {
    paths: [...pages.keys()],
    render: (path) => {
      const page = pages.get(path)
      if (page === undefined) throw new Error(`there is no page at ${path}`)
      return render(path, page)
    },
    notFound: () => render('/404/', notFoundPage)
  }
}
