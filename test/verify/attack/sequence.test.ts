import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { send } from '../../../harness/exchange.ts'
import { sequence } from './attacks.ts'
import { startLimited, twoRounds } from './limited-server.ts'

t.test('one server survives all attacks in sequence, twice, and still answers', async (t) => {
  const siteDir = t.testdir()
  writeFileSync(join(siteDir, 'film.mp4'), Buffer.alloc(20 * 2 ** 20))
  const server = await startLimited(t, { siteDir })
  await twoRounds(t, server, async () => {
    for (const [name, attack] of Object.entries(sequence)) {
      await attack(server, t)
      t.ok(server.isUp(), `after ${name}`)
    }
  })
  for (const path of ['/', '/index.md', '/api/v1/profile.json', '/favicon.ico', '/film.mp4'])
    t.equal((await send(server.port, { path })).status, 200, path)
})
