import type { RequestListener } from 'node:http'
import { type Static, Type } from '@sinclair/typebox'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { publicHeaders } from './public-headers.ts'

/** The body of every JSON error. */
export const ErrorBody = Type.Object(
  {
    error: Type.Object(
      {
        code: Type.String({
          description: 'A stable identifier for machines.',
          examples: ['not_found'],
          pattern: '^[a-z][a-z_]*$'
        }),
        message: Type.String({
          description: 'The cause of the error and its correction, for people.',
          examples: ['No such endpoint.'],
          minLength: 1
        }),
        docs: Type.Optional(
          Type.String({
            description: 'The documentation of the errors.',
            examples: ['https://business.example/developers/#errors'],
            format: 'uri'
          })
        )
      },
      { description: 'The error.' }
    )
  },
  { $id: 'Error', description: 'An error.' }
)
export type ErrorBody = Static<typeof ErrorBody>

export type ErrorCode =
  | 'bad_request'
  | 'not_found'
  | 'method_not_allowed'
  | 'not_acceptable'
  | 'internal_error'
  | 'unavailable'

/** An error response whose body is already serialized. */
interface PreparedError {
  status: number
  headers: Record<string, string>
  body: Buffer
}

const busy = 'The server is busy. Try again.'

export const sendError = (reply: FastifyReply, { status, headers, body }: PreparedError) =>
  reply.code(status).headers(headers).send(body)

/** Creates and sends all JSON errors; each links to the developer page on `baseUrl`, which explains them. */
export class Errors {
  readonly #docs: string
  readonly #headersOf: ((url: string) => Record<string, string>) | undefined

  /** `headersOf` returns the headers that all responses for a URL have in addition to the public headers. */
  constructor(baseUrl: string, headersOf?: (url: string) => Record<string, string>) {
    this.#docs = `${baseUrl}/developers/#errors`
    this.#headersOf = headersOf
  }

  body(code: ErrorCode, message: string): ErrorBody {
    return { error: { code, message, docs: this.#docs } }
  }

  /** Returns a serialized error, so a caller that sends it often can reuse it. */
  prepare(status: number, code: ErrorCode, message: string): PreparedError {
    const body = Buffer.from(JSON.stringify(this.body(code, message)))
    const headers = {
      // A 404 may be cached as long as a 200; other errors are transient.
      'cache-control': status === 404 ? 'public, max-age=300' : 'no-store',
      'content-type': 'application/json; charset=utf-8',
      'content-length': String(body.length)
    }
    return { status, headers, body }
  }

  /** Returns a listener that sends an error, for code outside Fastify. */
  createListener(
    status: number,
    code: ErrorCode,
    message: string,
    extra: Record<string, string>
  ): RequestListener {
    const { headers, body } = this.prepare(status, code, message)
    const allHeaders = { ...publicHeaders, ...headers, ...extra }
    return ({ method }, response) => {
      response.writeHead(status, allHeaders).end(method === 'HEAD' ? undefined : body)
    }
  }

  send(reply: FastifyReply, status: number, code: ErrorCode, message: string): FastifyReply {
    return sendError(reply, this.prepare(status, code, message))
  }

  /** Turns a reply that is being sent into an error and keeps only its Vary header. Returns the body. */
  replace(reply: FastifyReply, status: number, code: ErrorCode, message: string): Buffer {
    const vary = reply.getHeader('vary')
    for (const name of Object.keys(reply.getHeaders())) reply.removeHeader(name)
    const { headers, body } = this.prepare(status, code, message)
    reply.code(status).headers({
      ...publicHeaders,
      ...this.#headersOf?.(reply.request.url),
      ...(vary && { vary }),
      ...headers
    })
    return body
  }

  /** Sends 503, because the server has reached a limit that all clients share. */
  sendBusy(reply: FastifyReply): FastifyReply {
    return this.send(reply.header('retry-after', '5'), 503, 'unavailable', busy)
  }

  /** Turns a reply that is being sent into the 503 of sendBusy. Returns the body. */
  replaceBusy(reply: FastifyReply): Buffer {
    const body = this.replace(reply, 503, 'unavailable', busy)
    reply.header('retry-after', '5')
    return body
  }

  /** Sends 500 for an unexpected error. The details go to the log, not to the client. */
  handle(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
    request.log.error({ err: error, method: request.method, url: request.url }, 'request failed')
    return this.send(reply, 500, 'internal_error', 'The server failed. The error is logged.')
  }
}
