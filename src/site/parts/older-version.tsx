import type { Site } from '../page-context.ts'
import { ObjectTables } from './field-table.tsx'
import { OperationSection } from './operation.tsx'

/** A version before the current one: when it ends, its operations and their objects. */
export function OlderVersion({ site }: { site: Site }) {
  const { operations, deprecation, name } = site.version
  const words = site.t.developers
  return (
    <>
      <h2 id={name}>
        {words.version} <code dir="ltr">{name}</code>
      </h2>
      {deprecation && (
        <p>
          {words.announced}: {site.date(deprecation.announced)}. {words.ends}: {site.date(deprecation.ends)}.
        </p>
      )}
      {operations.map((operation) => (
        <OperationSection key={operation.operationId} site={site} operation={operation} />
      ))}
      <ObjectTables site={site} operations={operations} />
    </>
  )
}
