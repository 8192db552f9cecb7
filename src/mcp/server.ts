import { ProtocolError, Server } from '@modelcontextprotocol/server'
import { memoiseAsync } from '../http/memoise.ts'
import type { SurfaceContext } from '../surfaces/surface-context.ts'
import {
  addPromptHandlers,
  addResourceHandlers,
  addSkillHandlers,
  addToolHandlers,
  type Handle,
  type Offers
} from './handlers.ts'
import { describeServer, listCapabilities, protocolVersions, writeInstructions } from './identity.ts'
import { createPrompts } from './prompts.ts'
import { listResourceTemplates, type ReadSkill, readResources, readSkills } from './resources.ts'
import { lifetimeAt } from './result-cache.ts'
import { createToolCaller, type Tool } from './tool.ts'

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

/** The result of a handler for one message, or its error. */
export interface Outcome {
  result?: object
  /** Present if the server failed, as opposed to the client. */
  failure?: unknown
}

/** Returns a function that creates an SDK server for one message. Everything that servers share is created once. */
export function createServerFactory(
  context: SurfaceContext,
  tools: Tool[],
  readSkill: ReadSkill
): (outcome?: Outcome) => Server {
  const prompts = createPrompts(context)
  const templates = listResourceTemplates(context)
  const skills = memoiseAsync(() => readSkills(context, readSkill))
  const offers: Offers = {
    tools,
    callers: new Map(tools.map((tool) => [tool.name, createToolCaller(tool)])),
    prompts: new Map(prompts.map((prompt) => [prompt.name, prompt])),
    templates: new Map(templates.map((template) => [template.uriTemplate, template])),
    resources: memoiseAsync(async () => readResources(context, await skills())),
    skills: async () => new Map((await skills()).map(({ entry }) => [entry.uri, entry]))
  }
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
    const handle: Handle = (empty, getResult) => async (request) => {
      try {
        outcome.result = await getResult(request)
      } catch (error) {
        if (!(error instanceof ProtocolError)) outcome.failure = error
        throw error
      }
      return empty
    }
    addToolHandlers(server, handle, offers)
    addResourceHandlers(server, handle, offers)
    // As on the lists of the protocol, only the newest revision has hints for caches.
    addSkillHandlers(server, handle, offers, () =>
      server.getNegotiatedProtocolVersion() === protocolVersions[0] ? createCacheHint(ttlMs) : {}
    )
    addPromptHandlers(server, handle, offers)
    return server
  }
}
