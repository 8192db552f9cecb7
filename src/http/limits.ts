import type { FastifyBaseLogger } from 'fastify'
import { BodyBudget } from './body-budget.ts'
import { LimitLog } from './limit-log.ts'

// A file that is sent as a stream takes up to 200 KB for as long as its client reads.
const maxFiles = 100

/** A number of places, such as for files that are being sent. */
export class Places {
  readonly #onFull: () => void
  #free: number

  constructor(max: number, onFull: () => void) {
    this.#free = max
    this.#onFull = onFull
  }

  /** Takes a place and returns true, or returns false if all are taken. */
  take(): boolean {
    if (this.#free === 0) {
      this.#onFull()
      return false
    }
    this.#free -= 1
    return true
  }

  give(): void {
    this.#free += 1
  }
}

/** What all clients together may hold. One for the process: a reload must not double it. */
export interface Limits {
  log: LimitLog
  bodies: BodyBudget
  files: Places
}

/** Creates the limits; what they refuse is counted and logged. */
export function createLimits(logger: Pick<FastifyBaseLogger, 'warn'>): Limits {
  const log = new LimitLog(logger)
  return {
    log,
    bodies: new BodyBudget(() => log.count('bodies')),
    files: new Places(maxFiles, () => log.count('files'))
  }
}
