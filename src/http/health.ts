import type { FastifyInstance } from 'fastify'
import type { Errors } from './errors.ts'

interface Options {
  errors: Errors
  /** Returns whether the process accepts requests: false once it is shutting down. */
  isReady: () => boolean
}

/** Serves the liveness (/healthz) and readiness (/readyz) probes, without caching, access log or API documentation. */
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
