import { olderVersions, type PageContext } from '../page-context.ts'
import { LicenceSentence } from './terms.tsx'
import { Code, Rich } from './text.tsx'

export function DeveloperContents({ context }: { context: PageContext }) {
  const words = context.words.developers
  const links: [id: string, name: string][] = [
    ['start', words.start],
    ['operations', words.operations],
    ...context.version.operations.map(({ operationId }): [string, string] => [operationId, operationId]),
    ['objects', words.objects],
    ['errors', words.errors],
    ['caching', words.caching],
    ['versioning', words.versioning],
    ...olderVersions(context).map(({ name }): [string, string] => [name, name]),
    ['mcp', words.mcp]
  ]
  return (
    <nav class="contents" aria-label={words.contents}>
      <ul>
        {links.map(([id, name]) => (
          <li key={id}>
            <a href={`#${id}`}>{id === name ? <code dir="ltr">{name}</code> : name}</a>
          </li>
        ))}
      </ul>
    </nav>
  )
}

export function Start({ context }: { context: PageContext }) {
  const { settings, version, apiPrefix } = context
  const words = context.words.developers
  const [first] = version.operations
  return (
    <section>
      <h2 id="start">{words.start}</h2>
      <p>
        <Rich text={words.startText} />
      </p>
      {first && (
        <Code label="curl" language="sh" text={`curl ${settings.baseUrl}${apiPrefix}${first.path}`} />
      )}
      <p>
        {words.specification}{' '}
        <a href="/openapi.json">
          <code dir="ltr">{settings.baseUrl}/openapi.json</code>
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

/** How to connect to the MCP server from common clients. */
export function McpClients({ context }: { context: PageContext }) {
  const { baseUrl } = context.settings
  const words = context.words.developers
  const url = `${baseUrl}/mcp`
  const name = new URL(baseUrl).hostname.replace(/[^a-z0-9]+/g, '-')
  const json = (value: unknown) => JSON.stringify(value, null, 2)
  return (
    <section>
      <h2 id="mcp">{words.mcp}</h2>
      <p>
        {words.mcpText} <code dir="ltr">{url}</code>
      </p>
      <Code label="Claude Code" language="sh" text={`claude mcp add --transport http ${name} ${url}`} />
      <Code
        label="Claude Desktop: claude_desktop_config.json"
        language="json"
        text={json({ mcpServers: { [name]: { command: 'npx', args: ['-y', 'mcp-remote', url] } } })}
      />
      <Code
        label="Cursor: .cursor/mcp.json"
        language="json"
        text={json({ mcpServers: { [name]: { url } } })}
      />
      <Code
        label="VS Code: .vscode/mcp.json"
        language="json"
        text={json({ servers: { [name]: { type: 'http', url } } })}
      />
      <p>
        <Rich text={words.chatgpt} />
      </p>
    </section>
  )
}
