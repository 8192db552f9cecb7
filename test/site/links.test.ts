import { t } from 'tap'
import { operationsOf } from '../../src/business/operation.ts'
import { operations } from '../../src/business/operations.ts'
import { listAgentResources } from '../../src/context/context.ts'
import { markdownPathOf } from '../../src/resources/resources.ts'
import { baseUrl, facts } from '../helper.ts'
import { builtInPages, fixtures, settings } from './sample.ts'

// Paths that are no pages.
const otherPaths = [
  ...listAgentResources()
    .map(({ path }) => path)
    .filter((path) => !path.endsWith('/') && !path.endsWith('.md')),
  '/api/',
  '/assets/',
  '/favicon',
  '/apple-touch-icon.png',
  '/og.png',
  '/site.webmanifest'
]

for (const dataDir of fixtures) {
  t.test(`on the site of ${dataDir}`, async (t) => {
    const business = await facts(dataDir)
    const builtIn = await builtInPages(business, await settings())
    const rendered = new Map(builtIn.paths.map((path) => [path, builtIn.render(path).html]))
    const isReachable = (url: string) => {
      const { pathname, hash } = new URL(url, baseUrl)
      if (otherPaths.some((start) => pathname.startsWith(start))) return true
      if (pathname.endsWith('.md')) return builtIn.paths.some((path) => markdownPathOf(path) === pathname)
      const html = rendered.get(pathname) ?? ''
      const fragment = decodeURIComponent(hash.slice(1))
      // A fragment of the contact page is a choice in its form.
      const hasPlace = ['id', 'value'].some((name) => html.includes(` ${name}="${fragment}"`))
      return html !== '' && (hash === '' || hasPlace)
    }

    t.test('every URL in the API leads to a page, and its fragment to an element', async (t) => {
      const bodies = operationsOf(operations, business).flatMap((operation) =>
        (operation.ids?.(business) ?? ['']).map((id) => operation.read(business, id, new Date()))
      )
      const own = JSON.stringify(bodies).match(new RegExp(`${baseUrl}[^"]*`, 'g')) ?? []
      t.ok(own.length > 10)
      for (const url of new Set(own)) t.ok(isReachable(url), url)
    })

    t.test('every link of a page leads to a page, document or file', async (t) => {
      const broken: string[] = []
      for (const [path, html] of rendered) {
        const links = [...html.matchAll(/ href="([^"]*)"/g)].map(([, link = '']) =>
          link.replaceAll('&amp;', '&')
        )
        for (const link of new Set(links)) {
          const { origin, href } = new URL(link, baseUrl + path)
          if (origin === baseUrl && !isReachable(href)) broken.push(`${path}: ${link}`)
        }
      }
      t.strictSame(broken, [])
    })

    t.test('the developer page has the sections that errors and versions link to', async (t) => {
      for (const place of ['#errors', '#versioning'])
        t.ok(isReachable(`${baseUrl}/developers/${place}`), place)
    })
  })
}
