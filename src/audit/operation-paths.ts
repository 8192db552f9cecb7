import { type Static, Type } from '@sinclair/typebox'
import { read } from '../base/json-value.ts'
import type { AuditedSite } from './audited-site.ts'
import { collect, type NotApplicable, notApplicable } from './problems.ts'

const Paths = Type.Object({
  servers: Type.Optional(Type.Array(Type.Object({ url: Type.String() }))),
  paths: Type.Record(
    Type.String(),
    Type.Object({
      get: Type.Optional(
        Type.Object({
          parameters: Type.Optional(
            Type.Array(
              Type.Object({
                name: Type.Optional(Type.String()),
                in: Type.Optional(Type.String()),
                required: Type.Optional(Type.Boolean()),
                schema: Type.Optional(Type.Object({ enum: Type.Optional(Type.Array(Type.String())) }))
              })
            )
          )
        })
      )
    })
  )
})
const noPaths: Static<typeof Paths> = { paths: {} }
type Operation = NonNullable<Static<typeof Paths>['paths'][string]['get']>

/** Returns whether an operation requires no parameter outside its path, and returns JSON or states no media type. */
function isJsonOperation(operation: Operation): boolean {
  const content = read(operation, 'responses', '200', 'content') ?? { 'application/json': {} }
  const hasOtherRequired = operation.parameters?.some(
    (parameter) => parameter.in !== 'path' && parameter.required
  )
  return !hasOtherRequired && Object.keys(content).some((type) => /[/+]json\b/.test(type))
}

/**
 * Returns the paths of the GET operations that return JSON and require no parameter outside their path. The paths are of
 * every version. A path with an id is there with the first `maxIds` ids that the document lists.
 */
function listPaths(paths: Static<typeof Paths>['paths'], maxIds: number): string[] {
  return Object.entries(paths).flatMap(([template, { get }]) => {
    if (get === undefined || !isJsonOperation(get)) return []
    const [placeholder, name] = /\{([^{}]*)\}/.exec(template) ?? []
    if (placeholder === undefined) return [template]
    // An operation whose ids the document does not list cannot be requested.
    const ids = get.parameters?.find((parameter) => parameter.name === name)?.schema?.enum ?? []
    return ids.slice(0, maxIds).map((id) => template.replace(placeholder, () => id))
  })
}

/** Returns the paths that `listPaths` finds, from the root of the site; none without an OpenAPI document. */
export async function readOperations(site: AuditedSite, maxIds = 1): Promise<string[]> {
  const { servers = [], paths } = await site.getJson('/openapi.json', Paths).catch(() => noPaths)
  const base = site.resolve(servers[0]?.url ?? '/').pathname.replace(/\/$/, '')
  return listPaths(paths, maxIds).map((path) => base + path)
}

/** Returns whether the site has a document of its API. Another check fails if it is not valid. */
export const hasApi = async (site: AuditedSite): Promise<boolean> =>
  (await site.get('/openapi.json')).status === 200

export const listOperations = async (site: AuditedSite): Promise<string[]> =>
  (await readOperations(site)).slice(0, site.limits.maxOperations)

/** Returns the first operation in each folder of the API, so at least one per version. */
export async function sampleOperations(site: AuditedSite): Promise<string[]> {
  const operations = (await listOperations(site)).filter((path) => path !== '/openapi.json')
  const folders = new Set<string>()
  return operations.filter((path) => folders.size < folders.add(path.slice(0, path.lastIndexOf('/'))).size)
}

export async function checkOperations(
  site: AuditedSite,
  findProblems: (path: string) => Promise<string[]>
): Promise<string[] | NotApplicable> {
  if (!(await hasApi(site))) return notApplicable('the site has no /openapi.json')
  const operations = await sampleOperations(site)
  if (operations.length === 0) return ['/openapi.json lists no operation']
  return collect(operations, findProblems)
}
