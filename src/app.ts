import type { RequestListener } from 'node:http'
import Fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify'
import { api } from './api/api.ts'
import { checkVersions } from './api/check-versions.ts'
import { noticeMonths, versionHeaders } from './api/deprecation.ts'
import { documentVersion, openapi, specification } from './api/openapi.ts'
import { answerUnknownPaths } from './api/unknown-path.ts'
import { canonicalPrefix, type Version } from './api/version.ts'
import { versions as servedVersions } from './api/versions.ts'
import { type Business, dataFiles } from './business/business.ts'
import { type ReadHistory, readChangeTimes } from './business/change-times.ts'
import { createMidnights, datedPlaces, listPlaces } from './business/opening-days.ts'
import { operationsOf } from './business/operations.ts'
import { formatProblem, type Problem } from './business/problem.ts'
import { placeProblems } from './business/read.ts'
import { modifiedTimes } from './business/read-file.ts'
import { loadTemporal } from './business/temporal.ts'
import { wordsFilesOf } from './business/words.ts'
import type { Config } from './config.ts'
import { discovery } from './discovery/discovery.ts'
import { apiLinks, pageLinks } from './discovery/links.ts'
import { skill } from './discovery/skill.ts'
import { accessLog } from './http/access-log.ts'
import { agentResources } from './http/agent-resources.ts'
import { Errors } from './http/errors.ts'
import { health } from './http/health.ts'
import { createLimits, type Limits } from './http/limits.ts'
import { methods } from './http/methods.ts'
import { addPublicHeaders, publicHeaders } from './http/public-headers.ts'
import { answerFromCache, ResponseCache } from './http/response-cache.ts'
import { mcp } from './mcp/mcp.ts'
import { describeTools } from './mcp/tool-guide.ts'
import type { Tool } from './mcp/tools.ts'
import type { PageToCheck } from './site/compare.ts'
import { openSite } from './site/open-site.ts'
import { pageTable } from './site/pages.ts'
import { findDisparities } from './site/parity.ts'
import type { Pictures } from './site/pictures/pictures.ts'
import type { Site } from './site/site.ts'
import { findUnshownTexts } from './site/unshown.ts'
import { website } from './site/website.ts'
import { trustOption } from './trust-proxy.ts'
import { version } from './version.ts'

interface Options {
  business: Business
  logger?: FastifyBaseLogger
  /** Called for each warning; without it, they go to the log. */
  warn?: (message: string) => void
  versions?: Version[]
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
  /** Returns the places where a page contradicts the data or lacks a fact. */
  findDisparities: (warn: (message: string) => void) => Promise<Problem[]>
  /** Loads the MCP SDK, builds the search index and converts pages, so no request waits for them. */
  prepare: () => Promise<void>
  close: () => Promise<void>
}

// The files whose facts the API and the lists of pages have: all but those on how the site presents them.
const { site: _site, words: _words, ...factTable } = dataFiles
const factFiles = Object.keys(factTable).map((name) => `${name}.json`)

