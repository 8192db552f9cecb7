import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Errors } from './errors.ts'
import type { Resource } from './resource.ts'

/** Sends what an address stands for, in the coding that the request asks for, or 304, or 406. */
export async function sendResource(
  request: FastifyRequest,
  reply: FastifyReply,
  resource: Resource,
  errors: Errors
) {
  const answer = await resource.answer(request.headers)
  if (answer === undefined) {
    reply.header('vary', 'Accept-Encoding')
    return errors.send(
      reply,
      406,
      'not_acceptable',
      'The body is there as br, gzip and identity. Accept one of them.'
    )
  }
  return reply.code(answer.status).headers(answer.headers).send(answer.body)
}
