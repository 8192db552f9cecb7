import { readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import t from 'tap'
import { send } from '../../harness/exchange.ts'
import { run, start } from '../process.ts'
import { type LimitedServer, startLimited, twoRounds } from './limited-server.ts'

/** Resolves when a process handles SIGHUP, or after 250 ms of CPU time, when it should: it is loading its modules. */
async function waitForSignalHandlers(pid: number) {
  const caughtMask = () => /^SigCgt:\s*([0-9a-f]+)$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]
  const isCaught = () => BigInt(`0x${caughtMask()}`) & 1n
  const cpuMs = () => Number(readFileSync(`/proc/${pid}/schedstat`, 'utf8').split(' ')[0]) / 1e6
  while (!isCaught() && cpuMs() < 250) await sleep(2)
}

/** Resolves when the event loop is idle. */
async function waitUntilIdle(server: LimitedServer) {
  let before: number
  do {
    before = server.loopMs()
    await sleep(500)
  } while (server.loopMs() - before > 10)
}

t.test('signals', async (t) => {
  t.test('SIGHUP during startup does not kill the server, and reloads afterwards', async (t) => {
    const { child, logged, exited } = run(t, {})
    const listening = logged('listening')
    const reloaded = logged('reloaded')
    await waitForSignalHandlers(Number(child.pid))
    child.kill('SIGHUP')
    const first = await Promise.race([listening, exited])
    t.match(first, { msg: 'listening' })
    t.match(await reloaded, { level: 30 })
    child.kill('SIGTERM')
    t.equal(await exited, 0)
  })

  t.test('SIGTERM during startup exits with 0', async (t) => {
    const { child, exited, output } = run(t, {})
    await waitForSignalHandlers(Number(child.pid))
    child.kill('SIGTERM')
    t.equal(await exited, 0)
    t.same(output, [])
  })

  t.test('100 simultaneous SIGHUPs reload at most twice', async (t) => {
    const server = await startLimited(t)
    const attack = async () => {
      const reloaded = server.logged('reloaded')
      for (let count = 0; count < 100; count += 1) server.signal('SIGHUP')
      await reloaded
      await waitUntilIdle(server)
    }
    await twoRounds(t, server, attack)
    const reloads = server.log.filter(({ msg }) => msg === 'reloaded').length
    t.ok(reloads <= 4, `${reloads} reloads in two rounds`)
  })

  t.test('a client that polls /readyz cannot shorten the drain after SIGTERM', async (t) => {
    const { port, child, logged, exited } = await start(t)
    t.equal((await send(port, { path: '/readyz' })).status, 200)
    const stopping = logged('stopping')
    child.kill('SIGTERM')
    await stopping
    for (let count = 0; count < 20; count += 1) {
      t.equal((await send(port, { path: '/readyz' })).status, 503)
      await sleep(100)
    }
    t.equal((await send(port, { path: '/api/v1/faq.json' })).status, 200)
    t.equal(await exited, 0)
  })
})
