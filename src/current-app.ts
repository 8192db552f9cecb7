import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import type { App } from './app.ts'
import { InvalidDataError } from './business/loading/read-business.ts'

// Delays the preparation, so it does not slow down the first requests after a start.
const prepareDelayMs = 1000

// A reload takes longer if, for example, a network file system hangs.
const maxReloadMs = 60_000

const now = () => Math.round(performance.now())

interface Options {
  rebuild: (previous: App) => Promise<App>
  logger: FastifyBaseLogger
}

/** The app that serves now. A reload replaces it with a second one, which is built while the first one serves. */
export class CurrentApp {
  readonly #options: Options
  #app: App
  readonly reloads = { success: 0, failure: 0 }

  constructor(app: App, options: Options) {
    this.#app = app
    this.#options = options
  }

  get app(): App {
    return this.#app
  }

  /** Never rejects: logs why if it fails. */
  async reload(): Promise<void> {
    const started = now()
    const previous = this.#app
    const rebuilding = this.#options.rebuild(previous)
    const timeout = new Promise<never>((_resolve, reject) => {
      setTimeout(reject, maxReloadMs, new Error(`took longer than ${maxReloadMs / 1000} s`)).unref()
    })
    try {
      this.#app = await Promise.race([rebuilding, timeout])
      this.reloads.success += 1
      this.#options.logger.info({ ms: now() - started }, 'reloaded')
      void this.prepareSoon()
    } catch (error) {
      rebuilding.then((late) => late.close()).catch(() => {})
      this.reloads.failure += 1
      const reason = error instanceof InvalidDataError ? { problems: error.lines } : { err: error }
      this.#options.logger.error(reason, 'reload failed, still serving the previous data')
      return
    }
    await previous.close().catch(this.#logFailure('closing the previous app failed'))
  }

  /** Never rejects. */
  async prepareSoon(): Promise<void> {
    const { prepare } = this.#app
    await sleep(prepareDelayMs, undefined, { ref: false })
    const started = now()
    await prepare().then(
      () => this.#options.logger.info({ ms: now() - started }, 'prepared'),
      this.#logFailure('preparation failed')
    )
  }

  #logFailure = (message: string) => (error: unknown) => this.#options.logger.error({ err: error }, message)
}
