import { setTimeout as sleep } from 'node:timers/promises'
import t from 'tap'
import { send } from '../../../harness/exchange.ts'
import { sendPartialRequests, sendPatiently } from './attacks.ts'
import { startLimited, twoRounds } from './limited-server.ts'
import { long, partialRequests } from './partial-requests.ts'
import { closeAll, openMany } from './sockets.ts'

t.test('unfinished requests leave the server up', async (t) => {
  const server = await startLimited(t)
  await twoRounds(t, server, () => sendPartialRequests(server, t))

  t.test('a long body gets 503 while other bodies fill the budget, and 200 afterwards', async (t) => {
    const sockets = await openMany(server.port, 900, partialRequests[0]?.[2])
    // Retries, because a proxy in front of a container may still be forwarding the bodies of the connections.
    let rejected = await send(server.port, long)
    while (rejected.status === 200) {
      await sleep(100)
      rejected = await send(server.port, long)
    }
    t.match(rejected, { status: 503, headers: { 'retry-after': '5' } })
    t.match(JSON.parse(rejected.body), { jsonrpc: '2.0', error: { code: -32000 }, id: null })
    const reached = new Set(server.log.map(({ limit }) => limit))
    t.ok(reached.has('bodies') && reached.has('connections'))
    closeAll(sockets)
    await sleep(500)
    t.equal((await sendPatiently(server.port, long)).status, 200)
  })
})
