import type { RequestListener } from 'node:http'
import type { FastifyBaseLogger } from 'fastify'
import { versions } from './api/versions.ts'
import { buildApp } from './app.ts'
import { loadBusiness } from './business/load.ts'
import { formatProblem } from './business/problem.ts'
import type { Config } from './config.ts'
import { answerKept, type Kept } from './http/kept.ts'

/** What answers requests, made from the files as they are now. */
export interface Assembly {
  listener: RequestListener
  close: () => Promise<void>
}

/** Thrown where the data files are at fault; each line says what, where and what to do. */
export class InvalidData extends Error {
  readonly lines: string[]

  constructor(lines: string[]) {
    super(lines.join('\n'))
    this.lines = lines
  }
}

/** Reads the files; throws InvalidData where they have problems. */
export async function readBusiness(config: Config) {
  const loaded = await loadBusiness(
    config,
    versions.flatMap(({ operations }) => operations)
  )
  if ('problems' in loaded) throw new InvalidData(loaded.problems.map(formatProblem))
  return loaded.business
}

/** Reads the files and builds the server from them. */
export async function assemble(
  config: Config,
  logger: FastifyBaseLogger,
  isReady: () => boolean
): Promise<Assembly> {
  const kept: Kept = new Map()
  const app = await buildApp(config, { business: await readBusiness(config), logger, kept, isReady })
  // The access log needs every request to pass the hooks.
  const listener = config.accessLog ? app.routing : answerKept(kept, app.routing)
  return { listener, close: () => app.close() }
}
