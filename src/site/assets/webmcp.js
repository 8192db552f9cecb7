// In a browser with WebMCP, offers the browser's agent the tools of the MCP server.
const context = document.modelContext ?? navigator.modelContext

async function register() {
  const { tools } = await (await fetch('/.well-known/mcp/server-card.json')).json()
  for (const { name, title, description, inputSchema, annotations } of tools) {
    const execute = (input) => call(name, input)
    context.registerTool({ name, title, description, inputSchema, annotations, execute })
  }
}

async function call(name, input) {
  const message = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: input } }
  const response = await fetch('/mcp', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(message)
  })
  const { result, error } = await response.json()
  return result ?? { content: [{ type: 'text', text: error.message }], isError: true }
}

if (context?.registerTool) register()
