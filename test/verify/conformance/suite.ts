import { execFile } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { Test } from 'tap'
import { protocolVersions } from '../../../src/mcp/message.ts'
import { notApplicable } from './not-applicable.ts'

// The first release with the revision 2026-07-28, whose requirements are frozen in it.
const suite = '@modelcontextprotocol/conformance@0.2.0-alpha.12'
// The suite needs Node.js 22 or later.
const node = `node-${process.platform}-${process.arch}`

interface Check {
  id: string
  status: 'SUCCESS' | 'FAILURE' | 'WARNING' | 'SKIPPED' | 'INFO'
  errorMessage?: string
}

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

const isExpected = (scenario: string, message: string) =>
  notApplicable.some((entry) => entry.scenarios.includes(scenario) && entry.message.test(message))

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
  for (const revision of protocolVersions) {
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

  t.test('has no scenario that is listed as not applicable and passes', (t) => {
    const listed = notApplicable.flatMap(({ scenarios }) => scenarios)
    t.same(
      listed.filter((scenario) => !failed.has(scenario)),
      []
    )
    t.end()
  })
}
