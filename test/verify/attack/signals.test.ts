import { readFileSync } from 'node:fs'
import { constants } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import t from 'tap'
import { send } from '../../../harness/exchange.ts'
import { run, start } from '../../process.ts'
import { sendManySignals } from './attacks.ts'
import { startLimited, twoRounds } from './limited-server.ts'

const bit = 1n << BigInt(constants.signals.SIGHUP - 1)

/** Resolves when a process handles the signals, the last of which is SIGHUP, or after its first line of output. */
async function waitForHandlers(pid: number, output: string[]) {
  const caughtMask = () => /^SigCgt:\s*([0-9a-f]+)$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]
  while (!(BigInt(`0x${caughtMask()}`) & bit) && output.length === 0) await sleep(2)
}

t.test('signals', async (t) => {
  t.test('SIGHUP during startup does not kill the server, and reloads afterwards', async (t) => {
    const { child, logged, exited, output } = run(t, {})
    const listening = logged('listening')
    const reloaded = logged('reloaded')
    await waitForHandlers(Number(child.pid), output)
    child.kill('SIGHUP')
    const first = await Promise.race([listening, exited])
    t.match(first, { msg: 'listening' })
    t.match(await reloaded, { level: 30 })
    child.kill('SIGTERM')
    t.equal(await exited, 0)
  })

  t.test('SIGTERM during startup exits with 0', async (t) => {
    const { child, exited, output } = run(t, {})
    await waitForHandlers(Number(child.pid), output)
    child.kill('SIGTERM')
    t.equal(await exited, 0)
    t.same(output, [])
  })

  t.test('100 simultaneous SIGHUPs reload at most twice', async (t) => {
    const server = await startLimited(t)
    await twoRounds(t, server, () => sendManySignals(server, t))
    const reloads = server.log.filter(({ msg }) => msg === 'reloaded').length
    t.ok(reloads <= 4, `${reloads} reloads in two rounds`)
  })

  t.test('a client that polls /readyz cannot shorten the drain after SIGTERM', async (t) => {
    const drainHeld = { NODE_OPTIONS: '--import=./test/held-drain.mjs' }
    const { port, child, logged, exited } = await start(t, drainHeld)
    t.equal((await send(port, { path: '/readyz' })).status, 200)
    const stopping = logged('stopping')
    child.kill('SIGTERM')
    await stopping
    for (let count = 0; count < 20; count += 1) t.equal((await send(port, { path: '/readyz' })).status, 503)
    t.equal((await send(port, { path: '/api/v1/faq.json' })).status, 200)
    child.kill('SIGUSR2')
    t.equal(await exited, 0)
  })
})
