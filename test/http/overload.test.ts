import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import t from 'tap'
import { Errors } from '../../src/http/errors.ts'
import { shedLoad, watchDelay } from '../../src/http/overload.ts'
import { baseUrl, build, listen } from '../helper.ts'

const limits = { interval: 1, limit: 50, times: 3 }

/** Blocks the event loop several times. */
async function block(milliseconds: number, times: number) {
  for (let count = 0; count < times; count += 1) {
    const started = performance.now()
    while (performance.now() - started < milliseconds);
    // Lets the timers run.
    await yieldToEventLoop()
  }
}

t.test('an overload', async (t) => {
  t.test('is declared after several late checks in a row, not one', async (t) => {
    const changes: boolean[] = []
    const { isOverloaded, stop } = watchDelay((change) => changes.push(change), limits)
    t.teardown(stop)
    await block(150, 1)
    t.notOk(isOverloaded(), 'after one delay')
    await block(150, 4)
    t.ok(isOverloaded(), 'after several delays in a row')
    t.same(changes, [true])
    while (isOverloaded()) await yieldToEventLoop()
    t.same(changes, [true, false])
  })

  t.test('returns 503 at once, except for health checks, and ends when the loop recovers', async (t) => {
    const app = await build(t)
    let notifyEnd = () => {}
    const overloadEnd = new Promise<void>((resolve) => {
      notifyEnd = resolve
    })
    const { isOverloaded, stop } = watchDelay((change) => change || notifyEnd(), limits)
    t.teardown(stop)
    let isForced = false
    const url = await listen(
      t,
      shedLoad(() => isForced || isOverloaded(), new Errors(baseUrl), app.routing)
    )
    t.equal((await fetch(`${url}/api/v1/faq.json`)).status, 200)
    await block(150, 4)
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
    await overloadEnd
    isForced = false
    t.equal((await fetch(`${url}/api/v1/faq.json`)).status, 200, 'after the loop has recovered')
  })
})
