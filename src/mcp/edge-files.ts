import { getString } from '../base/json-value.ts'
import { distribute } from '../base/shards.ts'
import { createPace } from '../base/tasks.ts'
import type { Place } from '../business/opening-hours.ts'
import type { Introduction } from './identity.ts'
import { type Features, normalizeUri, pageLength } from './methods.ts'
import { type SearchData, writeSearchData } from './search.ts'
import { files, keys, needMark } from './stored.ts'
import type { ListIds } from './tool.ts'

interface Source {
  introduction: Introduction
  hours: { places: Place[]; url: string } | undefined
  features: Features
  readSearchData: () => Promise<SearchData>
}

/** Of the features, JSON has everything except their functions. */
export type StoredServer = Awaited<ReturnType<typeof storeServer>>

async function storeServer({ introduction, hours, features }: Source, shardCount: number) {
  const { resources, ...listed } = features
  return { resourceCount: (await resources()).list.length, shardCount, introduction, ...listed, hours }
}

const resultsPerShard = 16

/** Creates the files from which the MCP server of a worker responds as this one does now. */
export async function* listEdgeFiles(source: Source): AsyncGenerator<[name: string, content: string]> {
  yield [files.search, writeSearchData(await source.readSearchData())]
  const results = await listResults(source.features)
  const shardCount = Math.ceil(results.size / resultsPerShard)
  yield [files.server, JSON.stringify(await storeServer(source, shardCount))]
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

/** Returns the functions that read what a worker does not compute, by key. */
async function listResults({ tools, prompts, templates, resources }: Features) {
  const results = new Map<string, () => unknown>()
  const addIds = async (name: string, listIds: ListIds | undefined) => {
    const ids = await listIds?.()
    if (ids) results.set(keys.ids(name), () => ids)
    return ids ?? []
  }
  for (const { name, inputSchema, listIds, call } of tools) {
    for (const id of await addIds(name, listIds)) results.set(keys.result(name, id), () => call({ id }))
    if (Object.keys(inputSchema.properties).length === 0) results.set(keys.result(name), () => call({}))
  }
  for (const { name, write, listIds } of prompts) {
    results.set(keys.result(name), () => write({ need: needMark }))
    for (const topic of await addIds(name, listIds))
      results.set(keys.result(name, topic), () => write({ need: needMark, topic }))
  }
  for (const { uriTemplate, listIds } of templates) await addIds(uriTemplate, listIds)
  const { list, read } = await resources()
  for (let start = 0; start < list.length; start += pageLength)
    results.set(keys.resources(start), () => list.slice(start, start + pageLength))
  for (const resource of await list.slice(0, list.length)) {
    const key = normalizeUri(String(getString(resource, 'uri')))
    results.set(key, () => read(key))
  }
  return results
}
