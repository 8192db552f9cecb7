import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { send } from '../../../harness/exchange.ts'
import { measure } from '../measured.ts'
import { attacks } from './attacks.ts'
import { costOf, maxCostMs, startLimited, twoRounds } from './limited-server.ts'
import { callTool, expensiveMessages, post, rpc } from './messages.ts'

t.test('one server', async (t) => {
  const siteDir = t.testdir({ 'favicon.ico': 'x' })
  writeFileSync(join(siteDir, 'film.mp4'), Buffer.alloc(20 * 2 ** 20))
  const server = await startLimited(t, { SITE_DIR: siteDir })
  const { port } = server

  t.test('has little work with an expensive MCP message, and sends a short response', async (t) => {
    // The first loads the SDK, the second makes the index.
    for (const message of [rpc('ping'), callTool('search', { query: 'bot' })]) await post(port, message)
    for (const [name, message, headers] of expensiveMessages) {
      const body = typeof message === 'string' ? message : JSON.stringify(message)
      t.ok(body.length <= 65_536)
      const cost = await costOf(server, async () => {
        const reply = await post(port, body, headers)
        t.ok(Number(reply.status) < 500, `${name}: status ${reply.status}`)
        t.ok(reply.body.length < 4000, `${name}: ${reply.body.length} bytes`)
        t.equal(JSON.parse(reply.body).id, 1)
      })
      measure(t, `an MCP message with ${name}`, cost, maxCostMs, 'ms')
    }
  })

  for (const [name, attack] of Object.entries(attacks))
    t.test(`survives ${name}, twice`, (t) => twoRounds(t, server, () => attack(server, t)))

  t.test('still serves everything', async (t) => {
    for (const path of ['/', '/index.md', '/api/v1/profile.json', '/favicon.ico', '/film.mp4'])
      t.equal((await send(port, { path })).status, 200, path)
    const reached = new Set(server.lines(40).map(({ limit }) => limit))
    for (const limit of ['bodies', 'connections', 'files'])
      t.ok(reached.has(limit), `the attacks reach ${limit}`)
    t.same(server.lines(), [], 'no failure is logged')
  })
})
