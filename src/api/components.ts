import type { TSchema } from '@sinclair/typebox'

type JsonSchema = Record<string, unknown>
interface Component {
  schema: TSchema
  /** Values of this shape from the data, from which the examples are taken. */
  samples: unknown[]
}

// Enough to find a value for each optional field, without reading a whole catalogue of thousands.
const enough = 100

/**
 * The shared schemas of an OpenAPI document by name: each schema with an `$id` inside the given ones stands once,
 * and is referred to elsewhere. Every field has an example from the data, or its own where the data has none.
 */
export function components(parts: { schema: TSchema; sample: unknown }[]): Map<string, JsonSchema> {
  const found = new Map<string, Component>()
  for (const { schema, sample } of parts) collect(schema, [sample], found)
  return new Map(
    [...found].map(([id, { schema, samples }]) => [id, { $id: id, ...describe(schema, samples) }])
  )
}

/** The value with lists cut to what shows their shape. */
export function shorten(schema: TSchema, value: unknown): unknown {
  if (Array.isArray(value))
    return value.slice(0, Math.max(schema.minItems ?? 0, 2)).map((item) => shorten(schema.items ?? {}, item))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, part]) => [name, shorten(schema.properties?.[name] ?? {}, part)])
  )
}

const fields = (schema: TSchema): [string, TSchema][] => Object.entries(schema.properties ?? {})
const valuesOf = (samples: unknown[], name: string) =>
  samples.map((sample) => Object(sample)[name]).filter((value) => value !== undefined)
const entriesOf = (samples: unknown[]) => samples.flat().slice(0, enough)

function collect(schema: TSchema, samples: unknown[], found: Map<string, Component>): void {
  if (schema.$id) {
    const component = found.get(schema.$id) ?? { schema, samples: [] }
    found.set(schema.$id, { schema, samples: [...component.samples, ...samples].slice(0, enough) })
  }
  if (schema.items) collect(schema.items, entriesOf(samples), found)
  for (const [name, field] of fields(schema)) collect(field, valuesOf(samples, name), found)
}

function describe(schema: TSchema, samples: unknown[]): JsonSchema {
  const { $id, properties, items, examples, ...rest } = schema
  const part = (field: TSchema, values: unknown[]) =>
    field.$id ? { $ref: `${field.$id}#` } : describe(field, values)
  const [sample] = samples.filter((value) => value !== null)
  const example = sample === undefined ? examples : [shorten(schema, sample)]
  return {
    ...rest,
    ...(example && { examples: example }),
    ...(items && { items: part(items, entriesOf(samples)) }),
    ...(properties && {
      properties: Object.fromEntries(
        fields(schema).map(([name, field]) => [name, part(field, valuesOf(samples, name))])
      )
    })
  }
}
