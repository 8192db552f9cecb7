import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import t from 'tap'
import { send } from '../exchange.ts'
import { startLimited, twoRounds } from './limited-server.ts'
import { closeAll, openMany } from './sockets.ts'

t.test('1,500 slow readers leave the server up', async (t) => {
  const siteDir = t.testdir()
  writeFileSync(join(siteDir, 'film.mp4'), Buffer.alloc(20 * 2 ** 20))
  const server = await startLimited(t, { siteDir })
  const read = async (path: string) => {
    const sockets = await openMany(server.port, 1500, `GET ${path} HTTP/1.1\r\nHost: nahat.example\r\n\r\n`)
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

  t.test('a file is 503 while 100 are being sent, other addresses are not', async (t) => {
    const sockets = await read('/film.mp4')
    const refused = await send(server.port, { path: '/film.mp4' })
    t.match(refused, { status: 503, headers: { 'retry-after': '5' } })
    t.match(JSON.parse(refused.body), { error: { code: 'unavailable' } })
    t.equal((await send(server.port, { path: '/api/v1/profile.json' })).status, 200)
    closeAll(sockets)
    await sleep(500)
    t.equal((await send(server.port, { method: 'HEAD', path: '/film.mp4' })).status, 200)
  })
})
