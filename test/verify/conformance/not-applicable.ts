/** Why a check of the suite cannot pass, and the message that it then has. */
interface NotApplicable {
  reason: string
  message: RegExp
  /** The scenarios that have such checks. */
  scenarios: string[]
}

const ownServer = 'calls a tool, prompt or resource of the server that comes with the suite'
const prefixed = (prefix: string, names: string) => names.split(' ').map((name) => `${prefix}-${name}`)

/** The checks that do not apply. Any other message of these scenarios is a failure, and so is a scenario that passes. */
export const notApplicable: NotApplicable[] = [
  {
    reason: `${ownServer}; the tests of the MCP server call its own tools`,
    message: /^Failed: Unknown tool: test_/,
    scenarios: prefixed('tools-call', 'simple-text image audio embedded-resource mixed-content error')
  },
  {
    reason: `${ownServer}; the tests of the MCP server read its own prompts and resources`,
    message: /^Failed: (?:Unknown prompt: test_|Resource not found: test:)/,
    scenarios: [
      'completion-complete',
      ...prefixed('prompts-get', 'simple with-args embedded-resource with-image'),
      ...prefixed('resources', 'read-text read-binary templates-read')
    ]
  },
  {
    reason: `${ownServer}; a test validates every result of every tool against its output schema`,
    message: /^Tool 'json_schema_2020_12_tool' not found\./,
    scenarios: ['json-schema-2020-12']
  },
  {
    reason: 'needs a server that streams: this one answers each request with one JSON object',
    message: /Unknown tool: test_tool_with_progress/,
    scenarios: ['tools-call-with-progress']
  },
  {
    reason: 'needs the capability "logging", which the server does not declare',
    message: /Method not found$/,
    scenarios: ['logging-set-level', 'tools-call-with-logging']
  },
  {
    reason: 'needs subscriptions to resources, which the server does not declare: its resources never change',
    message: /Method not found$/,
    scenarios: ['resources-subscribe', 'resources-unsubscribe']
  },
  {
    reason: 'needs a tool that asks the client for input; the tools of this server only read facts',
    message: /Unknown (?:tool|prompt): test_(?:sampling|elicitation|input_required)/,
    scenarios: [
      ...['tools-call-sampling', 'tools-call-elicitation'],
      ...['elicitation-sep1034-defaults', 'elicitation-sep1330-enums'],
      ...prefixed('input-required-result', 'basic-elicitation basic-sampling basic-list-roots request-state'),
      ...prefixed(
        'input-required-result',
        'multiple-input-requests non-tool-request result-type capability-check'
      )
    ]
  },
  {
    reason: 'begins with a tool that asks the client for input; the tools of this server only read facts',
    message: /InputRequiredResult/,
    scenarios: prefixed('input-required-result', 'multi-round tampered-state')
  },
  {
    reason: 'needs a tool that takes parameters as headers (x-mcp-header)',
    message: /^Not testable: server exposes no tool with x-mcp-header/,
    scenarios: ['http-custom-header-server-validation']
  },
  {
    reason: 'some checks need tools of the server that comes with the suite; the others pass',
    message: /^Not testable: server does not list the diagnostic tool 'test_/,
    scenarios: ['server-stateless']
  }
]
