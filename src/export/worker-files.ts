import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import type { App } from '../app.ts'
import { distribute } from '../base/shards.ts'
import { escapePattern } from '../base/text.ts'
import { encodePath } from '../base/url-path.ts'
import { listPlaces } from '../business/opening-hours.ts'
import { listPrefixes } from '../business/operation.ts'
import {
  type Area,
  type Class,
  type Entry,
  type Form,
  mcpFile,
  ownFolder,
  type Site,
  shardFile,
  siteFile
} from '../worker/format.ts'
import type { Output } from './output.ts'
import { type Answer, ask, type Response, splitHeaders } from './responses.ts'

// The entries of one file: parsing them must take little of the 10 ms of CPU time that a request has.
const shardSize = 200

export async function stageWorker(app: App, output: Output, worker: string, responses: Response[]) {
  const recorder = new Recorder(app, output)
  const files = new Map(responses.map((response) => [response.path, response]))
  const paths = [...app.apiPaths, ...app.site.context.resources.listPaths()]
  const isStatic = (route: string) => !/[:*]/.test(route)
  for (const path of new Set([...paths, ...app.routes.filter(isStatic)])) await recorder.addPath(path, files)
  const patterns = await recorder.addUnknownIds(app.routes.filter((route) => route.includes('/:')))
  for await (const [name, content] of app.listMcpFiles()) await output.stage(mcpFile(name), content)
  const { site, entries } = await recorder.describe(patterns)
  await output.stage(siteFile, JSON.stringify(site))
  for (const [number, shard] of distribute(entries, site.shards).entries())
    await output.stage(shardFile(number), JSON.stringify(Object.fromEntries(shard)))
  await output.stage(`${ownFolder}/worker.js`, await readFile(worker))
}

class Recorder {
  readonly #app: App
  readonly #output: Output
  readonly #classes = new Map<string, number>()
  readonly #entries = new Map<string, Entry>()
  /** The paths of hours.json. */
  readonly #hoursPaths: Set<string>
  /** The same for every page: no media type is acceptable. */
  #none: Form | undefined
  /** The same for every file with ranges: it has none of those requested. */
  #beyond: Form | undefined

  constructor(app: App, output: Output) {
    this.#app = app
    this.#output = output
    const paths = app.site.context.versions.flatMap((version) => {
      const hours = version.operations.filter(({ dates }) => dates)
      return listPrefixes(version).flatMap((prefix) => hours.map(({ path }) => prefix + path))
    })
    this.#hoursPaths = new Set(paths)
  }

