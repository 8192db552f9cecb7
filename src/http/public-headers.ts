import fastifyCors from '@fastify/cors'
import type { FastifyInstance } from 'fastify'
import fastifyPlugin from 'fastify-plugin'

const exposedHeaders = 'Content-Location, Deprecation, ETag, Link, Sunset, X-Markdown-Tokens'

/**
 * The headers of every response. Scripts of any origin may read it (Fetch standard, CORS protocol), pages of any origin
 * may embed it (Cross-Origin-Resource-Policy), and browsers do not guess its type.
 */
export const publicHeaders = {
  'access-control-allow-origin': '*',
  'access-control-expose-headers': exposedHeaders,
  'cross-origin-resource-policy': 'cross-origin',
  'x-content-type-options': 'nosniff'
}

/** Adds the public headers to every response, including errors, and those of CORS to preflights, to which the routes respond. */
export const addPublicHeaders = fastifyPlugin(async (app: FastifyInstance) => {
  app.addHook('onRequest', (_request, reply, next) => {
    reply.headers(publicHeaders)
    next()
  })
  await app.register(fastifyCors, {
    origin: publicHeaders['access-control-allow-origin'],
    exposedHeaders,
    methods: 'GET, HEAD, OPTIONS',
    maxAge: 86_400,
    // An OPTIONS request that is not a preflight goes to its route, as any other request does.
    strictPreflight: false,
    preflightContinue: true
  })
})
