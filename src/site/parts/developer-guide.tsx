import { olderVersions, type PageContext } from '../page-context.ts'
import { Code } from './code.tsx'
import { LicenceSentence } from './terms.tsx'

export function DeveloperContents({ context }: { context: PageContext }) {
  const links: [id: string, name: string][] = [
    ['start', 'Getting started'],
    ['operations', 'Operations'],
    ...context.version.operations.map(({ operationId, summary }): [string, string] => [operationId, summary]),
    ['objects', 'Objects'],
    ['errors', 'Errors'],
    ['caching', 'Caching'],
    ['versioning', 'Versions'],
    ...olderVersions(context).map(({ name }): [string, string] => [name, `Version ${name}`]),
    ['mcp', 'MCP server']
  ]
  const operations = new Set(context.version.operations.map(({ operationId }) => operationId))
  return (
    <nav class="contents" aria-label="On this page">
      <ul>
        {links.map(([id, name]) => (
          <li key={id} class={operations.has(id) ? 'inner' : undefined}>
            <a href={`#${id}`}>{name}</a>
          </li>
        ))}
      </ul>
    </nav>
  )
}

export function Start({ context }: { context: PageContext }) {
  const { settings, version, apiPrefix } = context
  const [first] = version.operations
  return (
    <section>
      <h2 id="start">Getting started</h2>
      <p>
        Every URL returns JSON in UTF-8 for <code>GET</code> and allows any origin (CORS).
      </p>
      {first && (
        <Code label="curl" language="sh" text={`curl ${settings.baseUrl}${apiPrefix}${first.path}`} />
      )}
      <p>
        To import the API into another tool, or to generate a client, use its OpenAPI 3.1 document:{' '}
        <a href="/openapi.json">
          <code>{settings.baseUrl}/openapi.json</code>
        </a>
      </p>
      {context.business.site?.licence && (
        <p>
          <LicenceSentence context={context} />
        </p>
      )}
    </section>
  )
}
