import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Errors } from './errors.ts'
import type { Kept } from './kept.ts'
import type { Answerable } from './resource.ts'

/** What sending a resource needs besides the resource. */
export interface Sending {
  kept: Kept
  errors: Errors
}

/** Sends what stands at a path, as the request asks for it, or 304, or 406, and keeps it. */
export async function sendResource(
  request: FastifyRequest,
  reply: FastifyReply,
  { kept, errors }: Sending,
  path: string,
  resource: Answerable
) {
  const answer = await resource.answer(request.headers)
  if (answer.status === 406) {
    return errors.send(reply.header('vary', answer.vary), 406, 'not_acceptable', answer.message)
  }
  kept.set(path, resource)
  return reply.code(answer.status).headers(answer.headers).send(answer.body)
}
