import type { IncomingMessage, OutgoingHttpHeaders } from 'node:http'
import type {
  FastifyError,
  FastifyInstance,
  FastifyReply,
  FastifyRequest,
  RouteGenericInterface
} from 'fastify'
import { BodyError } from '../http/body-budget.ts'
import { busy } from '../http/errors.ts'
import type { Limits } from '../http/limits.ts'
import type { UnsentBodies } from '../http/unsent-bodies.ts'
import { createHeaderReader } from '../http/weights.ts'
import { createAccessCheck } from './access.ts'
import { createError, errorCodes, type McpResponse } from './message.ts'
import type { Respond } from './responder.ts'

const allow = 'POST, OPTIONS'
const config = {
  cors: {
    methods: allow,
    allowedHeaders: 'Content-Type, MCP-Protocol-Version, Mcp-Method, Mcp-Name, Mcp-Session-Id, Last-Event-ID'
  }
}
const unsupportedType = 'send one JSON-RPC message as application/json.'

interface Options {
  baseUrl: string
  respond: Respond
  limits: Limits
}

/** Serves /mcp: Streamable HTTP without sessions and streams (MCP, transports). Every error is a JSON-RPC error. */
export function endpoint(app: FastifyInstance, { baseUrl, respond, limits }: Options, done: () => void) {
  const findAccessError = createAccessCheck(baseUrl)
  const send = (reply: FastifyReply, response: McpResponse) => sendResponse(reply, response, limits.unsent)
  const reject = (reply: FastifyReply, status: number, reason: string) =>
    send(reply, createError(status, errorCodes.invalidRequest, `Invalid request: ${reason}`))

  app.removeAllContentTypeParsers()
  app.addContentTypeParser('application/json', (_request: FastifyRequest, payload: IncomingMessage) =>
    limits.bodies.read(payload)
  )
  app.setErrorHandler<FastifyError>((error, request, reply) => {
    const { statusCode = 500 } = error
    // Fastify closes the connection after a body that was not read. A client or proxy that is still sending the rest of a
    // long body could then lose the response, so the server discards the rest, within limits (unread-bodies.ts).
    if (error instanceof BodyError && statusCode !== 400) reply.removeHeader('connection')
    if (error instanceof BodyError && statusCode === 503)
      return send(reply, createError(503, errorCodes.overloaded, error.message))
    if (statusCode < 500)
      return reject(reply, statusCode, statusCode === 415 ? unsupportedType : error.message)
    request.log.error({ err: error, method: request.method, url: request.url }, 'MCP request failed')
    return send(reply, createError(500, errorCodes.internal, 'Internal error: the server log has the cause.'))
  })

  app.post('/mcp', {
    config,
    onRequest: (request, reply, next) => {
      const accessError = findAccessError(request)
      if (accessError !== undefined) reject(reply, 403, accessError)
      else if (!acceptsJson(request.headers.accept ?? '*/*'))
        reject(reply, 406, 'responses are application/json. Include it in Accept.')
      else next()
    },
    handler: ({ headers, body }, reply) => {
      if (typeof body !== 'string') return reject(reply, 415, unsupportedType)
      const response = respond(headers, body)
      return response instanceof Promise ? response.then((late) => send(reply, late)) : send(reply, response)
    }
  })

  // Runs before body parsing: rejects an unsupported method without reading the body.
  const rejectMethod = (request: FastifyRequest, reply: FastifyReply) => {
    reply.header('allow', allow)
    if (request.method === 'OPTIONS') reply.code(204).send()
    else reject(reply, 405, `this URL supports ${allow}.`)
  }
  const otherMethods = app.supportedMethods.filter((method) => method !== 'POST')
  app.route<RouteGenericInterface, typeof config>({
    method: otherMethods,
    url: '/mcp',
    config,
    onRequest: rejectMethod,
    handler: rejectMethod
  })
  done()
}

function sendResponse(
  reply: FastifyReply,
  { status, body }: McpResponse,
  unsent: UnsentBodies
): FastifyReply {
  if (body === '') return reply.code(status).send()
  if (status === 503) reply.header('retry-after', '5')
  if (status >= 400) reply.header('cache-control', 'no-store')
  if (typeof body === 'string')
    return reply.code(status).header('content-type', 'application/json').send(body)
  const [head, result] = body
  if (!unsent.admits(result)) return sendResponse(reply, busyResponse, unsent)
  unsent.hold(result, reply.raw)
  // Fastify sends one body, and joining the two parts takes longer than the rest of a response.
  reply.hijack()
  const headers: OutgoingHttpHeaders = {
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(head) + result.length
  }
  for (const [name, value] of Object.entries(reply.getHeaders())) headers[name] = value
  reply.raw.writeHead(status, headers)
  reply.raw.write(head)
  reply.raw.end(result)
  return reply
}

const busyResponse = createError(503, errorCodes.overloaded, busy)

/** Returns whether Accept allows JSON. A header that is too long to parse allows everything, as for pages. */
const acceptsJson = createHeaderReader(
  (weights) => ['application/json', 'application/*', '*/*'].some((range) => (weights.get(range) ?? 0) > 0),
  true
)
