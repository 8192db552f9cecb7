import Fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify'
import { api } from './api/api.ts'
import { checkVersions } from './api/check-versions.ts'
import { noticeMonths, versionHeaders } from './api/deprecation.ts'
import { openapi, specification } from './api/openapi.ts'
import { canonicalPrefix, versions as served, type Version } from './api/versions.ts'
import type { Business } from './business/business.ts'
import { modifiedTimes } from './business/modified.ts'
import type { Config } from './config.ts'
import { discovery } from './discovery/discovery.ts'
import { apiLinks, pageLinks } from './discovery/links.ts'
import { accessLog } from './http/access-log.ts'
import { cors, corsHeaders } from './http/cors.ts'
import { Errors } from './http/errors.ts'
import { health } from './http/health.ts'
import { Kept } from './http/kept.ts'
import { createLimits, type Limits } from './http/limits.ts'
import { methods } from './http/methods.ts'
import { mcp } from './mcp/mcp.ts'
import { openSite, type Site } from './site/site.ts'
import { website } from './site/website.ts'
import { trustOption } from './trust-proxy.ts'
import { version } from './version.ts'

interface Parts {
  business: Business
  /** Made from the business and the settings where it is not given. */
  site?: Site
  logger?: FastifyBaseLogger
  versions?: Version[]
  /** Takes the resources that have been answered, for answerKept. */
  kept?: Kept
  limits?: Limits
  isReady?: () => boolean
  /** Takes the function that prepares the MCP server in the background. */
  onWarmUp?: (warmUp: () => Promise<void>) => void
}

interface SiteParts {
  versions?: Version[]
  kept?: Kept
  logger?: FastifyBaseLogger
}

/** The pages and files for a business. Rejects where a folder cannot be read. */
export async function readSite(
  { baseUrl, dataDir, siteDir, accessLog }: Config,
  business: Business,
  { versions = served, kept = new Kept(), logger }: SiteParts = {}
): Promise<Site> {
  const modified = await modifiedTimes(dataDir, Object.keys(business))
  const warn = (message: string) => logger?.warn(message)
  return openSite(
    { business, modified, siteDir, kept, warn, links: pageLinks },
    {
      baseUrl,
      versions,
      noticeMonths,
      accessLog
    }
  )
}

/** The whole server but for its process and its socket. Rejects where the versions or schemas are at fault. */
export async function buildApp(
  config: Config,
  {
    business,
    site: given,
    logger,
    versions = served,
    kept = new Kept(),
    limits: shared,
    isReady = () => true,
    onWarmUp
  }: Parts
): Promise<FastifyInstance> {
  const { baseUrl, siteDir, accessLog: isLogged, trustProxy } = config
  checkVersions(versions)
  const headersOf = versionHeaders(versions, baseUrl, apiLinks)
  const errors = new Errors(baseUrl)
  const site = given ?? (await readSite(config, business, { versions, kept }))
  const hasFile = (path: string) => site.fileAt(path) !== undefined

  const app = Fastify({
    ...(logger ? { loggerInstance: logger } : { logger: false }),
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy: trustOption(trustProxy),
    exposeHeadRoutes: false,
    // A logger for each request would cost a tenth of its answer; only the routes of another level need their own.
    childLoggerFactory: (parent, bindings, options) =>
      options.level ? parent.child(bindings, options) : parent,
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

  const limits = shared ?? createLimits(app.log)
  const sending = { errors, kept, unsent: limits.unsent }
  app.setErrorHandler((error, request, reply) => errors.handle(error, request, reply))

  if (isLogged) app.register(accessLog)
  app.register(cors)
  app.register(methods, { errors })
  app.register(health, { errors, isReady })
  app.register(openapi, { business, baseUrl, versions, errors })
  app.register(api, { ...sending, business, baseUrl, versions, headersOf })
  app.register(specification, { ...sending, baseUrl, links: apiLinks, hasFile })
  app.register(discovery, {
    sources: {
      business,
      baseUrl,
      versions,
      pages: site.pages,
      hasFile,
      started: new Date()
    },
    pageCount: site.paths.size,
    ...sending
  })
  const current = versions.slice(-1)
  const source = {
    business,
    baseUrl,
    operations: current.flatMap(({ operations }) => operations),
    prefix: current.map(canonicalPrefix).join(),
    pages: site.pages,
    version,
    hasFile
  }
  app.register(mcp, { ...sending, source, limits, onWarmUp })
  app.register(website, { ...sending, site, siteDir, limits })
  app.addHook('onClose', () => site.close())
  await app.ready()
  return app
}
