import type { FastifyReply, FastifyRequest } from 'fastify'
import { type Errors, sendError } from './errors.ts'

/** Whether a browser asks if a script of another origin may send a request (Fetch standard, CORS preflight). */
const isPreflight = ({ method, headers }: FastifyRequest) =>
  method === 'OPTIONS' && headers['access-control-request-method'] !== undefined

/** Answers 404 as JSON, but a preflight: it must succeed, or a script could not read the 404 behind it. */
export function notFound(errors: Errors, message: string) {
  const error = errors.prepare(404, 'not_found', message)
  return (request: FastifyRequest, reply: FastifyReply) => {
    if (isPreflight(request)) reply.code(204).send()
    else sendError(reply, error)
  }
}
