import { setTimeout as sleep, setImmediate as yieldToEventLoop } from 'node:timers/promises'
import t from 'tap'
import { Readiness } from '../../src/http/health.ts'
import { controlClock } from '../helper.ts'

// test/process/server.test.ts has the responses during a shutdown.
const isDone = (promise: Promise<unknown>) =>
  Promise.race([promise.then(() => true), yieldToEventLoop(false)])

t.test('the drain', async (t) => {
  t.test('ends at once if nobody has probed readiness, or not recently', async (t) => {
    t.equal(await isDone(new Readiness().drain(60_000)), true)
    const advance = controlClock(t)
    const readiness = new Readiness({ probeWindowMs: 15_000, drainMs: 60_000 })
    t.equal(readiness.probe(), true)
    advance(15_001)
    t.equal(await isDone(readiness.drain(60_000)), true)
  })

  t.test('takes a fixed time, however often a client probes readiness', async (t) => {
    const drainMs = 100
    const readiness = new Readiness({ probeWindowMs: 60_000, drainMs })
    readiness.probe()
    // Timers of one length end in the order of their start.
    const ended: string[] = []
    const record = (name: string, timer: Promise<unknown>) => timer.then(() => ended.push(name))
    const before = record('a timer from before', sleep(drainMs))
    const drain = record('the drain', readiness.drain(60_000))
    for (let count = 0; count < 10; count += 1) t.equal(readiness.probe(), false)
    await yieldToEventLoop()
    t.equal(readiness.probe(), false)
    await Promise.all([before, drain, record('a timer from after', sleep(drainMs))])
    t.same(ended, ['a timer from before', 'the drain', 'a timer from after'])
  })

  t.test('takes no longer than its limit', async (t) => {
    const readiness = new Readiness({ probeWindowMs: 60_000, drainMs: 600_000 })
    readiness.probe()
    t.equal(await readiness.drain(1), undefined)
  })
})
