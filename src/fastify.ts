import Fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify'
import type { TrustProxy } from './config.ts'
import type { Errors } from './http/errors.ts'
import { publicHeaders } from './http/headers.ts'

interface Options {
  trustProxy: TrustProxy
  errors: Errors
  logger: FastifyBaseLogger | undefined
}

// Without it, Fastify would load Ajv for the compilers that it gets below.
const unused = (): never => {
  throw new Error('the app has its own compilers')
}

/** Creates a Fastify instance without routes, with the settings and the error handlers of every route. */
export function createFastify({ trustProxy, errors, logger }: Options): FastifyInstance {
  const app = Fastify({
    ...(logger ? { loggerInstance: logger } : { logger: false }),
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy: trustOption(trustProxy),
    exposeHeadRoutes: false,
    schemaController: { compilersFactory: { buildValidator: unused, buildSerializer: unused } },
    // The router ignores a fragment and an origin, so the key of the response cache must not have them either.
    rewriteUrl: ({ url = '/' }) => url.replace(/#.*/, '').replace(/^[^/?*][^/]*\/\/[^/?]*\/?/, '/'),
    // A child logger per request would cost 10% of its response. Only routes with their own level need one.
    childLoggerFactory: (parent, bindings, options) =>
      options.level ? parent.child(bindings, options) : parent,
    // An id of any length is an unknown id, not a malformed request.
    routerOptions: { maxParamLength: 100_000 },
    // Fastify answers a malformed path before any hook or handler of the app.
    frameworkErrors: (_error, request, reply) => {
      reply.headers({ ...publicHeaders, ...errors.headersOf(request.url) })
      errors.send(reply, 'bad_request', 'The path of the URL is malformed.')
    }
  })
  // Disabled, because the data is validated when it is loaded. The schemas of the routes only document it.
  app.setValidatorCompiler(() => () => true)
  app.setSerializerCompiler(() => JSON.stringify)
  app.setErrorHandler((error, request, reply) => errors.handle(error, request, reply))
  return app
}

/**
 * Returns the option `trustProxy` of Fastify. A number of hops becomes a function, because Fastify trusts no proxy if
 * it is a number, and every entry, also a forged one, if it is `true`.
 */
const trustOption = (proxies: TrustProxy) =>
  typeof proxies === 'number' ? (_address: string, hop: number) => hop < proxies : proxies
