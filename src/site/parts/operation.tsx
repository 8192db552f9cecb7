import type { Operation } from '../../business/operations.ts'
import type { PageContext } from '../page-context.ts'
import { FieldTable } from './field-table.tsx'
import { Code, Rich, Scroller } from './text.tsx'

/** One operation: its path, how to call it, its live response and its fields. */
export function OperationSection({ context, operation }: { context: PageContext; operation: Operation }) {
  const { operationId, summary, description, path, schema } = operation
  const { settings, business, words, apiPrefix } = context
  const ids = operation.ids?.(business)
  const url = settings.baseUrl + apiPrefix + path.replace('{id}', ids?.[0] ?? '{id}')
  return (
    <section class="operation" dir="ltr">
      <h3 id={context.toAnchor(operationId)} lang="en">
        {summary} <code>{operationId}</code>
      </h3>
      <p lang="en">
        <Rich text={description} />
      </p>
      <p class="address">
        <code>GET</code> <code>{apiPrefix + path}</code>
      </p>
      {ids && <Ids context={context} ids={ids} />}
      <Code label="curl" language="sh" text={`curl ${url}`} />
      <Code
        label="JavaScript"
        language="js"
        text={`const response = await fetch('${url}')\nconst data = await response.json()`}
      />
      <Code
        label="Python"
        language="python"
        text={`import json\nfrom urllib.request import urlopen\n\nwith urlopen('${url}') as response:\n    data = json.load(response)`}
      />
      <TryIt context={context} operation={operation} ids={ids} />
      <h4>{words.developers.fields}</h4>
      <FieldTable
        context={context}
        schema={schema}
        label={`${words.developers.fields}: ${context.toAnchor(operationId)}`}
      />
    </section>
  )
}

function Ids({ context, ids }: { context: PageContext; ids: string[] }) {
  const { words } = context
  return (
    <p>
      {ids.length > 40 ? (
        <bdi>{words.developers.manyIds}</bdi>
      ) : (
        <>
          {words.developers.ids}{' '}
          <span dir="ltr">
            {ids.map((id, index) => (
              <span key={id}>
                {index > 0 && ', '}
                <code>{id}</code>
              </span>
            ))}
          </span>
        </>
      )}
    </p>
  )
}

interface Props {
  context: PageContext
  operation: Operation
  ids: string[] | undefined
}

/** A form that shows the live response of an operation; without try-it.js it is a link. */
export function TryIt({ context, operation, ids }: Props) {
  const words = context.words.developers
  const { path } = operation
  const operationId = context.toAnchor(operation.operationId)
  const template = context.apiPrefix + path
  return (
    <form
      class="try-it"
      method="dialog"
      aria-label={`${words.tryIt}: ${operationId}`}
      data-path={template}
      data-failed={words.failed}
    >
      <p class="try-it-row">
        {ids && <IdField ids={ids} label={words.id} name={`${operationId}Id`} />}
        <button type="submit" class="button small">
          {words.tryIt}
        </button>
        {(ids === undefined || ids[0] !== undefined) && (
          <a href={template.replace('{id}', ids?.[0] ?? '')}>{words.open}</a>
        )}
      </p>
      <div role="status" class="try-it-status" dir="auto" />
      <div class="try-it-answer" hidden>
        <Scroller label={`${words.answer}: ${operationId}`}>
          <pre dir="ltr" />
        </Scroller>
      </div>
    </form>
  )
}

// A list of more ids is too long to choose from.
function IdField({ ids, label, name }: { ids: string[]; label: string; name: string }) {
  return (
    <label for={name}>
      <span>{label}</span>
      {ids.length > 100 ? (
        <input id={name} name="id" dir="ltr" required value={ids[0]} />
      ) : (
        <select id={name} name="id" dir="ltr">
          {ids.map((id) => (
            <option key={id} value={id}>
              {id}
            </option>
          ))}
        </select>
      )}
    </label>
  )
}
