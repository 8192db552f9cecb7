import type { FastifyInstance } from 'fastify'
import type { Responding } from '../http/represent.ts'
import { createAnswerer } from './answer.ts'
import { cards } from './cards.ts'
import { endpoint } from './endpoint.ts'
import { openLibrary } from './library.ts'
import type { Source } from './source.ts'
import { toolsOf } from './tools.ts'

interface Options extends Responding {
  source: Source
  /** Takes the function that prepares in the background what the first requests would wait for. */
  onWarmUp?: ((warmUp: () => Promise<void>) => void) | undefined
}

/** The MCP server at /mcp and the documents by which it is found. */
export function mcp(app: FastifyInstance, { onWarmUp, ...options }: Options, done: () => void) {
  const { source, limits } = options
  const library = openLibrary(source)
  const tools = toolsOf(source, library)
  const { answer, load } = createAnswerer(source, tools, () => limits.log.count('mcp'))
  app.register(endpoint, { baseUrl: source.baseUrl, answer, limits })
  app.register(cards, { ...options, tools })
  app.addHook('onClose', async () => library.close())
  onWarmUp?.(async () => {
    await load()
    await library.warmUp()
  })
  done()
}
