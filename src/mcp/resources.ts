import { type Skill, skillEntry } from '@modelcontextprotocol/server/ext/skills'
import { getString } from '../business/json-value.ts'
import type { Operation } from '../business/operation.ts'
import { encodePath } from '../http/link.ts'
import { createPace } from '../http/pace.ts'
import { skillName } from '../surfaces/agent-resources.ts'
import type { PageEntry } from '../surfaces/page-list.ts'
import { apiUrl, type SurfaceContext } from '../surfaces/surface-context.ts'
import { hasSkill } from './identity.ts'

/** A resource as `resources/list` returns it; its `uri` is its URL on the site, or that of a skill. */
interface ListedResource {
  uri: string
  name: string
  title: string
  description?: string
  mimeType: string
  annotations?: { lastModified: string }
}

export interface ReadableResource extends ListedResource {
  /** Returns the text, or undefined if a page cannot be converted to Markdown. */
  read: () => Promise<string | undefined>
}

/** A template for the URIs of an operation that takes an id. */
export interface ResourceTemplate {
  uriTemplate: string
  name: string
  title: string
  description: string
  mimeType: string
  ids: string[]
}

const json = 'application/json'
const markdown = 'text/markdown'

/** Returns a template for each operation that takes an id. */
export const listResourceTemplates = (context: SurfaceContext): ResourceTemplate[] =>
  context.operations.flatMap((operation) =>
    operation.ids
      ? [
          {
            uriTemplate: apiUrl(context, operation),
            name: operation.operationId,
            title: operation.summary,
            description: operation.description,
            mimeType: json,
            ids: operation.ids(context.business)
          }
        ]
      : []
  )

/** Returns every JSON document of the API, every page of the site and the skill, by URI. */
export async function readResources(
  context: SurfaceContext,
  skills: ServedSkill[]
): Promise<Map<string, ReadableResource>> {
  const pace = createPace()
  const resources = new Map<string, ReadableResource>()
  for (const operation of context.operations) {
    for (const id of operation.ids?.(context.business) ?? [undefined]) {
      const resource = describeBody(operation, context, id)
      resources.set(resource.uri, resource)
      await pace()
    }
  }
  for (const page of await context.pages.entries()) {
    const resource = describePage(page, context)
    if (!resources.has(resource.uri)) resources.set(resource.uri, resource)
    await pace()
  }
  for (const { entry, text } of skills) {
    const { name, description } = entry.frontmatter
    const title = `${context.business.profile.name}: skill`
    const resource = { name, title, description, mimeType: markdown, read: async () => text }
    resources.set(entry.uri, { uri: entry.uri, ...resource })
  }
  return resources
}

function describeBody(
  operation: Operation,
  context: SurfaceContext,
  id: string | undefined
): ReadableResource {
  const { tag, operationId } = operation
  const readJson = () => operation.read(context.business, id ?? '', context.now())
  const body = id === undefined ? undefined : readJson()
  const description =
    id === undefined ? operation.description : (getString(body, 'description') ?? getString(body, 'summary'))
  return {
    uri: apiUrl(context, operation, id),
    name: id === undefined ? operationId : `${operationId}/${id}`,
    title: id === undefined ? tag : (getString(body, 'name') ?? id),
    ...(description && { description }),
    mimeType: json,
    ...annotate(context.changed),
    read: async () => JSON.stringify(readJson())
  }
}

const annotate = (changed: Date | undefined) =>
  changed && { annotations: { lastModified: changed.toISOString() } }

const describePage = (
  { path, markdownPath, title, description, modified }: PageEntry,
  { baseUrl, pages }: SurfaceContext
): ReadableResource => ({
  uri: baseUrl + encodePath(markdownPath),
  name: path,
  title,
  ...(description && { description }),
  mimeType: markdown,
  ...annotate(modified),
  read: () => pages.markdown(path)
})

/** Returns the text of the skill for agents. */
export type ReadSkill = () => string | Promise<string>

/** A skill and the text of its only file (SEP-2640). */
export interface ServedSkill {
  entry: Skill
  text: string
}

/** Returns the skills of the site: one, or none if SITE_DIR has its file. */
export async function readSkills(context: SurfaceContext, readSkill: ReadSkill): Promise<ServedSkill[]> {
  if (!hasSkill(context)) return []
  const text = await readSkill()
  return [{ entry: await skillEntry(skillName, { 'SKILL.md': text }), text }]
}
