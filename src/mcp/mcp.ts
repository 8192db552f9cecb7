import type { FastifyInstance } from 'fastify'
import type { LimitLog } from '../http/limit-log.ts'
import type { RepresentOptions } from '../http/represent.ts'
import type { McpContext } from './context.ts'
import { endpoint } from './endpoint.ts'
import { listIcons } from './identity.ts'
import { openLibrary } from './library.ts'
import { createLibraryTools } from './library-tools.ts'
import { createOperationTools } from './operation-tools.ts'
import { createResponder, type Responder } from './responder.ts'
import { cards } from './server-cards.ts'
import type { Tool } from './tool.ts'

/** The MCP server without HTTP. */
interface McpServer {
  tools: Tool[]
  respond: Responder['respond']
  /** Loads the SDK and builds the search index, so no request waits for them. */
  warmUp: () => Promise<void>
  close: () => void
}

/** Creates the MCP server. It counts each request that it rejects because too many others wait. */
export function createMcpServer(context: McpContext, limitLog: LimitLog): McpServer {
  const library = openLibrary(context)
  const icons = listIcons(context)
  const tools = [...createOperationTools(context), ...createLibraryTools(library)].map((tool) => ({
    ...tool,
    ...(icons.length > 0 && { icons })
  }))
  const { respond, loadSdk } = createResponder(context, tools, limitLog)
  const warmUp = async () => {
    await loadSdk()
    await library.warmUp()
  }
  return { tools, respond, warmUp, close: library.close }
}

interface Options extends RepresentOptions {
  context: McpContext
  server: McpServer
}

/** Serves an MCP server at /mcp, and the documents by which clients discover it. */
export function mcp(app: FastifyInstance, { server, ...options }: Options, done: () => void) {
  const { context, limits } = options
  app.register(endpoint, { baseUrl: context.baseUrl, respond: server.respond, limits })
  app.register(cards, { ...options, tools: server.tools })
  app.addHook('onClose', async () => server.close())
  done()
}
