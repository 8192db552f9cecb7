import { readFileSync } from 'node:fs'
import { constants } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import t, { type Test } from 'tap'
import { send } from '../../../harness/exchange.ts'
import { run, start } from '../../process.ts'
import { amount } from '../../random.ts'
import { toolCall } from '../../requests.ts'
import { reads, underLoad } from '../load.ts'

const bit = 1n << BigInt(constants.signals.SIGHUP - 1)

/** Starts a server; resolves when it handles the signals, the last of which is SIGHUP, or after its first line of output. */
async function runUntilHandling(t: Test) {
  const server = run(t, {})
  const listening = server.logged('listening')
  const readMask = () =>
    /^SigCgt:\s*([0-9a-f]+)$/m.exec(readFileSync(`/proc/${server.child.pid}/status`, 'utf8'))?.[1]
  while (!(BigInt(`0x${readMask()}`) & bit) && server.output.length === 0) await sleep(2)
  return { ...server, listening }
}

t.test('signals during startup', async (t) => {
  t.test('reload afterwards, if it is SIGHUP', async (t) => {
    const { listening, exited, reload, stop } = await runUntilHandling(t)
    const reloaded = reload()
    t.match(await Promise.race([listening, exited]), { msg: 'listening' })
    t.match(await reloaded, { level: 30 })
    t.equal(await stop(), 0)
  })

  t.test('exit with 0, if it is SIGTERM', async (t) => {
    const { output, stop } = await runUntilHandling(t)
    t.equal(await stop(), 0)
    t.same(output, [])
  })
})

t.test('signals under load', { timeout: 600_000 }, async (t) => {
  const kinds = [...reads, () => toolCall]

  t.test('repeated SIGHUP drops no request', async (t) => {
    const { port, reload, stop } = await start(t)
    await underLoad(
      t,
      (request) => send(port, request),
      kinds,
      async () => {
        for (let count = 0; count < amount(5, 40); count += 1) await reload()
      }
    )
    t.equal(await stop(), 0)
  })

  t.test('SIGTERM drops no request from a client that polls /readyz', async (t) => {
    for (let count = 0; count < amount(1, 5); count += 1) {
      const { port, child, exited } = await start(t)
      const isReady = async () => (await send(port, { path: '/readyz' })).status === 200
      const stop = async () => {
        // The server waits for clients that have polled before.
        t.ok(await isReady())
        child.kill('SIGTERM')
        while (await isReady()) await sleep(50)
      }
      await underLoad(t, (request) => send(port, request), kinds, stop)
      t.equal(await exited, 0)
    }
  })
})
