import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import type { App } from '../app.ts'
import { distribute } from '../base/shards.ts'
import { escapePattern } from '../base/text.ts'
import { encodePath } from '../base/url-path.ts'
import { listPlaces } from '../business/opening-hours.ts'
import { listPrefixes } from '../business/operations.ts'
import { type Area, type Entry, files, ownFolder, type Recording, type Site } from '../worker/format.ts'
import { ask, type StagedResponse, splitHeaders } from './responses.ts'

type Stage = (file: string, content: Uint8Array | string) => Promise<void>

// The entries of one file: parsing them must take little of the 10 ms of CPU time that a request has.
const shardSize = 200

export async function stageWorker(app: App, stage: Stage, worker: string, responses: StagedResponse[]) {
  const { context } = app.site
  const recorder = createRecorder(app, stage)
  const entries = await describePaths(app, recorder, responses)
  const unknownIds: Site['unknownIds'] = []
  for (const route of app.routes.filter((route) => route.includes('/:'))) {
    const operation = context.operations.find(({ path }) => route.endsWith(path.replace('{id}', ':id')))
    // The ids that exist without an entry of their own.
    for (const id of Object.keys(operation?.reasons?.(context.business) ?? {})) {
      const path = route.replace(':id', id)
      entries.set(path, { response: await recorder.ask(path) })
    }
    const pattern = `^${route.split(':id').map(escapePattern).join('[^/]*')}$`
    unknownIds.push([pattern, await recorder.ask(route.replace(':id', '.'))])
  }
  for await (const [name, content] of app.listMcpFiles()) await stage(files.mcp(name), content)
  for (const [path, location] of context.resources.listRedirects()) {
    const ownLocation = context.resources.redirectOf(path)
    const own = ownLocation !== undefined && { ownLocation }
    entries.set(path, { ...entries.get(path), location, ...own })
  }
  const ranged = responses.find(({ headers }) => headers['accept-ranges'] !== undefined)
  const described: Site = {
    areas: await describeAreas(app, recorder),
    redirect: await recorder.ask('/index.html'),
    rangeNotSatisfiable:
      ranged && (await recorder.askShared(encodePath(ranged.path), { range: `bytes=${ranged.length}-` })),
    places: listPlaces(context.business.profile),
    unknownIds,
    shards: Math.ceil(entries.size / shardSize),
    classes: Array.from(recorder.classes.keys(), (text) => JSON.parse(text))
  }
  await stage(files.site, JSON.stringify(described))
  for (const [number, shard] of distribute(entries, described.shards).entries())
    await stage(files.shard(number), JSON.stringify(Object.fromEntries(shard)))
  await stage(`${ownFolder}/worker.js`, await readFile(worker))
}

type Recorder = ReturnType<typeof createRecorder>
type AppResponse = Awaited<ReturnType<typeof ask>>

function createRecorder(app: App, stage: Stage) {
  const classes = new Map<string, number>()
  /** Stages the body, unless it has a file already. A short body without an ETag is in the class. */
  const record = async (
    { status, headers, body, length }: AppResponse,
    file?: string
  ): Promise<Recording> => {
    // The worker adds the location.
    const { location: _, ...sent } = headers
    const { own, shared } = splitHeaders(sent)
    const isShared = own.etag === undefined
    const text = isShared ? body.toString() : ''
    const described: Site['classes'][number] = {
      status,
      headers: { ...shared, ...(text && { 'content-length': String(length) }) },
      ...(text && { body: text })
    }
    const key = JSON.stringify(described)
    const number = classes.get(key) ?? classes.size
    classes.set(key, number)
    return {
      class: number,
      ...(Object.keys(own).length > 0 && { headers: own }),
      ...(!isShared && { file: file ?? (await stageBody(body)), length })
    }
  }
  const stageBody = async (body: Buffer): Promise<string> => {
    const hash = createHash('sha256').update(body).digest('hex').slice(0, 32)
    const file = `${ownFolder}/bodies/${hash}`
    await stage(file, body)
    return file
  }
  return {
    classes,
    record,
    ask: async (url: string, headers?: Record<string, string>, method?: 'OPTIONS' | 'POST') =>
      record(await ask(app, url, headers, method)),
    /** Records an error that several resources share. The worker adds the Vary of the resource. */
    askShared: async (url: string, requestHeaders: Record<string, string>) => {
      const { headers, ...response } = await ask(app, url, requestHeaders)
      const { vary: _, ...others } = headers
      return record({ ...response, headers: others })
    }
  }
}

