import type { FastifyInstance } from 'fastify'
import { memoiseAsync } from '../http/memoise.ts'
import type { Queue } from '../http/queue.ts'
import type { RepresentOptions } from '../http/represent.ts'
import type { SurfaceContext } from '../surfaces/surface-context.ts'
import { endpoint } from './endpoint.ts'
import { listIcons } from './identity.ts'
import { openLibrary } from './library.ts'
import { createLibraryTools } from './library-tools.ts'
import { createOperationTools } from './operation-tools.ts'
import type { ReadSkill } from './resources.ts'
import { createResponder, type Respond } from './responder.ts'
import { cards } from './server-cards.ts'
import type { Tool } from './tool.ts'

/** The MCP server without HTTP. */
interface McpServer {
  tools: Tool[]
  respond: Respond
  /** Loads the SDK and builds the search index, so no request waits for them. */
  warmUp: () => Promise<void>
  close: () => void
}

/** Creates the MCP server. It rejects requests for which the queue has no room. */
export function createMcpServer(context: SurfaceContext, readSkill: ReadSkill, queue: Queue): McpServer {
  const library = openLibrary(context)
  const icons = listIcons(context)
  const tools = [...createOperationTools(context), ...createLibraryTools(library, context.business)].map(
    (tool) => ({
      ...tool,
      ...(icons.length > 0 && { icons })
    })
  )
  // Imported lazily: the SDK blocks the event loop for 155 ms and takes 14 to 25 MB.
  const loadSdk = memoiseAsync(async () => {
    const { createSdkHandler } = await import('./sdk.ts')
    return createSdkHandler(context, tools, readSkill)
  })
  const warmUp = async () => {
    await loadSdk()
    await library.warmUp()
  }
  return { tools, respond: createResponder(context, loadSdk, queue), warmUp, close: library.close }
}

interface Options extends RepresentOptions {
  context: SurfaceContext
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
