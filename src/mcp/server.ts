import { ProtocolError, ProtocolErrorCode, ResourceNotFoundError, Server } from '@modelcontextprotocol/server'
import { callerOf } from './call.ts'
import { complete } from './completion.ts'
import { capabilities, identityOf, instructionsOf, protocolVersions } from './identity.ts'
import { once } from './once.ts'
import { paginate } from './paginate.ts'
import { listPrompt, problemOf, promptsOf } from './prompts.ts'
import { readResource, resourcesOf, templatesOf } from './resources.ts'
import type { Source } from './source.ts'
import { listTool, toolsOf } from './tools.ts'

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

/** Gives a server of the SDK for one exchange; all that its answers are made of is made once, before. */
export function createServers(source: Source): () => Server {
  const tools = toolsOf(source)
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

  return () => {
    const server = new Server(identity, options)
    server.setRequestHandler('tools/list', ({ params }) => {
      const { items, ...next } = pageOf(tools, params)
      return { tools: items.map(listTool), ...next }
    })
    server.setRequestHandler('tools/call', ({ params: { name, arguments: args = {} } }) =>
      known(callers.get(name), 'tool', name)(args)
    )
    server.setRequestHandler('resources/list', async ({ params }) => {
      const { items, ...next } = pageOf(await resources(), params)
      return { resources: items, ...next }
    })
    server.setRequestHandler('resources/templates/list', ({ params }) => {
      const { items, ...next } = pageOf([...templates.values()], params)
      return { resourceTemplates: items.map(({ ids, ...template }) => template), ...next }
    })
    server.setRequestHandler('resources/read', async ({ params: { uri } }) => {
      const contents = await readResource(uri, source)
      if (contents === undefined) throw new ResourceNotFoundError(uri)
      return { contents: [contents] }
    })
    server.setRequestHandler('prompts/list', ({ params }) => {
      const { items, ...next } = pageOf([...prompts.values()], params)
      return { prompts: items.map(listPrompt), ...next }
    })
    server.setRequestHandler('prompts/get', ({ params: { name, arguments: args = {} } }) => {
      const prompt = known(prompts.get(name), 'prompt', name)
      const problem = problemOf(prompt, args)
      if (problem) throw invalid(problem)
      const { description } = prompt
      return {
        description,
        messages: [{ role: 'user', content: { type: 'text', text: prompt.write(args) } }]
      }
    })
    server.setRequestHandler('completion/complete', ({ params: { ref, argument } }) => {
      const ids =
        ref.type === 'ref/prompt'
          ? known(prompts.get(ref.name), 'prompt', ref.name).arguments.find(
              ({ name }) => name === argument.name
            )?.ids
          : known(templates.get(ref.uri), 'resource template', ref.uri).ids
      return { completion: complete(ids ?? [], argument.value) }
    })
    return server
  }
}

const invalid = (message: string) => new ProtocolError(ProtocolErrorCode.InvalidParams, message)

function known<Item>(item: Item | undefined, kind: string, name: string): Item {
  if (item === undefined) throw invalid(`There is no ${kind} ${name}.`)
  return item
}

function pageOf<Item>(items: Item[], { cursor }: { cursor?: string | undefined } = {}) {
  const page = paginate(items, cursor)
  if (page === undefined) throw invalid('No list has this cursor.')
  return page
}
