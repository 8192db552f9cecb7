import t from 'tap'
import { send } from '../../harness/exchange.ts'
import { createLimits } from '../../src/http/limits.ts'
import { respondFromCache } from '../../src/http/response-cache.ts'
import { buildWhole, listen, words } from '../helper.ts'

const ask = async (url: string, path: string, method = 'GET', headers: Record<string, string> = {}) => {
  const { headers: received, ...reply } = await send(Number(new URL(url).port), { path, method, headers })
  return { ...reply, headers: { ...received, date: undefined } }
}

t.test('a cached response', async (t) => {
  const { fastify: app, cache } = await buildWhole(t)
  let routedCount = 0
  const uncachedUrl = await listen(t, app.routing)
  const cachedUrl = await listen(
    t,
    respondFromCache(cache, createLimits({ warn: () => {} }), (request, response) => {
      routedCount += 1
      app.routing(request, response)
    })
  )

  t.test('equals the uncached response: status, headers and body', async (t) => {
    for (const path of words('/ /site.webmanifest /api/v1/services/leads.json?x=1 /openapi.json')) {
      const { headers } = await ask(uncachedUrl, path)
      const requests: [method: string, headers: Record<string, string>][] = [
        ['GET', {}],
        ['HEAD', {}],
        ['GET', { 'accept-encoding': 'br' }],
        ['HEAD', { 'accept-encoding': 'gzip' }],
        ['GET', { 'if-none-match': String(headers.etag) }],
        ['HEAD', { 'if-none-match': '*' }]
      ]
      for (const [method, requestHeaders] of requests) {
        const expected = await ask(uncachedUrl, path, method, requestHeaders)
        await ask(cachedUrl, path, method, requestHeaders)
        const before = routedCount
        t.same(
          await ask(cachedUrl, path, method, requestHeaders),
          expected,
          `${method} ${path} ${JSON.stringify(requestHeaders)}`
        )
        t.equal(routedCount, before, 'without routing')
      }
    }
  })

  t.test('is never a 404', async (t) => {
    const before = cache.size
    for (let index = 0; index < 50; index += 1)
      await app.inject(`/api/v1/services/none-${index}.json?${index}`)
    t.equal(cache.size, before)
  })
})
