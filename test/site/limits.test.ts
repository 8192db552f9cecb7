import { linkSync, mkdirSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { openSiteFiles } from '../../src/folder/site-files.ts'
import { build, folderWith } from '../helper.ts'

t.test('startup fails with more than 10,000 custom pages', async (t) => {
  const siteDir = t.testdir({ '0.html': 'x' })
  // A link takes less time than a file.
  for (let index = 1; index <= 10_001; index += 1) {
    linkSync(join(siteDir, '0.html'), join(siteDir, `${index}.html`))
  }
  await t.rejects(build(t, {}, { siteDir }), {
    message: `SITE_DIR: "${siteDir}" must have at most 10000 pages, got 10001`
  })
})

t.test('startup fails with too many files and folders in all folders together', async (t) => {
  const siteDir = folderWith(t, { 'a.txt': '', 'b/c.txt': '', 'b/d/e.txt': '', '.git/not-counted': '' })
  const list = async (max?: number) => (await openSiteFiles(siteDir, t.fail, max)).files
  t.same([...(await list(5)).keys()], ['/a.txt', '/b/c.txt', '/b/d/e.txt'])
  await t.rejects(list(4), {
    message: `SITE_DIR: "${siteDir}" must have at most 4 files and folders, got more`
  })
  await t.rejects(list(1), { message: /at most 1 files/ })
})

t.test('files with invalid names are logged at most 20 times, then counted', async (t) => {
  const siteDir = folderWith(t, { 'back\\slash.html': 'x' })
  for (let index = 0; index < 25; index++) writeFileSync(join(siteDir, `\u0007${index}`), 'x')
  const messages: string[] = []
  await openSiteFiles(siteDir, (message) => messages.push(message))
  t.equal(messages.filter((message) => message.includes('its name has a backslash')).length, 20)
  t.same(messages.slice(20), ['SITE_DIR: 6 more warnings about files and folders'])
})

t.test('a page too large to hold in memory › is streamed from its file, in its own encoding', async (t) => {
  const siteDir = folderWith(t, {
    'index.html': '<title>Home</title><svg><![CDATA[x]]></svg><!-- x --><?x ?><h1>Home',
    'large.html': Buffer.from(`<title>Large</title><p>${'\xe9 '.repeat(1_100_000)}`, 'latin1')
  })
  const app = await build(t, {}, { siteDir })
  t.equal((await app.inject('/large')).headers['content-type'], 'text/html')
  t.match((await app.inject('/sitemap-1.xml')).body, '/large')

  t.test('leaves none of its headers to an error, except Vary', async (t) => {
    const conditions = { 412: { 'if-match': '"x"' }, 416: { range: 'bytes=9999999-' } }
    for (const [status, headers] of Object.entries(conditions)) {
      const response = await app.inject({ url: '/large', headers })
      t.equal(response.statusCode, Number(status))
      t.equal(response.headers.vary, 'Accept, Accept-Encoding')
      for (const name of ['link', 'referrer-policy', 'etag', 'last-modified'])
        t.notOk(response.headers[name], `${status} ${name}`)
    }
  })
})

t.test('a file of SITE_DIR that replaces a generated one is ignored if it is too large', async (t) => {
  const large = 'x'.repeat(2_000_001)
  const siteDir = folderWith(t, { 'index.html': '<h1>Home', 'index.md': large, '404.html': large })
  const warnings: string[] = []
  const app = await build(t, { warn: (message) => void warnings.push(message) }, { siteDir })
  t.match((await app.inject('/index.md')).body, /^# Home\n\n## Sitemap\n/m)
  t.match(await app.inject('/nothing'), { statusCode: 404, body: /<h1/ })
  for (const path of ['/index.md', '/404.html'])
    t.ok(warnings.includes(`cannot read the file of ${path} (larger than 2 MB)`))
})

t.test('a folder of SITE_DIR with a path that is too long for the system is left out', async (t) => {
  const siteDir = folderWith(t, { 'index.html': '<h1>Home' })
  const upper = join(siteDir, ...Array(14).fill('u'.repeat(250)))
  const lower = join(siteDir, 'lower')
  mkdirSync(upper, { recursive: true })
  mkdirSync(join(lower, ...Array(4).fill('l'.repeat(250))), { recursive: true })
  const moved = join(upper, 'lower')
  renameSync(lower, moved)
  const warnings: string[] = []
  const { files } = await openSiteFiles(siteDir, (message) => warnings.push(message))
  // Moves it back, because such a folder cannot be deleted.
  renameSync(moved, lower)
  t.same([...files.keys()], ['/'])
  t.equal(warnings.length, 1)
  t.match(warnings[0], /^SITE_DIR: left out ".+": cannot read the folder \(ENAMETOOLONG\)$/)
})
