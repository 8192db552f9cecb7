import { type Static, type TProperties, type TSchema, Type } from '@sinclair/typebox'
import { isDate } from '../base/calendar.ts'
import { fieldOf, getString, isParent, type JsonObject } from '../base/json-value.ts'
import { decodePath, trimPath } from '../base/url-path.ts'
import { findDateRange, type Place, readHours } from '../business/opening-hours.ts'
import { clip, listInWords, summarize } from './bounds.ts'
import { findArgumentError, InvalidParams, type ObjectSchema, readParams } from './params.ts'

/** What the server offers to clients (MCP, server features). */
export interface Features {
  tools: Tool[]
  prompts: Prompt[]
  templates: { uriTemplate: string; listIds: ListIds }[]
  resources: () => Promise<{
    list: List
    /** Reads a resource by its normalized URI. */
    read: (key: string) => Promise<{ mimeType: string; text: string } | undefined>
  }>
}

interface List {
  length: number
  slice: (start: number, end: number) => object[] | Promise<object[]>
}

type ListIds = () => string[] | undefined | Promise<string[] | undefined>

interface Callable {
  name: string
  title: string
  description: string
  inputSchema: ObjectSchema
  /** The valid ids of the argument `id` of a tool, or `topic` of a prompt. */
  listIds?: ListIds
}

export interface Tool extends Callable {
  outputSchema: ObjectSchema
  icons?: object[]
  /** Returns the result for arguments that the schema allows, or undefined if none exists. Rejects with `InvalidParams`. */
  call: (args: JsonObject) => Promise<unknown>
  reasons?: Record<string, string>
  hint?: string
}

export interface Prompt extends Callable {
  write: (args: Record<string, string>) => string | Promise<string>
}

/**
 * Returns a function that reads the parameters of a method, and binds them to the function for its result; without that
 * function, the SDK responds. `called` has the items whose arguments are a parameter. Throws `InvalidParams`.
 */
const define =
  <Params extends TSchema>(
    schema: Params,
    getResult?: (features: Features, params: Static<Params>) => object | Promise<object>,
    called?: 'tools' | 'prompts'
  ) =>
  (given: unknown, features: Features) => {
    const name = getString(given, 'name')
    const item = called && features[called].find((one) => one.name === name)
    const params = readParams(schema, given, item?.inputSchema)
    return { params, getResult: getResult && (() => getResult(features, params)) }
  }

/** The fields of `_meta` that state the revision and the capabilities of the client, since the newest revision. */
const versionField = 'io.modelcontextprotocol/protocolVersion'
const capabilitiesField = 'io.modelcontextprotocol/clientCapabilities'

const Text = Type.String()
const Client = Type.Object({ name: Text, version: Text })
const Meta = Type.Object({
  progressToken: Type.Optional(
    Type.Unsafe<string | number>({
      type: ['string', 'integer'],
      minimum: Number.MIN_SAFE_INTEGER,
      maximum: Number.MAX_SAFE_INTEGER
    })
  ),
  [versionField]: Type.Optional(Text),
  'io.modelcontextprotocol/clientInfo': Type.Optional(Client),
  [capabilitiesField]: Type.Optional(Type.Object({}, { default: {} }))
})

const paramsWith = <Fields extends TProperties>(fields: Fields) =>
  Type.Object({ ...fields, _meta: Type.Optional(Meta) })

export const pageLength = 200

/** Describes a method that returns one page of a list, with the cursor of the next page (MCP, pagination). */
const defineList = (field: string, list: (features: Features) => List | Promise<List>) =>
  define(paramsWith({ cursor: Type.Optional(Text) }), async (features, { cursor }) => {
    const items = await list(features)
    // Some clients send an empty text for none.
    const start = Number(cursor || '0')
    const isInList = start >= 0 && start < Math.max(items.length, 1)
    if (String(start) !== (cursor || '0') || start % pageLength !== 0 || !isInList)
      throw new InvalidParams('cursor must be the nextCursor of the previous page.')
    const end = start + pageLength
    return {
      [field]: await items.slice(start, end),
      ...(end < items.length && { nextCursor: String(end) })
    }
  })

