import { fieldOf } from '../base/json-value.ts'
import { shardOf } from '../base/shards.ts'
import { createMidnights, findDateRange, loadTemporal, readHours } from '../business/opening-hours.ts'
import { writeJson } from './bounds.ts'
import type { StoredServer } from './edge-files.ts'
import { type Features, normalizeUri } from './methods.ts'
import { createResponder } from './responder.ts'
import { createSdkHandler } from './sdk.ts'
import { createSearch, readSearchData } from './search.ts'
import { files, keys, needMark } from './stored.ts'
import { createDatedCall, type Tool } from './tool.ts'
import { loadLanguages } from './word-forms.ts'

export { headersOf } from './message.ts'
export { cors, failure } from './responder.ts'

/** Reads a file that the export wrote for the MCP server. Rejects if it cannot be read. */
export type ReadFile = (file: string) => Promise<Response>

/** Opens the MCP endpoint of an export, which computes only searches and hours; `now` is the clock. */
export async function openEdgeServer(read: ReadFile, now: () => Date) {
  const server: StoredServer = JSON.parse(await (await read(files.server)).text())
  const { introduction, hours } = server
  if (hours) await loadTemporal()
  return createResponder(
    { baseUrl: introduction.baseUrl, now, factsExpire: createMidnights(hours?.places ?? []) },
    createFeatures(server, read, now),
    async () => createSdkHandler(introduction),
    { run: (task) => task() }
  )
}

function createFeatures(server: StoredServer, read: ReadFile, now: () => Date): Features {
  const { tools, prompts, templates, resourceCount, shardCount, hours } = server
  const readText = async (file: string) => (await read(file)).text()
  // Not its promise: in a worker, a request cannot wait for what another one reads.
  let search: ReturnType<typeof createSearch> | undefined
  const openSearch = async () => {
    const data = readSearchData(await readText(files.search))
    return createSearch(data, await loadLanguages(data.tags))
  }
  const findResult = async <Result>(key: string): Promise<Result | undefined> => {
    const shard: Record<string, Result> = JSON.parse(await readText(files.results(shardOf(key, shardCount))))
    return Object.hasOwn(shard, key) ? shard[key] : undefined
  }
  const listIdsOf = (name: string) => () => findResult<string[]>(keys.ids(name))
  const datedCall =
    hours &&
    createDatedCall(
      now,
      hours.url,
      (time) => findDateRange(hours.places, time),
      (time, date) => readHours(hours.places, time, date)
    )
  const createCall = ({ name, inputSchema }: StoredServer['tools'][number]): Tool['call'] => {
    if (datedCall && fieldOf(inputSchema.properties, 'date')) return datedCall
    if (fieldOf(inputSchema.properties, 'query'))
      return async ({ query, limit = 10 }) => {
        search ??= await openSearch()
        return search(String(query), Number(limit))
      }
    return ({ id }) => findResult(keys.result(name, id === undefined ? undefined : String(id)))
  }
  return {
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
        return { mimeType: 'application/json', text: writeJson(readHours(hours.places, now()), hours.url) }
      }
    })
  }
}
