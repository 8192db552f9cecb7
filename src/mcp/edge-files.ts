import { getString } from '../base/json-value.ts'
import { distribute } from '../base/shards.ts'
import { createPace } from '../base/tasks.ts'
import { listPlaces } from '../business/opening-hours.ts'
import { apiUrl, type Context } from '../context/context.ts'
import { introduce } from './identity.ts'
import { normalizeUri, type Offers, pageLength } from './methods.ts'
import { pageUri } from './resources.ts'
import type { SearchData, StoredSearch } from './search.ts'
import { pageId } from './search-documents.ts'
import {
  files,
  idsOf,
  keyOf,
  needMark,
  resourcesFrom,
  type StoredResults,
  type StoredServer
} from './stored.ts'
import type { ListIds } from './tool.ts'

type File = [name: string, content: string]
type Read = () => unknown

const resultsPerShard = 16

/**
 * Records the files from which the MCP server of a worker responds as this one does. Call `follow` after each change of the
 * clock of the context, which must not go back, and then `list`.
 */
export async function recordEdgeFiles(
  context: Context,
  offers: Offers,
  readSearchData: () => Promise<SearchData>
) {
  const { named, index, ...search } = await readSearchData()
  const results = await listResults(offers)
  const dated = await findDated(context, results)
  const follow = async (from = context.now().getTime()) => {
    for (const { read, versions } of dated.values()) {
      const result = await read()
      if (JSON.stringify(versions.at(-1)?.[1]) !== JSON.stringify(result)) versions.push([from, result])
    }
  }
  await follow(0)
  return {
    follow,
    async *list(): AsyncGenerator<File> {
      const stored: StoredSearch = { ...search, index: index.toJSON(), named: [...named] }
      yield [files.search, JSON.stringify(stored)]
      const resourceCount = (await offers.resources()).list.length
      const shardCount = Math.ceil(results.size / resultsPerShard)
      const server = describeServer(context, offers, { resourceCount, shardCount })
      yield [files.server, JSON.stringify(server)]
      yield* writeShards(results, dated, shardCount)
    }
  }
}

function describeServer(
  context: Context,
  { tools, prompts, templates }: Offers,
  given: Pick<StoredServer, 'resourceCount' | 'shardCount'>
): StoredServer {
  const dated = context.operations.find(({ dates }) => dates)
  return {
    ...given,
    introduction: introduce(context),
    tools: [...tools.values()],
    prompts: [...prompts.values()],
    templates: [...templates],
    ...(dated && { hours: { places: listPlaces(context.business.profile), url: apiUrl(context, dated) } })
  }
}

/** Returns the functions that read what a worker does not compute, by key. */
async function listResults({ tools, prompts, templates, resources }: Offers): Promise<Map<string, Read>> {
  const results = new Map<string, Read>()
  const addIds = async (name: string, listIds: ListIds | undefined) => {
    const ids = await listIds?.()
    if (ids) results.set(idsOf(name), () => ids)
    return ids ?? []
  }
  for (const { name, inputSchema, listIds, call } of tools.values()) {
    for (const id of await addIds(name, listIds)) results.set(keyOf(name, id), () => call({ id }))
    if (Object.keys(inputSchema.properties).length === 0) results.set(keyOf(name), () => call({}))
  }
  for (const { name, write, listIds } of prompts.values()) {
    results.set(keyOf(name), () => write({ need: needMark }))
    for (const topic of await addIds(name, listIds))
      results.set(keyOf(name, topic), () => write({ need: needMark, topic }))
  }
  for (const [uri, { listIds }] of templates) await addIds(uri, listIds)
  const { list, read } = await resources()
  for (let start = 0; start < list.length; start += pageLength)
    results.set(resourcesFrom(start), () => list.slice(start, start + pageLength))
  for (const resource of await list.slice(0, list.length)) {
    const key = normalizeUri(String(getString(resource, 'uri')))
    results.set(key, () => read(key))
  }
  return results
}

interface Dated {
  read: Read
  versions: StoredResults[string]
}

/** Returns the results of the pages that depend on the date, by key. */
async function findDated({ resources, baseUrl }: Context, results: Map<string, Read>) {
  const dated = new Map<string, Dated>()
  for (const page of await resources.listPages()) {
    const body = await resources.pages.get(page.path)?.read()
    if (body?.expires === undefined) continue
    for (const key of [keyOf('fetch', pageId(page)), normalizeUri(pageUri(page, baseUrl))]) {
      const read = results.get(key)
      if (read) dated.set(key, { read, versions: [] })
    }
  }
  return dated
}

async function* writeShards(
  results: Map<string, Read>,
  dated: Map<string, Dated>,
  shardCount: number
): AsyncGenerator<File> {
  const pace = createPace()
  for (const [number, entries] of distribute(results, shardCount).entries()) {
    const shard: StoredResults = {}
    for (const [key, read] of entries) {
      shard[key] = dated.get(key)?.versions ?? [[0, await read()]]
      await pace()
    }
    yield [files.results(number), JSON.stringify(shard)]
  }
}
