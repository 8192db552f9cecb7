import { once } from 'node:events'
import { truncateSync, writeFileSync } from 'node:fs'
import { get, type IncomingMessage } from 'node:http'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import t from 'tap'
import { send } from '../../../harness/exchange.ts'
import { closeAll, openMany } from './attacks.ts'
import { health, startLimited } from './limited-server.ts'

// Large enough that a slow download lasts minutes, however long the server takes to make room.
const size = 300_000_000
const mark = 'the last bytes'
const path = '/film.mp4'

/** Starts a download that reads on only if it is asked to. */
async function download(port: number) {
  const outgoing = get({ host: '127.0.0.1', port, path, agent: false })
  const response: IncomingMessage = (await once(outgoing, 'response'))[0]
  const chunks: AsyncIterator<Buffer> = response[Symbol.asyncIterator]()
  let length = 0
  let end = ''
  /** Reads this many bytes, or all; rejects if the server closes the connection before. Returns the length so far and the last bytes. */
  return async (bytes = Number.POSITIVE_INFINITY) => {
    for (const target = length + bytes; length < target; ) {
      const { value, done } = await chunks.next()
      if (done) break
      length += value.length
      end = `${end}${value.toString('latin1')}`.slice(-mark.length)
    }
    return { length, end }
  }
}

t.test('a download of 300 MB', { timeout: 600_000 }, async (t) => {
  const siteDir = t.testdir({ 'favicon.ico': 'x', 'film.mp4': '' })
  const file = join(siteDir, path)
  truncateSync(file, size - mark.length)
  writeFileSync(file, mark, { flag: 'a' })
  const server = await startLimited(t, { SITE_DIR: siteDir })
  const { port } = server
  const whole = { length: size, end: mark }
  const limitsReached = () =>
    server.lines(40).flatMap(({ msg, limit }) => (msg === 'limit reached' ? [limit] : []))

  t.test('survives 1,100 empty connections, unfinished headers and idle connections', async (t) => {
    for (const bytes of ['', 'GET / HTTP/1.1\r\nX-Slow: ', 'GET /healthz HTTP/1.1\r\nHost: a\r\n\r\n']) {
      const read = await download(port)
      await read(1_000_000)
      const sockets = await openMany(port, 1100, bytes)
      t.same(await read(), whole, JSON.stringify(bytes))
      closeAll(sockets)
    }
    t.match(limitsReached(), ['connections'])
  })

  t.test('survives 101 stalled ones, which make room after 10 s', async (t) => {
    const read = await download(port)
    let isOver = false
    // About 1 MB per second, so the server never waits long, however busy the machine is.
    const readSlowly = async () => {
      while (!isOver) {
        await read(100_000)
        await sleep(100)
      }
    }
    const reading = readSlowly()
    const stalled = await openMany(port, 101, `GET ${path} HTTP/1.1\r\nHost: a\r\n\r\n`)
    for (const socket of stalled) socket.pause()
    const ask = () => send(port, { path: '/favicon.ico' })
    let refused = await ask()
    // The server may not have opened the file for each connection yet.
    while (refused.status !== 503) refused = await ask()
    t.match(JSON.parse(refused.body), { error: { code: 'unavailable' } })
    t.match(refused.headers, { 'retry-after': '5' })
    // The server may still fill the buffers of the kernel, so the time until they are stalled is not known exactly.
    while ((await ask()).status !== 200) await sleep(250)
    isOver = true
    await reading
    t.same(await read(), whole)
    t.match(limitsReached(), ['connections', 'files'])
    closeAll(stalled)
  })
  t.equal(await health(port), 200)
  t.ok(server.isUp())
})
