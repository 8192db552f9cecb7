import { ProtocolError, ProtocolErrorCode, ResourceNotFoundError, Server } from '@modelcontextprotocol/server'
import { callerOf } from './call.ts'
import { complete } from './completion.ts'
import { capabilities, identityOf, instructionsOf, protocolVersions } from './identity.ts'
import { once } from './once.ts'
import { paginate } from './paginate.ts'
import { listPrompt, problemOf, promptsOf } from './prompts.ts'
import { resourcesOf, templatesOf } from './resources.ts'
import type { Source } from './source.ts'
import { listTool, type Tool } from './tools.ts'

// As long as the same facts may be kept in the API (Cache-Control).
const hint = { ttlMs: 300_000, cacheScope: 'public' } as const
const cacheHints = {
  'server/discover': hint,
  'tools/list': hint,
  'resources/list': hint,
  'resources/templates/list': hint,
  'resources/read': hint,
  'prompts/list': hint
}

/** What a handler has come to, for the exchange that it is part of. */
export interface Outcome {
  result?: object
  /** Present if the server failed, and not the client. */
  failure?: unknown
}

/** Gives a server of the SDK for one exchange; all that its answers are made of is made once, before. */
export function createServers(source: Source, tools: Tool[]): (outcome?: Outcome) => Server {
  const listed = tools.map(listTool)
  const callers = new Map(tools.map((tool) => [tool.name, callerOf(tool)]))
  const prompts = new Map(promptsOf(source).map((prompt) => [prompt.name, prompt]))
  const resources = once(() => resourcesOf(source))
  const templates = new Map(templatesOf(source).map((template) => [template.uriTemplate, template]))
  const identity = identityOf(source)
  const options = {
    capabilities,
    cacheHints,
    instructions: instructionsOf(source),
    supportedProtocolVersions: protocolVersions
  }

  return (outcome = {}) => {
    const server = new Server(identity, options)
    // The SDK would check, copy and encode a result of several megabytes: it is given an empty one of the same type.
    const handle =
      <Request, Empty>(empty: Empty, make: (request: Request) => object | Promise<object>) =>
      async (request: Request): Promise<Empty> => {
        try {
          outcome.result = await make(request)
        } catch (error) {
          if (!(error instanceof ProtocolError)) outcome.failure = error
          throw error
        }
        return empty
      }
    server.setRequestHandler(
      'tools/list',
      handle({ tools: [] }, ({ params }) => {
        const { items, ...next } = pageOf(listed, params)
        return { tools: items, ...next }
      })
    )
    server.setRequestHandler(
      'tools/call',
      handle({ content: [] }, ({ params: { name, arguments: args = {} } }) =>
        known(callers.get(name), 'tool', name)(args)
      )
    )
    server.setRequestHandler(
      'resources/list',
      handle({ resources: [] }, async ({ params }) => {
        const { items, ...next } = pageOf([...(await resources()).values()], params)
        return { resources: items.map(({ read, ...resource }) => resource), ...next }
      })
    )
    server.setRequestHandler(
      'resources/templates/list',
      handle({ resourceTemplates: [] }, ({ params }) => {
        const { items, ...next } = pageOf([...templates.values()], params)
        return { resourceTemplates: items.map(({ ids, ...template }) => template), ...next }
      })
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
    server.setRequestHandler(
      'prompts/list',
      handle({ prompts: [] }, ({ params }) => {
        const { items, ...next } = pageOf([...prompts.values()], params)
        return { prompts: items.map(listPrompt), ...next }
      })
    )
    server.setRequestHandler(
      'prompts/get',
      handle({ messages: [] }, ({ params: { name, arguments: args = {} } }) => {
        const prompt = known(prompts.get(name), 'prompt', name)
        const problem = problemOf(prompt, args)
        if (problem) throw invalid(problem)
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
            ? known(prompts.get(ref.name), 'prompt', ref.name).arguments.find(
                ({ name }) => name === argument.name
              )?.ids
            : known(templates.get(ref.uri), 'resource template', ref.uri).ids
        return { completion: complete(ids ?? [], argument.value) }
      })
    )
    return server
  }
}

const invalid = (message: string) => new ProtocolError(ProtocolErrorCode.InvalidParams, message)

function known<Item>(item: Item | undefined, kind: string, name: string): Item {
  if (item === undefined) throw invalid(`Unknown ${kind}: ${name}.`)
  return item
}

function pageOf<Item>(items: Item[], { cursor }: { cursor?: string | undefined } = {}) {
  const page = paginate(items, cursor)
  if (page === undefined) throw invalid('No list has this cursor.')
  return page
}
