import type { FastifyBaseLogger } from 'fastify'
import { BodyBudget } from './body-budget.ts'
import { LimitLog } from './limit-log.ts'
import { Places } from './places.ts'
import { Queue } from './queue.ts'
import { UnsentBodies } from './unsent-bodies.ts'

// A file that is sent as a stream takes up to 200 KB for as long as its client reads.
const maxFiles = 100

// A response takes up to a few MB until it is in the response cache.
const maxResponses = 16
const maxWaiting = 1000

/** What all clients together may hold. One for the process: a reload must not double it. */
export interface Limits {
  log: LimitLog
  bodies: BodyBudget
  /** The responses that send a file as a stream. */
  files: Places
  unsent: UnsentBodies
  /** The responses that are made because the response cache does not have them. */
  responses: Queue
}

/** Creates the limits; what they refuse is counted and logged. */
export function createLimits(logger: Pick<FastifyBaseLogger, 'warn'>): Limits {
  const log = new LimitLog(logger)
  return {
    log,
    bodies: new BodyBudget(log),
    files: new Places(maxFiles, 'files', log),
    unsent: new UnsentBodies(log),
    responses: new Queue(maxResponses, maxWaiting)
  }
}
