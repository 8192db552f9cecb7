import { type Static, Type } from '@sinclair/typebox'
import { read } from './json.ts'

/** The part of an OpenAPI document that the paths are read from. */
export const Paths = Type.Object({
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
export const noPaths: Static<typeof Paths> = { paths: {} }
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
export function listPaths(paths: Static<typeof Paths>['paths'], maxIds: number): string[] {
  return Object.entries(paths).flatMap(([template, { get }]) => {
    if (get === undefined || !isJsonOperation(get)) return []
    const [, placeholder, name] = template.match(/(\{(.*?)\})/) ?? []
    if (placeholder === undefined) return [template]
    // An operation whose ids the document does not list cannot be requested.
    const ids = get.parameters?.find((parameter) => parameter.name === name)?.schema?.enum ?? []
    return ids.slice(0, maxIds).map((id) => template.replace(placeholder, id))
  })
}
