import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import type { App } from './app.ts'
import { InputError } from './base/problem.ts'

// Delays the preparation, so it does not slow down the first requests after a start.
const prepareDelayMs = 1000

// A reload takes longer if, for example, a network file system hangs.
const maxReloadMs = 60_000

const now = () => Math.round(performance.now())

/** The app that serves now. A reload replaces it with a second one, which is built while the first one serves. */
export function createCurrentApp(
  first: App,
  { rebuild, logger }: { rebuild: (previous: App) => Promise<App>; logger: FastifyBaseLogger }
) {
  let current = first
  const reloads = { success: 0, failure: 0 }
  const logFailure = (message: string) => (error: unknown) => logger.error({ err: error }, message)

  /** Never rejects. */
  async function prepareSoon(): Promise<void> {
    const { prepare } = current
    await sleep(prepareDelayMs, undefined, { ref: false })
    const started = now()
    await prepare().then(
      () => logger.info({ ms: now() - started }, 'prepared'),
      logFailure('preparation failed')
    )
  }

  /** Never rejects: logs why if it fails. */
  async function reload(): Promise<void> {
    const started = now()
    const previous = current
    const rebuilding = rebuild(previous)
    let timer: NodeJS.Timeout | undefined
    const timeout = new Promise<never>((_resolve, reject) => {
      timer = setTimeout(reject, maxReloadMs, new Error(`took longer than ${maxReloadMs / 1000} s`))
    })
    try {
      current = await Promise.race([rebuilding, timeout])
      reloads.success += 1
      logger.info({ ms: now() - started }, 'reloaded')
      void prepareSoon()
    } catch (error) {
      rebuilding.then((late) => late.close()).catch(() => {})
      reloads.failure += 1
      const reason = error instanceof InputError ? { problems: error.lines } : { err: error }
      logger.error(reason, 'reload failed, still serving the previous data')
      return
    } finally {
      // The timer would keep the app in memory.
      clearTimeout(timer)
    }
    await previous.close().catch(logFailure('closing the previous app failed'))
  }

  return { app: () => current, reloads, reload, prepareSoon }
}
