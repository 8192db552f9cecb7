import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { join, resolve } from 'node:path'
import t, { type Test } from 'tap'
import { parse } from 'yaml'
import { buildWhole, facts, listen } from '../../helper.ts'

interface Step {
  shell: string
  run: string
  env?: Record<string, string>
}
const action: { inputs: Record<string, { default?: string }>; runs: { steps: Step[] } } = parse(
  readFileSync('action.yml', 'utf8')
)

/** Returns a folder in which `npm ci` installs nothing, and builds as the repository does: the build of the tests. */
function createActionFolder(t: Test): string {
  const built = resolve(import.meta.dirname, '../../../src')
  const project = { name: 'action', version: '1.0.0', lockfileVersion: 3, packages: {} }
  const scripts = { prepare: `mkdir -p dist && ln -sfn '${built}' dist/src` }
  return t.testdir({
    'package.json': JSON.stringify({ name: 'action', version: '1.0.0', scripts }),
    'package-lock.json': JSON.stringify(project),
    'summary.md': ''
  })
}

/** Runs the steps as a runner does, until one fails. Returns its exit code, the output and the summary. */
async function runAction(
  folder: string,
  inputs: Record<string, string>,
  steps = action.runs.steps,
  path = process.env.PATH
) {
  const summary = join(folder, 'summary.md')
  writeFileSync(summary, '')
  const output: string[] = []
  let code = 0
  for (const { shell, run, env = {} } of steps) {
    const values = Object.entries(env).map(([name, value]) => [
      name,
      value.replace(
        /\$\{\{ inputs\.(\w+) \}\}/g,
        (_, input) => inputs[input] ?? action.inputs[input]?.default ?? ''
      )
    ])
    const file = join(folder, 'step.sh')
    writeFileSync(file, run)
    const child = spawn(shell, ['--noprofile', '--norc', '-eo', 'pipefail', file], {
      env: {
        ...process.env,
        ...Object.fromEntries(values),
        PATH: path,
        GITHUB_ACTION_PATH: folder,
        GITHUB_STEP_SUMMARY: summary
      },
      stdio: ['ignore', 'pipe', 'pipe']
    })
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (data) => output.push(String(data)))
    const [status] = await once(child, 'close')
    code = status
    if (code !== 0) break
  }
  return { code, output: output.join(''), summary: readFileSync(summary, 'utf8') }
}

t.test('the action › passes a site, and fails one whose facts differ or that does not respond', async (t) => {
  const server = createServer()
  const url = await listen(t, () => undefined, server)
  const dataDir = 'test/fixtures/guesthouse'
  const business = await facts(dataDir, undefined, url)
  const { listener } = await buildWhole(t, { business }, { baseUrl: url, dataDir })
  let isOld = false
  server.on('request', (request, response) => {
    if (!isOld || request.url !== '/services/garden-room/') return listener(request, response)
    response.setHeader('content-type', 'text/html; charset=utf-8')
    response.end('<!doctype html><h1>Room on the garden</h1><p>*€74.90*</p>')
  })
  const folder = createActionFolder(t)

  const passed = await runAction(folder, { url, threshold: '90' })
  t.equal(passed.code, 0, passed.output)
  t.match(passed.output, 'pass  the facts of the API are the same in the HTML')
  t.match(passed.summary, `## Audit of ${url}\n`)
  t.match(passed.summary, /\| all checks \| (9\d|100)% \| \d+ of \d+ \|\n/)

  // The packages are installed now.
  const auditOnly = action.runs.steps.slice(1)
  isOld = true
  const failed = await runAction(folder, { url, threshold: '50' }, auditOnly)
  t.equal(failed.code, 1, failed.output)
  const reason = `  - HTML at ${url}/services/garden-room/ states the service "Room on the garden" differently.`
  t.match(
    failed.summary,
    `${reason} Expected "Room on the garden" from 79.9 EUR per night; found 74.9 next to the name.\n`
  )

  const unasked = await runAction(folder, { url, facts: 'false', pages: '1' }, auditOnly)
  t.notMatch(unasked.output, 'the facts of the API')

  server.closeAllConnections()
  server.close()
  await once(server, 'close')
  const unreached = await runAction(folder, { url }, auditOnly)
  t.same([unreached.code, unreached.summary], [2, ''])
  t.equal(unreached.output.trim().split('\n').at(-1), `Cannot reach ${url} (ECONNREFUSED).`)
})

t.test('the action › names the version that it needs if Node.js is too old or missing', async (t) => {
  const folder = createActionFolder(t)
  const fakes = t.testdir({
    old: { node: '#!/bin/sh\n[ "$1" = --version ] && echo v20.18.3\n' },
    missing: { node: '#!/bin/sh\nexit 127\n' }
  })
  for (const [name, version] of [
    ['old', 'v20.18.3'],
    ['missing', 'none']
  ] as const) {
    chmodSync(join(fakes, name, 'node'), 0o755)
    const path = `${join(fakes, name)}:${process.env.PATH}`
    const { code, output } = await runAction(folder, { url: 'https://shop.example' }, undefined, path)
    t.equal(code, 2)
    t.equal(
      output,
      `::error::The audit needs Node.js 20.19 or later, got ${version}. Put a step with actions/setup-node before it.\n`
    )
  }
})
