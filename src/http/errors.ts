import type { RequestListener } from 'node:http'
import { type Static, Type } from '@sinclair/typebox'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { publicHeaders } from './headers.ts'

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

export const statuses = {
  bad_request: 400,
  not_found: 404,
  method_not_allowed: 405,
  not_acceptable: 406,
  internal_error: 500,
  unavailable: 503
} as const

type ErrorCode = keyof typeof statuses

/** The message of a 503, because the server has reached a limit that all clients share. */
export const busy = 'The server is busy. Try again.'

/** Creates and sends all JSON errors; each links to the developer page on `baseUrl`, which explains them. */
export class Errors {
  readonly #docs: string
  /** Returns the public headers, and the headers of the version in the path of a URL. */
  readonly headersOf: (url: string) => Record<string, string>

  constructor(baseUrl: string, ownHeadersOf: Errors['headersOf'] = () => ({})) {
    this.#docs = `${baseUrl}/developers/#errors`
    this.headersOf = (url) => ({ ...publicHeaders, ...ownHeadersOf(url) })
  }

  body(code: ErrorCode, message: string): Static<typeof ErrorBody> {
    return { error: { code, message, docs: this.#docs } }
  }

  create(
    code: ErrorCode,
    message: string,
    status: number = statuses[code],
    extraHeaders: Record<string, string> = {}
  ) {
    const body = Buffer.from(JSON.stringify(this.body(code, message)))
    const headers: Record<string, string> = {
      // A 404 may be cached as long as a 200; other errors are transient.
      'cache-control': status === 404 ? 'public, max-age=300' : 'no-store',
      'content-type': 'application/json; charset=utf-8',
      'content-length': String(body.length),
      ...(status === 503 && { 'retry-after': '5' }),
      ...extraHeaders
    }
    return { status, headers, body }
  }

  createListener(...error: Parameters<Errors['create']>): RequestListener {
    const { status, headers, body } = this.create(...error)
    const allHeaders = { ...publicHeaders, ...headers }
    return ({ method }, response) => {
      response.writeHead(status, allHeaders).end(method === 'HEAD' ? undefined : body)
    }
  }

  /** Sends an error in place of a response, whose headers may be set. */
  send(reply: FastifyReply, ...error: Parameters<Errors['create']>): FastifyReply {
    return reply.send(this.replace(reply, ...error))
  }

  /** Turns a reply into an error, which keeps only the headers that depend on the request. Returns the body. */
  replace(reply: FastifyReply, ...error: Parameters<Errors['create']>): Buffer {
    for (const name of Object.keys(reply.getHeaders()))
      if (!/^(?:vary$|access-control-)/.test(name)) reply.removeHeader(name)
    const { status, headers, body } = this.create(...error)
    reply.code(status).headers({ ...this.headersOf(reply.request.url), ...headers })
    return body
  }

  /** Sends 500 for an unexpected error, which is logged, or 503 for an error with that status, which is logged already. */
  handle(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
    if (error instanceof Error && 'statusCode' in error && error.statusCode === 503)
      return this.send(reply, 'unavailable', error.message)
    request.log.error({ err: error, method: request.method, url: request.url }, 'request failed')
    return this.send(reply, 'internal_error', 'The server failed. The error is logged.')
  }
}
