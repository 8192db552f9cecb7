import type { RequestListener } from 'node:http'
import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import { api } from './api/api.ts'
import { checkVersions } from './api/check-versions.ts'
import { noticeMonths, versionHeaders } from './api/deprecation.ts'
import { documentVersion, openapi, specification } from './api/openapi.ts'
import { answerUnknownPaths } from './api/unknown-path.ts'
import { versions as servedVersions } from './api/versions.ts'
import { type ApiVersion, canonicalPrefix, currentVersion } from './business/api-version.ts'
import { type Business, dataFiles } from './business/business.ts'
import { type ReadHistory, readChangeTimes } from './business/change-times.ts'
import { createMidnights, datedPlaces, listPlaces } from './business/opening-days.ts'
import { operationsOf } from './business/operation.ts'
import { formatProblem, type Problem } from './business/problem.ts'
import { modifiedTimes } from './business/read-file.ts'
import { loadTemporal } from './business/temporal.ts'
import { wordsFilesOf } from './business/words.ts'
import type { Config } from './config.ts'
import { discovery } from './discovery/discovery.ts'
import { apiLinks, pageLinks } from './discovery/links.ts'
import { skill } from './discovery/skill.ts'
import { createFastify } from './fastify.ts'
import { accessLog } from './http/access-log.ts'
import { agentResources } from './http/agent-resources.ts'
import { Errors } from './http/errors.ts'
import { health } from './http/health.ts'
import { createLimits, type Limits } from './http/limits.ts'
import { methods } from './http/methods.ts'
import { addPublicHeaders } from './http/public-headers.ts'
import { answerFromCache, ResponseCache } from './http/response-cache.ts'
import { mcp } from './mcp/mcp.ts'
import { describeTools } from './mcp/tool-guide.ts'
import type { Tool } from './mcp/tools.ts'
import { openSite } from './site/open-site.ts'
import { pageTable } from './site/page-table.ts'
import type { Pictures } from './site/pictures/pictures.ts'
import type { Site } from './site/site.ts'
import { createSiteChecks } from './site/site-checks.ts'
import { website } from './site/website.ts'
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
  /** Returns the places where a page contradicts the data or lacks a fact. */
  findDisparities: (warn: (message: string) => void) => Promise<Problem[]>
  /** Loads the MCP SDK, builds the search index and converts pages, so no request waits for them. */
  prepare: () => Promise<void>
  close: () => Promise<void>
}

// The files whose facts the API and the lists of pages have: all but those on how the site presents them.
const { site: _site, words: _words, ...factTable } = dataFiles
const factFiles = Object.keys(factTable).map((name) => `${name}.json`)

/** The paths of the pages about the site itself, which no menu but the footer has. */
const footerPaths = pageTable
  .filter(({ menus }) => menus.every((menu) => menu === 'footer'))
  .map(({ path }) => path)

/** The paths of the pages for developers and agents, which search lists last. */
const technicalPages = pageTable.filter(({ isOnCustomSites }) => isOnCustomSites).map(({ path }) => path)

