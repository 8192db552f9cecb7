import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import type { App } from './app.ts'
import { InvalidDataError } from './business/loading/read-business.ts'

// Delays the preparation, so it does not slow down the first requests after a start.
const prepareDelayMs = 1000

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

  /** Builds the app from the current files, and serves it if that succeeds. Logs why if it fails. */
  async reload(): Promise<void> {
    const started = now()
    const previous = this.#app
    try {
      this.#app = await limitTime(this.#options.rebuild(previous), (late) => late.close())
      this.reloads.success += 1
      this.#options.logger.info({ ms: now() - started }, 'reloaded')
      void this.prepareSoon()
    } catch (error) {
      this.reloads.failure += 1
      const reason = error instanceof InvalidDataError ? { problems: error.lines } : { err: error }
      this.#options.logger.error(reason, 'reload failed, still serving the previous data')
      return
    }
    await previous.close().catch(this.#logFailure('closing the previous app failed'))
  }

  /** Prepares the app a little later, so no request waits for it. Never rejects. */
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

const maxReloadMs = 60_000

/** Rejects if a task takes too long, such as reading from a network file system. `discard` gets a late result. */
async function limitTime<Result>(task: Promise<Result>, discard: (late: Result) => unknown): Promise<Result> {
  let timer: NodeJS.Timeout | undefined
  const timeout = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => {
      task.then(discard).catch(() => {})
      reject(new Error(`took longer than ${maxReloadMs / 1000} s`))
    }, maxReloadMs)
  })
  return Promise.race([task, timeout]).finally(() => clearTimeout(timer))
}
