import { connectorName, hostLabel } from '../../business/business.ts'
import type { Context, ToolGuide } from '../../context/context.ts'
import { Code } from './code.tsx'
import { Folded, Rich } from './prose.tsx'

const toJson = (value: unknown) => JSON.stringify(value, null, 2)

export function McpGuide({ context }: { context: Context }) {
  const { baseUrl, tools } = context
  const url = `${baseUrl}/mcp`
  const name = hostLabel(baseUrl)
  return (
    <section>
      <h2 id="mcp">MCP server</h2>
      <p>
        The same operations and a search, as read-only <a href="#tools">tools</a> over Streamable HTTP,
        without authentication:
      </p>
      <Code label="URL" language="text" text={url} />
      <p>
        In Claude and ChatGPT, use this name. It has English letters, digits and spaces or hyphens only,
        because claude.ai offers no tools of a connector whose name has other characters, such as an accent or
        an apostrophe.
      </p>
      <Code label="Name" language="text" text={connectorName(context.business, baseUrl)} />
      <h3>Claude</h3>
      <ol>
        <li>
          Open <b>Customize</b>, then <b>Connectors</b>.
        </li>
        <li>
          Click <b>+</b>, then <b>Add custom connector</b>.
        </li>
        <li>
          Paste the name and the URL above, and click <b>Add</b>.
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
        <li>Paste the name and the URL above, and choose no authentication.</li>
      </ol>
      <h3>Cursor</h3>
      <AddButton client="Cursor" href={cursorLink(name, { url })} />
      <Code label=".cursor/mcp.json" language="json" text={toJson({ mcpServers: { [name]: { url } } })} />
      <h3>VS Code</h3>
      <AddButton client="VS Code" href={codeLink({ name, type: 'http', url })} />
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

const AddButton = ({ client, href }: { client: string; href: string }) => (
  <p>
    <a class="button small" href={href}>
      Add to {client}
    </a>{' '}
    or write the file yourself:
  </p>
)

const Tools = ({ tools }: { tools: ToolGuide[] }) => (
  <Folded label={`${tools.length} tools`} subject="MCP server">
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
