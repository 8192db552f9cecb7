import { setTimeout as sleep } from 'node:timers/promises'
import t from 'tap'
import { type HttpRequest, isSuccess, send } from '../../../harness/exchange.ts'

import { start } from '../../process.ts'
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
