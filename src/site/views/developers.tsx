import { forVersion, olderVersions, type PageContext } from '../page-context.ts'
import { DeveloperContents, Start } from '../parts/developer-guide.tsx'
import { Caching, ErrorTable, Versioning } from '../parts/developer-rules.tsx'
import { Objects } from '../parts/field-list.tsx'
import { McpGuide } from '../parts/mcp-guide.tsx'
import { OperationSection } from '../parts/operation.tsx'
import { describe, type View } from '../view.ts'

/** The page is in English on every site, because the OpenAPI document, which it shows, is. */
export const developers: View = ({ inEnglish }) => {
  const context = inEnglish()
  const name = context.displayName
  return {
    context,
    title: `API for developers | ${name}`,
    description: describe(
      `Documentation of the public API of ${name}: URLs, code samples, fields, errors, caching and versions.`
    ),
    breadcrumbs: [{ name: context.words.pages.developers, path: '/developers/' }],
    scripts: ['developers.js'],
    files: ['profile', 'services', 'pricing', 'faq', 'site'],
    main: (
      <>
        <div class="page-head">
          <h1>API for developers</h1>
          <p class="lead">
            The facts of this site as JSON: public and read-only, without a key or registration.
          </p>
        </div>
        <div class="with-contents">
          <DeveloperContents context={context} />
          <div class="documentation">
            <Start context={context} />
            <h2 id="operations">Operations</h2>
            <Operations context={context} />
            <ErrorTable context={context} />
            <Caching />
            <Versioning context={context} />
            {olderVersions(context).map((version) => (
              <OlderVersion key={version.name} context={forVersion(context, version)} />
            ))}
            <McpGuide context={context} />
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
    <Objects context={context} />
  </>
)

function OlderVersion({ context }: { context: PageContext }) {
  const { deprecation, name } = context.version
  return (
    <>
      <h2 id={name}>
        Version <code>{name}</code>
      </h2>
      {deprecation && (
        <p>
          Announced: {context.formatDate(deprecation.announced)}. Ends: {context.formatDate(deprecation.ends)}
          .
        </p>
      )}
      <Operations context={context} />
    </>
  )
}
