import type { TSchema } from '@sinclair/typebox'
import type { PageContext } from '../page-context.ts'
import { Scroller } from './text.tsx'

/** The fields of an object's schema; their descriptions are in English, as in the OpenAPI document. */
export function FieldTable({
  context,
  schema,
  label
}: {
  context: PageContext
  schema: TSchema
  label: string
}) {
  const words = context.words.developers
  const required: string[] = schema.required ?? []
  return (
    <Scroller label={label}>
      <table class="fields-table" aria-label={label}>
        <thead>
          <tr>
            <th scope="col">{words.field}</th>
            <th scope="col">{words.type}</th>
            <th scope="col">{words.required}</th>
            <th scope="col">{words.meaning}</th>
          </tr>
        </thead>
        <tbody>
          {fieldsOf(schema).map(([name, field]) => (
            <tr key={name}>
              <th scope="row">
                <code dir="ltr">{name}</code>
              </th>
              <td>
                <TypeName context={context} schema={field} />
              </td>
              <td>{required.includes(name) ? words.yes : words.no}</td>
              <td lang="en" dir="ltr">
                {field.description}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </Scroller>
  )
}

/** The objects inside the bodies of operations, each once. */
export function ObjectTables({ context }: { context: PageContext }) {
  const words = context.words.developers
  const { operations } = context.version
  const bodies = new Set(operations.map(({ schema }) => schema.$id))
  const objects = new Map(operations.flatMap(({ schema }) => objectsIn(schema)))
  return (
    <section>
      <h2 id={context.toAnchor('objects')}>{words.objects}</h2>
      <p>{words.objectsText}</p>
      {[...objects].map(([id, schema]) =>
        bodies.has(id) ? null : (
          <section key={id} dir="ltr">
            <h3 id={context.toAnchor(objectAnchor(id))}>
              <code>{id}</code>
            </h3>
            <p lang="en">{schema.description}</p>
            <FieldTable context={context} schema={schema} label={context.toAnchor(id)} />
          </section>
        )
      )}
    </section>
  )
}

const objectAnchor = (id: string) => `object${id}`

const fieldsOf = (schema: TSchema): [string, TSchema][] => Object.entries(schema.properties ?? {})

function objectsIn(schema: TSchema): [string, TSchema][] {
  const inner = [...fieldsOf(schema).map(([, field]) => field), ...(schema.items ? [schema.items] : [])]
  const own: [string, TSchema][] = schema.$id ? [[schema.$id, schema]] : []
  return [...own, ...inner.flatMap(objectsIn)]
}

function TypeName({ context, schema }: { context: PageContext; schema: TSchema }) {
  return (
    <span lang="en" dir="ltr">
      {schema.$id ? (
        <a href={`#${context.toAnchor(objectAnchor(schema.$id))}`}>{schema.$id}</a>
      ) : schema.items ? (
        <>
          array of <TypeName context={context} schema={schema.items} />
        </>
      ) : (
        [schema.type].flat().join(' or ') + (schema.format ? ` (${schema.format})` : '')
      )}
    </span>
  )
}
