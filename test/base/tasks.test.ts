import { extname } from 'node:path'
import t, { type Test } from 'tap'
import { createPace, TaskError, TaskThread, UnavailableError } from '../../src/base/tasks.ts'
import { controlClock } from '../helper.ts'

const timeout = 60_000
const tasks = JSON.stringify(import.meta.resolve(`../../src/base/tasks${extname(import.meta.filename)}`))

/** Returns a thread that runs a script, and the number of times that it was started. */
function startThread(t: Test, script: string, times = { timeoutMs: timeout, idleMs: timeout }) {
  const starts = { count: 0 }
  const count = () => {
    starts.count += 1
  }
  process.on('worker', count)
  const thread = new TaskThread(new URL(`data:text/javascript,${encodeURIComponent(script)}`), times)
  t.teardown(async () => {
    process.off('worker', count)
    await thread.close()
  })
  return { thread, starts }
}

const handle = (body: string) => `import { handleTasks } from ${tasks}; handleTasks((task) => { ${body} })`

t.test('a thread', async (t) => {
  t.test('that cannot be started is tried again after a minute', async (t) => {
    const elapse = controlClock(t)
    const { thread, starts } = startThread(t, 'throw new Error("no module")')
    const [first, second] = await Promise.all(
      [1, 2].map(() => thread.run(1).catch((error: unknown) => error))
    )
    if (!(first instanceof UnavailableError)) return t.fail(String(first))
    t.match(first, { cause: { message: 'no module' }, statusCode: 503 })
    t.equal(second, first)
    t.equal(starts.count, 2, 'a second start at once')
    elapse(59_000)
    await t.rejects(thread.run(1), first)
    t.equal(starts.count, 2)
    elapse(1000)
    await t.rejects(thread.run(1))
    t.equal(starts.count, 4)
    return undefined
  })

  t.test('rejects with the error of a task', async (t) => {
    const { thread } = startThread(t, handle('throw new Error("a wrong task")'))
    await t.rejects(thread.run(1), new TaskError('Error: a wrong task'))
  })

  t.test('that dies during each task rejects these only', async (t) => {
    const { thread, starts } = startThread(t, handle('return task === 1 ? process.exit() : task'))
    const [first, second] = await Promise.all([1, 2].map((task) => thread.run(task).catch(String)))
    t.match(first, /the thread has ended/)
    t.equal(second, 2)
    t.equal(starts.count, 3, 'a second attempt at once')
  })
})

t.test('long work yields to other work after 10 ms', async (t) => {
  const advance = controlClock(t)
  const pace = createPace()
  let hasRun = false
  setImmediate(() => {
    hasRun = true
  })
  await pace()
  t.notOk(hasRun)
  advance(10)
  await pace()
  t.ok(hasRun)
})
