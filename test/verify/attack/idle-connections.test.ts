import { connect, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import t from 'tap'
import { openIdleConnections } from './attacks.ts'
import { health, startLimited, twoRounds } from './limited-server.ts'
import { closeAll, openMany } from './sockets.ts'

t.test('5,000 idle connections do not block new ones, and the log counts the evicted ones', async (t) => {
  const server = await startLimited(t)
  await twoRounds(t, server, () => openIdleConnections(server, t))
  const counts = server.log.filter(({ msg }) => msg === 'limit reached')
  t.match(counts, [{ limit: 'connections', level: 40 }])
})

t.test('a connection that sends requests is not evicted before idle ones', async (t) => {
  const server = await startLimited(t)
  const active = connect(server.port, '127.0.0.1')
  active.on('error', () => {})
  let responses = 0
  active.on('data', () => {
    responses += 1
  })
  let idle: Socket[] = []
  for (let round = 1; round <= 5; round += 1) {
    idle = idle.concat(await openMany(server.port, 500))
    active.write('GET /healthz HTTP/1.1\r\nHost: a\r\n\r\n')
    while (responses < round) await sleep(10)
  }
  t.equal(active.closed, false)
  t.ok(idle.filter(({ closed }) => closed).length > 1000)
  closeAll([active, ...idle])
  t.equal(await health(server.port), 200)
})
