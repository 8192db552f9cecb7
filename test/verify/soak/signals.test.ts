import { readFileSync } from 'node:fs'
import { constants } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import t, { type Test } from 'tap'
import { type HttpRequest, isSuccess, send } from '../../../harness/exchange.ts'
import { run, start } from '../../process.ts'
import { amount } from '../../random.ts'
import { toolCall } from '../../requests.ts'

const kinds: ((n: number) => HttpRequest)[] = [
  () => ({ path: '/api/v1/services/leads.json' }),
  (n) => ({ path: `/api/v1/faq.json?${n}`, headers: { 'accept-encoding': 'br' } }),
  () => ({ path: '/pricing/', headers: { accept: 'text/markdown' } }),
  (n) => ({ path: `/services/leads/?${n}`, headers: { 'accept-encoding': 'gzip' } }),
  () => ({ path: '/llms-full.txt' }),
  () => toolCall
]

/** Sends requests from eight clients while `goesOn` returns true; collects failures, and counts 200 responses. */
function ask(port: number, goesOn: () => boolean) {
  const failures: string[] = []
  let answered = 0
  const client = async (_: unknown, first: number) => {
    for (let n = first; goesOn(); n += 1) {
      const request = kinds[n % kinds.length]?.(n) ?? { path: '/' }
      const outcome = await send(port, request).then(
        (reply) => (isSuccess(request, reply) ? 'success' : `${reply.status} ${reply.body}`),
        ({ message }) => message
      )
      if (outcome === 'success') answered += 1
      else failures.push(`${request.path}: ${outcome}`)
    }
  }
  const clients = Promise.all(Array.from({ length: 8 }, client))
  return { failures, answered: () => answered, done: () => clients }
}

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
    const { child, listening, logged, exited } = await runUntilHandling(t)
    const reloaded = logged('reloaded')
    child.kill('SIGHUP')
    t.match(await Promise.race([listening, exited]), { msg: 'listening' })
    t.match(await reloaded, { level: 30 })
    child.kill('SIGTERM')
    t.equal(await exited, 0)
  })

  t.test('exit with 0, if it is SIGTERM', async (t) => {
    const { child, exited, output } = await runUntilHandling(t)
    child.kill('SIGTERM')
    t.equal(await exited, 0)
    t.same(output, [])
  })
})

t.test('signals under load', { timeout: 600_000 }, async (t) => {
  t.test('repeated SIGHUP under load drops no request', async (t) => {
    const { port, child, logged, exited } = await start(t)
    let isOver = false
    const load = ask(port, () => !isOver)
    for (let count = 0; count < amount(5, 40); count += 1) {
      const reloaded = logged('reloaded')
      child.kill('SIGHUP')
      await reloaded
    }
    isOver = true
    await load.done()
    t.comment(`${load.answered()} responses`)
    t.ok(load.answered() > 10)
    t.same(load.failures.slice(0, 10), [])
    child.kill('SIGTERM')
    t.equal(await exited, 0)
  })

  t.test('SIGTERM drops no request from a client that polls /readyz', async (t) => {
    for (let count = 0; count < amount(1, 5); count += 1) {
      const { port, child, exited } = await start(t)
      let isReady = true
      const probe = async () => {
        while (isReady) {
          isReady = (await send(port, { path: '/readyz' })).status === 200
          await sleep(50)
        }
      }
      const probing = probe()
      const load = ask(port, () => isReady)
      while (load.answered() < 100) await sleep(10)
      child.kill('SIGTERM')
      await probing
      await load.done()
      t.same(load.failures.slice(0, 10), [])
      t.equal(await exited, 0)
    }
  })
})
