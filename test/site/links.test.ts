import { t } from 'tap'
import { operations, readBody } from '../../src/business/operations.ts'
import { markdownPathOf } from '../../src/http/pages.ts'
import { createBuiltInPages } from '../../src/site/render.ts'
import { baseUrl, facts } from '../helper.ts'
import { englishData, settings, shippedData } from './sample.ts'

const elsewhere = [
  '/openapi.json',
  '/api/',
  '/assets/',
  '/llms',
  '/mcp',
  '/favicon',
  '/apple-touch-icon.png',
  '/og.png',
  '/site.webmanifest'
]

for (const dataDir of [shippedData, englishData]) {
  t.test(`with the facts of ${dataDir}`, async (t) => {
    const business = await facts(dataDir)
    const website = createBuiltInPages(business, await settings())
    const leadsSomewhere = (address: string) => {
      const { pathname, hash } = new URL(address, baseUrl)
      if (elsewhere.some((start) => pathname.startsWith(start))) return true
      if (pathname.endsWith('.md')) return website.paths.some((path) => markdownPathOf(path) === pathname)
      const html = website.render(pathname).html
      return html !== '' && (hash === '' || html.includes(` id="${hash.slice(1)}"`))
    }

    t.test('every address that the API publishes leads to a page, at its place', async (t) => {
      const bodies = operations.flatMap((operation) =>
        (operation.ids?.(business) ?? ['']).map((id) => readBody(operation, business, id))
      )
      const own = JSON.stringify(bodies).match(new RegExp(`${baseUrl}[^"]*`, 'g')) ?? []
      t.ok(own.length > 10)
      for (const address of new Set(own)) t.ok(leadsSomewhere(address), address)
    })

    t.test('every link of a page leads somewhere', async (t) => {
      for (const path of website.paths) {
        const html = website.render(path).html
        const links = [...html.matchAll(/ href="([^"]*)"/g)].map(([, link = '']) =>
          link.replaceAll('&amp;', '&')
        )
        for (const link of new Set(links)) {
          const address = new URL(link, baseUrl + path)
          if (address.origin === baseUrl) t.ok(leadsSomewhere(address.href), `${path}: ${link}`)
        }
      }
    })

    t.test('what errors and versions point to is there', async (t) => {
      for (const place of ['#errors', '#versioning'])
        t.ok(leadsSomewhere(`${baseUrl}/developers/${place}`), place)
    })
  })
}
