import type { RequestListener } from 'node:http'
import type { FastifyBaseLogger } from 'fastify'
import { buildApp, readSite } from './app.ts'
import type { Business } from './business/business.ts'
import { formatProblem } from './business/problem.ts'
import type { Config } from './config.ts'
import { answerKept, Kept } from './http/kept.ts'
import { InvalidData, readBusiness } from './read-business.ts'
import type { Conversions } from './website/markdown/converter.ts'
import { findDisparities } from './website/parity.ts'

/** What answers requests, made from the files as they are now. */
export interface Assembly {
  listener: RequestListener
  kept: Kept
  conversions: Conversions
  /** When the newest of the data files was changed. */
  modified: Date
  /** Makes ready in the background what takes longest. */
  convertAll: () => Promise<void>
  close: () => Promise<void>
}

/** Reads the files and the site; throws InvalidData where the pages do not show what the data say of them. */
export async function checkSite(config: Config, business: Business) {
  const disparities = await findDisparities(business, await readSite(config, business), config.baseUrl)
  if (disparities.length > 0) throw new InvalidData(disparities.map(formatProblem))
}

/** Builds the server for a business; what the pages do not show is a warning in the log. */
export async function assemble(
  config: Config,
  logger: FastifyBaseLogger,
  isReady: () => boolean,
  business = readBusiness(config)
): Promise<Assembly> {
  const kept = new Kept()
  const site = await readSite(config, business, { kept, logger })
  const app = await buildApp(config, { business, site, logger, kept, isReady })
  if (site.isOwn) {
    for (const disparity of await findDisparities(business, site, config.baseUrl)) {
      logger.warn(formatProblem(disparity))
    }
  }
  // The access log needs every request to pass the hooks.
  const listener = config.accessLog ? app.routing : answerKept(kept, app.routing)
  let isClosed = false
  return {
    listener,
    kept,
    conversions: site.conversions,
    modified: new Date(Math.max(...Array.from(site.modified.values(), Number))),
    convertAll: () => site.pages.convertAll(() => isClosed),
    close: async () => {
      isClosed = true
      await app.close()
    }
  }
}