const initializeParams = paramsWith({
  protocolVersion: Text,
  // The server calls no method of a client, so it reads none of its capabilities.
  capabilities: Type.Object({}, { default: {} }),
  clientInfo: Client
})
const toolParams = paramsWith({
  name: Text,
  arguments: Type.Optional(Type.Unsafe<Record<string, unknown>>({ type: 'object' }))
})
const promptParams = paramsWith({
  name: Text,
  arguments: Type.Optional(
    Type.Unsafe<Record<string, string>>({ type: 'object', additionalProperties: Text })
  )
})
const completionParams = paramsWith({
  ref: Type.Object({
    type: Type.Unsafe<string>({ type: 'string', enum: ['ref/prompt', 'ref/resource'] }),
    name: Type.Optional(Text),
    uri: Type.Optional(Text)
  }),
  argument: Type.Object({ name: Text, value: Text })
})

/** A method that the server does not have, or whose parameters it does not read. */
const otherMethod = define(paramsWith({}))

/** The methods of every revision, with the parameters that the server reads (MCP, schema). */
const methods = new Map(
  Object.entries<ReturnType<typeof define>>({
    initialize: define(initializeParams),
    'tools/list': defineList('tools', ({ tools }) => tools.map(listTool)),
    'tools/call': define(
      toolParams,
      ({ tools }, { name, arguments: args = {} }) => callTool(requireItem(tools, 'tool', name), args),
      'tools'
    ),
    'resources/list': defineList('resources', async ({ resources }) => (await resources()).list),
    'resources/templates/list': defineList('resourceTemplates', ({ templates }) =>
      templates.map(({ listIds, ...template }) => template)
    ),
    'resources/read': define(paramsWith({ uri: Text }), async ({ resources }, { uri }) => {
      const { read } = await resources()
      for (const key of listKeys(uri)) {
        const content = await read(key)
        if (content) return { contents: [{ uri, ...content }] }
      }
      throw new InvalidParams(`Resource not found: ${uri}`, { data: { uri } })
    }),
    'prompts/list': defineList('prompts', ({ prompts }) => prompts.map(listPrompt)),
    'prompts/get': define(
      promptParams,
      ({ prompts }, { name, arguments: args = {} }) => getPrompt(requireItem(prompts, 'prompt', name), args),
      'prompts'
    ),
    'completion/complete': define(
      completionParams,
      async ({ prompts, templates }, { ref, argument: { name, value } }) => {
        const named = templates.map(({ uriTemplate, listIds }) => ({ name: uriTemplate, listIds }))
        const { listIds } =
          ref.type === 'ref/resource'
            ? requireItem(named, 'resource template', ref.uri)
            : requireItem(prompts, 'prompt', ref.name)
        const hasIds = ref.type === 'ref/resource' || name === 'topic'
        return completeId((hasIds && (await listIds?.())) || [], value)
      }
    )
  })
)

/** Returns the one spelling by which a URL is found, or nothing: HTTP ignores how a path is encoded, and a query. */
export function normalizeUri(uri: string): string {
  if (!URL.canParse(uri)) return ''
  const { origin, pathname } = new URL(uri)
  return origin + decodePath(pathname).normalize()
}

/** Returns the keys of the resource that a URL may mean: itself, or the Markdown of a page. */
function listKeys(uri: string): string[] {
  const key = normalizeUri(uri)
  const page = trimPath(key.replace(/\.md$/, ''))
  const name = URL.canParse(page) && new URL(page).pathname === '/' ? `${page}/index` : page
  return [...new Set([key, `${name}.md`, `${key}.md`])]
}

/** Reads the parameters of a request, and binds them to the function for its result. Throws `InvalidParams`. */
export function bindMethod(name: string, given: unknown, features: Features) {
  // The newest revision has no `initialize`: the SDK rejects it.
  const isRemoved = name === 'initialize' && (fieldOf(given, '_meta', versionField) ?? null) !== null
  const bind = (isRemoved ? undefined : methods.get(name)) ?? otherMethod
  const { params, getResult } = bind(given ?? {}, features)
  const { _meta, clientInfo, capabilities, ...read } = isParent(params) ? params : {}
  const stated = [fieldOf(_meta, versionField), fieldOf(_meta, capabilitiesField) !== undefined]
  /** All that the result depends on besides the headers: not the client, nor a progress token. */
  const key = JSON.stringify([name, read, ...stated])
  return { params, getResult, key }
}

