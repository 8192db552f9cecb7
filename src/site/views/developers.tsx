import { DeveloperContents, McpClients, Start } from '../parts/developer-guide.tsx'
import { Caching, ErrorTable, Versioning } from '../parts/developer-rules.tsx'
import { ObjectTables } from '../parts/field-table.tsx'
import { OperationSection } from '../parts/operation.tsx'
import { describe, type View } from '../view.ts'
import { fill } from '../words.ts'

export const developers: View = (context) => {
  const words = context.words.developers
  const { name } = context.business.profile
  const { operations } = context.currentVersion
  return {
    title: `${words.title} | ${name}`,
    description: describe(fill(words.description, { name })),
    breadcrumbs: [{ name: context.words.pages.developers, path: '/developers/' }],
    scripts: ['try-it.js'],
    files: ['profile', 'services', 'pricing'],
    main: (
      <>
        <div class="page-head">
          <h1>{words.title}</h1>
          <p class="lead">{words.lead}</p>
        </div>
        <div class="with-contents">
          <DeveloperContents context={context} operations={operations} />
          <div class="documentation">
            <Start context={context} />
            <h2 id="operations">{words.operations}</h2>
            {operations.map((operation) => (
              <OperationSection key={operation.operationId} context={context} operation={operation} />
            ))}
            <ObjectTables context={context} operations={operations} />
            <ErrorTable context={context} />
            <Caching context={context} />
            <Versioning context={context} />
            <McpClients context={context} />
          </div>
        </div>
      </>
    )
  }
}
