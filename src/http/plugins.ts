import fastifyCors from '@fastify/cors'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import fastifyPlugin from 'fastify-plugin'
import type { Errors } from './errors.ts'
import { allow, publicHeaders } from './headers.ts'

/**
 * Adds the other methods to each GET route: HEAD gets the same headers without the body, OPTIONS gets the allowed methods,
 * and the rest get 405 (RFC 9110, sections 9.3.2, 9.3.7 and 15.5.6).
 */
export const methods = fastifyPlugin((app: FastifyInstance, { errors }: { errors: Errors }, done) => {
  const others = app.supportedMethods.filter((method) => method !== 'GET' && method !== 'HEAD')

  // Runs before body parsing, to reject an unsupported method without reading the body.
  const respond = (request: FastifyRequest, reply: FastifyReply) => {
    reply.header('allow', allow)
    if (request.method === 'OPTIONS') reply.code(204).send()
    else errors.send(reply, 'method_not_allowed', `This URL is read-only. Its methods are ${allow}.`)
  }

  app.addHook('onRoute', function (route) {
    if (route.method !== 'GET') return
    const { routePath: url, logLevel, handler } = route
    const level = logLevel ? { logLevel } : {}
    // Not the HEAD routes of Fastify, because their 304 has a Content-Length of 0 instead of the length of the body.
    this.route({ method: 'HEAD', url, ...level, handler })
    // @fastify/cors already has a route for OPTIONS of all paths.
    const method = url === '/*' ? others.filter((other) => other !== 'OPTIONS') : others
    this.route({ method, url, ...level, onRequest: respond, handler: respond })
  })
  app.addHook('onRequest', (request, reply, next) => {
    if (request.method === 'OPTIONS' && request.routeOptions.url === '*') respond(request, reply)
    else next()
  })
  // Handles methods that Fastify does not support, on any path, and files that were deleted after the start.
  app.setNotFoundHandler((request, reply) => {
    if (app.supportedMethods.includes(request.method))
      errors.send(reply, 'not_found', 'This URL does not exist.')
    else respond(request, reply.headers(errors.headersOf(request.url)))
  })
  done()
})

/** Adds the public headers to every response, including errors, and the CORS headers to preflights, to which the routes respond. */
export const addPublicHeaders = fastifyPlugin(async (app: FastifyInstance) => {
  app.addHook('onRequest', (_request, reply, next) => {
    reply.headers(publicHeaders)
    next()
  })
  await app.register(fastifyCors, {
    origin: publicHeaders['access-control-allow-origin'],
    exposedHeaders: publicHeaders['access-control-expose-headers'],
    methods: allow,
    maxAge: 86_400,
    // An OPTIONS request that is not a preflight goes to its route, as any other request does.
    strictPreflight: false,
    preflightContinue: true
  })
})

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
