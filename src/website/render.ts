import { renderToString } from 'preact-render-to-string'
import { layout } from '../../site/layout.tsx'
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
}

/** The pages of one business, each rendered when it is asked for. */
export interface Website {
  /** The path of every page, in the order of a table of contents. */
  paths: string[]
  /** Undefined where there is no such page. Not kept: the caller keeps what it makes of it. */
  render: (path: string) => RenderedPage | undefined
  /** The page for a path that has none. */
  notFound: () => RenderedPage
}

export function createWebsite(business: Business, settings: Settings): Website {
  const pages = pagesOf(business)
  const render = (path: string, page: Page): RenderedPage => {
    const view = page(business, settings)
    const html = `<!doctype html>${renderToString(layout(path, view, business, settings))}`
    return { path, title: view.title, description: view.description, html }
  }
  return {
    paths: [...pages.keys()],
    render: (path) => {
      const page = pages.get(path)
      return page && render(path, page)
    },
    notFound: () => render('/404/', notFoundPage)
  }
}
