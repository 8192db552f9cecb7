import { ResourceNotFoundError, type Server, type StandardSchemaV1 } from '@modelcontextprotocol/server'
import { getString } from '../business/json-value.ts'
import { complete, invalidParams, paginate, requireItem } from './lists.ts'
import { findArgumentError, listPrompt, type Prompt } from './prompts.ts'
import type { ReadableResource, ResourceTemplate, ServedSkill } from './resources.ts'
import { type createToolCaller, listTool, type Tool } from './tool.ts'

/** Makes a handler of the SDK from a function that returns a result; `empty` is a result of the same type. */
export type Handle = <Request, Empty>(
  empty: Empty,
  getResult: (request: Request) => object | Promise<object>
) => (request: Request) => Promise<Empty>

/** Everything that a client can list, by name or URI. */
export interface Offers {
  tools: Tool[]
  /** Functions that call the tools. */
  callers: Map<string, ReturnType<typeof createToolCaller>>
  prompts: Map<string, Prompt>
  templates: Map<string, ResourceTemplate>
  resources: () => Promise<Map<string, ReadableResource>>
  skills: () => Promise<Map<string, ServedSkill['entry']>>
}

/** Adds the handlers that list and call tools. */
export function addToolHandlers(server: Server, handle: Handle, { tools, callers }: Offers): void {
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
}

/** Adds the handlers that list and read resources, and list their templates. */
export function addResourceHandlers(server: Server, handle: Handle, { resources, templates }: Offers): void {
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
}

/** Adds the handlers of skills (SEP-2640); `hints` returns the hints for caches, which their results repeat. */
export function addSkillHandlers(
  server: Server,
  handle: Handle,
  { skills }: Offers,
  hints: () => object
): void {
  server.setRequestHandler(
    'skills/list',
    acceptParams((params) => ({ cursor: getString(params, 'cursor') })),
    handle({ skills: [] }, async (params) => ({
      ...paginate('skills', (await skills()).values(), (skill) => skill, params),
      ...hints()
    }))
  )
  server.setRequestHandler(
    'skills/get',
    acceptParams((params) => ({ uri: String(getString(params, 'uri')) })),
    handle({}, async ({ uri }) => ({
      skill: requireItem(await skills(), 'skill', uri),
      ...hints()
    }))
  )
}

/** Adds the handlers that list and write prompts, and complete the ids in prompts and templates. */
export function addPromptHandlers(server: Server, handle: Handle, { prompts, templates }: Offers): void {
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
          ? requireItem(prompts, 'prompt', ref.name).arguments.find(({ name }) => name === argument.name)?.ids
          : requireItem(templates, 'resource template', ref.uri).ids
      return { completion: complete(ids ?? [], argument.value) }
    })
  )
}

/** Returns a schema for the SDK that rejects nothing, because the parameters were checked before it got the message. */
const acceptParams = <Params>(
  read: (params: unknown) => Params
): { params: StandardSchemaV1<unknown, Params> } => ({
  params: {
    '~standard': { version: 1, vendor: 'business-facts', validate: (value) => ({ value: read(value) }) }
  }
})
