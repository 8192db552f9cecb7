import type { FastifyBaseLogger } from 'fastify'
import { BodyBudget } from './body-budget.ts'
import { LimitLog } from './limit-log.ts'
import { Queue } from './queue.ts'
import { Slots } from './slots.ts'
import { UnsentBodies } from './unsent-bodies.ts'

// Streaming a file takes up to 200 KB until its client has read it.
const maxFiles = 100

// Creating a response takes up to a few MB until it is in the response cache.
const responseQueue = { maxRunning: 16, maxWaiting: 1000 }

// Most MCP requests wait for nothing; those that wait for the index or a page must leave some for the others.
const mcpQueue = { maxRunning: 16, maxWaiting: 200 }

/** The limits that all clients share. The process has only one set, because a reload must not double them. */
export interface Limits {
  log: LimitLog
  bodies: BodyBudget
  /** The responses that stream a file. */
  files: Slots
  unsent: UnsentBodies
  /** The responses that the server is creating, because the response cache does not have them. */
  responses: Queue
  /** The MCP requests whose results are not cached. */
  mcp: Queue
}

/** Creates the limits; `log` counts and logs each time one is reached. */
export function createLimits(logger: Pick<FastifyBaseLogger, 'warn'>): Limits {
  const log = new LimitLog(logger)
  return {
    log,
    bodies: new BodyBudget(log),
    files: new Slots(maxFiles, 'files', log),
    unsent: new UnsentBodies(log),
    responses: new Queue(responseQueue, 'responses', log),
    mcp: new Queue(mcpQueue, 'mcp', log)
  }
}
