import { cpSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import type { Test } from 'tap'
import { noticeMonths } from '../src/api/deprecation.ts'
import { versions } from '../src/api/versions.ts'
import { type App, buildApp } from '../src/app.ts'
import type { Business } from '../src/business/business.ts'
import { loadBusiness } from '../src/business/load.ts'
import { modifiedTimes } from '../src/business/modified.ts'
import { type Operation, operations } from '../src/business/operations.ts'
import { formatProblem } from '../src/business/problem.ts'
import { readConfig } from '../src/config.ts'
import { openSite, type Site } from '../src/site/site.ts'

export const baseUrl = 'https://nahat.example'
export const config = readConfig({ BASE_URL: baseUrl })

/** What is different from the data of the project: values by `file#pointer` (undefined deletes), or whole files. */
export type Edits = Record<string, unknown>

/** A folder with a copy of the data and the edits made in it. */
export function dataWith(t: Test, edits: Edits): string {
  const folder = t.testdir()
  cpSync('data', folder, { recursive: true })
  for (const [place, value] of Object.entries(edits)) {
    const [name, pointer] = place.split('#')
    const file = join(folder, `${name}.json`)
    if (pointer === undefined) {
      writeFileSync(
        file,
        Buffer.isBuffer(value) ? value : typeof value === 'string' ? value : JSON.stringify(value)
      )
    } else {
      const document = JSON.parse(readFileSync(file, 'utf8'))
      set(document, pointer.split('/').slice(1), value)
      writeFileSync(file, JSON.stringify(document, null, 2))
    }
  }
  return folder
}

function set(parent: Record<string, unknown>, [key = '', ...rest]: string[], value: unknown): void {
  if (rest.length > 0) set(Object(parent[key]), rest, value)
  else if (value === undefined) delete parent[key]
  else parent[key] = value
}

/** The facts of a folder; fails the test where they have problems. */
export async function facts(dataDir = 'data', rows: Operation[] = operations, address = baseUrl) {
  const loaded = await loadBusiness({ dataDir, baseUrl: address }, rows)
  if ('problems' in loaded) throw new Error(loaded.problems.map(formatProblem).join('\n'))
  return loaded.business
}

/** The problems that the edits make, one line each, without the folder and, before a pointer, the line and column. */
export async function problems(t: Test, edits: Edits, rows: Operation[] = operations): Promise<string[]> {
  const dataDir = dataWith(t, edits)
  const loaded = await loadBusiness({ dataDir, baseUrl }, rows)
  if (!('problems' in loaded)) return []
  const short = (line: string) => line.replace(`${dataDir}/`, '').replace(/:\d+:\d+ \//, ' /')
  return loaded.problems.map((item) => short(formatProblem(item)))
}

type Options = Partial<Parameters<typeof buildApp>[1]>
type Settings = Partial<typeof config>

/** Builds the app without its cache in front, and closes it at the end of the test. */
export const build = async (t: Test, options: Options = {}, settings: Settings = {}) =>
  (await buildWhole(t, options, settings)).fastify

/** Opens the site of a business as the app does, without the app. */
export const readSite = async (
  { siteDir, dataDir, accessLog }: typeof config,
  business: Business,
  { logger = { warn: (_message: string): void => {} } } = {}
): Promise<Site> =>
  openSite(
    {
      business,
      siteDir,
      modified: await modifiedTimes(dataDir, Object.keys(business)),
      warn: (message) => logger.warn(message)
    },
    { baseUrl, versions, noticeMonths, accessLog }
  )

/** Builds the app with its cache in front, and closes it at the end of the test. */
export async function buildWhole(t: Test, options: Options = {}, settings: Settings = {}): Promise<App> {
  const app = await buildApp(
    { ...config, ...settings },
    { ...options, business: options.business ?? (await facts()) }
  )
  t.teardown(() => app.close())
  return app
}

/** Listens on a free port of this machine until the end of the test; the address without a path. */
export async function listen(
  t: Test,
  listener: RequestListener,
  server = createServer(listener)
): Promise<string> {
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve)
  })
  t.teardown(() => {
    server.closeAllConnections()
    server.close()
  })
  const { port }: Pick<AddressInfo, 'port'> = Object(server.address())
  return `http://127.0.0.1:${port}`
}
