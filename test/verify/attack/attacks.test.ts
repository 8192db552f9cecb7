import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import t from 'tap'
import { send } from '../../../harness/exchange.ts'
import { measure } from '../measured.ts'
import { attacks, closeAll, listTools, openMany, readSlowly, sendPatiently } from './attacks.ts'
import { costOf, health, maxCostMs, startLimited, twoRounds } from './limited-server.ts'
import { callTool, expensiveMessages, partialRequests, post, rpc } from './messages.ts'

t.test('one server', async (t) => {
  const siteDir = t.testdir()
  writeFileSync(join(siteDir, 'film.mp4'), Buffer.alloc(20 * 2 ** 20))
  for (const name of ['favicon.ico', 'og.png']) writeFileSync(join(siteDir, name), 'x')
  const server = await startLimited(t, { SITE_DIR: siteDir })
  const { port } = server
  const hasReached = (name: string) => server.lines(40).some(({ limit }) => limit === name)

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

  t.test('sends 503 to a long body while others fill the budget, and 200 afterwards', async (t) => {
    const sockets = await openMany(port, 900, partialRequests[0]?.[1])
    // Nearly as long as a body may be: what the others leave of the budget is less than the memory of one body. Again,
    // because a proxy in front of a container may still be forwarding the bodies of the connections.
    let rejected = await send(port, listTools(65_400))
    while (rejected.status === 200) {
      await sleep(100)
      rejected = await send(port, listTools(65_400))
    }
    t.match(rejected, { status: 503, headers: { 'retry-after': '5' } })
    t.match(JSON.parse(rejected.body), { jsonrpc: '2.0', error: { code: -32000 }, id: null })
    t.ok(hasReached('bodies') && hasReached('connections'))
    closeAll(sockets)
    await sleep(500)
    t.equal((await sendPatiently(port, listTools(65_400))).status, 200)
  })

  t.test('sends a file to a new client after 300 clients have read nothing of another', async (t) => {
    const sockets = await readSlowly(port, '/film.mp4')
    const ask = async () => (await send(port, { path: '/favicon.ico' })).status
    let status = await ask()
    // A response is stalled after ten seconds, but the kernel may still take some of it.
    while (status === 503) {
      await sleep(250)
      status = await ask()
    }
    t.equal(status, 200)
    t.ok(hasReached('files'))
    closeAll(sockets)
  })

  t.test('sends files after 1,000 clients closed their connection without reading', async (t) => {
    for (let round = 0; round < 5; round += 1)
      closeAll(await openMany(port, 200, 'GET /favicon.ico HTTP/1.1\r\nHost: a\r\n\r\n'))
    for (const path of ['/favicon.ico', '/og.png']) t.equal((await send(port, { path })).status, 200)
  })

  t.test('evicts idle connections before one that sends requests', async (t) => {
    const [active] = await openMany(port, 1)
    if (!active) return
    let responses = 0
    active.on('data', () => {
      responses += 1
    })
    const idle = []
    for (let round = 1; round <= 5; round += 1) {
      idle.push(...(await openMany(port, 500)))
      active.write('GET /healthz HTTP/1.1\r\nHost: a\r\n\r\n')
      while (responses < round) await sleep(10)
    }
    t.equal(active.closed, false)
    t.ok(idle.filter(({ closed }) => closed).length > 1000)
    closeAll([active, ...idle])
    t.equal(await health(port), 200)
  })

  t.test('still serves everything', async (t) => {
    for (const path of ['/', '/index.md', '/api/v1/profile.json', '/favicon.ico', '/film.mp4'])
      t.equal((await send(port, { path })).status, 200, path)
    t.same(server.lines(), [], 'no failure is logged')
  })
})
