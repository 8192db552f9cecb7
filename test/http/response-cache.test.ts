import { request } from 'node:http'
import t from 'tap'
import { createLimits } from '../../src/http/limits.ts'
import { answerFromCache } from '../../src/http/response-cache.ts'
import { buildWhole, listen } from '../helper.ts'

interface Reply {
  status: number | undefined
  headers: Record<string, unknown>
  body: string
}

/** Sends a request over a socket; the headers without Date. */
const send = (url: string, method = 'GET', headers: Record<string, string> = {}) =>
  new Promise<Reply>((resolve, reject) => {
    request(url, { method, headers }, (response) => {
      const chunks: Buffer[] = []
      response.on('data', (chunk: Buffer) => chunks.push(chunk))
      response.on('end', () => {
        const { date: _, ...rest } = response.headers
        resolve({
          status: response.statusCode,
          headers: rest,
          body: Buffer.concat(chunks).toString('latin1')
        })
      })
    })
      .on('error', reject)
      .end()
  })

t.test('a cached response', async (t) => {
  const { fastify: app, cache } = await buildWhole(t)
  let routed = 0
  const routing = await listen(t, app.routing)
  const keeping = await listen(
    t,
    answerFromCache(cache, createLimits({ warn: () => {} }).unsent, (request, response) => {
      routed += 1
      app.routing(request, response)
    })
  )

  t.test('equals the uncached response: status, headers and body', async (t) => {
    const paths = [
      '/api/v1/profile.json',
      '/api/faq.json',
      '/api/v1/services/leads.json?x=1',
      '/openapi.json',
      '/',
      '/pricing/',
      '/site.webmanifest'
    ]
    for (const path of paths) {
      const { headers } = await send(routing + path)
      const requests: [method: string, headers: Record<string, string>][] = [
        ['GET', {}],
        ['HEAD', {}],
        ['GET', { 'accept-encoding': 'br' }],
        ['HEAD', { 'accept-encoding': 'gzip' }],
        ['GET', { 'if-none-match': String(headers.etag) }],
        ['HEAD', { 'if-none-match': '*' }]
      ]
      for (const [method, sent] of requests) {
        const expected = await send(routing + path, method, sent)
        await send(keeping + path, method, sent)
        const before = routed
        t.same(
          await send(keeping + path, method, sent),
          expected,
          `${method} ${path} ${JSON.stringify(sent)}`
        )
        t.equal(routed, before, 'without routing')
      }
    }
  })

  t.test('is not sent for another method or another content encoding', async (t) => {
    const before = routed
    t.equal((await send(`${keeping}/api/v1/profile.json`, 'POST')).status, 405)
    t.equal((await send(`${keeping}/api/v1/profile.json`, 'OPTIONS')).status, 204)
    t.equal((await send(`${keeping}/api/v1/profile.json`, 'GET', { 'accept-encoding': '*;q=0' })).status, 406)
    t.equal((await send(`${keeping}/api/v1/pricing.json`)).status, 200)
    t.equal(routed, before + 4)
  })

  t.test('is not made of a 404', async (t) => {
    const before = cache.size
    for (let index = 0; index < 1000; index += 1)
      await app.inject(`/api/v1/services/none-${index}.json?${index}`)
    t.equal(cache.size, before)
  })
})