  async addPath(path: string, files: Map<string, Response>): Promise<void> {
    const response = files.get(path)
    const url = encodePath(path)
    const answer = response ? { ...response, status: 200, body: Buffer.alloc(0) } : await ask(this.#app, url)
    // A file was deleted meanwhile.
    if (answer.status === 404) return
    const entry: Entry = { form: await this.#record(answer, response?.file) }
    if (this.#hoursPaths.has(path)) entry.isHours = true
    if (answer.headers['accept-ranges'])
      this.#beyond ??= await this.#askAndRecord(url, { range: `bytes=${answer.length}-` })
    this.#entries.set(path, entry)
    if (!response?.headers.vary?.includes('Accept,')) return
    const accept = 'text/markdown'
    const markdown = await ask(this.#app, url, { accept })
    const twin = files.get(decodeURIComponent(String(markdown.headers['content-location'])))
    entry.markdown = await this.#record(markdown, twin?.file)
    if (markdown.status !== 200)
      entry.fallback = await this.#askAndRecord(url, { accept: `${accept}, text/html;q=0.5` })
    this.#none ??= await this.#askAndRecord(url, { accept: 'image/png' })
    entry.none = this.#none
  }

  /** Records the responses for ids that do not exist, and for those that exist without an entry of their own. */
  async addUnknownIds(routes: string[]): Promise<Site['patterns']> {
    const { business, operations } = this.#app.site.context
    const record = async (path: string): Promise<Entry> => ({ form: await this.#askAndRecord(path) })
    const patterns: Site['patterns'] = []
    for (const route of routes) {
      const operation = operations.find(({ path }) => route.endsWith(path.replace('{id}', ':id')))
      for (const id of Object.keys(operation?.reasons?.(business) ?? {}))
        this.#entries.set(route.replace(':id', id), await record(route.replace(':id', id)))
      const pattern = `^${route.split(':id').map(escapePattern).join('[^/]*')}$`
      patterns.push([pattern, await record(route.replace(':id', '.'))])
    }
    return patterns
  }

  async describe(patterns: Site['patterns']): Promise<{ site: Site; entries: Map<string, Entry> }> {
    const { apiPaths, fastify, site } = this.#app
    const { resources } = site.context
    for (const [path, location] of resources.listRedirects()) {
      const own = resources.redirectOf(path)
      this.#entries.set(path, { ...this.#entries.get(path), location, ...(own !== undefined && { own }) })
    }
    const areas: Site['areas'] = { '': await this.#describeArea('', '/') }
    // The OpenAPI document comes first; its errors have other links.
    const samples = apiPaths.flatMap((path): [string, string][] => {
      const [prefix] = /^\/api(?:\/v\d+)?(?=\/)/.exec(path) ?? []
      return prefix === undefined ? [] : [[prefix, path]]
    })
    for (const [prefix, path] of new Map(samples)) areas[prefix] = await this.#describeArea(prefix, path)
    return {
      entries: this.#entries,
      site: {
        areas,
        redirect: await this.#askAndRecord('/index.html'),
        ...(this.#beyond && { beyond: this.#beyond }),
        methods: fastify.supportedMethods,
        places: listPlaces(site.context.business.profile),
        patterns,
        shards: Math.ceil(this.#entries.size / shardSize),
        classes: Array.from(this.#classes.keys(), (text) => JSON.parse(text))
      }
    }
  }

  async #describeArea(prefix: string, path: string): Promise<Area> {
    // No file of a site is in this folder.
    const missing = `${prefix}/${ownFolder}/`
    // The worker adds the Vary of the resource.
    const precondition = await ask(this.#app, path, { 'if-match': '""' })
    const { vary: _, ...headers } = precondition.headers
    const preflight = { origin: 'null', 'access-control-request-method': 'GET' }
    const describeMethods = async (url: string): Promise<Area['known']> => ({
      options: await this.#askAndRecord(url, {}, 'OPTIONS'),
      preflight: await this.#askAndRecord(url, preflight, 'OPTIONS'),
      other: await this.#askAndRecord(url, {}, 'POST')
    })
    return {
      known: await describeMethods(path),
      unknown: await describeMethods(missing),
      missing: {
        form: await this.#record(await ask(this.#app, missing), prefix === '' ? '404.html' : undefined),
        ...(prefix === '' && { markdown: await this.#askAndRecord(missing, { accept: 'text/markdown' }) })
      },
      malformed: await this.#askAndRecord(`${prefix}/%`),
      precondition: await this.#record({ ...precondition, headers })
    }
  }

  async #askAndRecord(
    url: string,
    headers?: Record<string, string>,
    method?: 'OPTIONS' | 'POST'
  ): Promise<Form> {
    return this.#record(await ask(this.#app, url, headers, method))
  }

  /** Stages the body, unless it has a file already. A short body without an ETag is in the class. */
  async #record({ status, headers, body, length }: Answer, file?: string): Promise<Form> {
    // The worker adds the location.
    const { location: _, ...sent } = headers
    const { own, shared } = splitHeaders(sent)
    const isShared = own.etag === undefined
    const text = isShared && status !== 204 ? body.toString() : undefined
    const described: Class = {
      status,
      headers: { ...shared, ...(text && { 'content-length': String(length) }) },
      ...(text && { body: text })
    }
    const key = JSON.stringify(described)
    const number = this.#classes.get(key) ?? this.#classes.size
    this.#classes.set(key, number)
    return {
      class: number,
      ...(Object.keys(own).length > 0 && { headers: own }),
      ...(!isShared && { file: file ?? (await this.#stage(body)), length })
    }
  }

  async #stage(body: Buffer): Promise<string> {
    const hash = createHash('sha256').update(body).digest('hex').slice(0, 32)
    const file = `${ownFolder}/bodies/${hash}`
    await this.#output.stage(file, body)
    return file
  }
}
