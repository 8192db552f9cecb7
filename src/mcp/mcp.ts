import type { FastifyInstance } from 'fastify'
import type { RepresentOptions } from '../http/represent.ts'
import { cards } from './cards.ts'
import type { McpContext } from './context.ts'
import { endpoint } from './endpoint.ts'
import { listIcons } from './identity.ts'
import { createLibraryTools, openLibrary } from './library.ts'
import { createResponder } from './responder.ts'
import { createOperationTools, type Tool } from './tools.ts'

interface Options extends RepresentOptions {
  context: McpContext
  /** Takes the function that prepares in the background what the first requests need. */
  onWarmUp?: ((warmUp: () => Promise<void>) => void) | undefined
  /** Takes the tools. */
  onTools?: ((tools: Tool[]) => void) | undefined
}

/** Serves the MCP server at /mcp, and the documents by which clients discover it. */
export function mcp(app: FastifyInstance, { onWarmUp, onTools, ...options }: Options, done: () => void) {
  const { context, limits } = options
  const library = openLibrary(context)
  const icons = listIcons(context)
  const tools = [...createOperationTools(context), ...createLibraryTools(library)].map((tool) => ({
    ...tool,
    ...(icons.length > 0 && { icons })
  }))
  onTools?.(tools)
  const { respond, loadSdk } = createResponder(context, tools, () => limits.log.count('mcp'))
  app.register(endpoint, { baseUrl: context.baseUrl, respond, limits })
  app.register(cards, { ...options, tools })
  app.addHook('onClose', async () => library.close())
  onWarmUp?.(async () => {
    await loadSdk()
    await library.warmUp()
  })
  done()
}
