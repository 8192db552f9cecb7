import type { FastifyBaseLogger } from 'fastify'
import { BodyBudget } from './body-budget.ts'
import { LimitLog } from './limit-log.ts'

// A file that is sent as a stream takes up to 200 KB for as long as its client reads.
const maxFiles = 100

/** The places for files that are being sent. */
export class FilePlaces {
  readonly #limitLog: LimitLog
  #free: number

  constructor(max: number, limitLog: LimitLog) {
    this.#free = max
    this.#limitLog = limitLog
  }

  /** Takes a place and returns true, or returns false if all are taken. */
  take(): boolean {
    if (this.#free === 0) {
      this.#limitLog.count('files')
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
  files: FilePlaces
}

/** Creates the limits; what they refuse is counted and logged. */
export function createLimits(logger: Pick<FastifyBaseLogger, 'warn'>): Limits {
  const log = new LimitLog(logger)
  return {
    log,
    bodies: new BodyBudget(log),
    files: new FilePlaces(maxFiles, log)
  }
}
