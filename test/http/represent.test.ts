import Fastify from 'fastify'
import t, { type Test } from 'tap'
import { Errors } from '../../src/http/errors.ts'
import { createLimits } from '../../src/http/limits.ts'
import { represent } from '../../src/http/represent.ts'
import { ResponseCache } from '../../src/http/response-cache.ts'
import { baseUrl, createGate } from '../helper.ts'

const long = 'ליד '.repeat(50_000)

/** Builds an app unrelated to a business, and counts the calls of the handler that waits for a number of requests. */
async function buildSite(t: Test, requestCount = 1) {
  const app = Fastify()
  const cache = new ResponseCache({ now: () => new Date() })
  const calls: string[] = []
  let left = requestCount
  const arrived = createGate()
  app.addHook('onRequest', async () => {
    left -= 1
    if (left === 0) arrived.open()
  })
  await app.register(async (scope) => {
    const limits = createLimits({ warn: () => {} })
    await scope.register(represent, { cache, limits, errors: new Errors(baseUrl) })
    scope.get('/slow', async (_request, reply) => {
      calls.push('slow')
      await arrived.opened
      return reply.type('text/plain').send('slow')
    })
    scope.get('/long', (_request, reply) => reply.type('text/plain').send(long))
    scope.get('/gone', (_request, reply) => reply.code(410).send({ error: 'gone' }))
  })
  t.teardown(() => app.close())
  const get = (url: string, headers: Record<string, string> = {}) => app.inject({ url, headers })
  return { get, calls, cache }
}

t.test('the hooks on any site', async (t) => {
  t.test('create a variant once for concurrent requests', async (t) => {
    const { get, calls } = await buildSite(t, 50)
    const responses = await Promise.all(Array.from({ length: 50 }, () => get('/slow')))
    t.ok(responses.every(({ body }) => body === 'slow'))
    t.same(calls, ['slow'])
    await get('/slow', { 'accept-encoding': 'br' })
    t.same(calls, ['slow', 'slow'])
  })

  t.test('leave a JSON error unchanged, and out of the cache', async (t) => {
    const { get, cache } = await buildSite(t)
    const response = await get('/gone', { 'accept-encoding': 'br', 'if-match': '"x"' })
    t.equal(response.statusCode, 410)
    t.same(response.json(), { error: 'gone' })
    t.notOk('etag' in response.headers)
    t.equal(cache.size, 0)
  })

  t.test('compress a large body too, without keeping a larger buffer in memory', async (t) => {
    const { get, cache } = await buildSite(t)
    // Small buffers are slices of a pool, whose size depends on the version of Node.js.
    const poolSize = Buffer.from('x').buffer.byteLength
    for (const encoding of ['br', 'gzip']) {
      const headers = { 'accept-encoding': encoding }
      await get('/long', headers)
      const body = cache.find('/long', headers)?.body ?? Buffer.alloc(0)
      t.ok(body.length > 0 && body.length < long.length / 50)
      t.ok([poolSize, body.length].includes(body.buffer.byteLength))
    }
  })
})
