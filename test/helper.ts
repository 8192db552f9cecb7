import { cpSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer, type RequestListener } from 'node:http'
import { join } from 'node:path'
import type { Test } from 'tap'
import { buildApp } from '../src/app.ts'
import { loadBusiness } from '../src/business/load.ts'
import { type Operation, operations } from '../src/business/operations.ts'
import { formatProblem } from '../src/business/problem.ts'
import { readConfig } from '../src/config.ts'
import { fixtureData } from './process.ts'

export const baseUrl = 'https://nahat.example'
export const config = readConfig({ BASE_URL: baseUrl, DATA_DIR: fixtureData })

/** The changes to the fixture: values by `file#pointer` (undefined deletes), or whole files by name. */
export type Edits = Record<string, unknown>

/** Copies the fixture to a temporary folder, makes the edits, and returns the folder. */
export function dataWith(t: Test, edits: Edits): string {
  const folder = t.testdir()
  cpSync(fixtureData, folder, { recursive: true })
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

/** Returns the business of a folder; throws if its data is invalid. */
export async function facts(dataDir = fixtureData, rows: Operation[] = operations, address = baseUrl) {
  const loaded = await loadBusiness({ dataDir, baseUrl: address }, rows)
  if ('problems' in loaded) throw new Error(loaded.problems.map(formatProblem).join('\n'))
  return loaded.business
}

/** Returns one line per problem that the edits cause, without the folder, and without line and column before a pointer. */
export async function problems(t: Test, edits: Edits, rows: Operation[] = operations): Promise<string[]> {
  const dataDir = dataWith(t, edits)
  const loaded = await loadBusiness({ dataDir, baseUrl }, rows)
  if (!('problems' in loaded)) return []
  const short = (line: string) => line.replace(`${dataDir}/`, '').replace(/:\d+:\d+ \//, ' /')
  return loaded.problems.map((item) => short(formatProblem(item)))
}

/** Builds the app for `inject`; closes it at the end of the test. */
export async function build(
  t: Test,
  parts: Partial<Parameters<typeof buildApp>[1]> = {},
  settings: Partial<typeof config> = {}
) {
  const app = await buildApp(
    { ...config, ...settings },
    { business: parts.business ?? (await facts()), ...parts }
  )
  t.teardown(() => app.close())
  return app
}

/** Listens on a free port until the end of the test; returns the origin. */
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
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('the server has no port')
  return `http://127.0.0.1:${address.port}`
}
