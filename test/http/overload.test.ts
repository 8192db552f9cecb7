import { setTimeout as sleep, setImmediate as yieldToEventLoop } from 'node:timers/promises'
import t from 'tap'
import { Errors } from '../../src/http/errors.ts'
import { shedLoad } from '../../src/http/server.ts'
import { baseUrl, build, controlClock, createGate, listen } from '../helper.ts'

const times = { intervalMs: 1, maxLagMs: 50, maxLateChecks: 3 }
const errors = new Errors(baseUrl)

t.test('an overload', async (t) => {
  t.test('is declared after several late checks in a row, not one', async (t) => {
    const changes: boolean[] = []
    shedLoad(
      () => {},
      errors,
      (change) => changes.push(change),
      times
    )
    const advance = controlClock(t)
    const delay = async (checks: number) => {
      for (let count = 0; count < checks; count += 1) {
        advance(times.maxLagMs * 2)
        // Timers of one length run in the order of their start, so exactly one check runs before this one.
        await sleep(times.intervalMs)
      }
    }
    await delay(1)
    await sleep(times.intervalMs)
    await delay(2)
    t.same(changes, [], 'not after three delays, because a check in between was on time')
    await delay(1)
    t.same(changes, [true], 'after three in a row')
    while (changes.length < 2) await yieldToEventLoop()
    t.same(changes, [true, false])
  })

  t.test('returns 503 at once, except for health checks, and ends when the loop recovers', async (t) => {
    const app = await build(t)
    const [begin, end] = [createGate(), createGate()]
    const onChange = (hasBegun: boolean) => (hasBegun ? begin : end).open()
    const url = await listen(t, shedLoad(app.routing, errors, onChange, times))
    t.equal((await fetch(`${url}/api/v1/faq.json`)).status, 200)
    const advance = controlClock(t)
    const lagging = setInterval(() => advance(times.maxLagMs * 2), 0)
    await begin.opened
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
    clearInterval(lagging)
    await end.opened
    t.equal((await fetch(`${url}/api/v1/faq.json`)).status, 200, 'after the loop has recovered')
  })
})
