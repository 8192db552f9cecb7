import { setTimeout as sleep } from 'node:timers/promises'
import t, { type Test } from 'tap'
import { measure } from '../measured.ts'
import { behaviours, flood, isServed, requests } from './floods.ts'
import { health, type LimitedServer, startLimited } from './limited-server.ts'

// Without file pages. The server has 256 MB in all.
const maxPeakMb = 200
const maxGrowthMb = 20
const settleMs = 30_000
const rounds = 5

/** Sends ordinary requests until the memory is at most `targetMb`, for at most 30 s. Returns the memory. */
async function settle(server: LimitedServer, targetMb: number): Promise<number> {
  const ends = performance.now() + settleMs
  while (server.usedMb() > targetMb && performance.now() < ends) {
    for (let count = 0; count < 50; count += 1) await health(server.port)
    await sleep(250)
  }
  return server.usedMb()
}

async function attack(t: Test, server: LimitedServer) {
  let peak = 0
  const timer = setInterval(() => {
    peak = Math.max(peak, server.usedMb())
  }, 20)
  t.teardown(() => clearInterval(timer))
  const afterRound: number[] = []
  for (let round = 0; round < rounds; round += 1) {
    for (const [index, [name, bytes]] of requests.entries()) {
      const [behaviour, end] = behaviours[(index + round) % behaviours.length] ?? ['', () => {}]
      peak = 0
      const status = await flood(server, bytes, end)
      measure(t, `${name}, by clients that ${behaviour}`, peak, maxPeakMb, 'MB')
      t.ok(isServed(status), `another client gets its response, or may try again: ${status}`)
    }
    afterRound.push(await settle(server, (afterRound[0] ?? 0) + maxGrowthMb))
  }
  const [first = 0] = afterRound
  const last = Number(afterRound.at(-1))
  t.comment(`memory after each round: ${afterRound.map(Math.round).join(', ')} MB`)
  measure(t, 'growth of memory after floods', last - first, maxGrowthMb, 'MB')
}

t.test('1,000 clients that send long MCP messages and read no response leave the server up', async (t) => {
  const server = await startLimited(t)
  await attack(t, server)
  t.ok(server.isUp())
  t.same(
    server.log.filter(({ level }) => Number(level) >= 50),
    []
  )
})
