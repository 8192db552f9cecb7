import Fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify'
import { api } from './api/api.ts'
import { checkVersions, deprecationHeaders } from './api/deprecation.ts'
import { openapi, specification } from './api/openapi.ts'
import { versions as served, type Version } from './api/versions.ts'
import type { Business } from './business/business.ts'
import type { Config } from './config.ts'
import { accessLog } from './http/access-log.ts'
import { cors, corsHeaders } from './http/cors.ts'
import { Errors } from './http/errors.ts'
import { health } from './http/health.ts'
import type { Kept } from './http/kept.ts'
import { methods } from './http/methods.ts'
import { notFound } from './http/not-found.ts'

interface Parts {
  business: Business
  logger?: FastifyBaseLogger
  versions?: Version[]
  /** Takes the resources that have been answered, for answerKept. */
  kept?: Kept
  isReady?: () => boolean
}

/** The whole server but for its process and its socket. Rejects where the versions or schemas are at fault. */
export async function buildApp(
  { baseUrl, accessLog: isLogged, trustProxy }: Config,
  { business, logger, versions = served, kept = new Map(), isReady = () => true }: Parts
): Promise<FastifyInstance> {
  checkVersions(versions)
  const headersOf = deprecationHeaders(versions, baseUrl)
  const errors = new Errors(baseUrl)

  const app = Fastify({
    ...(logger ? { loggerInstance: logger } : { logger: false }),
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy,
    exposeHeadRoutes: false,
    // No id is refused for its length: one that is too long is one that does not exist.
    routerOptions: { maxParamLength: 100_000 },
    // Fastify answers a malformed path before any hook or handler of the app.
    frameworkErrors: (_error, request, reply) => {
      reply.headers({ ...corsHeaders, ...headersOf(request.url) })
      errors.send(reply, 400, 'bad_request', 'The path of the address is malformed.')
    }
  })

  // What is sent is ready made; the schemas of the routes describe it.
  app.setValidatorCompiler(() => () => true)
  app.setSerializerCompiler(() => JSON.stringify)

  app.setErrorHandler((error, request, reply) => errors.handle(error, request, reply))
  app.addHook('onRequest', async (request, reply) => {
    reply.headers(headersOf(request.url))
  })

  if (isLogged) app.register(accessLog)
  app.register(cors)
  app.register(notFound, {
    errors,
    message: `No such endpoint. See ${baseUrl}/openapi.json for what there is.`
  })
  app.register(methods, { errors })
  app.register(health, { errors, isReady })
  app.register(openapi, { business, baseUrl, versions, errors })
  app.register(api, { business, baseUrl, versions, errors, kept, headersOf })
  app.register(specification, { errors, kept })
  await app.ready()
  return app
}
