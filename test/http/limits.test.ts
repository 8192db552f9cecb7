import { once } from 'node:events'
import { truncateSync } from 'node:fs'
import { createServer, get, IncomingMessage, ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import { join } from 'node:path'
import { mock } from 'node:test'
import t from 'tap'
import { call, send } from '../../harness/exchange.ts'
import { createLimits } from '../../src/http/limits.ts'
import { ResponseCache, respondFromCache } from '../../src/http/response-cache.ts'
import { build, buildWhole, collectLog, listen, openSocket } from '../helper.ts'

const newResponse = () => new ServerResponse(new IncomingMessage(new Socket()))

t.test('a limit', async (t) => {
  t.test('is logged at once when first reached, then once per interval with a count', async (t) => {
    mock.timers.enable({ apis: ['setTimeout'] })
    t.teardown(() => mock.timers.reset())
    const { lines, logger } = collectLog('warn')
    const { log } = createLimits(logger)
    for (let count = 0; count < 4; count += 1) log.count('connections')
    log.count('files')
    t.match(lines, [
      { limit: 'connections', count: 1 },
      { limit: 'files', count: 1 }
    ])
    mock.timers.tick(59_999)
    t.equal(lines.length, 2)
    mock.timers.tick(1)
    t.match(lines[2], { limit: 'connections', count: 3 })
    t.match(log.counts, { connections: 4, bodies: 0, files: 1 })
    // After an interval in which the limit was not reached, the log starts again with a line at once.
    mock.timers.tick(120_000)
    t.equal(lines.length, 3)
    log.count('files')
    t.equal(lines.length, 4)
  })

  t.test('on unread bodies returns 503, once per response, not for short ones, HEAD and 304', async (t) => {
    const { lines, logger } = collectLog('warn')
    const limits = createLimits(logger)
    const { unsent } = limits
    const { listener } = await buildWhole(t, { limits })
    const port = Number(new URL(await listen(t, listener)).port)
    const get = (path: string, headers = {}, method = 'GET') => send(port, { path, headers, method })
    const { etag = '' } = (await get('/openapi.json')).headers
    const response = newResponse()
    unsent.hold(Buffer.alloc(33 * 2 ** 20), response)
    const list = call('tools/call', { name: 'list_faq', arguments: {} })
    // From the cache, and from a route.
    for (const path of ['/openapi.json', '/']) {
      const { status, headers, body } = await get(path)
      t.same([status, headers['retry-after'], JSON.parse(body).error.code], [503, '5', 'unavailable'], path)
    }
    const rejected = await send(port, list)
    t.equal(rejected.status, 503)
    t.match(JSON.parse(rejected.body), { error: { code: -32000 } })
    t.equal(limits.log.counts.unsent, 3)
    t.match(lines, [{ limit: 'unsent', count: 1 }])
    t.equal((await get('/openapi.json', { 'if-none-match': etag })).status, 304)
    t.equal((await get('/openapi.json', {}, 'HEAD')).status, 200)
    t.equal((await get('/openapi.json', { 'if-match': etag }, 'HEAD')).status, 200, 'not from the cache')
    t.equal((await get('/api/v1/packages/bot-full.json')).status, 200)
    t.equal(limits.log.counts.unsent, 3)
    response.emit('close')
    t.equal((await get('/')).status, 200)
  })

  t.test('on concurrent responses returns 503 when exceeded', async (t) => {
    const { lines, logger } = collectLog('warn')
    const limits = createLimits(logger)
    for (let count = 0; count < 1016; count += 1) void limits.responses.enter()
    const app = await build(t, { limits })
    const rejected = await app.inject('/pricing/')
    t.equal(rejected.statusCode, 503)
    t.equal(rejected.headers['retry-after'], '5')
    t.equal((await app.inject('/healthz')).statusCode, 200)
    t.match(lines, [{ limit: 'responses', count: 1 }])
  })

  t.test('on files returns 503 to a new client instead of cutting off a download', async (t) => {
    const { lines, logger } = collectLog('warn')
    const limits = createLimits(logger)
    // All places but one.
    for (let count = 1; count < 100; count += 1) limits.files.add(newResponse())
    const siteDir = t.testdir({ 'film.mp4': '' })
    truncateSync(join(siteDir, 'film.mp4'), 60_000_000)
    const url = `${await listen(t, (await build(t, { limits }, { siteDir })).routing)}/film.mp4`
    const [download] = await once(get(url), 'response')
    const rejected = await fetch(url, { headers: { range: 'bytes=0-9' } })
    t.equal(rejected.status, 503)
    t.match(await rejected.json(), { error: { code: 'unavailable' } })
    t.match(Object.fromEntries(rejected.headers), {
      'retry-after': '5',
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
      'content-type': 'application/json; charset=utf-8'
    })
    for (const name of ['content-range', 'etag', 'last-modified', 'accept-ranges'])
      t.equal(rejected.headers.get(name), null, name)
    t.equal((await fetch(url, { method: 'HEAD' })).status, 200, 'HEAD sends no file')
    const again = { path: '/film.mp4', headers: { 'if-none-match': String(download.headers.etag) } }
    t.equal((await send(Number(new URL(url).port), again)).status, 304, 'nor does a 304')
    let received = 0
    for await (const bytes of download) received += bytes.length
    t.equal(received, 60_000_000)
    t.equal((await fetch(url, { headers: { range: 'bytes=0-9' } })).status, 206)
    t.match(lines, [{ limit: 'files', count: 1 }])
  })

  t.test('on files does not count clients that have disconnected', async (t) => {
    const limits = createLimits({ warn: () => {} })
    const siteDir = t.testdir({ 'photo.png': 'x'.repeat(20_000) })
    const url = await listen(t, (await build(t, { limits }, { siteDir })).routing)
    for (let count = 0; count < 150; count += 1) {
      const socket = openSocket(url, 'GET /photo.png HTTP/1.1\r\nHost: a\r\n\r\n')
      await once(socket, 'connect')
      setImmediate(() => socket.resetAndDestroy())
    }
    const response = await fetch(`${url}/photo.png`)
    t.equal(response.status, 200)
    await response.arrayBuffer()
  })
})

t.test('bodies that their clients have not read are limited in total', async (t) => {
  const { unsent, log } = createLimits({ warn: () => {} })
  const [first, second] = [newResponse(), newResponse()]
  const [large, medium, small] = [Buffer.alloc(25e6), Buffer.alloc(10e6), Buffer.alloc(16_000)]

  unsent.hold(large, first)
  unsent.hold(large, second)
  unsent.hold(small, second)
  t.ok(unsent.hasRoom(large), 'a body that is in memory already takes no room')
  t.ok(unsent.hasRoom(Buffer.alloc(8e6)), 'a body that several responses share counts once')
  t.ok(unsent.hasRoom(small), 'a short body does not count')
  t.notOk(unsent.tryHold(medium, second))
  t.equal(log.counts.unsent, 1)

  first.emit('close')
  t.notOk(unsent.hasRoom(medium), 'the body counts until the last of its responses ends')
  second.emit('close')
  t.ok(unsent.hasRoom(medium))

  unsent.hold(large, newResponse().destroy())
  t.ok(
    unsent.hasRoom(Buffer.alloc(40e6)),
    'a body whose client has disconnected does not count, and the first body may have any length'
  )
})

t.test('a cached body counts until its client has read it', async (t) => {
  const limits = createLimits({ warn: () => {} })
  const cache = new ResponseCache({ now: () => new Date() })
  const body = Buffer.alloc(9 * 2 ** 20)
  const other = Buffer.alloc(30 * 2 ** 20)
  cache.add('/x', {}, { headers: { etag: '"x"' }, content: body })
  const server = createServer(respondFromCache(cache, limits, () => {}))
  const url = await listen(t, () => {}, server)
  const socket = openSocket(url, 'GET /x HTTP/1.1\r\nHost: a\r\n\r\n').pause()
  const response: ServerResponse = (await once(server, 'request'))[1]
  t.notOk(limits.unsent.hasRoom(other))
  socket.resume()
  await once(response, 'close')
  t.ok(limits.unsent.hasRoom(other))
  socket.destroy()
})
