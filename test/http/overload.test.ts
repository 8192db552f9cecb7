import { setImmediate as turn } from 'node:timers/promises'
import t from 'tap'
import { Errors } from '../../src/http/errors.ts'
import { shedLoad, watchDelay } from '../../src/http/overload.ts'
import { baseUrl, build, listen } from '../helper.ts'

const limits = { interval: 1, limit: 50, times: 3 }

/** Keeps the event loop from everything else. */
async function delay(milliseconds: number, times: number) {
  for (let count = 0; count < times; count += 1) {
    const started = performance.now()
    while (performance.now() - started < milliseconds);
    // The timers come first in the next turn.
    await turn()
  }
}

t.test('an overload', async (t) => {
  t.test('is a loop that is late several times in a row, not once', async (t) => {
    const changes: boolean[] = []
    const { isOverloaded, end } = watchDelay((change) => changes.push(change), limits)
    t.teardown(end)
    await delay(150, 1)
    t.notOk(isOverloaded(), 'one delay')
    await delay(150, 4)
    t.ok(isOverloaded(), 'one after the other')
    t.same(changes, [true])
    while (isOverloaded()) await turn()
    t.same(changes, [true, false])
  })

  t.test('returns 503 at once, except for health checks, and ends by itself', async (t) => {
    const app = await build(t)
    let notice = () => {}
    const over = new Promise<void>((resolve) => {
      notice = resolve
    })
    const { isOverloaded, end } = watchDelay((change) => change || notice(), limits)
    t.teardown(end)
    let isHeld = false
    const url = await listen(
      t,
      shedLoad(() => isHeld || isOverloaded(), new Errors(baseUrl), app.routing)
    )
    t.equal((await fetch(`${url}/api/v1/faq.json`)).status, 200)
    await delay(150, 4)
    isHeld = isOverloaded()
    t.ok(isHeld)
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
    await over
    isHeld = false
    t.equal((await fetch(`${url}/api/v1/faq.json`)).status, 200, 'once the loop keeps up')
  })
})
