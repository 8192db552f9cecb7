import type { FastifyInstance } from 'fastify'
import type { Errors } from './errors.ts'

interface Options {
  errors: Errors
  /** Whether the process takes requests: false once it is shutting down. */
  isReady: () => boolean
}

/** /healthz: the process lives; /readyz: it serves. Neither is cached, logged or documented as part of the API. */
export function health(app: FastifyInstance, { errors, isReady }: Options, done: () => void) {
  const options = { logLevel: 'error' } as const
  app.get('/healthz', options, (_request, reply) =>
    reply.header('cache-control', 'no-store').send({ status: 'ok' })
  )
  app.get('/readyz', options, (_request, reply) =>
    isReady()
      ? reply.header('cache-control', 'no-store').send({ status: 'ready' })
      : errors.send(reply.header('retry-after', '5'), 503, 'unavailable', 'The server is shutting down.')
  )
  done()
}
