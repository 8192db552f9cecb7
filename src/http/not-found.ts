import type { FastifyReply, FastifyRequest } from 'fastify'
import { type Errors, sendError } from './errors.ts'

/** Returns whether a browser asks if a script of another origin may send a request (Fetch standard, CORS preflight). */
const isPreflight = ({ method, headers }: FastifyRequest) =>
  method === 'OPTIONS' && headers['access-control-request-method'] !== undefined

/** Returns a handler that sends a JSON 404. A preflight gets 204, because otherwise a script could not read the 404. */
export function notFound(errors: Errors, message: string) {
  const error = errors.prepare(404, 'not_found', message)
  return (request: FastifyRequest, reply: FastifyReply) => {
    if (isPreflight(request)) reply.code(204).send()
    else sendError(reply, error)
  }
}
