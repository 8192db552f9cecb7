import {
  ProtocolError,
  ProtocolErrorCode,
  ResourceNotFoundError,
  Server,
  type StandardSchemaV1
} from '@modelcontextprotocol/server'
import { memoiseAsync } from '../http/memoise.ts'
import type { McpContext } from './context.ts'
import { describeServer, listCapabilities, protocolVersions, writeInstructions } from './identity.ts'
import { getString } from './json.ts'
import { createPrompts, findArgumentError, listPrompt } from './prompts.ts'
import { listResourceTemplates, readResources, readSkills } from './resources.ts'
import { lifetimeAt } from './result-cache.ts'
import { createToolCaller, listTool, type Tool } from './tools.ts'
import { clip, listInWords } from './wording.ts'

const createCacheHint = (ttlMs: number) => ({ ttlMs, cacheScope: 'public' as const })

/** Returns the hints for clients, by method. */
function createCacheHints(ttlMs: number) {
  const hint = createCacheHint(ttlMs)
  return {
    'server/discover': hint,
    'tools/list': hint,
    'resources/list': hint,
    'resources/templates/list': hint,
    'resources/read': hint,
    'prompts/list': hint
  }
}

/** What a handler returned or threw for one message. */
export interface Outcome {
  result?: object
  /** Present if the server failed, as opposed to the client. */
  failure?: unknown
}

/** Returns a function that creates an SDK server for one message. Everything that servers share is created once. */
export function createServerFactory(context: McpContext, tools: Tool[]): (outcome?: Outcome) => Server {
  const callers = new Map(tools.map((tool) => [tool.name, createToolCaller(tool)]))
  const prompts = new Map(createPrompts(context).map((prompt) => [prompt.name, prompt]))
  const templates = new Map(
    listResourceTemplates(context).map((template) => [template.uriTemplate, template])
  )
  const resources = memoiseAsync(() => readResources(context))
  const skills = memoiseAsync(async () => {
    const served = await readSkills(context)
    return new Map(served.map(({ entry }) => [entry.uri, entry]))
  })
  const identity = describeServer(context)
  const options = {
    capabilities: listCapabilities(context),
    instructions: writeInstructions(context),
    supportedProtocolVersions: protocolVersions
  }

  return (outcome = {}) => {
    const { ttlMs } = lifetimeAt(context)
    const server = new Server(identity, { ...options, cacheHints: createCacheHints(ttlMs) })
    // The SDK would check, copy and encode a result of several megabytes, so it gets an empty one of the same type.
    const handle =
      <Request, Empty>(empty: Empty, getResult: (request: Request) => object | Promise<object>) =>
      async (request: Request): Promise<Empty> => {
        try {
          outcome.result = await getResult(request)
        } catch (error) {
          if (!(error instanceof ProtocolError)) outcome.failure = error
          throw error
        }
        return empty
      }
    server.setRequestHandler(
      'tools/list',
      handle({ tools: [] }, ({ params }) => paginate('tools', tools, listTool, params))
    )
    server.setRequestHandler(
      'tools/call',
      handle({ content: [] }, ({ params: { name, arguments: args = {} } }) =>
        requireItem(callers, 'tool', name)(args)
      )
    )
    server.setRequestHandler(
      'resources/list',
      handle({ resources: [] }, async ({ params }) =>
        paginate('resources', (await resources()).values(), ({ read, ...resource }) => resource, params)
      )
    )
    server.setRequestHandler(
      'resources/templates/list',
      handle({ resourceTemplates: [] }, ({ params }) =>
        paginate('resourceTemplates', templates.values(), ({ ids, ...template }) => template, params)
      )
    )
    server.setRequestHandler(
      'resources/read',
      handle({ contents: [] }, async ({ params: { uri } }) => {
        const resource = (await resources()).get(uri)
        const text = await resource?.read()
        if (resource === undefined || text === undefined) throw new ResourceNotFoundError(uri)
        return { contents: [{ uri, mimeType: resource.mimeType, text }] }
      })
    )
    // As on the lists of the protocol, only the newest revision has hints for caches.
    const hintFor = () =>
      server.getNegotiatedProtocolVersion() === protocolVersions[0] ? createCacheHint(ttlMs) : {}
    server.setRequestHandler(
      'skills/list',
      acceptParams((params) => ({ cursor: getString(params, 'cursor') })),
      handle({ skills: [] }, async (params) => ({
        ...paginate('skills', (await skills()).values(), (skill) => skill, params),
        ...hintFor()
      }))
    )
    server.setRequestHandler(
      'skills/get',
      acceptParams((params) => ({ uri: String(getString(params, 'uri')) })),
      handle({}, async ({ uri }) => ({
        skill: requireItem(await skills(), 'skill', uri),
        ...hintFor()
      }))
    )
    server.setRequestHandler(
      'prompts/list',
      handle({ prompts: [] }, ({ params }) => paginate('prompts', prompts.values(), listPrompt, params))
    )
    server.setRequestHandler(
      'prompts/get',
      handle({ messages: [] }, ({ params: { name, arguments: args = {} } }) => {
        const prompt = requireItem(prompts, 'prompt', name)
        const error = findArgumentError(prompt, args)
        if (error) throw invalidParams(error)
        const { description } = prompt
        return {
          description,
          messages: [{ role: 'user', content: { type: 'text', text: prompt.write(args) } }]
        }
      })
    )
    server.setRequestHandler(
      'completion/complete',
      handle({ completion: { values: [] } }, ({ params: { ref, argument } }) => {
        const ids =
          ref.type === 'ref/prompt'
            ? requireItem(prompts, 'prompt', ref.name).arguments.find(({ name }) => name === argument.name)
                ?.ids
            : requireItem(templates, 'resource template', ref.uri).ids
        return { completion: complete(ids ?? [], argument.value) }
      })
    )
    return server
  }
}

