import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import fastifyPlugin from 'fastify-plugin'
import type { Errors } from './errors.ts'

/** Answers 404 where nothing is, before a body is looked at: how it is formed does not matter there. */
export const notFound = fastifyPlugin(
  (app: FastifyInstance, { errors, message }: { errors: Errors; message: string }, done) => {
    const answer = async (_request: FastifyRequest, reply: FastifyReply) =>
      errors.send(reply, 404, 'not_found', message)
    app.setNotFoundHandler(answer)
    app.addHook('onRequest', async (request, reply) => (request.is404 ? answer(request, reply) : undefined))
    done()
  }
)
