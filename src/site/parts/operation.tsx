import type { TSchema } from '@sinclair/typebox'
import { nameSuffix, type Operation, sampleBody } from '../../business/operation.ts'
import { objectOf } from '../../business/schemas/values.ts'
import type { Context } from '../../context/context.ts'
import { Code, JsonSample } from './code.tsx'
import { Folded, Rich } from './prose.tsx'

interface Props {
  context: Context
  operation: Operation
  ids: string[] | undefined
}

/** The operations of a version, and their objects. */
export const Operations = ({ context }: { context: Context }) => (
  <>
    {context.operations.map((operation) => (
      <OperationSection key={operation.operationId} context={context} operation={operation} />
    ))}
    <Objects context={context} />
  </>
)

/** One operation: its path and fields, how to call it, and a response. developers.js follows the chosen id. */
function OperationSection({ context, operation }: Omit<Props, 'ids'>) {
  const { operationId, summary, description, path, schema } = operation
  const anchor = context.toAnchor(operationId)
  const ids = operation.ids?.(context.business)
  const template = context.prefix + path
  return (
    <section class="operation" data-path={template}>
      <div>
        <h3 id={anchor}>
          {summary} <code>{operationId + nameSuffix(context.api)}</code>
        </h3>
        <p class="address">
          <code>GET</code> <code>{template}</code>
        </p>
        <p>
          <Rich text={description} />
        </p>
        {ids && <Ids ids={ids} />}
      </div>
      <div class="operation-code">
        {(ids === undefined || ids.length > 0) && <TryIt context={context} operation={operation} ids={ids} />}
        <Samples anchor={anchor} url={context.baseUrl + template.replace('{id}', ids?.[0] ?? '{id}')} />
        <Response context={context} operation={operation} ids={ids} />
      </div>
      <div>
        <h4>Response fields</h4>
        <FieldList context={context} owner={anchor} schema={schema} />
      </div>
    </section>
  )
}

function Ids({ ids }: { ids: string[] }) {
  return (
    <p class="ids">
      {ids.length > 40 ? (
        'The ids are in the catalogue.'
      ) : (
        <>
          Valid ids:{' '}
          {ids.map((id, index) => [
            index > 0 && ' ',
            <span key={id}>
              <code>{id}</code>
              {index < ids.length - 1 && ','}
            </span>
          ])}
        </>
      )}
    </p>
  )
}

/** A form that sends the request; without a script it is a link. */
function TryIt({ context, operation, ids }: Props) {
  const anchor = context.toAnchor(operation.operationId)
  const template = context.prefix + operation.path
  return (
    <form class="try-it" method="dialog" autocomplete="off" data-markdown-ignore>
      {ids && <IdField ids={ids} name={`${anchor}Id`} />}{' '}
      <button type="submit" class="button small" aria-label={`Try it: ${anchor}`}>
        Try it
      </button>{' '}
      <a href={template.replace('{id}', ids?.[0] ?? '')} aria-label={`Open the response: ${anchor}`}>
        Open the response
      </a>
    </form>
  )
}

// A list of more ids is too long to choose from.
function IdField({ ids, name }: { ids: string[]; name: string }) {
  return (
    <label for={name}>
      <span>Id</span>{' '}
      {ids.length > 100 ? (
        <input id={name} name="id" required value={ids[0]} />
      ) : (
        <select id={name} name="id">
          {ids.map((id) => [
            <option key={id} value={id}>
              {id}
            </option>,
            ' '
          ])}
        </select>
      )}
    </label>
  )
}

const samplesOf = (url: string) => [
  { language: 'sh', label: 'curl', text: `curl ${url}` },
  {
    language: 'js',
    label: 'JavaScript',
    text: `const response = await fetch('${url}')\nconst data = await response.json()`
  },
  {
    language: 'python',
    label: 'Python',
    text: `import json\nfrom urllib.request import urlopen\ndata = json.load(urlopen('${url}'))`
  }
]

/** The request in three languages, as tabs (ARIA Authoring Practices); without a script, one below the other. */
function Samples({ anchor, url }: { anchor: string; url: string }) {
  const samples = samplesOf(url)
  const isFirst = (language: string) => language === samples[0]?.language
  return (
    <div class="samples">
      <div class="samples-bar">
        <div role="tablist" data-markdown-ignore aria-label="Language of the code">
          {samples.map(({ language, label }) => [
            <button
              key={language}
              type="button"
              role="tab"
              aria-controls={`${anchor}-${language}`}
              aria-selected={isFirst(language)}
              tabindex={isFirst(language) ? 0 : -1}
              data-language={language}
            >
              {label}
            </button>,
            ' '
          ])}
        </div>
      </div>
      <div class="panels">
        {samples.map((sample) => (
          <div
            key={sample.language}
            role="tabpanel"
            tabindex={0}
            id={`${anchor}-${sample.language}`}
            aria-label={sample.label}
            data-shown={isFirst(sample.language) ? '' : undefined}
          >
            <Code {...sample} />
          </div>
        ))}
      </div>
    </div>
  )
}

/** A response of the operation for the first id, until the script shows another one with its status and headers. */
function Response({ context, operation, ids }: Props) {
  if (ids?.length === 0) return null
  const label = `Response: ${context.toAnchor(operation.operationId)}`
  return (
    <div class="response">
      <p role="status" class="response-status" />
      <details class="response-headers" hidden>
        <summary>Response headers</summary>
        <pre />
      </details>
      {/* Focusable, so a keyboard can scroll it too. */}
      <section class="scroller" tabindex={0} aria-label={label}>
        <JsonSample label="Response" value={sampleBody(operation, context.business)} />
      </section>
    </div>
  )
}

interface FieldListProps {
  context: Context
  owner: string
  schema: TSchema
}

function FieldList({ context, owner, schema }: FieldListProps) {
  const required: string[] = schema.required ?? []
  const fields = fieldsOf(schema)
  return (
    <Folded label={fields.length === 1 ? '1 field' : `${fields.length} fields`} subject={owner}>
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

function Objects({ context }: { context: Context }) {
  const { operations } = context.api
  const bodies = new Set(operations.map(({ schema }) => schema.$id))
  const objects = new Map(operations.flatMap(({ schema }) => objectsIn(schema)))
  return (
    <section>
      <h2 id={context.toAnchor('objects')}>Objects</h2>
      <p>The objects that responses contain. Ignore unknown fields: new ones may be added.</p>
      {[...objects].map(([id, schema]) =>
        bodies.has(id) ? null : (
          <section key={id}>
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

function TypeName({ context, schema }: { context: Context; schema: TSchema }) {
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
