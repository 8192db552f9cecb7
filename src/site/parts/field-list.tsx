import type { TSchema } from '@sinclair/typebox'
import { objectOf } from '../../business/schemas/values.ts'
import type { PageContext } from '../page-context.ts'
import { Folded, Rich } from './prose.tsx'

interface Props {
  context: PageContext
  /** The name of the object or the operation. */
  owner: string
  schema: TSchema
}

/** The fields of an object's schema. */
export function FieldList({ context, owner, schema }: Props) {
  const required: string[] = schema.required ?? []
  const fields = fieldsOf(schema)
  return (
    <Folded label={countOf(fields, 'field')} subject={owner}>
      <dl class="field-list">
        {fields.map(([name, field]) => (
          <div key={name}>
            <dt>
              <code>{name}</code> <TypeName context={context} schema={field} />
              {required.includes(name) && ', required'}
            </dt>
            <dd>
              <Rich text={`${field.description}`} />
            </dd>
          </div>
        ))}
      </dl>
    </Folded>
  )
}

/** Returns the number of items with their noun in English. */
export const countOf = ({ length }: unknown[], noun: string) => `${length} ${noun}${length === 1 ? '' : 's'}`

/** The objects inside the bodies of operations, each once. */
export function Objects({ context }: { context: PageContext }) {
  const { operations } = context.version
  const bodies = new Set(operations.map(({ schema }) => schema.$id))
  const objects = new Map(operations.flatMap(({ schema }) => objectsIn(schema)))
  return (
    <section>
      <h2 id={context.toAnchor('objects')}>Objects</h2>
      <p>The objects that responses contain. Ignore unknown fields: new ones may be added.</p>
      {[...objects].map(([id, schema]) =>
        bodies.has(id) ? null : (
          <section key={id} class="object">
            <div>
              <h3 id={context.toAnchor(objectAnchor(id))}>
                <code>{id}</code>
              </h3>
              <p>{objectOf(schema).description}</p>
            </div>
            <FieldList context={context} owner={id} schema={schema} />
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
  return schema.$id ? (
    <a href={`#${context.toAnchor(objectAnchor(schema.$id))}`}>{schema.$id}</a>
  ) : schema.items ? (
    <>
      array of <TypeName context={context} schema={schema.items} />
    </>
  ) : (
    [schema.type].flat().join(' or ') + (schema.format ? ` (${schema.format})` : '')
  )
}
