import { on, once } from 'node:events'
import { truncateSync, writeFileSync } from 'node:fs'
import { get, type IncomingMessage } from 'node:http'
import { join } from 'node:path'
import { finished } from 'node:stream/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import t from 'tap'
import { send } from '../../../harness/exchange.ts'
import { health, type LimitedServer, startLimited } from './limited-server.ts'
import { closeAll, openMany } from './sockets.ts'

// Large enough that a slow download lasts minutes, however long the server takes to make room.
const size = 300_000_000
const mark = 'the last bytes'
const request = 'GET /film.mp4 HTTP/1.1\r\nHost: a\r\n\r\n'

/** A download that reads on only if it is asked to. */
class Download {
  readonly #response: IncomingMessage
  #length = 0
  #end = ''

  constructor(response: IncomingMessage) {
    this.#response = response
    response.on('data', (chunk: Buffer) => {
      this.#length += chunk.length
      this.#end = `${this.#end}${chunk.toString('latin1')}`.slice(-mark.length)
    })
    response.pause()
  }

  /** Rejects if the server closes the connection before, or the download ends. */
  async read(bytes: number): Promise<void> {
    const target = this.#length + bytes
    // Ends when the response is closed, and then removes its listeners.
    const chunks = on(this.#response, 'data', { close: ['close'] })
    this.#response.resume()
    for await (const _chunk of chunks) if (this.#length >= target) break
    this.#response.pause()
    if (this.#length < target) throw new Error(`the download ended after ${this.#length} bytes`)
  }

  /** Reads about 1 MB per second until it is stopped, so the server never waits long, however busy the machine is. */
  readSlowly(): () => Promise<void> {
    let isStopped = false
    const readUntilStopped = async () => {
      while (!isStopped) {
        await this.read(100_000)
        await sleep(100)
      }
    }
    const reading = readUntilStopped()
    return () => {
      isStopped = true
      return reading
    }
  }

  /** Reads the rest. Returns the length and the last bytes; rejects if the server closes the connection before. */
  async finish(): Promise<{ length: number; end: string }> {
    this.#response.resume()
    await finished(this.#response)
    return { length: this.#length, end: this.#end }
  }
}

async function start({ port }: LimitedServer): Promise<Download> {
  const outgoing = get({ host: '127.0.0.1', port, path: '/film.mp4', agent: false })
  const [response] = await once(outgoing, 'response')
  return new Download(response)
}

t.test('a download of 300 MB', async (t) => {
  const siteDir = t.testdir()
  const file = join(siteDir, 'film.mp4')
  writeFileSync(join(siteDir, 'favicon.ico'), 'x')
  writeFileSync(file, '')
  truncateSync(file, size - mark.length)
  writeFileSync(file, mark, { flag: 'a' })
  const server = await startLimited(t, { siteDir })
  const { port } = server
  const whole = { length: size, end: mark }
  const limitsReached = () =>
    server.log.filter(({ msg }) => msg === 'limit reached').map(({ limit }) => limit)

  t.test('survives 1,100 empty connections, unfinished headers and idle connections', async (t) => {
    for (const bytes of ['', 'GET / HTTP/1.1\r\nX-Slow: ', 'GET /healthz HTTP/1.1\r\nHost: a\r\n\r\n']) {
      const download = await start(server)
      await download.read(1_000_000)
      const sockets = await openMany(port, 1100, bytes)
      t.same(await download.finish(), whole, JSON.stringify(bytes))
      closeAll(sockets)
    }
    t.match(limitsReached(), ['connections'])
  })

  t.test('survives 101 stalled ones, which make room after 10 s', async (t) => {
    const download = await start(server)
    const stopReading = download.readSlowly()
    const stalled = await openMany(port, 101, request)
    for (const socket of stalled) socket.pause()
    const ask = () => send(port, { path: '/favicon.ico' })
    let refused = await ask()
    // The server may not have opened the file for each connection yet.
    while (refused.status !== 503) refused = await ask()
    t.match(JSON.parse(refused.body), { error: { code: 'unavailable' } })
    t.match(refused.headers, { 'retry-after': '5' })
    // The server may still fill the buffers of the kernel, so the time until they are stalled is not known exactly.
    while ((await ask()).status !== 200) await sleep(250)
    await stopReading()
    t.same(await download.finish(), whole)
    t.match(limitsReached(), ['connections', 'files'])
    closeAll(stalled)
  })
  t.equal(await health(port), 200)
  t.ok(server.isUp())
})
