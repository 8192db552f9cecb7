import { execFile } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { Test } from 'tap'
import { revisions } from '../../mcp/connect.ts'

// The first release with the revision 2026-07-28, whose requirements are frozen in it.
const suite = '@modelcontextprotocol/conformance@0.2.0-alpha.12'
// The suite needs Node.js 22 or later.
const node = `node-${process.platform}-${process.arch}`

interface Check {
  id: string
  status: 'SUCCESS' | 'FAILURE' | 'WARNING' | 'SKIPPED' | 'INFO'
  errorMessage?: string
}

/** A message that a check has because it cannot pass, why it cannot, and the scenarios that have such checks. */
type NotApplicable = [message: RegExp, reason: string, scenarios: string]

const ownServer = 'uses a tool, prompt or resource of the server that comes with the suite'
const asksClient = 'needs a tool that asks the client for input; the tools of this server only read facts'

/** The checks that do not apply. Any other message of these scenarios is a failure, and so is a scenario that passes. */
const notApplicable: NotApplicable[] = [
  [
    /^Failed: Unknown tool: test_/,
    ownServer,
    'tools-call-{simple-text,image,audio,embedded-resource,mixed-content,error}'
  ],
  [
    /^Failed: (?:Unknown prompt: test_|Resource not found: test:)/,
    ownServer,
    'completion-complete prompts-get-{simple,with-args,embedded-resource,with-image} ' +
      'resources-{read-text,read-binary,templates-read}'
  ],
  [/^Tool 'json_schema_2020_12_tool' not found\./, ownServer, 'json-schema-2020-12'],
  [
    /Unknown tool: test_tool_with_progress/,
    'needs a server that streams: this one answers each request with one JSON object',
    'tools-call-with-progress'
  ],
  [
    /Method not found$/,
    'needs logging, or subscriptions to resources, which the server does not declare',
    'logging-set-level tools-call-with-logging resources-{subscribe,unsubscribe}'
  ],
  [
    /Unknown (?:tool|prompt): test_(?:sampling|elicitation|input_required)/,
    asksClient,
    'tools-call-{sampling,elicitation} elicitation-{sep1034-defaults,sep1330-enums} ' +
      'input-required-result-{basic-elicitation,basic-sampling,basic-list-roots,request-state} ' +
      'input-required-result-{multiple-input-requests,non-tool-request,result-type,capability-check}'
  ],
  [/InputRequiredResult/, asksClient, 'input-required-result-{multi-round,tampered-state}'],
  [
    /^Not testable: server exposes no tool with x-mcp-header/,
    'needs a tool that takes parameters as headers (x-mcp-header)',
    'http-custom-header-server-validation'
  ],
  [/^Not testable: server does not list the diagnostic tool 'test_/, ownServer, 'server-stateless']
]

/** Returns the names of a list, in which `a-{b,c}` is a-b and a-c. */
const listScenarios = (names: string) =>
  names.split(' ').flatMap((name) => {
    const [, prefix, ends = ''] = /^(.*)\{(.*)\}$/.exec(name) ?? []
    return prefix === undefined ? [name] : ends.split(',').map((end) => prefix + end)
  })

const isExpected = (scenario: string, given: string) =>
  notApplicable.some(([message, , names]) => listScenarios(names).includes(scenario) && message.test(given))

const execute = promisify(execFile)
// Without the hooks that tap adds to every process.
const runPlain = (...command: string[]) =>
  execute('env', ['NODE_OPTIONS=', ...command], { maxBuffer: 2 ** 26 })

/** Returns the scenario of a folder of results, such as `server-ping-2026-11-22T16-25-39-701Z`. */
const toScenario = (folder: string) => folder.replace(/^server-/, '').replace(/-\d{4}-\d\d-\d\dT.*$/, '')

/** Returns the checks by scenario from the folder in which the suite writes its results. */
const readResults = (folder: string): Map<string, Check[]> =>
  new Map(
    readdirSync(folder).map((name) => [
      toScenario(name),
      JSON.parse(readFileSync(join(folder, name, 'checks.json'), 'utf8'))
    ])
  )

/** Runs the conformance suite of MCP against the server at a port, in each revision. */
export async function holdConformance(t: Test, port: number): Promise<void> {
  const folder = t.testdir()
  await runPlain('npm', 'install', '--silent', '--no-save', '--prefix', folder, suite, `${node}@26`)
  const run = async (name: string, ...flags: string[]) => {
    const output = join(folder, name)
    const program = join(folder, 'node_modules/@modelcontextprotocol/conformance/dist/index.js')
    const url = `http://127.0.0.1:${port}/mcp`
    // It exits with 1 if a check fails, also one that does not apply.
    const executable = join(folder, `node_modules/${node}/bin/node`)
    await runPlain(executable, program, 'server', '--url', url, '--output-dir', output, ...flags).catch(
      () => {}
    )
    return readResults(output)
  }

  const failed = new Set<string>()
  for (const revision of revisions) {
    t.test(`passes for ${revision}`, async (t) => {
      const results = await run(revision, '--suite', 'all', '--spec-version', revision)
      t.ok(results.size > 0)
      for (const [scenario, checks] of results) {
        const failures = checks.filter(({ status }) => status === 'FAILURE')
        if (failures.length > 0) failed.add(scenario)
        t.same(
          failures.filter(({ errorMessage = '' }) => !isExpected(scenario, errorMessage)),
          [],
          scenario
        )
      }
    })
  }

  t.test('has no scenario that is listed as not applicable and passes', async (t) => {
    for (const name of notApplicable.flatMap(([, , names]) => listScenarios(names)))
      t.ok(failed.has(name), name)
  })
}
