import type { FastifyInstance } from 'fastify'
import type { BodyBudget } from '../http/body-budget.ts'
import type { Sending } from '../http/send.ts'
import { cards } from './cards.ts'
import { endpoint } from './endpoint.ts'
import type { Source } from './source.ts'

interface Options extends Sending {
  source: Source
  bodies: BodyBudget
}

/** The MCP server at /mcp and the documents by which it is found. */
export function mcp(app: FastifyInstance, options: Options, done: () => void) {
  app.register(endpoint, options)
  app.register(cards, options)
  done()
}
