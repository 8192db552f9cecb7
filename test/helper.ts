import { cpSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import type { Test } from 'tap'
import { buildApp } from '../src/app.ts'
import { type DataFiles, dataFiles } from '../src/business/business.ts'
import { loadBusiness } from '../src/business/load.ts'
import { readConfig } from '../src/config.ts'

export const baseUrl = 'https://nahat.example'
export const config = readConfig({ BASE_URL: baseUrl })

/** What is different from the data of the project: values by `file#pointer` (undefined deletes), or whole files. */
export type Edits = Record<string, unknown>

/** A folder with a copy of the data and the edits made in it. */
export function dataWith(t: Test, edits: Edits, source = 'data'): string {
  const folder = t.testdir()
  cpSync(source, folder, { recursive: true })
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
export async function facts(dataDir = 'data', table: DataFiles = dataFiles, address = baseUrl) {
  const loaded = await loadBusiness({ dataDir, baseUrl: address }, table)
  if ('problems' in loaded) throw new Error(loaded.problems.join('\n'))
  return loaded.business
}

/** The problems that the edits make, one line each, without the folder and, before a pointer, the line and column. */
export async function problems(
  t: Test,
  edits: Edits,
  table: DataFiles = dataFiles,
  source?: string
): Promise<string[]> {
  const dataDir = dataWith(t, edits, source)
  const loaded = await loadBusiness({ dataDir, baseUrl }, table)
  if (!('problems' in loaded)) return []
  const short = (line: string) => line.replace(`${dataDir}/`, '').replace(/:\d+:\d+ \//, ' /')
  return loaded.problems.map(short)
}

/** The server without a socket, closed at the end of the test. */
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
