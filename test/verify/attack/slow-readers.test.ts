import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import t from 'tap'
import { send } from '../../../harness/exchange.ts'
import { readResponsesSlowly, readSlowly } from './attacks.ts'
import { startLimited, twoRounds } from './limited-server.ts'
import { closeAll, openMany } from './sockets.ts'

t.test('slow readers leave the server up', async (t) => {
  const siteDir = t.testdir()
  writeFileSync(join(siteDir, 'film.mp4'), Buffer.alloc(20 * 2 ** 20))
  for (const name of ['favicon.ico', 'og.png']) writeFileSync(join(siteDir, name), 'x')
  const server = await startLimited(t, { siteDir })
  await twoRounds(t, server, () => readResponsesSlowly(server, t))

  t.test('a file is sent to a new client after 300 clients have read nothing of another', async (t) => {
    const sockets = await readSlowly(server.port, '/film.mp4')
    const request = async () => (await send(server.port, { path: '/favicon.ico' })).status
    let status = await request()
    // A response is stalled after ten seconds, but the kernel may still take some of it.
    while (status === 503) {
      await sleep(250)
      status = await request()
    }
    t.equal(status, 200)
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
