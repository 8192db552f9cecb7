import type { TSchema } from '@sinclair/typebox'
import type { Operation } from '../../business/operations.ts'
import type { Site } from '../page-context.ts'
import { Scroller } from './scroller.tsx'

/** The fields of an object's schema; what they mean is said in English, as in the OpenAPI document. */
export function FieldTable({ site, schema, label }: { site: Site; schema: TSchema; label: string }) {
  const words = site.t.developers
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
                <TypeName site={site} schema={field} />
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

/** The objects inside the answers of operations, each once. */
export function ObjectTables({ site, operations }: { site: Site; operations: Operation[] }) {
  const words = site.t.developers
  const bodies = new Set(operations.map(({ schema }) => schema.$id))
  const objects = new Map(operations.flatMap(({ schema }) => objectsIn(schema)))
  return (
    <section>
      <h2 id={site.anchor('objects')}>{words.objects}</h2>
      <p>{words.objectsText}</p>
      {[...objects].map(([id, schema]) =>
        bodies.has(id) ? null : (
          <section key={id} dir="ltr">
            <h3 id={site.anchor(anchorOf(id))}>
              <code>{id}</code>
            </h3>
            <p lang="en">{schema.description}</p>
            <FieldTable site={site} schema={schema} label={site.anchor(id)} />
          </section>
        )
      )}
    </section>
  )
}

const anchorOf = (id: string) => `object${id}`

const fieldsOf = (schema: TSchema): [string, TSchema][] => Object.entries(schema.properties ?? {})

function objectsIn(schema: TSchema): [string, TSchema][] {
  const inner = [...fieldsOf(schema).map(([, field]) => field), ...(schema.items ? [schema.items] : [])]
  const own: [string, TSchema][] = schema.$id ? [[schema.$id, schema]] : []
  return [...own, ...inner.flatMap(objectsIn)]
}

function TypeName({ site, schema }: { site: Site; schema: TSchema }) {
  return (
    <span lang="en" dir="ltr">
      {schema.$id ? (
        <a href={`#${site.anchor(anchorOf(schema.$id))}`}>{schema.$id}</a>
      ) : schema.items ? (
        <>
          array of <TypeName site={site} schema={schema.items} />
        </>
      ) : (
        [schema.type].flat().join(' or ') + (schema.format ? ` (${schema.format})` : '')
      )}
    </span>
  )
}
