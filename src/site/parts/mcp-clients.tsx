import type { Site } from '../page-context.ts'
import { Code } from './code.tsx'
import { Rich } from './rich.tsx'

/** How to connect the MCP server from the clients that people use. */
export function McpClients({ site }: { site: Site }) {
  const { t, settings } = site
  const words = t.developers
  const url = `${settings.baseUrl}/mcp`
  const name = new URL(settings.baseUrl).hostname.replace(/[^a-z0-9]+/g, '-')
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
