import { spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import t from 'tap'
import { parse } from 'yaml'
import { writeFolder } from '../../src/cli/init.ts'
import { executable } from '../process.ts'

// Flags that name a module relative to the root of the project, in a folder elsewhere.
const command = executable.map((word) =>
  word
    .replace('--import=./', `--import=${resolve('.')}/`)
    .replace('--import=tsx', `--import=${import.meta.resolve('tsx')}`)
)

/** Writes a folder as `init` does, with a file in the place of the package; returns the folder. */
function init(root: string, values: Record<string, string> = {}): string {
  const folder = mkdtempSync(join(root, 'shop-'))
  writeFolder(folder, values, () => 'file:business-facts-1.0.0.tgz')
  writeFileSync(join(folder, 'business-facts-1.0.0.tgz'), 'archive')
  return folder
}

/** Runs the command in a folder to its end. */
function addHost(folder: string, ...args: string[]) {
  const { status, stdout, stderr } = spawnSync(process.execPath, [...command, 'add-host', ...args], {
    cwd: folder,
    encoding: 'utf8',
    env: { ...process.env }
  })
  return { status, stdout, stderr }
}

const read = (...path: string[]) => readFileSync(join(...path), 'utf8')
const list = (folder: string) => readdirSync(folder, { recursive: true, encoding: 'utf8' }).sort()

t.test('add-host', async (t) => {
  t.test('adds the files that init --host writes, in the time zone of the business', async (t) => {
    const root = t.testdir()
    for (const [host, files] of [
      ['github-pages', '.github/workflows/daily.yml, .github/workflows/publish.yml'],
      ['cloudflare', '.github/workflows/daily.yml, .github/workflows/publish.yml, wrangler.jsonc']
    ] as const) {
      const folder = init(root, { example: 'bicycle-workshop' })
      t.same(addHost(folder, host), {
        status: 0,
        stdout: `Created ${files}. To publish the site, follow "Publish" in node_modules/business-facts/docs/export.md.\n`,
        stderr: ''
      })
      const { timezone } = JSON.parse(read(folder, 'data/profile.json'))
      t.match(parse(read(folder, '.github/workflows/daily.yml')).on, {
        schedule: [{ cron: '17 0 * * *', timezone }]
      })
      const other = init(root, { example: 'bicycle-workshop', host })
      t.same(list(folder), list(other))
      for (const file of files.split(', ')) t.equal(read(folder, file), read(other, file), file)
    }
  })

  t.test('overwrites nothing', async (t) => {
    const folder = init(t.testdir(), { host: 'github-pages' })
    const before = list(folder)
    t.same(addHost(folder, 'cloudflare'), {
      status: 1,
      stdout: '',
      stderr:
        '.github/workflows/daily.yml, .github/workflows/publish.yml: exists, and add-host overwrites nothing. Move or delete it, and try again.\n'
    })
    t.same(list(folder), before)
  })

  t.test('needs a known host', async (t) => {
    const folder = init(t.testdir())
    for (const args of [[], ['netlify']])
      t.same(addHost(folder, ...args), {
        status: 2,
        stdout: '',
        stderr: `The host must be one of cloudflare, github-pages, got "${args.join()}".\n`
      })
  })

  t.test('needs a folder from which GitHub can install the package', async (t) => {
    const folder = init(t.testdir())
    const rejects = (dependency: string) => {
      const { status, stderr } = addHost(folder, 'github-pages')
      t.equal(status, 1)
      const must = 'must depend on business-facts as a version, a URL or a file in this folder'
      const fix = 'Put the tarball into the folder, and run npm install ./business-facts-1.0.0.tgz'
      t.equal(stderr, `package.json: ${must}, because GitHub installs it, got "${dependency}". ${fix}\n`)
      t.notOk(existsSync(join(folder, '.github/workflows/publish.yml')))
    }
    const dependOn = (dependency: string) =>
      writeFileSync(
        join(folder, 'package.json'),
        JSON.stringify({ dependencies: { 'business-facts': dependency } })
      )
    rmSync(join(folder, 'business-facts-1.0.0.tgz'))
    rejects('file:business-facts-1.0.0.tgz')
    writeFileSync(join(folder, '../business-facts-1.0.0.tgz'), 'archive')
    for (const path of ['../business-facts-1.0.0.tgz', '/etc/hostname']) {
      dependOn(`file:${path}`)
      rejects(`file:${path}`)
    }
    for (const text of ['{}', '{']) {
      writeFileSync(join(folder, 'package.json'), text)
      rejects('')
    }
    rmSync(join(folder, 'package.json'))
    rejects('')
    dependOn('1.0.0')
    t.equal(addHost(folder, 'github-pages').status, 0)
  })

  t.test('reports problems in the data, and writes nothing', async (t) => {
    const folder = init(t.testdir(), { language: 'cy' })
    const profile = read(folder, 'data/profile.json')
    writeFileSync(join(folder, 'data/profile.json'), profile.replace('{', '{ "timezone": "Berlin",'))
    const { status, stderr } = addHost(folder, 'github-pages')
    t.equal(status, 1)
    t.match(stderr, /data\/profile\.json:\d+:\d+ \/timezone/)
    t.notOk(existsSync(join(folder, '.github/workflows/publish.yml')))
    cpSync('starter/en/profile.json', join(folder, 'data/profile.json'))
    const warned = addHost(folder, 'github-pages')
    t.equal(warned.status, 0)
    t.match(warned.stderr, 'is still in English')
  })
})
