import type { FastifyInstance } from 'fastify'
import fastifyPlugin from 'fastify-plugin'

/** Logs one line per response, except on routes whose log level is above info. */
export const accessLog = fastifyPlugin((app: FastifyInstance, _options, done) => {
  app.addHook('onResponse', (request, reply, next) => {
    request.log.info(
      {
        ip: request.ip,
        method: request.method,
        url: request.url,
        status: reply.statusCode,
        bytes: Number(reply.getHeader('content-length') ?? 0),
        ms: Math.round(reply.elapsedTime * 1000) / 1000,
        agent: request.headers['user-agent']
      },
      'response'
    )
    next()
  })
  done()
})
