import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import t, { type Test } from 'tap'
import { date, newFolder, pictures, plainSite, readManifest, readTree } from '../export/trees.ts'
import { baseUrl, folderWith } from '../helper.ts'
import { executable, runHere } from '../process.ts'

const settings = { BASE_URL: baseUrl, DATA_DIR: 'test/fixtures/minimal', SITE_DIR: plainSite }

const run = (t: Test, args: string[], env: Record<string, string> = {}) =>
  runHere(t, ['export', ...args], { ...settings, ...env })

t.test('business-facts export', async (t) => {
  t.test('writes the files of a date, and prints what a static host lacks', async (t) => {
    const out = newFolder(t)
    const SITE_DIR = folderWith(t, { ...pictures, 'contact.php': '<?php' })
    const { stdout, stderr } = await run(t, [out, '--date', date], { SITE_DIR })
    t.match(stderr, /^[^\n]*contact\.php[^\n]*\n$/, 'a warning about the folder of the site')
    const count = Object.keys(readTree(out)).length
    t.match(stdout, `${out}: ${count} files of ${date} (${count - 1} changed, 0 removed)\n`)
    for (const missing of ['MCP', 'Accept', '405 and 406', 'Link', 'docs/export.md']) t.match(stdout, missing)
  })

  t.test('writes the worker of Cloudflare, and no file that configures another host', async (t) => {
    const out = newFolder(t)
    const { stdout, stderr } = await run(t, ['--host=cloudflare', out, '--date', date])
    t.equal(stderr, '')
    t.match(stdout, /^.*\(\d+ changed, 0 removed\)\n$/)
    const files = Object.keys(readTree(out))
    t.ok(files.includes('.business-facts/worker.js') && files.includes('api/v1/profile.json'))
    for (const file of ['_headers', '_redirects', '.nojekyll']) t.notOk(files.includes(file), file)
    // The engine has no API of Node.js.
    const bundle = readFileSync(join(out, '.business-facts/worker.js'), 'utf8')
    t.notMatch(bundle, /["']node:|\bBuffer\b|\brequire\(|\bprocess\./)
    t.ok(gzipSync(bundle).length < 3e6, 'the limit of the host')
  })

  t.test('shows its progress in a terminal only, and has the date of today without --date', async (t) => {
    const out = newFolder(t)
    const before = new Date().toISOString().slice(0, 10)
    const words = [process.execPath, ...executable, 'export', out].join(' ')
    const { status, stdout } = spawnSync('script', ['--quiet', '--return', '--command', words, '/dev/null'], {
      encoding: 'utf8',
      env: { ...process.env, ...settings, TERM: 'xterm' },
      stdio: ['ignore', 'pipe', 'pipe']
    })
    t.equal(status, 0)
    t.match(stdout, /\r(\d+) of \1 responses\r?\n/)
    t.ok([before, new Date().toISOString().slice(0, 10)].includes(readManifest(out).date))
  })

  t.test('fails with one line for a mistake in its arguments or settings', async (t) => {
    const cases: [args: string[], BASE_URL: string, message: string, code: number][] = [
      [[], baseUrl, 'The <folder> is missing from the command. See business-facts export --help.', 2],
      [[''], baseUrl, 'The argument is empty. ', 2],
      [['out', '--host', 'vercel'], baseUrl, '--host must be cloudflare, got "vercel".', 2],
      [
        ['out', '--date=2027-02-30'],
        baseUrl,
        '--date must be a date such as 2027-01-31, got "2027-02-30".',
        2
      ],
      [['out'], '', 'BASE_URL: is missing. Set it to the public URL of the site', 1]
    ]
    for (const [args, BASE_URL, message, code] of cases)
      t.match(await run(t, args, { BASE_URL }), { code, stderr: new RegExp(`^${message}.*\n$`) }, message)
  })
})
