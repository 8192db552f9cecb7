import { t } from 'tap'
import { memoise } from '../../src/base/cache.ts'
import { operations, operationsOf } from '../../src/business/operations.ts'
import { baseUrl, buildWhole, dataWith, facts, minimal } from '../helper.ts'
import { fixtures } from './sample.ts'

const withoutServices = dataWith(t, { 'services#/examples': [] }, minimal)

for (const dataDir of [...fixtures, minimal, withoutServices])
  t.test(`on the site of ${dataDir}`, async (t) => {
    const business = await facts(dataDir)
    const { fastify: app, site } = await buildWhole(t, { business })
    const get = memoise((url: string) => app.inject(url))

    async function isReachable(url: string) {
      const { pathname, hash } = new URL(url, baseUrl)
      const { statusCode, body } = await get(pathname)
      const fragment = decodeURIComponent(hash.slice(1))
      // A fragment of the contact page is a choice in its form.
      const hasPlace = ['id', 'value'].some((name) => body.includes(` ${name}="${fragment}"`))
      return statusCode === 200 && (hash === '' || hasPlace)
    }

    t.test('every URL in the API leads to a page, and its fragment to an element', async (t) => {
      const bodies = operationsOf(operations, business).flatMap((operation) =>
        (operation.ids?.(business) ?? [undefined]).map((id) => operation.read(business, new Date(), id))
      )
      for (const url of new Set(JSON.stringify(bodies).match(new RegExp(`${baseUrl}[^"]*`, 'g'))))
        t.ok(await isReachable(url), url)
    })

    t.test('every link and URL of a page leads to a page, document or file', async (t) => {
      const links = [...site.context.resources.pages.keys()].map(async (page) => {
        const { body } = await get(page)
        const found = body.matchAll(
          / (?:href|src)="([/#][^"]*)"|"(?:url|item)":"(https:\/\/nahat\.example\/[^"]*)"/g
        )
        return Array.from(found, ([, link, url]) => new URL(link ?? String(url), baseUrl + page).href)
      })
      for (const link of new Set((await Promise.all(links)).flat())) t.ok(await isReachable(link), link)
    })

    t.test('the developer page has the sections that errors and versions link to', async (t) => {
      for (const place of ['#errors', '#versioning'])
        t.ok(await isReachable(`${baseUrl}/developers/${place}`), place)
    })
  })
