import fastifyCors from '@fastify/cors'
import Fastify, {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  LogController
} from 'fastify'
import fastifyPlugin from 'fastify-plugin'
import type { Errors } from './errors.ts'
import { allow, publicHeaders } from './headers.ts'

interface Settings {
  trustProxy?: number | string[]
  accessLog?: boolean
  errors: Errors
  logger?: FastifyBaseLogger | undefined
}

// As in server.ts, not imported.
const { METHODS } = process.getBuiltinModule('node:http')

// Without it, Fastify would load Ajv for the compilers that it gets below.
const unused = (): never => {
  throw new Error('the app has its own compilers')
}

/** Returns an app without routes, whose responses have the public headers. Each GET route also gets HEAD and OPTIONS. */
export function createFastify({ trustProxy = 0, accessLog, errors, logger }: Settings): FastifyInstance {
  const app = Fastify({
    ...(logger ? { loggerInstance: logger } : { logger: false }),
    logController: new LogController({ disableRequestLogging: true }),
    // Fastify trusts no proxy if it gets a number of hops, and every entry, also a forged one, if it gets `true`.
    trustProxy: typeof trustProxy === 'number' ? (_address, hop) => hop < trustProxy : trustProxy,
    exposeHeadRoutes: false,
    schemaController: { compilersFactory: { buildValidator: unused, buildSerializer: unused } },
    // The router ignores a fragment and an origin, so the key of the response cache must not have them either.
    rewriteUrl: ({ url = '/' }) => url.replace(/#.*/, '').replace(/^[^/?*][^/]*\/\/[^/?]*\/?/, '/'),
    // A child logger per request would cost 10% of its response. Only routes with their own level need one.
    childLoggerFactory: (parent, bindings, options) =>
      options.level ? parent.child(bindings, options) : parent,
    // An id of any length is an unknown id, not a malformed request.
    routerOptions: { maxParamLength: 100_000 },
    // Fastify responds to a malformed path before any hook or handler of the app.
    frameworkErrors: (_error, _request, reply) => {
      errors.send(reply, 'bad_request', 'The path of the URL is malformed.')
    }
  })
  // Fastify routes nine methods. A request with another one must reach its route, which knows what it allows.
  for (const method of METHODS)
    if (method !== 'CONNECT' && !app.supportedMethods.includes(method)) app.addHttpMethod(method)
  // Disabled, because the data is validated when it is loaded. The schemas of the routes only document it.
  app.setValidatorCompiler(() => () => true)
  app.setSerializerCompiler(() => JSON.stringify)
  app.setErrorHandler((error, request, reply) => errors.handle(error, request, reply))
  if (accessLog) app.addHook('onResponse', logResponse)
  app.addHook('onRequest', ({ url }, reply, next) => {
    reply.headers(errors.headersOf(url))
    next()
  })
  // Adds the CORS headers to preflights, to which the routes respond.
  app.register(fastifyCors, {
    origin: publicHeaders['access-control-allow-origin'],
    exposedHeaders: publicHeaders['access-control-expose-headers'],
    methods: allow,
    maxAge: 86_400,
    // An OPTIONS request that is not a preflight goes to its route, as any other request does.
    strictPreflight: false,
    preflightContinue: true
  })
  app.register(methods, { errors })
  return app
}

/** Adds HEAD, OPTIONS, and 405 for the rest, to each GET route (RFC 9110, sections 9.3.2, 9.3.7 and 15.5.6). */
const methods = fastifyPlugin(async (app: FastifyInstance, { errors }: { errors: Errors }) => {
  const others = app.supportedMethods.filter((method) => method !== 'GET' && method !== 'HEAD')

  // Runs before body parsing, to reject an unsupported method without reading the body.
  const respond = (request: FastifyRequest, reply: FastifyReply) => {
    const message = `This URL is read-only. Its methods are ${allow}.`
    if (request.method === 'OPTIONS') reply.code(204).header('allow', allow).send()
    else errors.send(reply, 'method_not_allowed', message, 405, { allow })
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
  // A file was deleted just before it is streamed.
  app.setNotFoundHandler((_request, reply) => errors.send(reply, 'not_found', 'This URL does not exist.'))
})

function logResponse(request: FastifyRequest, reply: FastifyReply, next: () => void) {
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
}
