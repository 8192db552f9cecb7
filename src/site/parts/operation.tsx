import type { Operation } from '../../business/operations.ts'
import type { Site } from '../page-context.ts'
import { Code } from './code.tsx'
import { FieldTable } from './field-table.tsx'
import { Rich } from './rich.tsx'
import { TryIt } from './try-it.tsx'

/** One operation: its address, how to call it, the answer, its fields. */
export function OperationSection({ site, operation }: { site: Site; operation: Operation }) {
  const { operationId, summary, description, path, schema } = operation
  const { settings, business, t, prefix } = site
  const ids = operation.ids?.(business)
  const address = settings.baseUrl + prefix + path.replace('{id}', ids?.[0] ?? '{id}')
  return (
    <section class="operation" dir="ltr">
      <h3 id={site.anchor(operationId)} lang="en">
        {summary} <code>{operationId}</code>
      </h3>
      <p lang="en">
        <Rich text={description} />
      </p>
      <p class="address">
        <code>GET</code> <code>{prefix + path}</code>
      </p>
      {ids && <Ids site={site} ids={ids} />}
      <Code label="curl" language="sh" text={`curl ${address}`} />
      <Code
        label="JavaScript"
        language="js"
        text={`const response = await fetch('${address}')\nconst data = await response.json()`}
      />
      <Code
        label="Python"
        language="python"
        text={`import json\nfrom urllib.request import urlopen\n\nwith urlopen('${address}') as response:\n    data = json.load(response)`}
      />
      <TryIt site={site} operation={operation} ids={ids} />
      <h4>{t.developers.fields}</h4>
      <FieldTable site={site} schema={schema} label={`${t.developers.fields}: ${site.anchor(operationId)}`} />
    </section>
  )
}

function Ids({ site, ids }: { site: Site; ids: string[] }) {
  const { t } = site
  return (
    <p>
      {ids.length > 40 ? (
        <bdi>{t.developers.manyIds}</bdi>
      ) : (
        <>
          {t.developers.ids}{' '}
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
