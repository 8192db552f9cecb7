import { once } from '../base/cache.ts'
import { getString } from '../base/json-value.ts'
import { shorten } from '../base/text.ts'
import { encodePath } from '../base/url-path.ts'
import type { Operation } from '../business/operations.ts'
import { apiUrl, type Context } from '../context/context.ts'
import type { Page } from '../resources/resources.ts'
import { writeBody } from './bounds.ts'
import { type Features, normalizeUri } from './methods.ts'
import { titleOf } from './question-words.ts'

const json = 'application/json'

export function createResources(context: Context): Pick<Features, 'templates' | 'resources'> {
  const { business, operations } = context
  const templates = operations.flatMap((operation) => {
    const { ids, operationId: name, summary: title } = operation
    const description = operation.describe(business)
    const template = { uriTemplate: apiUrl(context, operation), name, title, description, mimeType: json }
    return ids ? [{ ...template, listIds: () => ids(business) }] : []
  })
  return { templates, resources: once(() => readResources(context)) }
}

type ReadableResource = ReturnType<typeof describePage>

async function readResources(context: Context) {
  // By normalized URI. A list describes 200 of up to thousands.
  const resources = new Map<string, () => ReadableResource>()
  for (const operation of context.operations) {
    for (const id of operation.ids?.(context.business) ?? [undefined]) {
      const key = normalizeUri(apiUrl(context, operation, id))
      resources.set(key, () => describeBody(operation, context, id))
    }
  }
  for (const page of await context.resources.listPages()) {
    const key = normalizeUri(pageUri(page, context.baseUrl))
    if (!resources.has(key)) resources.set(key, () => describePage(page, context))
  }
  return {
    list: {
      length: resources.size,
      slice: (start: number, end: number) =>
        [...resources.values()].slice(start, end).map((create) => {
          const { read, ...resource } = create()
          return resource
        })
    },
    read: async (key: string) => {
      const { mimeType = '', read } = resources.get(key)?.() ?? {}
      const text = await read?.()
      return text === undefined ? undefined : { mimeType, text }
    }
  }
}

const maxDescription = 1000

function describeBody(operation: Operation, context: Context, id: string | undefined): ReadableResource {
  const { business, now, factsChanged } = context
  const name = operation.operationId
  const uri = apiUrl(context, operation, id)
  const readBody = () => operation.read(business, now(), id)
  const read = async () => writeBody(readBody(), uri)
  if (id === undefined) {
    const title = titleOf(business, operation.path) ?? operation.tag
    return { uri, name, ...describe(title, operation.describe(business), json, factsChanged), read }
  }
  const body = readBody()
  const text = getString(body, 'description') ?? getString(body, 'summary') ?? ''
  const description = shorten(text, maxDescription)
  const title = getString(body, 'name') ?? id
  return { uri, name: `${name}/${id}`, ...describe(title, description, json, factsChanged), read }
}

const describe = (title: string, description: string | undefined, mimeType: string, changed?: Date) => ({
  title,
  ...(description && { description }),
  mimeType,
  ...(changed && { annotations: { lastModified: changed.toISOString() } })
})

const pageUri = ({ markdownPath }: Page, baseUrl: string): string => baseUrl + encodePath(markdownPath)

const describePage = (page: Page, { baseUrl, resources }: Context) => {
  const { path, title, description, modified } = page
  const uri = pageUri(page, baseUrl)
  return {
    uri,
    name: path,
    ...describe(title, description, 'text/markdown', modified),
    read: async () => {
      const text = await resources.readText(path)
      return text === undefined ? undefined : writeBody(text, uri)
    }
  }
}