async function describePaths(app: App, recorder: Recorder, responses: StagedResponse[]) {
  const { apiPaths, routes, site } = app
  const { resources, versions } = site.context
  const staticRoutes = routes.filter((route) => !/[:*]/.test(route))
  const stagedByPath = new Map(responses.map((response) => [response.path, response]))
  const entries = new Map<string, Entry>()
  const hoursPaths = versions.flatMap((version) => {
    const hours = version.operations.filter(({ hasHours }) => hasHours)
    return listPrefixes(version).flatMap((prefix) => hours.map(({ path }) => prefix + path))
  })
  // The same for every page: no media type is acceptable.
  let notAcceptable: Recording | undefined
  for (const path of new Set([...apiPaths, ...resources.listPaths(), ...staticRoutes])) {
    const staged = stagedByPath.get(path)
    const url = encodePath(path)
    const response = staged ? { ...staged, status: 200, body: Buffer.alloc(0) } : await ask(app, url)
    // A file was deleted meanwhile.
    if (response.status === 404) continue
    const entry: Entry = { response: await recorder.record(response, staged?.file) }
    if (hoursPaths.includes(path)) entry.isHours = true
    entries.set(path, entry)
    if (!staged?.headers.vary?.includes('Accept,')) continue
    const accept = 'text/markdown'
    const markdown = await ask(app, url, { accept })
    const stagedMarkdown = stagedByPath.get(decodeURIComponent(String(markdown.headers['content-location'])))
    entry.markdown = await recorder.record(markdown, stagedMarkdown?.file)
    if (markdown.status !== 200) {
      const html = await ask(app, url, { accept: `${accept}, text/html;q=0.5` })
      entry.withoutMarkdown = await recorder.record(html, staged.file)
    }
    notAcceptable ??= await recorder.ask(url, { accept: 'image/png' })
    entry.notAcceptable = notAcceptable
  }
  return entries
}

/** Describes the paths of each prefix by one of them. */
async function describeAreas(app: App, recorder: Recorder): Promise<Site['areas']> {
  const preflight = { origin: 'null', 'access-control-request-method': 'GET' }
  const describeMethods = async (url: string): Promise<Area['existing']> => ({
    options: await recorder.ask(url, {}, 'OPTIONS'),
    preflight: await recorder.ask(url, preflight, 'OPTIONS'),
    other: await recorder.ask(url, {}, 'POST')
  })
  const areas: Site['areas'] = {}
  // The OpenAPI document comes first, and its errors have other links: the last path of a prefix replaces it.
  const samples = new Map(app.apiPaths.map((path) => [/^\/api(?:\/v\d+)?(?=\/)/.exec(path)?.[0] ?? '', path]))
  for (const [prefix, path] of samples.set('', '/')) {
    // No file of a site is in this folder.
    const missing = `${prefix}/${ownFolder}/`
    areas[prefix] = {
      existing: await describeMethods(path),
      missing: await describeMethods(missing),
      notFound: {
        response: await recorder.record(await ask(app, missing), prefix === '' ? '404.html' : undefined),
        ...(prefix === '' && { markdown: await recorder.ask(missing, { accept: 'text/markdown' }) })
      },
      malformed: await recorder.ask(`${prefix}/%`),
      preconditionFailed: await recorder.askShared(path, { 'if-match': '""' })
    }
  }
  return areas
}
