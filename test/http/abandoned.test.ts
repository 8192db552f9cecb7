import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import { mock } from 'node:test'
import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import Fastify from 'fastify'
import t from 'tap'
import { Errors } from '../../src/http/errors.ts'
import { createLimits } from '../../src/http/limits.ts'
import { represent } from '../../src/http/represent.ts'
import { ResponseCache } from '../../src/http/response-cache.ts'
import { baseUrl, listen, openSocket } from '../helper.ts'

t.test('a response whose client has left', async (t) => {
  const app = Fastify()
  const cache = new ResponseCache({ now: () => new Date() })
  const limits = createLimits({ warn: () => {} })
  // All places but one.
  for (let count = 1; count < 16; count += 1) void limits.responses.enter()
  const calls: string[] = []
  let finish = () => {}
  await app.register(represent, { cache, errors: new Errors(baseUrl), limits })
  app.get('/:name', async ({ url }, reply) => {
    calls.push(url)
    if (url.startsWith('/slow'))
      await new Promise<void>((resolve) => {
        finish = resolve
      })
    return url === '/slow-hijacked' ? reply.hijack() : reply.type('text/plain').send('text')
  })
  await app.ready()
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

  t.test('keeps its place until the handler has created it', async (t) => {
    const timers = t.capture(globalThis, 'setTimeout', setTimeout)
    await askAndLeave('/slow')
    timers.restore()
    const next = fetch(`${url}/next`)
    await once(server, 'request')
    await yieldToEventLoop()
    t.same(calls, ['/slow'])
    const cleared = t.capture(globalThis, 'clearTimeout', clearTimeout)
    finish()
    t.equal((await next).status, 200)
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
    const same = fetch(`${url}/left`)
    await once(server, 'request')
    leave?.()
    t.equal((await same).status, 200)
    const called = calls.filter((path) => path === '/left')
    t.same(called, ['/left'], 'only the request of the second client calls the handler')
  })

  t.test('frees its place after a minute if its handler ends without a response', async (t) => {
    mock.timers.enable({ apis: ['setTimeout'] })
    t.teardown(() => mock.timers.reset())
    await askAndLeave('/slow-hijacked')
    finish()
    const next = fetch(`${url}/last`)
    await once(server, 'request')
    await yieldToEventLoop()
    t.notOk(calls.includes('/last'))
    mock.timers.tick(60_000)
    t.equal((await next).status, 200)
  })
})
