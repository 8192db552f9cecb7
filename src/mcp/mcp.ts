import type { FastifyInstance, FastifyReply, FastifyRequest, RouteGenericInterface } from 'fastify'
import { once } from '../base/cache.ts'
import { listPlaces } from '../business/opening-hours.ts'
import { apiUrl, type Context } from '../context/context.ts'
import { busy } from '../http/errors.ts'
import type { Limits } from '../http/limits.ts'
import type { RepresentOptions } from '../http/represent.ts'
import { listEdgeFiles } from './edge-files.ts'
import { cards, introduce } from './identity.ts'
import { openLibrary } from './library.ts'
import type { Features } from './methods.ts'
import { createOperationTools } from './operation-tools.ts'
import { createPrompts } from './prompts.ts'
import { createResources } from './resources.ts'
import { cors, createOverload, createResponder, failure, headersOf, type McpResponse } from './responder.ts'

export { createRegistryEntry } from './identity.ts'

/** Creates the MCP server, without HTTP. It rejects requests for which the queue has no room. */
export function createMcpServer(context: Context, queue: Limits['mcp']) {
  const library = openLibrary(context)
  const introduction = introduce(context)
  const { icons } = introduction.identity
  const tools = [...createOperationTools(context), ...library.tools]
  const features: Features = {
    tools: icons ? tools.map((tool) => ({ ...tool, icons })) : tools,
    prompts: createPrompts(context),
    ...createResources(context)
  }
  // Imported lazily: the SDK blocks the event loop for 155 ms and takes 14 to 25 MB.
  const loadSdk = once(async () => {
    const { createSdkHandler } = await import('./sdk.ts')
    return createSdkHandler(introduction)
  })
  const warmUp = async () => {
    await loadSdk()
    await library.openIndex()
  }
  const dated = context.operations.find(({ hasHours }) => hasHours)
  const listFiles = () =>
    listEdgeFiles({
      introduction,
      hours: dated && { places: listPlaces(context.business.profile), url: apiUrl(context, dated) },
      features,
      writeSearch: async () => (await library.openIndex()).write()
    })
  const respond = createResponder(context, features, loadSdk, queue)
  return { tools: features.tools, respond, warmUp, listFiles }
}

interface Options extends RepresentOptions {
  context: Context
  server: ReturnType<typeof createMcpServer>
}

/** Serves an MCP server at /mcp, and the documents by which clients discover it. */
export async function mcp(app: FastifyInstance, options: Options) {
  app.register(endpoint, options)
  app.register(cards, { ...options, tools: options.server.tools })
}

const config = { cors }

/** Serves /mcp: Streamable HTTP without sessions and streams (MCP, transports). Every error is a JSON-RPC error. */
async function endpoint(app: FastifyInstance, { server, limits }: Options) {
  const send = (reply: FastifyReply, response: McpResponse): FastifyReply => {
    const { status, body } = response
    reply.headers(headersOf(response))
    if (typeof body === 'string') return reply.code(status).send(body || undefined)
    const [head, result] = body
    if (!limits.unsent.tryHold(result, reply.raw)) return send(reply, createOverload(busy))
    // The access log reads the length from the reply.
    reply.header('content-length', Buffer.byteLength(head) + result.length)
    // Fastify sends one body, and joining the two parts takes longer than the rest of a response.
    reply.hijack()
    reply.raw.writeHead(status, Object.fromEntries(Object.entries(reply.getHeaders())))
    reply.raw.write(head)
    reply.raw.end(result)
    return reply
  }

  app.setErrorHandler((error, request, reply) => {
    request.log.error({ err: error, method: request.method, url: request.url }, 'MCP request failed')
    return send(reply, failure)
  })

  // A hook, because Fastify would read the body before a handler.
  const handler = async ({ raw, method, headers }: FastifyRequest, reply: FastifyReply) => {
    let release = () => {}
    const readBody = async () => {
      const body = await limits.readBody(raw)
      release = body.release
      return body.text
    }
    try {
      return send(reply, await server.respond({ method, headers, readBody }))
    } finally {
      if (reply.raw.destroyed) release()
      else reply.raw.once('close', () => release())
    }
  }
  // A client may have a URL that a person typed, with a slash at its end.
  for (const url of ['/mcp', '/mcp/'])
    app.all<RouteGenericInterface, typeof config>(url, { config, onRequest: handler, handler })
}
