import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import t from 'tap'
import { TimedTasks } from '../src/current-app.ts'

t.test('an attempt', async (t) => {
  const discarded: string[] = []
  const discard = async (result: string) => {
    discarded.push(result)
  }

  t.test('resolves or rejects as its task does', async (t) => {
    const attempts = new TimedTasks(discard)
    t.equal(await attempts.run(async () => 'app'), 'app')
    await t.rejects(
      attempts.run(() => Promise.reject(new Error('no data'))),
      { message: 'no data' }
    )
  })

  t.test('rejects if its task hangs, and discards a late result', async (t) => {
    const attempts = new TimedTasks(discard, { maxMs: 10, maxHanging: 1 })
    let end = (_result: string) => {}
    const task = () =>
      new Promise<string>((resolve) => {
        end = resolve
      })
    await t.rejects(attempts.run(task), { message: 'took longer than 0.01 s' })
    await t.rejects(attempts.run(task), { message: '1 earlier attempts still hang' })
    end('late')
    await yieldToEventLoop()
    t.equal(await attempts.run(async () => 'next'), 'next')
    t.same(discarded, ['late'])
  })

  t.test('ignores an error of its task after the time limit', async (t) => {
    const attempts = new TimedTasks(discard, { maxMs: 10, maxHanging: 1 })
    let fail = (_error: Error) => {}
    const hanging = attempts.run(
      () =>
        new Promise((_resolve, reject) => {
          fail = reject
        })
    )
    await t.rejects(hanging, { message: 'took longer than 0.01 s' })
    fail(new Error('late'))
    await yieldToEventLoop()
    t.equal(await attempts.run(async () => 'next'), 'next')
  })
})
