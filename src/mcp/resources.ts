import { type Operation, readBody } from '../business/operations.ts'
import { encodePath } from '../http/encode-path.ts'
import type { PageEntry } from '../http/pages.ts'
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

export interface Contents {
  uri: string
  mimeType: string
  text: string
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

/** Every document of the API and every page of the site. */
export async function resourcesOf(source: Source): Promise<Resource[]> {
  const pages = await source.pages.entries()
  return [
    ...source.operations.flatMap((operation) => documents(operation, source)),
    ...pages.map((page) => pageOf(page, source))
  ]
}

function documents(operation: Operation, source: Source): Resource[] {
  const { ids, tag, schema, operationId } = operation
  if (ids === undefined) {
    return [
      {
        uri: addressOf(source, operation),
        name: operationId,
        title: tag,
        ...(schema.description && { description: schema.description }),
        mimeType: json
      }
    ]
  }
  return ids(source.business).map((id) => {
    const { name = id, summary, description = summary } = Object(readBody(operation, source.business, id))
    return {
      uri: addressOf(source, operation, id),
      name: `${operationId}/${id}`,
      title: name,
      ...(description && { description }),
      mimeType: json
    }
  })
}

const pageOf = (
  { path, markdownPath, title, description, modified }: PageEntry,
  { baseUrl }: Source
): Resource => ({
  uri: baseUrl + encodePath(markdownPath),
  name: path,
  title,
  ...(description && { description }),
  mimeType: markdown,
  annotations: { lastModified: modified.toISOString() }
})

/** What stands at an address; undefined where it is not that of a resource. */
export async function readResource(uri: string, source: Source): Promise<Contents | undefined> {
  for (const operation of source.operations) {
    const ids = operation.ids?.(source.business) ?? ['']
    const id = ids.find((known) => addressOf(source, operation, known) === uri)
    if (id === undefined) continue
    return { uri, mimeType: json, text: JSON.stringify(readBody(operation, source.business, id)) }
  }
  const page = (await source.pages.entries()).find(
    ({ markdownPath }) => source.baseUrl + encodePath(markdownPath) === uri
  )
  const text = page && (await source.pages.markdown(page.path))
  return text === undefined ? undefined : { uri, mimeType: markdown, text }
}
