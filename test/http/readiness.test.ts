import { setTimeout as sleep, setImmediate as turn } from 'node:timers/promises'
import t from 'tap'
import { Readiness } from '../../src/http/readiness.ts'

/** Whether a promise resolves at once. */
const isDone = (promise: Promise<unknown>) => Promise.race([promise.then(() => true), turn(false)])

t.test('the drain', async (t) => {
  t.test('ends at once if nobody asks for readiness', async (t) => {
    t.equal(await isDone(new Readiness().end(60_000)), true)
  })

  t.test('ends at once if nobody has asked lately', async (t) => {
    const readiness = new Readiness({ recent: 1, drain: 60_000 })
    t.equal(readiness.ask(), true)
    await sleep(5)
    t.equal(await isDone(readiness.end(60_000)), true)
  })

  t.test('takes its time however often somebody asks', async (t) => {
    const readiness = new Readiness({ recent: 60_000, drain: 100 })
    readiness.ask()
    const end = readiness.end(60_000)
    for (let count = 0; count < 10; count += 1) {
      t.equal(readiness.ask(), false)
      t.equal(await isDone(end), false)
    }
    await end
  })

  t.test('is no longer than its limit', async (t) => {
    const readiness = new Readiness({ recent: 60_000, drain: 600_000 })
    readiness.ask()
    t.equal(await readiness.end(1), undefined)
  })
})
