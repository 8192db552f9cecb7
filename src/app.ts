import type { RequestListener } from 'node:http'
import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import { api } from './api/api.ts'
import { checkVersions } from './api/check-versions.ts'
import { createVersionHeaders, noticeMonths } from './api/deprecation.ts'
import { documentVersion, openapi, specification } from './api/openapi.ts'
import { rejectUnknownPaths } from './api/unknown-path.ts'
import { versions as servedVersions } from './api/versions.ts'
import { type ApiVersion, currentVersion } from './business/api-version.ts'
import type { Business } from './business/business.ts'
import { type ReadHistory, readDataTimes } from './business/loading/change-times.ts'
import { loadTemporal } from './business/local-time.ts'
import { operationsOf } from './business/operation.ts'
import { listPlaces } from './business/places.ts'
import { formatProblem, type Problem } from './business/problem.ts'
import type { Config } from './config.ts'
import { discovery } from './discovery/discovery.ts'
import { apiLinks, pageLinks } from './discovery/links.ts'
import { skill } from './discovery/skill.ts'
import { createFastify } from './fastify.ts'
import { accessLog } from './http/access-log.ts'
import { Errors } from './http/errors.ts'
import { health } from './http/health.ts'
import { createLimits, type Limits } from './http/limits.ts'
import { methods } from './http/methods.ts'
import { addPublicHeaders } from './http/public-headers.ts'
import { ResponseCache, respondFromCache } from './http/response-cache.ts'
import { createMcpServer, mcp } from './mcp/mcp.ts'
import { describeTools } from './mcp/tool-guide.ts'
import { createSiteChecks } from './site/checks/site-checks.ts'
import { openSite } from './site/open-site.ts'
import type { Pictures } from './site/pictures/pictures.ts'
import { siteRoutes } from './site/routes.ts'
import type { Site } from './site/site.ts'
import { createSurfaceContext } from './surfaces/surface-context.ts'
import { version } from './version.ts'

interface Options {
  business: Business
  logger?: FastifyBaseLogger
  /** Called for each warning; without it, they go to the log. */
  warn?: (message: string) => void
  versions?: ApiVersion[]
  /** The limits that all clients share; a reload passes those of the previous app. */
  limits?: Limits
  /** The pictures of the previous app, which are not drawn again if they are the same. */
  pictures?: Pictures
  isReady?: () => boolean
  now?: () => Date
  /** Reads when the files of a folder changed; without it, from git. */
  history?: ReadHistory
}

/** The whole server except its process and its socket, built from the current files. */
export interface App {
  fastify: FastifyInstance
  listener: RequestListener
  cache: ResponseCache
  site: Site
  /** When the newest of the data files was modified. */
  modified: Date
  /** Returns the problems of the pages and their links, such as a price that contradicts the data. */
  checkSite: (warn: (message: string) => void) => Promise<Problem[]>
  /** Loads the MCP SDK, builds the search index and converts pages, so no request waits for them. */
  prepare: () => Promise<void>
  close: () => Promise<void>
}

/** Builds the app for a business. Rejects if SITE_DIR cannot be read, or if versions or schemas contradict each other. */
export async function buildApp(config: Config, options: Options): Promise<App> {
  const { baseUrl, dataDir, siteDir } = config
  const { business, logger, history, pictures, isReady = () => true } = options
  const { now = () => new Date(), warn = (message: string) => logger?.warn(message) } = options
  const versions = selectOperations(options.versions ?? servedVersions, business)
  const places = listPlaces(business.profile)
  if (places.length > 0) await loadTemporal()
  const { changes, changed, modified } = await readDataTimes(dataDir, business, history)

  const links = apiLinks(business)
  const errors = new Errors(baseUrl, createVersionHeaders(versions, baseUrl, links))
  const app = createFastify({ trustProxy: config.trustProxy, errors, logger })
  const limits = options.limits ?? createLimits(app.log)

  const site = await openSite(
    { business, changes, siteDir, warn, now, history, pictures, apiVersion: documentVersion },
    {
      baseUrl,
      versions,
      noticeMonths,
      accessLog: config.accessLog,
      tools: describeTools(currentVersion(versions).operations, { business, now })
    }
  )
  const context = createSurfaceContext({
    ...{ business, baseUrl, versions, places, changed, now, version },
    pages: {
      entries: () => site.pages.entries(),
      markdown: (path) => site.conversions.readText(path)
    },
    hasFile: site.hasFile,
    describePrice: site.context.prices.describe
  })
  const mcpServer = createMcpServer(context, () => skill.create(context), limits.mcp)

  const cache = new ResponseCache({ now })
  const shared = { cache, errors, limits, business, baseUrl }
  if (config.accessLog) app.register(accessLog)
  app.register(addPublicHeaders)
  app.register(methods, { errors })
  app.register(health, { errors, isReady })
  app.register(openapi, { business, baseUrl, versions, errors })
  app.register(api, { ...shared, versions, changed, now })
  app.register(specification, { ...shared, links, hasFile: context.hasFile })
  app.register(discovery, { ...shared, context })
  app.register(mcp, { ...shared, context, server: mcpServer })
  app.register(siteRoutes, { ...shared, site, links: pageLinks(business) })
  app.addHook('onClose', () => site.pictures.close())
  await app.ready()

  const routed = rejectUnknownPaths({ baseUrl, versions, errors }, app.routing)
  let isClosed = false
  const isCancelled = () => isClosed
  const isRouted = (path: string) =>
    path.startsWith('/api/') || ['GET', 'POST'].some((method) => app.hasRoute({ method, url: path }))
  const checks = await createSiteChecks(site, { dataDir, baseUrl, isRouted, isCancelled })
  checks.warnOfLinks(warn)
  return {
    fastify: app,
    // With the access log, every request must pass through the hooks.
    listener: config.accessLog ? app.routing : respondFromCache(cache, limits.unsent, routed),
    cache,
    site,
    modified,
    checkSite: checks.run,
    prepare: async () => {
      if (isClosed) return
      await site.pictures.prepare()
      await mcpServer.warmUp()
      if (site.folder.isCustom)
        for (const problem of await checks.comparePages(warn)) warn(formatProblem(problem))
      await site.conversions.convertAll(isCancelled)
    },
    close: async () => {
      isClosed = true
      await app.close()
    }
  }
}

/** Checks the versions of the API. Returns each with the operations that a business has. */
function selectOperations(versions: ApiVersion[], business: Business): ApiVersion[] {
  checkVersions(versions)
  return versions.map((entry) => ({ ...entry, operations: operationsOf(entry.operations, business) }))
}
