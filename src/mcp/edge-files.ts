import { fieldOf, getString } from '../base/json-value.ts'
import { distribute, shardOf } from '../base/shards.ts'
import { loadTemporal, type Place, readHours } from '../business/opening-hours.ts'
import { writeBody } from './bounds.ts'
import type { Introduction } from './identity.ts'
import { createDatedCall, type Features, normalizeUri, pageLength, type Tool } from './methods.ts'
import { openSearch } from './search.ts'

interface Source {
  introduction: Introduction
  hours: { places: Place[]; url: string } | undefined
  features: Features
  /** Returns the JSON of the index for `openSearch`. */
  writeSearch: () => Promise<string>
}

/** The files, relative to their folder. */
const files = {
  server: 'server.json',
  search: 'search.json',
  results: (shard: number) => `results/${shard}.json`
}

/** The keys of results: of a tool and its id, or of a prompt and its topic; of the ids of either; and of a page of resources. */
const keys = {
  result: (name: string, id = '') => `${name} ${id}`,
  ids: (name: string) => `ids of ${name}`,
  resources: (start: number) => `resources from ${start}`
}

/** The text for which a stored prompt has the need of its user. No data has this character. */
const needMark = '\0'

const resultsPerShard = 16

/** Creates the files from which the MCP server of a worker responds as this one does now. */
export async function* listEdgeFiles(source: Source): AsyncGenerator<[name: string, content: string]> {
  yield [files.search, await source.writeSearch()]
  const results = await listResults(source.features)
  const shardCount = Math.ceil(results.size / resultsPerShard)
  yield [files.server, JSON.stringify(await storeServer(source, shardCount))]
  for (const [number, entries] of distribute(results, shardCount).entries()) {
    const shard: Record<string, unknown> = {}
    for (const [key, read] of entries) shard[key] = await read()
    yield [files.results(number), JSON.stringify(shard)]
  }
}

/** Of the features, JSON has everything except their functions. */
async function storeServer({ introduction, hours, features }: Source, shardCount: number) {
  const { resources, ...listed } = features
  return { resourceCount: (await resources()).list.length, shardCount, introduction, ...listed, hours }
}

/** Returns the functions that read what a worker does not compute, by key. */
async function listResults({ tools, prompts, templates, resources }: Features) {
  const results = new Map<string, () => unknown>()
  const addIds = async (name: string, listIds: Tool['listIds']) => {
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

/** Opens what an export wrote. Only searches and hours are computed, with the clock `now`. */
export async function openEdgeFiles(read: (file: string) => Promise<string>, now: () => Date) {
  const server: Awaited<ReturnType<typeof storeServer>> = JSON.parse(await read(files.server))
  const { introduction, tools, prompts, templates, resourceCount, shardCount, hours } = server
  if (hours) await loadTemporal()
  // Not its promise: in a worker, a request cannot wait for what another one reads.
  let search: Awaited<ReturnType<typeof openSearch>> | undefined
  const findResult = async <Result>(key: string): Promise<Result | undefined> => {
    const shard: Record<string, Result> = JSON.parse(await read(files.results(shardOf(key, shardCount))))
    return Object.hasOwn(shard, key) ? shard[key] : undefined
  }
  const listIdsOf = (name: string) => () => findResult<string[]>(keys.ids(name))
  const datedCall = hours && createDatedCall(hours.places, hours.url, now)
  const createCall = ({ name, inputSchema }: (typeof tools)[number]): Tool['call'] => {
    if (datedCall && fieldOf(inputSchema.properties, 'date')) return datedCall
    if (fieldOf(inputSchema.properties, 'query'))
      return async ({ query, limit = 10 }) => {
        search ??= await openSearch(await read(files.search))
        return search(String(query), Number(limit))
      }
    return ({ id }) => findResult(keys.result(name, id === undefined ? undefined : String(id)))
  }
  const features: Features = {
    tools: tools.map((tool) => ({ ...tool, call: createCall(tool), listIds: listIdsOf(tool.name) })),
    prompts: prompts.map((prompt) => ({
      ...prompt,
      listIds: listIdsOf(prompt.name),
      write: async ({ need = '', topic }) =>
        String(await findResult(keys.result(prompt.name, topic))).replaceAll(needMark, () => need)
    })),
    templates: templates.map((template) => ({ ...template, listIds: listIdsOf(template.uriTemplate) })),
    resources: async () => ({
      list: {
        length: resourceCount,
        slice: async (start) => (await findResult(keys.resources(start))) ?? []
      },
      read: async (key) => {
        if (!hours || key !== normalizeUri(hours.url)) return findResult(key)
        return { mimeType: 'application/json', text: writeBody(readHours(hours.places, now()), hours.url) }
      }
    })
  }
  return { introduction, places: hours?.places ?? [], features }
}
