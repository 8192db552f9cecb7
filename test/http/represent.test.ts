import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import { mock } from 'node:test'
import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import Fastify, { type FastifyReply, type FastifyRequest } from 'fastify'
import t from 'tap'
import { Errors } from '../../src/http/errors.ts'
import { createLimits } from '../../src/http/limits.ts'
import { represent } from '../../src/http/represent.ts'
import { ResponseCache } from '../../src/http/response-cache.ts'
import { baseUrl, createGate, listen, openSocket } from '../helper.ts'

const long = 'ליד '.repeat(50_000)

/** Builds an app unrelated to a business, with one handler for every path. */
async function buildSite(handler: (request: FastifyRequest, reply: FastifyReply) => Promise<unknown>) {
  const app = Fastify()
  const cache = new ResponseCache({ now: () => new Date() })
  const limits = createLimits({ warn: () => {} })
  const arrived: string[] = []
  const calls: string[] = []
  app.addHook('onRequest', async ({ url }) => void arrived.push(url))
  await app.register(represent, { cache, limits, errors: new Errors(baseUrl) })
  app.get('/*', async (request, reply) => {
    calls.push(request.url)
    return handler(request, reply.type('text/plain'))
  })
  await app.ready()
  const get = (url: string, headers: Record<string, string> = {}) => app.inject({ url, headers })
  return { app, cache, limits, arrived, calls, get }
}

t.test('the hooks on any site', async (t) => {
  t.test('create a variant once for concurrent requests', async (t) => {
    const gate = createGate()
    const { get, arrived, calls } = await buildSite(() => gate.opened.then(() => 'slow'))
    const concurrent = Array.from({ length: 50 }, () => get('/slow'))
    while (arrived.length < 50) await yieldToEventLoop()
    gate.open()
    t.ok((await Promise.all(concurrent)).every(({ body }) => body === 'slow'))
    t.same(calls, ['/slow'])
    await get('/slow', { 'accept-encoding': 'br' })
    t.same(calls, ['/slow', '/slow'])
  })

  t.test('leave a JSON error unchanged, and out of the cache', async (t) => {
    const { get, cache } = await buildSite(async (_request, reply) =>
      reply.code(410).type('application/json').send({ error: 'gone' })
    )
    const response = await get('/gone', { 'accept-encoding': 'br', 'if-match': '"x"' })
    t.equal(response.statusCode, 410)
    t.same(response.json(), { error: 'gone' })
    t.notOk('etag' in response.headers)
    t.equal(cache.size, 0)
  })

  t.test('compress a large body too, without keeping a larger buffer in memory', async (t) => {
    const { get, cache } = await buildSite(async () => long)
    // Small buffers are slices of a pool, whose size depends on the version of Node.js.
    const poolSize = Buffer.from('x').buffer.byteLength
    for (const encoding of ['br', 'gzip']) {
      const headers = { 'accept-encoding': encoding }
      await get('/long', headers)
      const body = cache.find('/long', headers)?.content ?? Buffer.alloc(0)
      t.ok(body.length > 0 && body.length < long.length / 50)
      t.ok([poolSize, body.length].includes(body.buffer.byteLength))
    }
  })
})

t.test('a response whose client has left', async (t) => {
  let gate = createGate()
  const { app, cache, limits, calls } = await buildSite(async ({ url }, reply) => {
    if (url.startsWith('/slow')) await gate.opened
    return url === '/slow-hijacked' ? reply.hijack() : 'text'
  })
  // All places but one.
  for (let count = 1; count < 16; count += 1) void limits.responses.enter()
  const server = createServer(app.routing)
  const url = await listen(t, app.routing, server)

  /** Sends a request, and leaves when the server has it. Resolves when the server has noticed. */
  async function askAndLeave(path: string): Promise<void> {
    const socket = openSocket(url, `GET ${path} HTTP/1.1\r\nHost: a\r\n\r\n`)
    const response: ServerResponse = (await once(server, 'request'))[1]
    while (path.startsWith('/slow') && !calls.includes(path)) await yieldToEventLoop()
    socket.destroy()
    await once(response, 'close')
  }

  /** Sends a request; resolves when the server has it, with its response. */
  async function ask(path: string) {
    const response = fetch(url + path)
    await once(server, 'request')
    await yieldToEventLoop()
    return { response }
  }

  t.test('keeps its place until the handler has created it', async (t) => {
    const timers = t.capture(globalThis, 'setTimeout', setTimeout)
    await askAndLeave('/slow')
    timers.restore()
    const { response } = await ask('/next')
    t.same(calls, ['/slow'])
    const cleared = t.capture(globalThis, 'clearTimeout', clearTimeout)
    gate.open()
    t.equal((await response).status, 200)
    cleared.restore()
    const [timer] = timers().flatMap((call) =>
      'returned' in call && call.args[1] === 60_000 ? [call.returned] : []
    )
    t.ok(timer)
    const isCleared = cleared().some(({ args }) => args[0] === timer)
    t.ok(isCleared, 'the timer no longer holds the response in memory')
    t.same(calls, ['/slow', '/next'])
    t.ok(cache.find('/slow', {}), 'the response is in the cache for the next client')
  })

  t.test('is not created if it still waited for its place', async (t) => {
    const leave = await limits.responses.enter()
    await askAndLeave('/left')
    const { response } = await ask('/left')
    leave?.()
    t.equal((await response).status, 200)
    const called = calls.filter((path) => path === '/left')
    t.same(called, ['/left'], 'only the request of the second client calls the handler')
  })

  t.test('frees its place after a minute if its handler ends without a response', async (t) => {
    mock.timers.enable({ apis: ['setTimeout'] })
    t.teardown(() => mock.timers.reset())
    gate = createGate()
    await askAndLeave('/slow-hijacked')
    gate.open()
    const { response } = await ask('/last')
    t.notOk(calls.includes('/last'))
    mock.timers.tick(60_000)
    t.equal((await response).status, 200)
  })
})
