import { getString } from '../base/json-value.ts'
import { distribute } from '../base/shards.ts'
import { createPace } from '../base/tasks.ts'
import { listPlaces } from '../business/opening-hours.ts'
import { apiUrl, type Context } from '../context/context.ts'
import { introduce } from './identity.ts'
import { normalizeUri, type Offers, pageLength } from './methods.ts'
import { type SearchData, writeSearchData } from './search.ts'
import { files, idsOf, keyOf, needMark, resourcesFrom, type StoredServer } from './stored.ts'
import type { ListIds } from './tool.ts'

type File = [name: string, content: string]
type Read = () => unknown

const resultsPerShard = 16

/** Creates the files from which the MCP server of a worker responds as this one does at the time of the context. */
export async function* listEdgeFiles(
  context: Context,
  offers: Offers,
  readSearchData: () => Promise<SearchData>
): AsyncGenerator<File> {
  yield [files.search, writeSearchData(await readSearchData())]
  const results = await listResults(offers)
  const shardCount = Math.ceil(results.size / resultsPerShard)
  yield [files.server, JSON.stringify(await describeServer(context, offers, shardCount))]
  const pace = createPace()
  for (const [number, entries] of distribute(results, shardCount).entries()) {
    const shard: Record<string, unknown> = {}
    for (const [key, read] of entries) {
      shard[key] = await read()
      await pace()
    }
    yield [files.results(number), JSON.stringify(shard)]
  }
}

async function describeServer(
  context: Context,
  { tools, prompts, templates, resources }: Offers,
  shardCount: number
): Promise<StoredServer> {
  const dated = context.operations.find(({ dates }) => dates)
  return {
    resourceCount: (await resources()).list.length,
    shardCount,
    introduction: introduce(context),
    tools,
    prompts,
    templates,
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
  for (const { name, inputSchema, listIds, call } of tools) {
    for (const id of await addIds(name, listIds)) results.set(keyOf(name, id), () => call({ id }))
    if (Object.keys(inputSchema.properties).length === 0) results.set(keyOf(name), () => call({}))
  }
  for (const { name, write, listIds } of prompts) {
    results.set(keyOf(name), () => write({ need: needMark }))
    for (const topic of await addIds(name, listIds))
      results.set(keyOf(name, topic), () => write({ need: needMark, topic }))
  }
  for (const { uriTemplate, listIds } of templates) await addIds(uriTemplate, listIds)
  const { list, read } = await resources()
  for (let start = 0; start < list.length; start += pageLength)
    results.set(resourcesFrom(start), () => list.slice(start, start + pageLength))
  for (const resource of await list.slice(0, list.length)) {
    const key = normalizeUri(String(getString(resource, 'uri')))
    results.set(key, () => read(key))
  }
  return results
}