function requireItem<Item extends { name: string }>(items: Item[], kind: string, name = ''): Item {
  const item = items.find((one) => one.name === name)
  if (item) return item
  const names = items.map((one) => one.name)
  throw new InvalidParams(
    `Unknown ${kind}: ${clip(name, 200)}. It must be one of: ${listInWords(names, name)}.`
  )
}

const maxCompletions = 100

/** Returns the ids that begin with the typed text, then those that contain it (MCP, completion). */
function completeId(ids: string[], typed: string) {
  const values = ids
    .filter((id) => id.includes(typed))
    .sort((a, b) => Number(b.startsWith(typed)) - Number(a.startsWith(typed)))
  const total = values.length
  return { completion: { values: values.slice(0, maxCompletions), total, hasMore: total > maxCompletions } }
}

const listPrompt = ({ write, listIds, inputSchema: { properties, required = [] }, ...prompt }: Prompt) => ({
  ...prompt,
  arguments: Object.entries<TSchema>(properties).map(([name, { description }]) => ({
    name,
    description,
    required: required.includes(name)
  }))
})

async function getPrompt({ description, inputSchema, listIds, write }: Prompt, args: Record<string, string>) {
  const { topic } = args
  const error =
    findArgumentError(inputSchema, args) ??
    (topic === undefined ? undefined : findIdError('topic', topic, await listIds?.()))
  if (error) throw new InvalidParams(error)
  return { messages: [{ role: 'user', content: { type: 'text', text: await write(args) } }], description }
}

/** Returns a tool as `tools/list` returns it. No tool changes anything or reaches beyond the facts. */
export const listTool = ({ call, reasons, hint, listIds, ...tool }: Tool) => ({
  ...tool,
  annotations: {
    title: tool.title,
    readOnlyHint: true,
    destructiveHint: false,
    idempotentHint: true,
    openWorldHint: false
  }
})

/** Calls a tool. Errors in the arguments are part of the result, so a model can fix them. */
async function callTool({ inputSchema, call, reasons, hint, listIds }: Tool, args: JsonObject) {
  const explanation = getString(reasons, getString(args, 'id') ?? '') ?? hint
  const error = findArgumentError(inputSchema, args)
  if (error) return createErrorResult(error, explanation)
  try {
    const body = await call(args)
    // Some clients show their model only one of the two.
    if (isParent(body))
      return { content: [{ type: 'text', text: JSON.stringify(body) }], structuredContent: body }
  } catch (error) {
    if (error instanceof InvalidParams) return createErrorResult(error.message)
    throw error
  }
  return createErrorResult(
    findIdError('id', args.id, await listIds?.()) ?? 'No result for these arguments.',
    explanation ?? 'Find a valid id with search.'
  )
}

const findIdError = (name: string, value: unknown, ids: string[] | undefined) =>
  ids?.length && !ids.includes(String(value))
    ? `${name} must be one of: ${listInWords(ids, String(value))}; got "${clip(String(value), 200)}".`
    : undefined

// Without structuredContent, which the clients of version 1 of the SDK would compare with the output schema.
const createErrorResult = (...sentences: (string | undefined)[]) => ({
  content: [{ type: 'text', text: sentences.filter(Boolean).join(' ') }],
  isError: true
})

/** Creates the function of the tool that returns the hours of a date, or else of the next dates, as at the URL. */
export const createDatedCall =
  (places: Place[], url: string, now: () => Date): Tool['call'] =>
  async ({ date }) => {
    const time = now()
    if (date === undefined) return summarize(readHours(places, time), url)
    const day = String(date)
    const { first, last, lastPublished } = findDateRange(places, time)
    if (!isDate(day))
      throw new InvalidParams(`date must be a date such as ${first}, got "${clip(day, 200)}".`)
    if (day < first || last < day)
      throw new InvalidParams(`date must be from ${first} to ${last}, got "${day}".`)
    const source = `${day} is after ${lastPublished}, the last date of the published hours. Its hours follow from the weekly hours and the dates with other hours that the business states today; it may add others later.`
    return summarize(readHours(places, time, day), url, day > lastPublished ? [source] : [])
  }
