import type { RequestListener } from 'node:http'
import Fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify'
import { api } from './api/api.ts'
import { checkVersions } from './api/check-versions.ts'
import { noticeMonths, versionHeaders } from './api/deprecation.ts'
import { openapi, specification } from './api/openapi.ts'
import { canonicalPrefix, type Version } from './api/version.ts'
import { versions as servedVersions } from './api/versions.ts'
import type { Business } from './business/business.ts'
import { formatProblem, type Problem } from './business/problem.ts'
import { modifiedTimes } from './business/read-file.ts'
import type { Config } from './config.ts'
import { discovery } from './discovery/discovery.ts'
import { apiLinks, pageLinks } from './discovery/links.ts'
import { accessLog } from './http/access-log.ts'
import { Errors } from './http/errors.ts'
import { health } from './http/health.ts'
import { createLimits, type Limits } from './http/limits.ts'
import { methods } from './http/methods.ts'
import { addPublicHeaders, publicHeaders } from './http/public-headers.ts'
import { answerFromCache, ResponseCache } from './http/response-cache.ts'
import { mcp } from './mcp/mcp.ts'
import { findDisparities } from './site/parity.ts'
import { openSite, type Site } from './site/site.ts'
import { website } from './site/website.ts'
import { trustOption } from './trust-proxy.ts'
import { version } from './version.ts'

interface Options {
  business: Business
  logger?: FastifyBaseLogger
  versions?: Version[]
  /** The limits that all clients share; a reload passes those of the app before. */
  limits?: Limits
  isReady?: () => boolean
}

/** The whole server except its process and its socket, made from the files as they are now. */
export interface App {
  fastify: FastifyInstance
  listener: RequestListener
  cache: ResponseCache
  site: Site
  /** When the newest of the data files was modified. */
  modified: Date
  /** Returns where the pages do not show what the data says about them. */
  findDisparities: (warn: (message: string) => void) => Promise<Problem[]>
  /** Loads the MCP SDK, builds the search index and converts pages, so that no request waits for them. */
  prepare: () => Promise<void>
  close: () => Promise<void>
}

/** Builds the app for a business. Rejects if SITE_DIR cannot be read, or if versions or schemas contradict. */
export async function buildApp(config: Config, options: Options): Promise<App> {
  const { baseUrl, dataDir, siteDir } = config
  const { business, logger, versions = servedVersions, isReady = () => true } = options
  checkVersions(versions)
  const pathHeaders = versionHeaders(versions, baseUrl, apiLinks)
  const errors = new Errors(baseUrl, pathHeaders)
  const cache = new ResponseCache()
  const modified = await modifiedTimes(dataDir, Object.keys(business))
  const warn = (message: string) => logger?.warn(message)
  const settings = { baseUrl, versions, noticeMonths, accessLog: config.accessLog }
  const site = await openSite({ business, modified, siteDir, warn }, settings)
  const { pages } = site
  const hasFile = (path: string) => site.fileAt(path) !== undefined
  const warmUps: (() => Promise<void>)[] = []

  const app = createFastify(config, errors, pathHeaders, logger)
  const limits = options.limits ?? createLimits(app.log)
  const responding = { cache, errors, limits }
  if (config.accessLog) app.register(accessLog)
  app.register(addPublicHeaders)
  app.register(methods, { errors })
  app.register(health, { errors, isReady })
  app.register(openapi, { business, baseUrl, versions, errors })
  app.register(api, { ...responding, business, baseUrl, versions, headersOf: pathHeaders })
  app.register(specification, { ...responding, baseUrl, links: apiLinks, hasFile })
  const started = new Date()
  const sources = { business, baseUrl, versions, pages, hasFile, started }
  app.register(discovery, { ...responding, sources, pageCount: site.paths.size })
  const current = versions.slice(-1)
  const operations = current.flatMap((entry) => entry.operations)
  const prefix = current.map(canonicalPrefix).join()
  const context = { business, baseUrl, operations, prefix, pages, version, hasFile }
  app.register(mcp, { ...responding, context, onWarmUp: (warmUp) => warmUps.push(warmUp) })
  app.register(website, { ...responding, site, siteDir, baseUrl, links: pageLinks })
  app.addHook('onClose', () => site.close())
  await app.ready()

  let isClosed = false
  const isCancelled = () => isClosed
  const { compare } = site
  return {
    fastify: app,
    // The access log needs every request to pass the hooks.
    listener: config.accessLog ? app.routing : answerFromCache(cache, limits.unsent, app.routing),
    cache,
    site,
    modified: new Date(Math.max(...Array.from(modified.values(), Number))),
    findDisparities: (warn) => findDisparities(business, site, { baseUrl, compare, warn, isCancelled }),
    prepare: async () => {
      if (isClosed) return
      for (const warmUp of warmUps) await warmUp()
      if (site.isCustom) {
        for (const problem of await findDisparities(business, site, { baseUrl, compare, warn, isCancelled }))
          warn(formatProblem(problem))
      }
      await pages.convertAll(isCancelled)
    },
    close: async () => {
      isClosed = true
      await app.close()
    }
  }
}

function createFastify(
  { trustProxy }: Config,
  errors: Errors,
  pathHeaders: (url: string) => Record<string, string>,
  logger: FastifyBaseLogger | undefined
): FastifyInstance {
  const app = Fastify({
    ...(logger ? { loggerInstance: logger } : { logger: false }),
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy: trustOption(trustProxy),
    exposeHeadRoutes: false,
    // A logger for each request would cost a tenth of its response; only routes with another level need one.
    childLoggerFactory: (parent, bindings, options) =>
      options.level ? parent.child(bindings, options) : parent,
    // An id of any length is an unknown id, not a malformed request.
    routerOptions: { maxParamLength: 100_000 },
    // Fastify answers a malformed path before any hook or handler of the app.
    frameworkErrors: (_error, request, reply) => {
      reply.headers({ ...publicHeaders, ...pathHeaders(request.url) })
      errors.send(reply, 400, 'bad_request', 'The path of the URL is malformed.')
    }
  })
  // Handlers send data that was checked when it was loaded; the schemas of the routes only describe it.
  app.setValidatorCompiler(() => () => true)
  app.setSerializerCompiler(() => JSON.stringify)
  app.setErrorHandler((error, request, reply) => errors.handle(error, request, reply))
  return app
}