/** Builds the app for a business. Rejects if SITE_DIR cannot be read, or if versions or schemas contradict each other. */
export async function buildApp(config: Config, options: Options): Promise<App> {
  const { baseUrl, dataDir, siteDir } = config
  const { business, logger, history, versions: allVersions = servedVersions, isReady = () => true } = options
  const { now = () => new Date(), warn = (message: string) => logger?.warn(message) } = options
  checkVersions(allVersions)
  const versions = allVersions.map((entry) => ({
    ...entry,
    operations: operationsOf(entry.operations, business)
  }))
  const places = listPlaces(business.profile)
  if (places.length > 0) await loadTemporal()
  const { changes, modified } = await readTimes(dataDir, business, history)
  const changed = changes.newestOf(factFiles)

  // The pages list the tools of the MCP server, which is created after them.
  let tools: Tool[] = []
  const listTools = () => describeTools(tools, business)
  const site = await openSite(
    {
      ...{ business, changes, siteDir, warn, now, history },
      pictures: options.pictures,
      apiVersion: documentVersion
    },
    { baseUrl, versions, noticeMonths, accessLog: config.accessLog, listTools }
  )
  const { pages } = site
  const hasFile = (path: string) => site.hasFile(path)

  const headersOf = versionHeaders(versions, baseUrl, apiLinks(business))
  const errors = new Errors(baseUrl, headersOf)
  const app = createFastify({ trustProxy: config.trustProxy, errors, headersOf, logger })
  const limits = options.limits ?? createLimits(app.log)
  const cache = new ResponseCache({ now })
  const shared = { cache, errors, limits, business, baseUrl }
  if (config.accessLog) app.register(accessLog)
  app.register(addPublicHeaders)
  app.register(methods, { errors })
  app.register(health, { errors, isReady })
  app.register(openapi, { business, baseUrl, versions, errors })
  app.register(api, { ...shared, versions, changed, now, headersOf })
  app.register(specification, { ...shared, links: apiLinks(business), hasFile })
  const current = currentVersion(versions)
  const facts = {
    ...{ business, baseUrl, pages, changed, hasFile },
    operations: current.operations,
    prefix: canonicalPrefix(current)
  }
  const pagesExpire = createMidnights(datedPlaces(places))
  const discoveryContext = {
    ...facts,
    sitePages: footerPaths,
    started: new Date(),
    pagesExpire: () => pagesExpire(now())
  }
  app.register(discovery, { ...shared, context: discoveryContext, pageCount: site.paths.size })
  const warmUps: (() => Promise<void>)[] = []
  const mcpContext = {
    ...{ ...facts, now, pagesExpire, version, technicalPages },
    expires: createMidnights(places),
    describePrice: site.describePrice,
    readSkill: hasFile(agentResources.skill.path) ? undefined : async () => skill.create(discoveryContext)
  }
  app.register(mcp, {
    ...shared,
    context: mcpContext,
    onWarmUp: (warmUp) => warmUps.push(warmUp),
    onTools: (created) => {
      tools = created
    }
  })
  app.register(website, { ...shared, site, siteDir, links: pageLinks(business) })
  app.addHook('onClose', () => site.close())
  await app.ready()

  const routed = answerUnknownPaths({ baseUrl, versions, errors, headersOf }, app.routing)
  let isClosed = false
  const isCancelled = () => isClosed
  const isRouted = (path: string) =>
    path.startsWith('/api/') || ['GET', 'POST'].some((method) => app.hasRoute({ method, url: path }))
  const checks = await createSiteChecks(site, { business, dataDir, baseUrl, isRouted, isCancelled })
  checks.warnOfLinks(warn)
  return {
    fastify: app,
    // With the access log, every request must pass through the hooks.
    listener: config.accessLog ? app.routing : answerFromCache(cache, limits.unsent, routed),
    cache,
    site,
    modified,
    findDisparities: checks.run,
    prepare: async () => {
      if (isClosed) return
      await site.pictures.prepare()
      for (const warmUp of warmUps) await warmUp()
      if (site.isCustom) for (const problem of await checks.comparePages(warn)) warn(formatProblem(problem))
      await pages.convertAll(isCancelled)
    },
    close: async () => {
      isClosed = true
      await app.close()
    }
  }
}

/** Reads when the data files changed: each of them by the history, and the newest by its modification time. */
async function readTimes(dataDir: string, { faq }: Business, history: ReadHistory | undefined) {
  const names = [...Object.keys(dataFiles), ...wordsFilesOf(faq.language)]
  const files = names.map((name) => `${name}.json`)
  const changes = await readChangeTimes(dataDir, files, history)
  const times = await modifiedTimes(dataDir, names)
  return { changes, modified: new Date(Math.max(...Array.from(times.values(), Number))) }
}
