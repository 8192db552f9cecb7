import fastifyCors from '@fastify/cors'
import type { FastifyInstance } from 'fastify'
import fastifyPlugin from 'fastify-plugin'

const exposed = 'Content-Location, Deprecation, ETag, Link, Sunset, X-Markdown-Tokens'

/** The headers by which any origin may read an answer (Fetch standard, CORS protocol). */
export const corsHeaders = {
  'access-control-allow-origin': '*',
  'access-control-expose-headers': exposed
}

/** Lets scripts of any origin read every answer, errors too. */
export const cors = fastifyPlugin(async (app: FastifyInstance) => {
  await app.register(fastifyCors, {
    origin: corsHeaders['access-control-allow-origin'],
    exposedHeaders: exposed,
    methods: 'GET, HEAD, OPTIONS',
    maxAge: 86_400,
    // OPTIONS that is not a preflight is a request like any other and goes on to its route.
    strictPreflight: false,
    preflightContinue: true
  })
})
