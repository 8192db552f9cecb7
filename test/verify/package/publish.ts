import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Test } from 'tap'
import { parse } from 'yaml'
import { listen } from '../../helper.ts'
import { read, run, runInit } from './folder.ts'

interface Step {
  run?: string
  env?: Record<string, string>
}

/** Runs a step as GitHub does; rejects if it fails. Returns the output. */
async function runStep(folder: string, script: string, settings: Record<string, string>): Promise<string> {
  const variables = Object.entries(settings).map(([name, value]) => `${name}=${value}`)
  const shell = ['bash', '--noprofile', '--norc', '-eo', 'pipefail', '-c', script]
  return (await run(folder, 'env', ...variables, ...shell)).stdout
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
    for (const { run: script, env } of job.steps) {
      if (script === undefined || script.includes('wrangler')) continue
      const runner = { GITHUB_RUN_ID: '1', npm_config_prefer_offline: 'true' }
      outputs.push(await runStep(folder, script, { ...runner, ...fill(job.env), ...fill(env) }))
    }
  }
  const [, , checked, exported, audited, requested] = outputs
  t.match(checked, 'data: no problems')
  t.match(exported, /^public: \d+ files of \d{4}-\d\d-\d\d/m)
  t.match(audited, 'pass  the facts of the API are the same in the HTML')
  t.match(requested, '"linkset"')
}
