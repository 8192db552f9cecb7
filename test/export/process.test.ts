import { spawnSync } from 'node:child_process'
import { cpSync, existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import t from 'tap'
import { baseUrl, dataWith } from '../helper.ts'
import { covered, executable } from '../process.ts'
import {
  date,
  folderWith,
  listChanged,
  newFolder,
  plainSite,
  readManifest,
  readTree,
  write
} from './trees.ts'

const settings = {
  BASE_URL: baseUrl,
  DATA_DIR: 'test/fixtures/minimal',
  SITE_DIR: plainSite,
  TERM: 'xterm'
}

function run(command: string[], env: Record<string, string> = {}) {
  const [program = '', ...args] = command
  const { status, signal, stdout, stderr } = spawnSync(program, args, {
    encoding: 'utf8',
    env: { ...process.env, ...covered, ...settings, ...env },
    stdio: ['ignore', 'pipe', 'pipe']
  })
  return { status, signal, stdout, stderr }
}

const command = (...args: string[]) => [process.execPath, ...executable, 'export', ...args]

t.test('business-facts export', async (t) => {
  t.test('writes the files of a date, and prints what a static host lacks', async (t) => {
    const out = newFolder(t)
    const { status, stdout, stderr } = run(command(out, '--date', date))
    t.same([status, stderr], [0, ''])
    const count = Object.keys(readTree(out)).length
    t.match(stdout, `${out}: ${count} files of ${date} (${count - 1} changed, 0 removed)\n`)
    for (const missing of ['MCP', 'Accept', '405 and 406', 'Link', 'docs/export.md']) t.match(stdout, missing)
  })

  t.test('writes the worker of Cloudflare, and no file that configures another host', async (t) => {
    const out = newFolder(t)
    const { status, stdout, stderr } = run(command(out, '--host', 'cloudflare', '--date', date))
    t.same([status, stderr], [0, ''])
    t.match(stdout, /^.*\(\d+ changed, 0 removed\)\n$/)
    const files = Object.keys(readTree(out))
    t.ok(files.includes('.business-facts/worker.js') && files.includes('api/v1/profile.json'))
    for (const file of ['_headers', '_redirects', '.nojekyll']) t.notOk(files.includes(file), file)
    // The engine has no API of Node.js.
    const bundle = readFileSync(join(out, '.business-facts/worker.js'), 'utf8')
    t.notMatch(bundle, /["']node:|\bBuffer\b|\brequire\(|\bprocess\./)
    const again = run(command(out, '--date', date))
    t.equal(again.status, 0)
    t.notOk(existsSync(join(out, '.business-facts/worker.js')))
  })

  t.test('prints what to correct in the folder of the site', async (t) => {
    const SITE_DIR = folderWith(t, { 'contact.php': '<?php' })
    const { status, stderr } = run(command(newFolder(t)), { SITE_DIR })
    t.equal(status, 0)
    t.match(stderr, /contact\.php/)
  })

  t.test('shows its progress in a terminal only, and has the date of today without --date', async (t) => {
    const out = newFolder(t)
    const before = new Date().toISOString().slice(0, 10)
    const { status, stdout } = run([
      'script',
      '--quiet',
      '--return',
      '--command',
      command(out).join(' '),
      '/dev/null'
    ])
    t.equal(status, 0)
    t.match(stdout, /\r(\d+) of \1 responses\r?\n/)
    t.ok([before, new Date().toISOString().slice(0, 10)].includes(readManifest(out).date))
  })

  t.test('exits with one line, and writes nothing, for a mistake in its arguments or settings', async (t) => {
    const out = newFolder(t)
    const cases: [args: string[], env: Record<string, string>, status: number, message: string][] = [
      [[], {}, 2, 'The folder is missing from the command.'],
      [
        [out, '--host', 'vercel'],
        {},
        2,
        '--host must be cloudflare, got "vercel". Omit it for every other host.'
      ],
      [[out, '--date', '2027-02-30'], {}, 2, '--date must be a date such as 2027-01-31, got "2027-02-30".'],
      [[out], { BASE_URL: '' }, 1, 'BASE_URL: is missing. Set it to the public URL of the site'],
      [
        [out],
        { BASE_URL: 'https://user.github.io/shop' },
        1,
        'BASE_URL: must be the public URL without a path, such as https://business.example, got "https://user.github.io/shop"'
      ]
    ]
    for (const [args, env, status, message] of cases) {
      const result = run(command(...args), env)
      t.same([result.status, result.stdout], [status, ''], message)
      t.ok(result.stderr.startsWith(message), result.stderr)
      t.equal(result.stderr.trim().split('\n').length, 1)
    }
    t.notOk(existsSync(out))
  })
})

t.test('an export that is killed', async (t) => {
  const dataDir = dataWith(t, {}, 'test/fixtures/guesthouse')
  const first = newFolder(t)
  await write(first, { dataDir })
  writeFileSync(join(first, 'mine.txt'), 'mine')
  const before = readTree(first)
  const file = join(dataDir, 'services.json')
  const services = JSON.parse(readFileSync(file, 'utf8'))
  services.examples = services.examples.filter(({ id }: { id: string }) => id !== 'garden-room')
  writeFileSync(file, JSON.stringify(services))
  const second = newFolder(t)
  await write(second, { dataDir })
  const after: Record<string, string> = { ...readTree(second), 'mine.txt': before['mine.txt'] ?? '' }

  const points: [call: string, place: string][] = [
    ['writeFile .business-facts/new 10', 'while it collects the new files'],
    ['rename manifest.json 1', 'before it moves the first file'],
    ['rename .business-facts/new 20', 'while it moves the files'],
    ['rm garden-room 1', 'before it removes the files that are gone'],
    ['rename manifest.json 2', 'before it writes the manifest']
  ]
  for (const [index, [call, place]] of points.entries()) {
    t.test(`${place} leaves whole files, and the next export completes it`, async (t) => {
      const out = join(folderWith(t, {}), 'public')
      cpSync(first, out, { recursive: true })
      const preload = `--import=${resolve('test/export/kill.mjs')}`
      const [program = '', ...args] = command(out, '--date', date)
      const env = { DATA_DIR: dataDir, KILL: call, NODE_OPTIONS: '' }
      t.equal(run([program, preload, ...args], env).signal, 'SIGKILL')
      const left = Object.entries(readTree(out)).filter(([name]) => !name.startsWith('.business-facts/'))
      for (const [name, content] of left) t.ok([before[name], after[name]].includes(content), name)
      for (const name of Object.keys(before))
        t.ok(name in after ? left.some(([other]) => other === name) || name.startsWith('.') : true, name)
      if (index < 2) {
        const changed = listChanged(before, readTree(out))
        t.same(
          changed.filter((name) => !name.startsWith('.business-facts/new/')),
          []
        )
      }
      await write(out, { dataDir })
      t.same(listChanged(after, readTree(out)), [])
    })
  }
})