/** Builds the app for a business. Rejects if SITE_DIR cannot be read, or if versions or schemas contradict each other. */
export async function buildApp(config: Config, options: Options): Promise<App> {
  const { baseUrl, dataDir, siteDir } = config
  const { business, logger, versions: allVersions = servedVersions, isReady = () => true } = options
  const { now = () => new Date() } = options
  checkVersions(allVersions)
  const versions = allVersions.map((entry) => ({
    ...entry,
    operations: operationsOf(entry.operations, business)
  }))
  const pathHeaders = versionHeaders(versions, baseUrl, apiLinks(business))
  const errors = new Errors(baseUrl, pathHeaders)
  const cache = new ResponseCache({ now })
  const places = listPlaces(business.profile)
  if (places.length > 0) await loadTemporal()
  const expires = createMidnights(places)
  const dataNames = [...Object.keys(dataFiles), ...wordsFilesOf(business.faq.language)]
  const modified = await modifiedTimes(dataDir, dataNames)
  const changes = await readChangeTimes(
    dataDir,
    dataNames.map((name) => `${name}.json`),
    options.history
  )
  const changed = changes.newestOf(factFiles)
  const { warn = (message: string) => logger?.warn(message) } = options
  let tools: Tool[] = []
  const listTools = () => describeTools(tools, business)
  const settings = { baseUrl, versions, noticeMonths, accessLog: config.accessLog, listTools }
  const site = await openSite(
    {
      business,
      changes,
      siteDir,
      warn,
      now,
      pictures: options.pictures,
      history: options.history,
      apiVersion: documentVersion
    },
    settings
  )
  const { pages } = site
  const hasFile = (path: string) => site.hasFile(path)
  const warmUps: (() => Promise<void>)[] = []

  const app = createFastify(config, errors, pathHeaders, logger)
  const limits = options.limits ?? createLimits(app.log)
  const representOptions = { cache, errors, limits }
  if (config.accessLog) app.register(accessLog)
  app.register(addPublicHeaders)
  app.register(methods, { errors })
  app.register(health, { errors, isReady })
  app.register(openapi, { business, baseUrl, versions, errors })
  app.register(api, {
    ...representOptions,
    business,
    baseUrl,
    versions,
    changed,
    now,
    headersOf: pathHeaders
  })
  app.register(specification, { ...representOptions, baseUrl, links: apiLinks(business), hasFile })
  const started = new Date()
  const sitePages = pageTable
    .filter(({ menus }) => menus.every((menu) => menu === 'footer'))
    .map(({ path }) => path)
  const pagesExpire = createMidnights(datedPlaces(places))
  const discoveryContext = {
    ...{ business, baseUrl, versions, pages, sitePages, hasFile, changed, started },
    pagesExpire: () => pagesExpire(now())
  }
  app.register(discovery, { ...representOptions, context: discoveryContext, pageCount: site.paths.size })
  const current = versions.slice(-1)
  const operations = current.flatMap((entry) => entry.operations)
  const prefix = current.map(canonicalPrefix).join()
  const technicalPages = pageTable.filter(({ isOnCustomSites }) => isOnCustomSites).map(({ path }) => path)
  const { describePrice } = site
  const context = {
    ...{ business, baseUrl, operations, prefix, pages, changed, technicalPages },
    ...{ now, expires, pagesExpire, version, describePrice, hasFile },
    readSkill: hasFile(agentResources.skill.path) ? undefined : async () => skill.create(discoveryContext)
  }
  app.register(mcp, {
    ...representOptions,
    context,
    onWarmUp: (warmUp) => warmUps.push(warmUp),
    onTools: (created) => {
      tools = created
    }
  })
  app.register(website, { ...representOptions, site, siteDir, baseUrl, links: pageLinks(business) })
  app.addHook('onClose', () => site.close())
  await app.ready()

  const routed = answerUnknownPaths({ baseUrl, versions, errors, headersOf: pathHeaders }, app.routing)
  let isClosed = false
  const isCancelled = () => isClosed
  const isRouted = (path: string) =>
    path.startsWith('/api/') || ['GET', 'POST'].some((method) => app.hasRoute({ method, url: path }))
  const found = site.checkLinks(isRouted)
  const links = {
    problems: await placeProblems(dataDir, 'site', found.problems),
    warnings: await placeProblems(dataDir, 'site', found.warnings)
  }
  const { frontMatterProblems } = site
  for (const problem of [...frontMatterProblems, ...links.problems, ...links.warnings])
    warn(formatProblem(problem))
  const checkSite = async (warn: (message: string) => void) => {
    const texts = await site.checkTexts(isRouted)
    for (const problem of [...links.warnings, ...texts.warnings]) warn(formatProblem(problem))
    return [...frontMatterProblems, ...links.problems, ...texts.problems, ...(await compareSite(warn))]
  }
  const compareSite = async (warn: (message: string) => void) => {
    const check = { baseUrl, compare: (page: PageToCheck) => site.compare(page), warn, isCancelled }
    const problems = await findDisparities(business, site, check)
    // The built-in pages show every fact.
    if (site.isCustom) for (const line of await findUnshownTexts(business, site, check)) warn(line)
    return problems
  }
  return {
    fastify: app,
    // With the access log, every request must pass through the hooks.
    listener: config.accessLog ? app.routing : answerFromCache(cache, limits.unsent, routed),
    cache,
    site,
    modified: new Date(Math.max(...Array.from(modified.values(), Number))),
    findDisparities: (warn) => {
      for (const warning of site.pictures.warnings) warn(warning)
      return checkSite(warn)
    },
    prepare: async () => {
      if (isClosed) return
      await site.pictures.prepare()
      for (const warmUp of warmUps) await warmUp()
      if (site.isCustom) {
        for (const problem of await compareSite(warn)) warn(formatProblem(problem))
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
    // The router ignores a fragment and an origin, so the key of the response cache must not have them either.
    rewriteUrl: ({ url = '/' }) => url.replace(/#.*/, '').replace(/^[^/?*][^/]*\/\/[^/?]*\/?/, '/'),
    // A child logger per request would cost 10% of its response. Only routes with their own level need one.
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
  // Disabled, because the data is validated when it is loaded. The schemas of the routes only document it.
  app.setValidatorCompiler(() => () => true)
  app.setSerializerCompiler(() => JSON.stringify)
  app.setErrorHandler((error, request, reply) => errors.handle(error, request, reply))
  return app
}
