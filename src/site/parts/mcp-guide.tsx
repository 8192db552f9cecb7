import type { PageContext, ToolGuide } from '../page-context.ts'
import { Code } from './code.tsx'
import { countOf } from './field-list.tsx'
import { Folded, Rich } from './prose.tsx'

const toJson = (value: unknown) => JSON.stringify(value, null, 2)

/** The MCP server: how to connect common clients to it, and its tools. */
export function McpGuide({ context }: { context: PageContext }) {
  const { baseUrl, tools } = context.settings
  const url = `${baseUrl}/mcp`
  const name = new URL(baseUrl).hostname.replace(/[^a-z0-9]+/g, '-')
  return (
    <section>
      <h2 id="mcp">MCP server</h2>
      <p>
        The same operations and a search, as read-only <a href="#tools">tools</a> over Streamable HTTP,
        without authentication:
      </p>
      <Code label="URL" language="text" text={url} />
      <h3>Claude</h3>
      <ol>
        <li>
          Open <b>Customize</b>, then <b>Connectors</b>.
        </li>
        <li>
          Click <b>+</b>, then <b>Add custom connector</b>.
        </li>
        <li>
          Paste the URL above, and click <b>Add</b>.
        </li>
      </ol>
      <Code label="Claude Code" language="sh" text={`claude mcp add --transport http ${name} ${url}`} />
      <h3>ChatGPT</h3>
      <ol>
        <li>
          Open <b>Settings</b>, then <b>Apps</b>, then <b>Advanced settings</b>, and turn on{' '}
          <b>Developer mode</b>.
        </li>
        <li>
          Go back to <b>Apps</b>, and click <b>Create app</b>.
        </li>
        <li>Paste the URL above, and choose no authentication.</li>
      </ol>
      <h3>Cursor</h3>
      <p>
        <a class="button small" href={cursorLink(name, { url })}>
          Add to Cursor
        </a>{' '}
        or write the file yourself:
      </p>
      <Code label=".cursor/mcp.json" language="json" text={toJson({ mcpServers: { [name]: { url } } })} />
      <h3>VS Code</h3>
      <p>
        <a class="button small" href={codeLink({ name, type: 'http', url })}>
          Add to VS Code
        </a>{' '}
        or write the file yourself:
      </p>
      <Code
        label=".vscode/mcp.json"
        language="json"
        text={toJson({ servers: { [name]: { type: 'http', url } } })}
      />
      <h3>Other clients</h3>
      <p>For a client that can only start a local program:</p>
      <Code
        label="Program and arguments"
        language="json"
        text={toJson({ mcpServers: { [name]: { command: 'npx', args: ['-y', 'mcp-remote', url] } } })}
      />
      <h3 id="tools">Tools</h3>
      <Tools tools={tools} />
    </section>
  )
}

const Tools = ({ tools }: { tools: ToolGuide[] }) => (
  <Folded label={countOf(tools, 'tool')} subject="MCP server">
    <dl class="field-list">
      {tools.map((tool) => (
        <div key={tool.name}>
          <dt>
            <code>{tool.name}</code>
          </dt>
          <dd>
            <Rich text={tool.description} />
            {tool.question && <Question {...tool} question={tool.question} />}
          </dd>
        </div>
      ))}
    </dl>
  </Folded>
)

function Question({ question, subject }: ToolGuide & { question: string }) {
  const [before, after] = question.split('{subject}')
  return (
    <p class="note">
      Ask: “{before}
      <bdi>{subject}</bdi>
      {after}”
    </p>
  )
}

/** https://cursor.com/docs/mcp/install-links */
const cursorLink = (name: string, server: object) =>
  `cursor://anysphere.cursor-deeplink/mcp/install?name=${name}&config=${encodeURIComponent(btoa(JSON.stringify(server)))}`

/** https://code.visualstudio.com/api/extension-guides/ai/mcp#mcp-url-handler */
const codeLink = (server: object) => `vscode:mcp/install?${encodeURIComponent(JSON.stringify(server))}`
