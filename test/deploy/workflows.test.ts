import { execFileSync } from 'node:child_process'
import { readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type * as actions from '@actions/workflow-parser'
import { build } from 'esbuild'
import t from 'tap'
import { parse } from 'yaml'

interface Step {
  uses?: string
  with?: Record<string, unknown>
  run?: string
  env?: Record<string, string>
}

interface Job {
  permissions: Record<string, string>
  steps?: Step[]
}

interface Workflow {
  on: Record<string, unknown>
  permissions: unknown
  concurrency?: { group: string; 'cancel-in-progress'?: boolean }
  jobs: Record<string, Job>
}

const hosts = ['github-pages', 'cloudflare']
const fileOf = (host: string, name: string) => `starter/hosts/${host}/${name}.yml`
const files = [
  '.github/workflows/ci.yml',
  '.github/workflows/nightly.yml',
  'starter/folder/check.yml',
  ...hosts.flatMap((host) => [fileOf(host, 'publish'), fileOf(host, 'daily')])
]
const read = (host: string, name: string): Workflow => parse(readFileSync(fileOf(host, name), 'utf8'))
const stepsOf = ({ jobs }: Workflow): Step[] => Object.values(jobs).flatMap(({ steps = [] }) => steps)

/** Loads GitHub's own parser, which imports JSON in a way that Node.js 20 does not know. */
async function loadParser(): Promise<typeof actions> {
  const { outputFiles } = await build({
    stdin: { contents: "export * from '@actions/workflow-parser'", resolveDir: '.' },
    bundle: true,
    write: false,
    format: 'esm',
    platform: 'node',
    banner: { js: "import { createRequire } from 'node:module'; const require = createRequire('/')" }
  })
  return import(
    `data:text/javascript;base64,${Buffer.from(outputFiles[0]?.contents ?? []).toString('base64')}`
  )
}

t.test('the workflows', async (t) => {
  t.test("have no mistake that GitHub's own parser finds", async (t) => {
    const { parseWorkflow, NoOperationTraceWriter } = await loadParser()
    const listMistakes = (name: string, content: string) =>
      parseWorkflow({ name, content }, new NoOperationTraceWriter())
        .context.errors.getErrors()
        .map(({ message }) => message)
    for (const file of files) t.same(listMistakes(file, readFileSync(file, 'utf8')), [], file)
    t.match(listMistakes('x', 'on: push\njobs: { a: { runs: x } }'), [/Unexpected value 'runs'/])
  })

  t.test('pin each action by its commit, with the tag in a comment', async (t) => {
    for (const file of files)
      for (const [line] of readFileSync(file, 'utf8').matchAll(/(?<=uses: )[^.].*/g))
        t.match(line, /^[\w/-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/, file)
  })

  for (const host of hosts) {
    t.test(`of ${host}`, async (t) => {
      const publish = read(host, 'publish')
      const daily = read(host, 'daily')

      t.test('run for a push, by hand and daily, one at a time', async (t) => {
        t.same(publish.on.push, { branches: ['main', 'master'] })
        t.same(Object.keys(publish.on), ['push', 'workflow_dispatch', 'workflow_call'])
        t.same(Object.keys(daily.on), ['schedule'], 'GitHub may disable it without disabling the other')
        t.same(publish.concurrency, { group: 'publish' })
        t.equal(daily.concurrency, undefined, 'or each would wait for the other')
      })

      t.test('check out the whole history, which has the times of the files', async (t) => {
        const [checkout, ...others] = stepsOf(publish).filter(({ uses = '' }) => uses.includes('/checkout@'))
        t.same([checkout?.with?.['fetch-depth'], others], [0, []])
      })

      t.test('have the least permissions', async (t) => {
        t.same([publish.permissions, daily.permissions], [{}, {}])
        const granted = Object.values(publish.jobs).map(({ permissions }) => permissions)
        const [read, write] = [{ contents: 'read' }, { pages: 'write', 'id-token': 'write' }]
        t.same(granted, host === 'github-pages' ? [{ ...read, pages: 'read' }, write] : [read])
        t.same(daily.jobs.publish?.permissions, Object.assign({}, ...granted))
      })

      t.test('check, export and audit before they publish, and then read a .well-known file', async (t) => {
        const names = stepsOf(publish).map(({ uses, run }) => uses ?? run ?? '')
        const [exporting, publishing] =
          host === 'github-pages'
            ? ['export public', 'actions/deploy-pages@']
            : ['export public --host cloudflare', 'wrangler@']
        const order = ['npm run check', exporting, 'audit public --facts', publishing, '/.well-known/']
        const found = names.flatMap((name) => order.filter((text) => name.includes(text)))
        t.same(found, order)
        t.match(names.at(-1), '/.well-known/')
      })
    })
  }

  t.test('give each file the time of its last commit', async (t) => {
    const [script, ...others] = hosts.map((host) =>
      stepsOf(read(host, 'publish')).flatMap(({ run }) => (run?.includes('touch') ? [run] : []))
    )
    for (const other of others) t.same(other, script)
    const names = ['a file.json', 'menu[1].pdf', '-b.txt', ':c.txt']
    const folder = t.testdir(Object.fromEntries([...names, 'menu1.pdf'].map((name) => [name, '{}'])))
    const commit = (time: string) => {
      const env = { ...process.env, GIT_COMMITTER_DATE: time }
      const identity = ['-c', 'user.name=Owner', '-c', 'user.email=owner@shop.example']
      execFileSync('git', ['-C', folder, 'add', '.'])
      execFileSync('git', ['-C', folder, ...identity, 'commit', '--quiet', '--message=a'], { env })
    }
    execFileSync('git', ['init', '--quiet', folder])
    commit('2026-01-01T10:00:00Z')
    writeFileSync(join(folder, 'menu1.pdf'), '{"a": 1}')
    commit('2026-03-01T10:00:00Z')
    execFileSync('bash', ['-e', '-c', String(script)], { cwd: folder })
    const timeOf = (file: string) => statSync(join(folder, file)).mtime.toISOString()
    for (const name of names) t.equal(timeOf(name), '2026-01-01T10:00:00.000Z', name)
    t.equal(timeOf('menu1.pdf'), '2026-03-01T10:00:00.000Z')
  })

  t.test('of github-pages › publish the files whose names begin with a dot', async (t) => {
    const upload = stepsOf(read('github-pages', 'publish')).find(({ uses }) => uses?.includes('upload-pages'))
    t.same(upload?.with, { path: 'public', 'include-hidden-files': true })
  })

  t.test('of cloudflare › publish for the engine that the tests of the worker run', async (t) => {
    const engine = readFileSync('test/verify/edge/serve.mjs', 'utf8')
    const [, date] = /compatibilityDate: '(.*)'/.exec(engine) ?? []
    const settings = readFileSync('starter/hosts/cloudflare/wrangler.jsonc', 'utf8')
    t.match(settings, `"compatibility_date": "${date}"`)
  })

  t.test('of cloudflare › give the token only to an exact version of wrangler', async (t) => {
    const withToken = stepsOf(read('cloudflare', 'publish')).filter(({ env }) => env?.CLOUDFLARE_API_TOKEN)
    t.equal(withToken.length, 1)
    t.match(withToken[0]?.run, /^npx --yes wrangler@\d+\.\d+\.\d+ deploy$/)
  })
})
