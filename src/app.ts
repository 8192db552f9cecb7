import type { FastifyBaseLogger } from 'fastify'
import { api, createVersionHeaders, listApiPaths, versions as servedVersions } from './api/api.ts'
import type { Business } from './business/business.ts'
import { readDataTimes } from './business/loading/load.ts'
import { listPlaces, loadTemporal } from './business/opening-hours.ts'
import { type ApiVersion, operationsOf } from './business/operations.ts'
import type { Config } from './config.ts'
import { listDocuments, listHeaderLinks } from './discovery/discovery.ts'
import { createFastify } from './http/create-fastify.ts'
import { Errors } from './http/errors.ts'
import { health } from './http/health.ts'
import { createLimits, type Limits } from './http/limits.ts'
import { resourceRoutes } from './http/resource-routes.ts'
import { ResponseCache, respondFromCache } from './http/response-cache.ts'
import { createMcpServer, createRegistryEntry, mcp } from './mcp/mcp.ts'
import type { Pictures } from './pictures/pictures.ts'
import { checkLinks, checkSite, openSite } from './site/site.ts'
import { version } from './version.ts'

interface Options {
  business: Business
  logger?: FastifyBaseLogger
  warn?: (message: string) => void
  versions?: ApiVersion[]
  limits?: Limits
  /** Of the previous app; they are not drawn again if they are the same. */
  pictures?: Pictures
  showsDrafts?: boolean
  /** Whether a server responds; otherwise the responses become files, so no MCP server and no health checks exist. */
  hasServer?: boolean
  isReady?: () => boolean
  now?: () => Date
}

/** The whole server except its process and its socket, built from the current files. */
export type App = Awaited<ReturnType<typeof buildApp>>

/** Rejects if SITE_DIR cannot be read, or if schemas contradict each other. */
export async function buildApp(config: Config, options: Options) {
  const { dataDir, siteDir, accessLog, trustProxy } = config
  const { business, logger, pictures, showsDrafts = false, hasServer = true, isReady = () => true } = options
  const { now = () => new Date(), warn = (message: string) => logger?.warn(message) } = options
  const { baseUrl } = business
  const versions = (options.versions ?? servedVersions).map((entry) => ({
    ...entry,
    operations: operationsOf(entry.operations, business)
  }))
  if (listPlaces(business.profile).length > 0) await loadTemporal()
  const { changeTimes, factsChanged, modified } = await readDataTimes(dataDir, business)

  const links = listHeaderLinks(business, 'service-')
  const errors = new Errors(baseUrl, createVersionHeaders(versions, baseUrl, links))
  const fastify = createFastify({ trustProxy, accessLog, errors, logger })
  const limits = options.limits ?? createLimits(fastify.log)

  const site = await openSite({
    business,
    versions,
    version,
    changeTimes,
    factsChanged,
    now,
    siteDir,
    showsDrafts,
    warn,
    pictures,
    hasServer,
    accessLog,
    links: listHeaderLinks(business, '')
  })
  const { context } = site
  const { resources } = context
  resources.add(listDocuments(context, config.mcpRegistryAuth))
  const mcpServer = createMcpServer(context, limits.mcp)

  const cache = new ResponseCache({ now })
  const shared = { cache, errors, limits }
  const routes: string[] = []
  fastify.addHook('onRoute', ({ method, url }) => {
    if (method === 'GET') routes.push(url)
  })
  if (hasServer) fastify.register(health, { errors, isReady })
  fastify.register(api, { ...shared, context, links })
  if (hasServer) fastify.register(mcp, { ...shared, context, server: mcpServer })
  fastify.register(resourceRoutes, { ...shared, siteDir, resources, notFound: site.notFound })
  await fastify.ready()

  let isClosed = false
  const isCancelled = () => isClosed
  const isServed = (path: string) =>
    resources.has(path) ||
    path.startsWith('/api/') ||
    ['GET', 'POST'].some((method) => fastify.hasRoute({ method, url: path }))
  const siteParts = { ...site, dataDir, siteDir, isServed }
  const linkFindings = await checkLinks(siteParts)
  for (const line of [...linkFindings.problems, ...linkFindings.warnings]) warn(line)
  return {
    fastify,
    // With the access log, every request must pass through the hooks.
    listener: accessLog ? fastify.routing : respondFromCache(cache, limits, fastify.routing),
    cache,
    site,
    apiPaths: listApiPaths(context),
    /** The paths of all routes for GET, with `:id` for items. */
    routes,
    modified,
    registryEntry: createRegistryEntry(context),
    checkSite: () => checkSite(siteParts, linkFindings, isCancelled),
    listMcpFiles: mcpServer.listFiles,
    /** Draws the pictures, loads the MCP SDK, builds the search index and converts pages, so no request waits for them. */
    prepare: async () => {
      if (isClosed) return
      await site.pictures.prepare()
      await mcpServer.warmUp()
      await site.asMarkdown.readAll(isCancelled)
    },
    close: async () => {
      isClosed = true
      await fastify.close()
    }
  }
}
