import type { Operation } from '../../business/operations.ts'
import type { Site } from '../page-context.ts'
import { Scroller } from './scroller.tsx'

interface Props {
  site: Site
  operation: Operation
  ids: string[] | undefined
}

/** Shows the live answer of an operation; without a script it is a link to it. */
export function TryIt({ site, operation, ids }: Props) {
  const { t } = site
  const { path } = operation
  const operationId = site.anchor(operation.operationId)
  const template = site.prefix + path
  const words = t.developers
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

// A list of thousands is no help to choose from.
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
