import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Errors } from './errors.ts'
import type { Kept } from './kept.ts'
import type { Resource } from './resource.ts'

/** What sending a resource needs besides the resource. */
export interface Sending {
  kept: Kept
  errors: Errors
}

/** Sends what stands at a path, in the coding that the request asks for, or 304, or 406, and keeps it. */
export async function sendResource(
  request: FastifyRequest,
  reply: FastifyReply,
  { kept, errors }: Sending,
  path: string,
  resource: Resource
) {
  const answer = await resource.answer(request.headers)
  if (answer === undefined) {
    const message = 'The body is there as br, gzip and identity. Accept one of them.'
    return errors.send(reply.header('vary', 'Accept-Encoding'), 406, 'not_acceptable', message)
  }
  kept.set(path, resource)
  return reply.code(answer.status).headers(answer.headers).send(answer.body)
}
