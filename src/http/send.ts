import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Errors } from './errors.ts'
import type { Kept } from './kept.ts'
import type { Answer, Answerable, Refusal } from './resource.ts'
import type { UnsentBodies } from './unsent-bodies.ts'

/** What sending a resource needs besides the resource. */
export interface Sending {
  kept: Kept
  errors: Errors
  unsent: UnsentBodies
}

/** Sends what stands at a path, as the request asks for it, or 304, or 406, and keeps it. */
export const sendResource = async (
  request: FastifyRequest,
  reply: FastifyReply,
  sending: Sending,
  path: string,
  resource: Answerable
) => sendAnswer(reply, sending, path, resource, await resource.answer(request.headers))

/** Sends the answer of the resource at a path, and puts the resource into the response cache. */
export function sendAnswer(
  reply: FastifyReply,
  { kept, errors, unsent }: Sending,
  path: string,
  resource: Answerable,
  answer: Answer | Refusal
) {
  if (answer.status === 406) {
    return errors.send(reply.header('vary', answer.vary), 406, 'not_acceptable', answer.message)
  }
  kept.set(path, resource)
  if (answer.body) {
    if (!unsent.admits(answer.body)) return errors.sendBusy(reply)
    unsent.hold(answer.body, reply.raw)
  }
  return reply.code(answer.status).headers(answer.headers).send(answer.body)
}
