import { renderToString } from 'preact-render-to-string'
import type { Business } from '../business/business.ts'
import type { ChangeTimes } from '../business/loading/change-times.ts'
import { createMidnights } from '../business/local-time.ts'
import { datedPlaces, listPlaces } from '../business/places.ts'
import { wordsFilesOf } from '../business/words.ts'
import { encodePath } from '../http/link.ts'
import { layOut } from './layout.tsx'
import { keepUnbroken } from './line-breaks.ts'
import { createPageContext, type PageContext, type SiteSettings } from './page-context.ts'
import { listViews, pageTable } from './page-table.ts'
import type { PageContent, View } from './view.ts'
import { notFound } from './views/not-found.tsx'

/** The metadata of a page in lists of pages. */
export interface PageSummary {
  title: string
  description: string
  /** The URL of the page. */
  canonical: string
  /** A language tag (BCP 47). */
  language: string
  /** Whether lists of pages have it. */
  isListed: boolean
  /** When its content last changed, if that is known. */
  modified: Date | undefined
}

export interface RenderedPage extends PageSummary {
  path: string
  html: string
  /** When the page must be rendered again; undefined if it depends only on the facts. */
  expires: Date | undefined
}

/** The built-in pages of one business, each rendered on request. */
export interface BuiltInPages {
  context: PageContext
  /** The path of every page, in the order of the page table. */
  paths: string[]
  /** Returns a page's summary without rendering it. Throws if there is no such page. */
  summarize: (path: string) => PageSummary
  /** Renders a page; the caller caches it. Throws if there is no such page. */
  render: (path: string) => RenderedPage
  renderNotFound: () => RenderedPage
  /** Renders a page that is not in the page table, with the house style; its path is decoded. */
  renderView: (path: string, view: View, modified: Date | undefined) => RenderedPage
}

/** Creates the pages; `changes` has the times of the data files. */
export function createBuiltInPages(
  business: Business,
  settings: SiteSettings,
  changes?: ChangeTimes,
  now = () => new Date()
): BuiltInPages {
  const views = listViews(business, settings.isCustom)
  const paths = new Set([...views.keys()].map(encodePath))
  const context = createPageContext(business, settings, { links: pageTable, paths, now: now() })
  // Every page shows words of the interface.
  const wordsFiles = wordsFilesOf(business.faq.language)
  const summarize = (path: string, content: PageContent): PageSummary => {
    const { title, description, files, context: own = context } = content
    const names = [...files, ...wordsFiles].map((name) => `${name}.json`)
    const canonical = settings.baseUrl + encodePath(path)
    const modified = changes?.newestOf(names)
    return { title, description, canonical, language: own.language, isListed: true, modified }
  }
  const nextMidnight = createMidnights(datedPlaces(listPlaces(business.profile)))
  const contentOf = (path: string, time: Date): PageContent => {
    const view = views.get(path)
    if (view === undefined) throw new Error(`there is no page at ${path}`)
    return view({ ...context, now: time })
  }
  const render = (
    path: string,
    content: PageContent,
    time: Date,
    summary = summarize(path, content)
  ): RenderedPage => {
    const html = renderToString(
      layOut({ context: content.context ?? context, path, content, modified: summary.modified })
    )
    const expires = content.isDated ? nextMidnight(time) : undefined
    return { ...summary, path, html: `<!doctype html>${keepUnbroken(html)}`, expires }
  }
  return {
    context,
    paths: [...views.keys()],
    summarize: (path) => summarize(path, contentOf(path, now())),
    render: (path) => {
      const time = now()
      return render(path, contentOf(path, time), time)
    },
    renderNotFound: () => render('/404/', notFound(context), now()),
    renderView: (path, view, modified) => {
      const content = view(context)
      return render(encodePath(path), content, now(), { ...summarize(path, content), modified })
    }
  }
}
