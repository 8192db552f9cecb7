import { execFileSync } from 'node:child_process'
import { chmodSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import t from 'tap'
import { folder } from '../../site/folder.ts'
import { startLimited, twoRounds } from './limited-server.ts'

const isRoot = process.getuid?.() === 0

t.test('files that cannot be served get 404 and leave the server up', async (t) => {
  const siteDir = folder(t, {
    'index.html': '<title>Home</title><h1>Home',
    'about.html': '<h1>About',
    'back\\slash.html': '<h1>x',
    'back\\slash.pdf': 'x',
    'control\u0007.html': '<h1>x',
    [`${'a'.repeat(250)}.html`]: '<h1>Long',
    [`${Array.from({ length: 12 }, () => 'f'.repeat(250)).join('/')}/deep.html`]: '<h1>Deep',
    'late.pdf': 'x',
    // Too large to be held in memory, so each response reads the file.
    'late.html': `<h1>x${' '.repeat(600_000)}`,
    'gone.pdf': 'x',
    'secret.pdf': 'x',
    'secret.html': '<h1>x',
    'secret/page.html': '<h1>x',
    '404.html': 'x'.repeat(3_000_000),
    'about.md': 'x'.repeat(3_000_000)
  })
  const at = (name: string) => join(siteDir, name)
  writeFileSync(
    Buffer.concat([Buffer.from(at('latin-')), Buffer.from([0xe9]), Buffer.from('.html')]),
    '<h1>x'
  )
  for (const name of ['fifo.html', 'fifo.pdf']) execFileSync('mkfifo', [at(name)])
  const socket = createServer().listen(at('socket.html'))
  t.teardown(() => socket.close())
  symlinkSync('/dev/zero', at('zero.html'))
  symlinkSync('nowhere', at('broken.html'))
  symlinkSync('b.html', at('a.html'))
  symlinkSync('a.html', at('b.html'))
  mkdirSync(at('folder.html'))
  for (const name of ['secret.pdf', 'secret.html', 'secret']) chmodSync(at(name), 0)

  const server = await startLimited(t, { SITE_DIR: siteDir })
  const statusOf = async (path: string) => {
    const response = await fetch(`http://127.0.0.1:${server.port}${path}`, {
      signal: AbortSignal.timeout(20_000)
    })
    await response.arrayBuffer()
    return response.status
  }
  // Replaces the files by FIFOs while the server runs.
  for (const name of ['late.pdf', 'late.html']) {
    rmSync(at(name))
    execFileSync('mkfifo', [at(name)])
  }
  rmSync(at('gone.pdf'))

  const missing = [
    ...['back%5Cslash.html', 'back%5Cslash.pdf', 'control%07.html', 'latin-%E9.html', 'latin-%EF%BF%BD.html'],
    ...['fifo.html', 'fifo.pdf', 'socket.html', 'zero.html', 'broken.html', 'a.html', 'folder.html'],
    ...['late.pdf', 'late.html', 'gone.pdf'],
    ...(isRoot ? [] : ['secret.pdf', 'secret.html', 'secret/page.html'])
  ]
  await twoRounds(t, server, async () => {
    for (const path of missing) {
      // As many requests as the process has threads for the file system.
      const statuses = await Promise.all([1, 2, 3, 4].map(() => statusOf(`/${path}`).catch(String)))
      for (const status of statuses) t.match(status, path.includes('%E9') ? 400 : 404, path)
    }
    const existing = [
      '',
      'about.html',
      'about.md',
      `${'a'.repeat(250)}.html`,
      'sitemap-1.xml',
      'llms-full.txt'
    ]
    for (const path of existing) t.equal(await statusOf(`/${path}`), 200, path)
  })
  chmodSync(at('secret'), 0o700)
  const warnings = server.lines(40).map(({ msg }) => String(msg))
  for (const name of [
    'back\\\\slash.html',
    'control\\u0007',
    'latin-',
    '/late.pdf',
    '/late (',
    '/404.html'
  ]) {
    t.equal(warnings.filter((warning) => warning.includes(name)).length, 1, `one warning about ${name}`)
  }
})
