import type { Business } from '../business/business.ts'
import { siteOf } from './page-context.ts'
import { Crumbs } from './parts/crumbs.tsx'
import { Footer } from './parts/footer.tsx'
import { Head } from './parts/head.tsx'
import { Header } from './parts/header.tsx'
import type { Settings } from './settings.ts'
import type { View } from './view.ts'

/** The head of a page; `modified` is when what it shows was changed, where that is known. */
export const head = (
  path: string,
  view: View,
  business: Business,
  settings: Settings,
  modified: Date | undefined
) => <Head site={siteOf(business, settings)} path={path} view={view} modified={modified} />

/** The body of a page. */
export function body(path: string, view: View, business: Business, settings: Settings) {
  const site = siteOf(business, settings)
  return (
    <body>
      {/* Upper-case letters keep the site's own ids apart from those of the data. */}
      <a class="skip" href="#mainContent">
        {site.t.skip}
      </a>
      {/* For those who read the HTML and not the page; nobody else meets it. */}
      <p hidden>
        <a href="/llms.txt">{site.t.nav.forAi}: /llms.txt</a>
      </p>
      <Header site={site} path={path} />
      <main id="mainContent" tabindex={-1}>
        {view.crumbs && <Crumbs site={site} crumbs={view.crumbs} />}
        {view.main}
      </main>
      <Footer site={site} />
    </body>
  )
}
