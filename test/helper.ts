import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync
} from 'node:fs'
import { createServer, type RequestListener } from 'node:http'
import { connect, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { pino } from 'pino'
import type { Test } from 'tap'
import { type App, buildApp } from '../src/app.ts'
import { isParent } from '../src/base/json-value.ts'
import { type Business, type DataFile, dataFiles } from '../src/business/business.ts'
import { loadBusiness } from '../src/business/loading/load.ts'
import { type ApiVersion, operations } from '../src/business/operations.ts'
import { readConfig } from '../src/config.ts'
import { fixtureData, type Line } from './process.ts'

export const words = (text: string): string[] => text.trim().split(/\s+/)

export const baseUrl = 'https://nahat.example'
export const config = readConfig({ BASE_URL: baseUrl, DATA_DIR: fixtureData })
export const { siteDir } = config
/** The business with the fewest facts. */
export const minimal = 'test/fixtures/minimal'

/** The version of the tests, so a new one in src/api/versions.ts breaks only the tests of versions. */
export const v1: ApiVersion = { name: 'v1', hasAlias: true, operations }
export const versions = [v1]

/** The changes to the fixture: values by `file#pointer` (undefined deletes), or whole files by name. */
export type Edits = Record<string, unknown>

/** Creates a folder with these files, which exists until the end of the test; a test may have several. */
export function folderWith(t: Test, files: Record<string, string | Buffer>): string {
  const root = mkdtempSync(join(tmpdir(), 'business-facts-'))
  // A container reads it as another user.
  chmodSync(root, 0o755)
  t.teardown(() => rmSync(root, { recursive: true, force: true }))
  for (const [name, content] of Object.entries(files)) {
    mkdirSync(dirname(join(root, name)), { recursive: true })
    writeFileSync(join(root, name), content)
  }
  return root
}

/** Copies the fixture to a temporary folder, makes the edits, and returns the folder. */
export function dataWith(t: Test, edits: Edits, source = fixtureData): string {
  const folder = t.testdir()
  for (const name of readdirSync(source)) copyFileSync(join(source, name), join(folder, name))
  editFiles(folder, edits)
  return folder
}

export function editFiles(folder: string, edits: Edits): void {
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
}

function set(parent: Record<string, unknown>, [key = '', ...rest]: string[], value: unknown): void {
  const part = parent[key]
  if (rest.length > 0) {
    if (!isParent(part)) throw new Error(`${key}: must be an object or a list, got ${part}`)
    set(part, rest, value)
  } else if (value === undefined) delete parent[key]
  else parent[key] = value
}

/** Returns the site folder next to a folder of data, or else the site folder of the sample. */
const siteNextTo = (dataDir: string): string => {
  const folder = join(dataDir, '../site')
  return existsSync(folder) ? folder : siteDir
}

// The fixtures never change.
const fixtures = new Map<string, Business>()

/** Returns the business of a folder, which no test may change; throws if its data is invalid. */
export async function facts(
  dataDir = fixtureData,
  table: Record<string, DataFile> = dataFiles,
  address = baseUrl,
  imageDir = siteNextTo(dataDir)
) {
  const isFixture = dataDir.startsWith('test/fixtures/') && table === dataFiles
  const key = `${dataDir} ${address} ${imageDir}`
  const cached = isFixture ? fixtures.get(key) : undefined
  if (cached) return cached
  const loaded = await loadBusiness({ dataDir, baseUrl: address, siteDir: imageDir }, table)
  if ('problems' in loaded) throw new Error(loaded.problems.join('\n'))
  if (isFixture) fixtures.set(key, loaded.business)
  return loaded.business
}

/** Returns the problems of data, one line each, without the folder, and without line and column before a pointer. */
export async function problemsOf(
  dataDir: string,
  table: Record<string, DataFile> = dataFiles,
  imageDir = siteDir
) {
  const loaded = await loadBusiness({ dataDir, baseUrl, siteDir: imageDir }, table)
  return 'problems' in loaded ? shorten(loaded.problems, dataDir) : []
}

/** Returns the warnings about valid data in the same form. */
export async function warningsOf(dataDir: string, imageDir = siteDir): Promise<string[]> {
  const loaded = await loadBusiness({ dataDir, baseUrl, siteDir: imageDir })
  if ('problems' in loaded) throw new Error(loaded.problems.join('\n'))
  return shorten(loaded.warnings, dataDir)
}

const shorten = (lines: string[], dataDir: string) =>
  lines.map((line) => line.replace(`${dataDir}/`, '').replace(/:\d+:\d+ \//, ' /'))

type Options = Partial<Parameters<typeof buildApp>[1]>
type Settings = Partial<typeof config>

/** Builds the app without its cache in front, and closes it at the end of the test. */
export const build = async (t: Test, options: Options = {}, settings: Settings = {}) =>
  (await buildWhole(t, options, settings)).fastify

/** Serves a business with edits until the end of the test; returns the app, and a function that reads a path. */
export async function serve(t: Test, edits: Edits = {}, source = minimal, options: Options = {}) {
  const dataDir = dataWith(t, edits, source)
  const app = await build(t, { business: await facts(dataDir), ...options }, { dataDir })
  return { app, read: async (url: string) => (await app.inject(url)).body }
}

/** Returns the site of an app that has no server. */
export const readSite = async (settings: typeof config, business: Business, options: Options = {}) =>
  (await buildApp(settings, { versions, hasServer: false, warn: () => {}, ...options, business })).site

/** Builds the app with its cache in front, and closes it at the end of the test. */
export async function buildWhole(t: Test, options: Options = {}, settings: Settings = {}): Promise<App> {
  const app = await buildApp(
    { ...config, ...settings },
    { versions, ...options, business: options.business ?? (await facts()) }
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

/** Waits for the end of a connection, which may be a reset: the server need not have read all that was sent. */
export const waitForClose = (socket: Socket): Promise<void> =>
  new Promise((resolve) => socket.on('error', () => {}).on('close', () => resolve()))

const ofConnection = words('connection content-length date keep-alive transfer-encoding')

/** Returns the headers of a response, in one order, without the headers of the connection. */
export const withoutConnection = (headers: Iterable<[string, unknown]>) =>
  Object.fromEntries([...headers].filter(([name]) => !ofConnection.includes(name)).sort())

/** Opens a connection to a server, which may close it at any time, and sends bytes. */
export function openSocket(url: string | URL, bytes = ''): Socket {
  const { hostname, port } = new URL(url)
  const socket = connect(Number(port), hostname).on('error', () => {})
  socket.write(bytes)
  return socket
}

/** Sends bytes over a new connection; returns all that the server sends until it closes the connection. */
export async function talk(url: string | URL, bytes: string): Promise<string> {
  const chunks: Buffer[] = []
  await waitForClose(openSocket(url, bytes).on('data', (chunk) => chunks.push(chunk)))
  return Buffer.concat(chunks).toString()
}

export function createGate() {
  let open = () => {}
  const opened = new Promise<void>((resolve) => {
    open = resolve
  })
  return { open, opened }
}

export function collectLog(level = 'info') {
  const lines: Line[] = []
  const logger = pino({ level }, { write: (line: string) => void lines.push(JSON.parse(line)) })
  return { logger, lines }
}

/** Replaces the clock of `performance.now` until the end of the test; returns a function that advances it. */
export function controlClock(t: Test): (milliseconds: number) => void {
  // A whole number, because sums of fractions are not exact.
  let now = Math.floor(performance.now())
  performance.now = () => now
  t.teardown(() => Reflect.deleteProperty(performance, 'now'))
  return (milliseconds) => {
    now += milliseconds
  }
}
