import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { date, folderWith, newFolder, plainSite, readManifest, readTree } from '../export/trees.ts'
import { baseUrl } from '../helper.ts'
import { executable } from '../process.ts'

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
    env: { ...process.env, ...settings, ...env },
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
