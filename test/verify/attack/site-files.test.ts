import { execFileSync } from 'node:child_process'
import { chmodSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import t from 'tap'
import { folderWith } from '../../helper.ts'
import { startLimited, twoRounds } from './limited-server.ts'

const isRoot = process.getuid?.() === 0
const secrets = ['secret.pdf', 'secret.html', 'secret/page.html']
// Replaced by FIFOs while the server runs. The page is too large to be held in memory, so each response reads the file.
const late = { 'late.pdf': 'x', 'late.html': `<h1>x${' '.repeat(600_000)}` }
const fifos = ['fifo.html', 'fifo.pdf']
const links = { 'zero.html': '/dev/zero', 'broken.html': 'nowhere', 'a.html': 'b.html', 'b.html': 'a.html' }

t.test('files that cannot be served get 404 and leave the server up', async (t) => {
  const siteDir = folderWith(t, {
    'index.html': '<title>Home</title><h1>Home',
    [`${'a'.repeat(250)}.html`]: '<h1>Long',
    'gone.pdf': 'x',
    ...late,
    ...Object.fromEntries(secrets.map((name) => [name, '<h1>x']))
  })
  const at = (name: string) => join(siteDir, name)
  const latin = Buffer.concat([Buffer.from(at('latin-')), Buffer.from([0xe9]), Buffer.from('.html')])
  writeFileSync(latin, '<h1>x')
  const makeFifo = (name: string) => execFileSync('mkfifo', [at(name)])
  for (const name of fifos) makeFifo(name)
  // The path of a socket has at most 107 characters.
  const folderOfTests = process.cwd()
  process.chdir(siteDir)
  createServer().listen('socket.html').unref()
  process.chdir(folderOfTests)
  for (const [name, target] of Object.entries(links)) symlinkSync(target, at(name))
  mkdirSync(at('folder.html'))
  for (const name of ['secret.pdf', 'secret.html', 'secret']) chmodSync(at(name), 0)

  const server = await startLimited(t, { SITE_DIR: siteDir })
  const statusOf = async (name: string) => {
    const signal = AbortSignal.timeout(20_000)
    const response = await fetch(`http://127.0.0.1:${server.port}/${name}`, { signal })
    await response.arrayBuffer()
    return response.status
  }
  for (const name of Object.keys(late)) {
    rmSync(at(name))
    makeFifo(name)
  }
  rmSync(at('gone.pdf'))

  const missing = [
    ...['latin-%EF%BF%BD.html', 'socket.html', 'folder.html', 'gone.pdf'],
    ...[...fifos, ...Object.keys(links), ...Object.keys(late), ...(isRoot ? [] : secrets)]
  ]
  await twoRounds(t, server, async () => {
    for (const path of missing) {
      // As many requests as the process has threads for the file system.
      const statuses = await Promise.all([1, 2, 3, 4].map(() => statusOf(path)))
      t.same(statuses, [404, 404, 404, 404], path)
    }
    for (const path of ['', `${'a'.repeat(250)}.html`, 'sitemap-1.xml', 'llms-full.txt'])
      t.equal(await statusOf(path), 200, path)
  })
  chmodSync(at('secret'), 0o700)
  const warnings = server.lines(40).map(({ msg }) => String(msg))
  for (const name of ['latin-', '/late.pdf', '/late ('])
    t.equal(warnings.filter((warning) => warning.includes(name)).length, 1, `one warning about ${name}`)
})
