import { type Operation, readBody } from '../business/operations.ts'
import { encodePath } from '../http/encode-path.ts'
import type { PageEntry } from '../http/pages.ts'
import { createPace } from './pace.ts'
import type { Source } from './source.ts'

/** A resource as it is listed; its `uri` is its address on the site. */
export interface Resource {
  uri: string
  name: string
  title: string
  description?: string
  mimeType: string
  annotations?: { lastModified: string }
}

/** Addresses of one kind (RFC 6570, level 1). */
export interface ResourceTemplate {
  uriTemplate: string
  name: string
  title: string
  description: string
  mimeType: string
  ids: string[]
}

export interface Readable extends Resource {
  /** The text; undefined if the page has no Markdown now. */
  read: () => Promise<string | undefined>
}

const json = 'application/json'
const markdown = 'text/markdown'

const addressOf = ({ baseUrl, prefix }: Source, { path }: Operation, id = '{id}') =>
  baseUrl + prefix + path.replace('{id}', id)

/** A template for each operation that reads by id. */
export const templatesOf = (source: Source): ResourceTemplate[] =>
  source.operations.flatMap((operation) =>
    operation.ids
      ? [
          {
            uriTemplate: addressOf(source, operation),
            name: operation.operationId,
            title: operation.summary,
            description: operation.description,
            mimeType: json,
            ids: operation.ids(source.business)
          }
        ]
      : []
  )

/** Returns every document of the API and every page of the site, by URI. */
export async function resourcesOf(source: Source): Promise<Map<string, Readable>> {
  const pace = createPace()
  const resources = new Map<string, Readable>()
  for (const operation of source.operations) {
    for (const id of operation.ids?.(source.business) ?? [undefined]) {
      const resource = documentOf(operation, source, id)
      resources.set(resource.uri, resource)
      await pace()
    }
  }
  for (const page of await source.pages.entries()) {
    const resource = pageOf(page, source)
    if (!resources.has(resource.uri)) resources.set(resource.uri, resource)
    await pace()
  }
  return resources
}

function documentOf(operation: Operation, source: Source, id: string | undefined): Readable {
  const { tag, schema, operationId } = operation
  const { business } = source
  if (id === undefined) {
    return {
      uri: addressOf(source, operation),
      name: operationId,
      title: tag,
      ...(schema.description && { description: schema.description }),
      mimeType: json,
      read: async () => JSON.stringify(readBody(operation, business, ''))
    }
  }
  const { name = id, summary, description = summary } = Object(readBody(operation, business, id))
  return {
    uri: addressOf(source, operation, id),
    name: `${operationId}/${id}`,
    title: name,
    ...(description && { description }),
    mimeType: json,
    read: async () => JSON.stringify(readBody(operation, business, id))
  }
}

const pageOf = (
  { path, markdownPath, title, description, modified }: PageEntry,
  { baseUrl, pages }: Source
): Readable => ({
  uri: baseUrl + encodePath(markdownPath),
  name: path,
  title,
  ...(description && { description }),
  mimeType: markdown,
  annotations: { lastModified: modified.toISOString() },
  read: () => pages.markdown(path)
})
