import { forVersion, olderVersions, type PageContext } from '../page-context.ts'
import { DeveloperContents, McpClients, Start } from '../parts/developer-guide.tsx'
import { Caching, ErrorTable, Versioning } from '../parts/developer-rules.tsx'
import { ObjectTables } from '../parts/field-table.tsx'
import { OperationSection } from '../parts/operation.tsx'
import { describe, type View } from '../view.ts'
import { fill } from '../words.ts'

export const developers: View = (context) => {
  const words = context.words.developers
  const { name } = context.business.profile
  return {
    title: `${words.title} | ${name}`,
    description: describe(fill(words.description, { name })),
    breadcrumbs: [{ name: context.words.pages.developers, path: '/developers/' }],
    scripts: ['try-it.js'],
    files: ['profile', 'services', 'pricing', 'site'],
    main: (
      <>
        <div class="page-head">
          <h1>{words.title}</h1>
          <p class="lead">{words.lead}</p>
        </div>
        <div class="with-contents">
          <DeveloperContents context={context} />
          <div class="documentation">
            <Start context={context} />
            <h2 id="operations">{words.operations}</h2>
            <Operations context={context} />
            <ErrorTable context={context} />
            <Caching context={context} />
            <Versioning context={context} />
            {olderVersions(context).map((version) => (
              <OlderVersion key={version.name} context={forVersion(context, version)} />
            ))}
            <McpClients context={context} />
          </div>
        </div>
      </>
    )
  }
}

const Operations = ({ context }: { context: PageContext }) => (
  <>
    {context.version.operations.map((operation) => (
      <OperationSection key={operation.operationId} context={context} operation={operation} />
    ))}
    <ObjectTables context={context} />
  </>
)

function OlderVersion({ context }: { context: PageContext }) {
  const { deprecation, name } = context.version
  const words = context.words.developers
  return (
    <>
      <h2 id={name}>
        {words.version} <code dir="ltr">{name}</code>
      </h2>
      {deprecation && (
        <p>
          {words.announced}: {context.formatDate(deprecation.announced)}. {words.ends}:{' '}
          {context.formatDate(deprecation.ends)}.
        </p>
      )}
      <Operations context={context} />
    </>
  )
}
