// In a browser with a model context (WebMCP), registers the operations of the API's current version as read-only
// tools, under the names that they have on the MCP server.
const context = document.modelContext ?? navigator.modelContext

const toolName = (operationId, version) =>
  operationId
    .replace(RegExp(`${version}$`, 'i'), '')
    .replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

async function register() {
  const { paths, 'x-api-versioning': versioning } = await (await fetch('/openapi.json')).json()
  for (const [path, { get }] of Object.entries(paths)) {
    if (!path.startsWith(versioning.canonicalPrefix)) continue
    const parameters = get.parameters ?? []
    context.registerTool({
      name: toolName(get.operationId, versioning.current),
      description: `${get.summary}. ${get.description}`,
      inputSchema: {
        type: 'object',
        properties: Object.fromEntries(parameters.map(({ name, schema }) => [name, schema])),
        required: parameters.map(({ name }) => name)
      },
      annotations: { readOnlyHint: true },
      async execute(input) {
        const address = path.replace(/{(\w+)}/g, (_, name) => encodeURIComponent(input[name]))
        const response = await fetch(address)
        return { content: [{ type: 'text', text: await response.text() }], isError: !response.ok }
      }
    })
  }
}

if (context?.registerTool) register()
