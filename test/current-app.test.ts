import { mock } from 'node:test'
import t from 'tap'
import type { App } from '../src/app.ts'
import { createCurrentApp } from '../src/current-app.ts'
import { buildWhole, collectLog } from './helper.ts'

t.test('a reload leaves no timer, which would keep the app in memory', async (t) => {
  const next = await buildWhole(t)
  const { logger } = collectLog()
  const current = createCurrentApp(await buildWhole(t), { rebuild: async () => next, logger })
  const countTimers = () => process.getActiveResourcesInfo().filter((name) => name === 'Timeout').length
  const before = countTimers()
  await current.reload()
  t.equal(current.app(), next)
  t.equal(countTimers(), before)
})

t.test('a reload that hangs', async (t) => {
  const { logger, lines } = collectLog()
  const first = await buildWhole(t)
  const late = await buildWhole(t)
  let end = (_app: App) => {}
  const rebuild = () =>
    new Promise<App>((resolve) => {
      end = resolve
    })
  const current = createCurrentApp(first, { rebuild, logger })
  mock.timers.enable({ apis: ['setTimeout'] })
  t.teardown(() => mock.timers.reset())
  const reload = current.reload()
  mock.timers.tick(60_000)
  await reload

  t.test('fails after a minute', async (t) => {
    t.match(lines.at(-1), {
      msg: 'reload failed, still serving the previous data',
      err: { message: 'took longer than 60 s' }
    })
    t.equal(current.app(), first)
    t.same(current.reloads, { success: 0, failure: 1 })
  })

  t.test('closes an app that is ready too late', async (t) => {
    const closed = new Promise<void>((resolve) => {
      end({ ...late, close: async () => resolve() })
    })
    await t.resolves(closed)
    t.equal(current.app(), first)
  })
})
