import type { RequestListener } from 'node:http'
import type { FastifyBaseLogger } from 'fastify'
import { versions as served } from './api/versions.ts'
import { buildApp, readSite } from './app.ts'
import type { Business } from './business/business.ts'
import { formatProblem } from './business/problem.ts'
import { InvalidData, readBusiness } from './business/read.ts'
import type { Config } from './config.ts'
import { answerKept, Kept } from './http/kept.ts'
import { createLimits, type Limits } from './http/limits.ts'
import { compare } from './site/compare.ts'
import type { Conversions } from './site/markdown/converter.ts'
import { findDisparities } from './site/parity.ts'

/** What answers requests, made from the files as they are now. */
export interface Assembly {
  listener: RequestListener
  kept: Kept
  conversions: Conversions
  /** When the newest of the data files was changed. */
  modified: Date
  /**
   * Does in the background, between requests, what would keep the first of them waiting: loads the MCP server, compares
   * custom pages with the data and converts pages to Markdown.
   */
  prepare: () => Promise<void>
  close: () => Promise<void>
}

/**
 * Builds the server as a start does, and compares the pages with the data. Throws if the start would fail, or
 * InvalidData if a page does not show a fact that the data says it shows.
 */
export async function checkSite(config: Config, business: Business, versions = served) {
  const site = await readSite(config, business, { versions })
  const app = await buildApp(config, { business, site, versions })
  await app.close()
  const warn = (message: string) => void process.stderr.write(`${message}\n`)
  const disparities = await findDisparities(business, site, { baseUrl: config.baseUrl, compare, warn })
  if (disparities.length > 0) throw new InvalidData(disparities.map(formatProblem))
}

/** Builds the server for a business; what the pages do not show is a warning in the log. */
export async function assemble(
  config: Config,
  logger: FastifyBaseLogger,
  isReady: () => boolean,
  limits: Limits = createLimits(logger),
  business = readBusiness(config)
): Promise<Assembly> {
  const kept = new Kept()
  const site = await readSite(config, business, { kept, logger })
  const warmUps: (() => Promise<void>)[] = []
  const onWarmUp = (warmUp: () => Promise<void>) => warmUps.push(warmUp)
  const app = await buildApp(config, { business, site, logger, kept, limits, isReady, onWarmUp })
  // The access log needs every request to pass the hooks.
  const listener = config.accessLog ? app.routing : answerKept(kept, limits.unsent, app.routing)
  let isClosed = false
  const isOver = () => isClosed
  const warn = (message: string) => logger.warn(message)
  const check = { baseUrl: config.baseUrl, compare: site.compare, warn, isOver }
  return {
    listener,
    kept,
    conversions: site.conversions,
    modified: new Date(Math.max(...Array.from(site.modified.values(), Number))),
    prepare: async () => {
      if (isClosed) return
      for (const warmUp of warmUps) await warmUp()
      if (site.isOwn) {
        for (const disparity of await findDisparities(business, site, check)) warn(formatProblem(disparity))
      }
      await site.pages.convertAll(isOver)
    },
    close: async () => {
      isClosed = true
      await app.close()
    }
  }
}
