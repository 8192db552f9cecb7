import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import t from 'tap'
import { send } from '../../harness/exchange.ts'
import { startLimited, twoRounds } from './limited-server.ts'
import { closeAll, openMany } from './sockets.ts'

t.test('slow readers leave the server up', async (t) => {
  const siteDir = t.testdir()
  writeFileSync(join(siteDir, 'film.mp4'), Buffer.alloc(20 * 2 ** 20))
  for (const name of ['favicon.ico', 'og.png']) writeFileSync(join(siteDir, name), 'x')
  const server = await startLimited(t, { siteDir })
  // Fewer connections for the file, because the kernel buffers megabytes per connection before the client seems slow.
  const read = async (path: string) => {
    const count = path === '/film.mp4' ? 300 : 1500
    const sockets = await openMany(server.port, count, `GET ${path} HTTP/1.1\r\nHost: nahat.example\r\n\r\n`)
    for (const socket of sockets) socket.pause()
    return sockets
  }
  await twoRounds(t, server, async () => {
    for (const path of ['/film.mp4', '/llms-full.txt', '/developers/', '/openapi.json']) {
      const sockets = await read(path)
      await sleep(1000)
      closeAll(sockets)
    }
  })

  t.test('a file is sent to a new client while 300 clients read another slowly', async (t) => {
    const sockets = await read('/film.mp4')
    t.equal((await send(server.port, { path: '/favicon.ico' })).status, 200)
    t.ok(server.log.some(({ limit }) => limit === 'files'))
    closeAll(sockets)
  })

  t.test('files are sent after 1,000 clients closed their connection without reading', async (t) => {
    for (let round = 0; round < 5; round += 1) {
      const sockets = await openMany(server.port, 200, 'GET /favicon.ico HTTP/1.1\r\nHost: a\r\n\r\n')
      closeAll(sockets)
    }
    for (const path of ['/favicon.ico', '/og.png']) t.equal((await send(server.port, { path })).status, 200)
  })
})
