import fastifySwaggerUi from '@fastify/swagger-ui'
import type { FastifyInstance } from 'fastify'

// The one style attribute that Swagger UI writes as text (display: none), by its hash.
const styleAttribute = "'sha256-RL3ie0nH+Lzz2YNqQN83mnU0J1ot4QL7b99vMdIX99w='"

/** Swagger UI on /openapi.json at /developers/reference/, with nothing from another host. */
export async function reference(app: FastifyInstance) {
  await app.register(fastifySwaggerUi, {
    routePrefix: '/developers/reference',
    staticCSP: {
      'default-src': "'none'",
      'script-src': "'self'",
      'style-src': ["'self'", "'unsafe-hashes'", styleAttribute],
      'img-src': ["'self'", 'data:'],
      'font-src': "'self'",
      'connect-src': "'self'",
      'base-uri': "'none'",
      'form-action': "'none'",
      'frame-ancestors': "'none'"
    },
    // Its own copy of the document stands in `url`, which cannot be set; `urls` goes before it.
    uiConfig: { urls: [{ url: '/openapi.json', name: 'openapi.json' }] },
    theme: {
      title: 'API reference',
      css: [{ filename: 'reference.css', content: '.swagger-ui .topbar { display: none }' }]
    }
  })
}
