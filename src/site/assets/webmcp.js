// Where the browser has a model context (WebMCP), its agent gets the operations of the API as read-only tools.
const context = document.modelContext ?? navigator.modelContext

async function register() {
  const { paths } = await (await fetch('/openapi.json')).json()
  for (const [path, { get }] of Object.entries(paths)) {
    const parameters = get.parameters ?? []
    context.registerTool({
      name: get.operationId,
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
