import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t, { type Test } from 'tap'
import { parse } from 'yaml'
import { addHost as addHostTo, writeFolder } from '../../src/cli/init.ts'
import { readConfig } from '../../src/config.ts'
import { capture } from '../process.ts'

/** Writes a folder as `init` does, with a file in the place of the package; returns the folder. */
function init(root: string, values: Record<string, string> = {}): string {
  const folder = mkdtempSync(join(root, 'shop-'))
  writeFolder(folder, values, () => 'file:business-facts-1.0.0.tgz')
  writeFileSync(join(folder, 'business-facts-1.0.0.tgz'), 'archive')
  return folder
}

/** Runs the command on a folder; returns what it prints and why it fails. */
async function addHost(t: Test, folder: string, operand = '') {
  const config = readConfig({ DATA_DIR: join(folder, 'data'), SITE_DIR: join(folder, 'site') })
  const args = { switches: new Set<string>(), values: {}, operand }
  const { stdout, stderr, error } = await capture(t, () => addHostTo(args, config, folder))
  return { stdout, stderr, failure: error?.message ?? '' }
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
      t.same(await addHost(t, folder, host), {
        failure: '',
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
    t.same(await addHost(t, folder, 'cloudflare'), {
      stdout: '',
      stderr: '',
      failure:
        '.github/workflows/daily.yml, .github/workflows/publish.yml: exists, and add-host overwrites nothing. Move or delete it, and try again.'
    })
    t.same(list(folder), before)
  })

  t.test('needs a known host', async (t) => {
    const folder = init(t.testdir())
    for (const host of [undefined, 'netlify'])
      t.same(await addHost(t, folder, host), {
        stdout: '',
        stderr: '',
        failure: `The host must be one of cloudflare, github-pages, got "${host ?? ''}".`
      })
  })

  t.test('needs a folder from which GitHub can install the package', async (t) => {
    const folder = init(t.testdir())
    const rejects = async (dependency: string) => {
      const { failure } = await addHost(t, folder, 'github-pages')
      const must = 'must depend on business-facts as a version, a URL or a file in this folder'
      const fix = 'Put the tarball into the folder, and run npm install ./business-facts-1.0.0.tgz'
      t.equal(failure, `package.json: ${must}, because GitHub installs it, got "${dependency}". ${fix}`)
      t.notOk(existsSync(join(folder, '.github/workflows/publish.yml')))
    }
    const dependOn = (dependency: string) =>
      writeFileSync(
        join(folder, 'package.json'),
        JSON.stringify({ dependencies: { 'business-facts': dependency } })
      )
    rmSync(join(folder, 'business-facts-1.0.0.tgz'))
    await rejects('file:business-facts-1.0.0.tgz')
    writeFileSync(join(folder, '../business-facts-1.0.0.tgz'), 'archive')
    for (const path of ['../business-facts-1.0.0.tgz', '/etc/hostname']) {
      dependOn(`file:${path}`)
      await rejects(`file:${path}`)
    }
    for (const text of ['{}', '{']) {
      writeFileSync(join(folder, 'package.json'), text)
      await rejects('')
    }
    rmSync(join(folder, 'package.json'))
    await rejects('')
    dependOn('1.0.0')
    t.equal((await addHost(t, folder, 'github-pages')).failure, '')
  })

  t.test('reports problems in the data, and writes nothing', async (t) => {
    const folder = init(t.testdir(), { language: 'cy' })
    const profile = read(folder, 'data/profile.json')
    writeFileSync(join(folder, 'data/profile.json'), profile.replace('{', '{ "timezone": "Berlin",'))
    const { failure } = await addHost(t, folder, 'github-pages')
    t.match(failure, /data\/profile\.json:\d+:\d+ \/timezone/)
    t.notOk(existsSync(join(folder, '.github/workflows/publish.yml')))
    cpSync('starter/en/profile.json', join(folder, 'data/profile.json'))
    const warned = await addHost(t, folder, 'github-pages')
    t.equal(warned.failure, '')
    t.match(warned.stderr, 'is still in English')
  })
})
