import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import fastifyPlugin from 'fastify-plugin'
import type { Errors } from './errors.ts'

const allow = 'GET, HEAD, OPTIONS'

/**
 * Gives each address that GET has an answer for every other method: HEAD the same without the body, OPTIONS what there
 * is, the rest 405 (RFC 9110, sections 9.3.2, 9.3.7 and 15.5.6).
 */
export const methods = fastifyPlugin((app: FastifyInstance, { errors }: { errors: Errors }, done) => {
  const others = app.supportedMethods.filter((method) => method !== 'GET' && method !== 'HEAD')

  // Before the body is parsed: how a request is formed does not matter where its method is not served.
  const answer = (request: FastifyRequest, reply: FastifyReply) => {
    reply.header('allow', allow)
    if (request.method === 'OPTIONS') reply.code(204).send()
    else errors.send(reply, 405, 'method_not_allowed', `This address is read-only. It answers ${allow}.`)
  }

  app.addHook('onRoute', function (route) {
    if (route.method !== 'GET') return
    const { routePath: url, logLevel, handler } = route
    const level = logLevel ? { logLevel } : {}
    // Fastify's own HEAD routes answer 304 with a Content-Length of 0, which is not that of the body.
    this.route({ method: 'HEAD', url, ...level, handler })
    // @fastify/cors has a route of its own for OPTIONS of everything.
    const method = url === '/*' ? others.filter((other) => other !== 'OPTIONS') : others
    this.route({ method, url, ...level, onRequest: answer, handler: answer })
  })
  app.addHook('onRequest', (request, reply, next) => {
    if (request.method === 'OPTIONS' && request.routeOptions.url === '*') answer(request, reply)
    else next()
  })
  // A method that Fastify has no route for gets here, wherever it is asked for, as does a file that has vanished.
  app.setNotFoundHandler((request, reply) => {
    if (app.supportedMethods.includes(request.method))
      errors.send(reply, 404, 'not_found', 'Nothing is here.')
    else answer(request, reply)
  })
  done()
})