/** Returns a schema for the SDK that rejects nothing, because the parameters were checked before it got the message. */
const acceptParams = <Params>(
  read: (params: unknown) => Params
): { params: StandardSchemaV1<unknown, Params> } => ({
  params: {
    '~standard': { version: 1, vendor: 'business-facts', validate: (value) => ({ value: read(value) }) }
  }
})

const invalidParams = (message: string) => new ProtocolError(ProtocolErrorCode.InvalidParams, message)

function requireItem<Item>(items: Map<string, Item>, kind: string, name: string): Item {
  const item = items.get(name)
  if (item === undefined) {
    const names = listInWords([...items.keys()], name)
    throw invalidParams(`Unknown ${kind}: ${clip(name, 200)}. It must be one of: ${names}.`)
  }
  return item
}

const pageLength = 200

/** Returns one page of a list, with the cursor of the next page (MCP, pagination). */
function paginate<Item>(
  field: string,
  iterable: Iterable<Item>,
  list: (item: Item) => object,
  { cursor = '0' }: { cursor?: string | undefined } = {}
) {
  const items = [...iterable]
  const start = Number(cursor)
  const isInList = start >= 0 && start < Math.max(items.length, 1)
  const isValid = cursor === String(start) && start % pageLength === 0 && isInList
  if (!isValid) throw invalidParams('cursor must be the nextCursor of the previous page.')
  const end = start + pageLength
  return {
    [field]: items.slice(start, end).map(list),
    ...(end < items.length && { nextCursor: String(end) })
  }
}

const maxCompletions = 100

/** Returns the ids that begin with the typed text, then those that contain it (MCP, completion). */
function complete(ids: string[], typed: string) {
  const matching = ids.filter((id) => id.includes(typed))
  const values = [
    ...matching.filter((id) => id.startsWith(typed)),
    ...matching.filter((id) => !id.startsWith(typed))
  ]
  return {
    values: values.slice(0, maxCompletions),
    total: values.length,
    hasMore: values.length > maxCompletions
  }
}
