import { renderToString } from 'preact-render-to-string'
import { layout } from '../../site/layout.tsx'
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
  /** The data files that the page is made of, by the name of the file without `.json`. */
  documents: string[]
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

export function createWebsite(business: Business, settings: Settings): Website {
  const pages = pagesOf(business)
  const documents = new Set<string>()
  const watched = new Proxy(business, {
    get: (target, name: string) => {
      documents.add(name)
      return target[name]
    }
  })
  // Made for all pages at once: no page is made of what is read here.
  siteOf(watched, settings)
  const render = (path: string, page: Page): RenderedPage => {
    documents.clear()
    const view = page(watched, settings)
    const html = `<!doctype html>${renderToString(layout(path, view, watched, settings))}`
    return { path, title: view.title, description: view.description, html, documents: [...documents] }
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
