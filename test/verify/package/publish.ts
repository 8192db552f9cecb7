import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Test } from 'tap'
import { parse } from 'yaml'
import { listen } from '../../helper.ts'
import { environment, read, runInit } from './folder.ts'

interface Step {
  run?: string
  env?: Record<string, string>
}

/** Runs a step as GitHub does. Returns the exit code and the output. */
async function runStep(folder: string, run: string, settings: Record<string, string>) {
  const command = ['NODE_OPTIONS=', 'bash', '--noprofile', '--norc', '-eo', 'pipefail', '-c', run]
  const child = spawn('env', command, { cwd: folder, env: { ...environment, ...settings } })
  const output: string[] = []
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (data) => output.push(String(data)))
  const [code] = await once(child, 'close')
  return { code, output: output.join('') }
}

/** Writes a folder for a host, and runs the commands of its workflow, except the command of the host, which publishes. */
export async function testPublication(t: Test, root: string, tarball: string, host: string) {
  const name = `${host}-shop`
  const folder = join(root, name)
  const url = await listen(t, ({ url: path = '/' }, response) => {
    const file = join(folder, 'public', new URL(path, 'http://host').pathname)
    if (existsSync(file)) response.end(readFileSync(file))
    else response.writeHead(404).end()
  })
  await runInit(root, [tarball], name, '--example', 'bicycle-workshop', '--host', host)
  // The workflow runs in a clone.
  const git = (...command: string[]) => execFileSync('git', ['-C', folder, ...command])
  git('init', '--quiet')
  git('add', '.')
  git('-c', 'user.name=a', '-c', 'user.email=a@b.example', 'commit', '--quiet', '--message=a')
  const values: Record<string, string> = {
    'steps.pages.outputs.base_url': url,
    'needs.export.outputs.url': url,
    'vars.BASE_URL': url
  }
  const fill = (env: Step['env'] = {}) =>
    Object.fromEntries(
      Object.entries(env).map(([key, text]) => [
        key,
        text.replace(/\$\{\{ (.*?) \}\}/g, (_, expression) => values[expression] ?? '')
      ])
    )
  const { jobs } = parse(read(folder, '.github/workflows/publish.yml'))
  const outputs: string[] = []
  for (const job of Object.values<{ steps: Step[]; env?: Step['env'] }>(jobs)) {
    for (const { run, env } of job.steps) {
      if (run === undefined || run.includes('wrangler')) continue
      const runner = { GITHUB_RUN_ID: '1', npm_config_prefer_offline: 'true' }
      const { code, output } = await runStep(folder, run, { ...runner, ...fill(job.env), ...fill(env) })
      t.equal(code, 0, `${run}\n${output}`)
      outputs.push(output)
    }
  }
  const [, , checked, exported, audited, requested] = outputs
  t.match(checked, 'data: no problems')
  t.match(exported, /^public: \d+ files of \d{4}-\d\d-\d\d/m)
  t.match(audited, 'pass  the facts of the API are the same in the HTML')
  t.match(requested, '"linkset"')
}
