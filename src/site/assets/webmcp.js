// In a browser with WebMCP, offers the browser's agent the tools of the MCP server.
const context = document.modelContext

async function register() {
  const { tools } = await (await fetch('/.well-known/mcp/server-card.json')).json()
  for (const { name, title, description, inputSchema, annotations } of tools) {
    const execute = (input, options) => call(name, input, options?.signal)
    await context.registerTool({ name, title, description, inputSchema, annotations, execute })
  }
}

// Returns a text for the model. A tool that throws would only report that it failed, without the reason.
async function call(name, input, signal) {
  const message = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: input } }
  const response = await fetch('/mcp', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(message),
    signal
  })
  const { result, error } = await response.json()
  return error ? error.message : result.content[0].text
}

if (context?.registerTool) register().catch((error) => console.warn('WebMCP:', error))
