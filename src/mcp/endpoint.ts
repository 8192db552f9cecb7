import type { IncomingMessage } from 'node:http'
import type {
  FastifyError,
  FastifyInstance,
  FastifyReply,
  FastifyRequest,
  RouteGenericInterface
} from 'fastify'
import { BodyError } from '../http/body-budget.ts'
import type { Limits } from '../http/limits.ts'
import { memoise } from '../http/memoise.ts'
import type { UnsentBodies } from '../http/unsent-bodies.ts'
import { parseWeights } from '../http/weights.ts'
import { accessOf } from './access.ts'
import type { Answerer } from './answer.ts'
import { codes, type Reply, refuse } from './response.ts'

const allow = 'POST, OPTIONS'
const config = {
  cors: {
    methods: allow,
    allowedHeaders: 'Content-Type, MCP-Protocol-Version, Mcp-Method, Mcp-Name, Mcp-Session-Id, Last-Event-ID'
  }
}
const reasons = new Map([[415, 'Invalid request: send one JSON-RPC message as application/json.']])

interface Options {
  baseUrl: string
  answer: Answerer['answer']
  limits: Limits
}

/** /mcp: Streamable HTTP without sessions and streams (MCP, transports). Whatever is wrong is a JSON-RPC error. */
export function endpoint(app: FastifyInstance, { baseUrl, answer, limits }: Options, done: () => void) {
  const accessDenied = accessOf(baseUrl)
  const send = (reply: FastifyReply, made: Reply) => sendReply(reply, made, limits.unsent)
  const refuseInvalid = (reply: FastifyReply, status: number, reason: string) =>
    send(reply, refuse(status, codes.invalidRequest, reason))

  app.removeAllContentTypeParsers()
  app.addContentTypeParser('application/json', (_request: FastifyRequest, payload: IncomingMessage) =>
    limits.bodies.read(payload)
  )
  app.setErrorHandler<FastifyError>((error, request, reply) => {
    const { statusCode = 500 } = error
    if (error instanceof BodyError && statusCode === 400) reply.header('connection', 'close')
    if (error instanceof BodyError && statusCode === 503)
      return send(reply, refuse(503, codes.overloaded, error.message))
    if (statusCode < 500) return refuseInvalid(reply, statusCode, reasons.get(statusCode) ?? error.message)
    request.log.error({ err: error, method: request.method, url: request.url }, 'fault')
    return send(reply, refuse(500, codes.internal, 'Internal error: the fault is logged.'))
  })

  app.post('/mcp', {
    config,
    onRequest: (request, reply, next) => {
      const reason = accessDenied(request)
      if (reason !== undefined) refuseInvalid(reply, 403, reason)
      else if (!takesJson(request.headers.accept ?? '*/*'))
        refuseInvalid(reply, 406, 'Invalid request: answers are application/json. Accept it.')
      else next()
    },
    handler: ({ headers, body }, reply) => {
      if (typeof body !== 'string') return refuseInvalid(reply, 415, String(reasons.get(415)))
      const answered = answer(headers, body)
      return answered instanceof Promise ? answered.then((made) => send(reply, made)) : send(reply, answered)
    }
  })

  // Before the body is parsed: how a request is formed does not matter where its method is not served.
  const answerOther = (request: FastifyRequest, reply: FastifyReply) => {
    reply.header('allow', allow)
    if (request.method === 'OPTIONS') reply.code(204).send()
    else refuseInvalid(reply, 405, `Invalid request: this address answers ${allow}.`)
  }
  const others = app.supportedMethods.filter((method) => method !== 'POST')
  app.route<RouteGenericInterface, typeof config>({
    method: others,
    url: '/mcp',
    config,
    onRequest: answerOther,
    handler: answerOther
  })
  done()
}

function sendReply(reply: FastifyReply, { status, body }: Reply, unsent: UnsentBodies): FastifyReply {
  if (body === '') return reply.code(status).send()
  if (status === 503) reply.header('retry-after', '5')
  if (typeof body === 'string')
    return reply.code(status).header('content-type', 'application/json').send(body)
  const [head, rest] = body
  if (!unsent.admits(rest)) return sendReply(reply, busy, unsent)
  unsent.hold(rest, reply.raw)
  reply.code(status).headers({
    'content-type': 'application/json',
    'content-length': String(Buffer.byteLength(head) + rest.length)
  })
  // Fastify sends one body, and to make one of the two takes longer than all the rest of an answer.
  reply.hijack()
  reply.raw.writeHead(status, Object(reply.getHeaders()))
  reply.raw.write(head)
  reply.raw.end(rest)
  return reply
}

const busy = refuse(503, codes.overloaded, 'The server is busy. Try again.')

const takesJson = memoise((accept) => {
  const weights = parseWeights(accept)
  return ['application/json', 'application/*', '*/*'].some((range) => (weights.get(range) ?? 0) > 0)
})
