import { setTimeout as sleep, setImmediate as yieldToEventLoop } from 'node:timers/promises'
import t, { type Test } from 'tap'
import { Errors } from '../../src/http/errors.ts'
import { monitorEventLoopLag, shedLoad } from '../../src/http/server.ts'
import { baseUrl, build, controlClock, createGate, listen } from '../helper.ts'

const limits = { intervalMs: 1, maxLagMs: 50, maxLateChecks: 3 }

/** Returns a function that makes several checks in a row late, on a clock that runs only there. */
function controlDelays(t: Test) {
  const advance = controlClock(t)
  return async (times: number) => {
    for (let count = 0; count < times; count += 1) {
      advance(limits.maxLagMs * 2)
      // Timers of one length run in the order of their start, so exactly one check runs before this one.
      await sleep(limits.intervalMs)
    }
  }
}

t.test('an overload', async (t) => {
  t.test('is declared after several late checks in a row, not one', async (t) => {
    const changes: boolean[] = []
    const isOverloaded = monitorEventLoopLag((change) => changes.push(change), limits)
    const delay = controlDelays(t)
    await delay(1)
    t.notOk(isOverloaded(), 'after one delay')
    await sleep(limits.intervalMs)
    await delay(2)
    t.notOk(isOverloaded(), 'after two more, because one in between was on time')
    await delay(1)
    t.ok(isOverloaded(), 'after several delays in a row')
    t.same(changes, [true])
    while (isOverloaded()) await yieldToEventLoop()
    t.same(changes, [true, false])
  })

  t.test('returns 503 at once, except for health checks, and ends when the loop recovers', async (t) => {
    const app = await build(t)
    const end = createGate()
    const isOverloaded = monitorEventLoopLag((change) => change || end.open(), limits)
    let isForced = false
    const listener = shedLoad(() => isForced || isOverloaded(), new Errors(baseUrl), app.routing)
    const url = await listen(t, listener)
    t.equal((await fetch(`${url}/api/v1/faq.json`)).status, 200)
    await controlDelays(t)(3)
    isForced = isOverloaded()
    t.ok(isForced)
    for (const path of ['/api/v1/faq.json', '/', '/llms.txt', '/nothing']) {
      const response = await fetch(url + path)
      t.equal(response.status, 503)
      t.match(Object.fromEntries(response.headers), {
        'retry-after': '5',
        'cache-control': 'no-store',
        'access-control-allow-origin': '*',
        'content-type': 'application/json; charset=utf-8'
      })
      t.match(await response.json(), {
        error: { code: 'unavailable', message: 'The server is overloaded. Try again.' }
      })
    }
    const head = await fetch(url, { method: 'HEAD' })
    t.equal(head.status, 503)
    t.equal(await head.text(), '')
    t.equal((await fetch(`${url}/healthz`)).status, 200)
    t.equal((await fetch(`${url}/readyz`)).status, 200)
    await end.opened
    isForced = false
    t.equal((await fetch(`${url}/api/v1/faq.json`)).status, 200, 'after the loop has recovered')
  })
})
