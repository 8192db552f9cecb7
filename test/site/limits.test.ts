import { execFile } from 'node:child_process'
import { mkdirSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setImmediate as turn } from 'node:timers/promises'
import { promisify } from 'node:util'
import { pino } from 'pino'
import t from 'tap'
import { compare } from '../../src/site/compare.ts'
import { findDisparities } from '../../src/site/parity.ts'
import { listSiteFiles } from '../../src/site/site-files.ts'
import { baseUrl, build, buildWhole, config, facts, readSite } from '../helper.ts'
import { folder } from './folder.ts'

t.test('more than 10,000 custom pages stop the start', async (t) => {
  const siteDir = t.testdir()
  for (let index = 0; index <= 10_001; index += 1) writeFileSync(join(siteDir, `${index}.html`), 'x')
  await t.rejects(build(t, {}, { siteDir }), {
    message: `SITE_DIR: "${siteDir}" must have at most 10000 pages, got 10001`
  })
})

t.test('a page larger than may be held', async (t) => {
  const siteDir = folder(t, {
    'index.html': '<title>Home</title><svg><![CDATA[x]]></svg><!-- x --><?x ?><h1>Home',
    'long.html': `<title>Long</title><p>${'word '.repeat(120_000)}`,
    'large.html': Buffer.from(`<title>Large</title><p>${'\xe9 '.repeat(1_100_000)}`, 'latin1'),
    'back\\slash.html': 'x'
  })
  for (let index = 0; index < 25; index++) writeFileSync(join(siteDir, `\u0007${index}`), 'x')
  const said: string[] = []
  const logger = pino({ level: 'warn' }, { write: (line: string) => said.push(JSON.parse(line).msg) })
  const business = await facts()
  const { fastify: app } = await buildWhole(t, { business, logger }, { siteDir })
  const get = (url: string, accept = 'text/html') => app.inject({ url, headers: { accept } })

  t.test('is sent from its file, in the encoding that it has', async (t) => {
    const long = await get('/long')
    t.equal(long.statusCode, 200)
    t.match(long.headers, { 'content-type': 'text/html; charset=utf-8', vary: 'Accept, Accept-Encoding' })
    t.equal((await get('/large')).headers['content-type'], 'text/html')
    t.match((await get('/sitemap-1.xml')).body, '/large')
  })

  t.test('is converted up to the limit for pages, and is only HTML beyond it', async (t) => {
    t.match((await get('/long', 'text/markdown')).body, /word word/)
    t.equal((await get('/large', 'text/markdown')).statusCode, 406)
    t.equal((await get('/large', 'image/png')).statusCode, 406)
    t.ok(said.includes('cannot convert /large to Markdown: it is larger than 2 MB'))
  })

  t.test('is one of few that a log is told of, if names cannot be served', async (t) => {
    t.equal(said.filter((message) => message.includes('its name has a backslash')).length, 20)
    t.ok(said.includes('SITE_DIR: left out 6 more files and folders'))
  })
  await turn()
})

t.test('a file of SITE_DIR in place of what is made here', async (t) => {
  t.test('is not used if it is larger than a page may be', async (t) => {
    const large = 'x'.repeat(2_000_001)
    const siteDir = folder(t, { 'index.html': '<h1>Home', 'index.md': large, '404.html': large })
    const warnings: string[] = []
    const logger = pino({ level: 'warn' }, { write: (line: string) => warnings.push(JSON.parse(line).msg) })
    const business = await facts()
    const { fastify: app } = await buildWhole(t, { business, logger }, { siteDir })
    t.match((await app.inject('/index.md')).body, /# Home\n$/)
    t.match(await app.inject('/nothing'), { statusCode: 404, body: /<h1/ })
    for (const path of ['/index.md', '/404.html'])
      t.ok(warnings.includes(`cannot read the file of ${path} (larger than 2 MB)`))
  })
})

t.test('a folder of SITE_DIR whose path is longer than the system takes', async (t) => {
  const siteDir = folder(t, { 'index.html': '<h1>Home' })
  const upper = join(siteDir, ...Array(14).fill('u'.repeat(250)))
  const lower = join(siteDir, 'lower')
  mkdirSync(upper, { recursive: true })
  mkdirSync(join(lower, ...Array(4).fill('l'.repeat(250))), { recursive: true })
  const moved = join(upper, 'lower')
  renameSync(lower, moved)
  const warnings: string[] = []
  const files = await listSiteFiles(siteDir, (message) => warnings.push(message))
  // Back, because the folder could not be deleted as it is.
  renameSync(moved, lower)
  t.same([...files.keys()], ['/'])
  t.equal(warnings.length, 1)
  t.match(warnings[0], /^SITE_DIR: left out ".+": cannot read the folder \(ENAMETOOLONG\)$/)
})

t.test('a page that cannot be opened, because the process has no file descriptor left', async (t) => {
  const siteDir = folder(t, { 'index.html': '<h1>Home', 'team.html': '<h1>Team' })
  const script = join(import.meta.dirname, 'few-descriptors.js')
  const command = 'ulimit -n 1000 && exec "$0" "$@"'
  const { stdout } = await promisify(execFile)('sh', ['-c', command, process.execPath, script, siteDir])
  t.same(JSON.parse(stdout), { without: 500, after: 200 }, 'fails once, and is not missing')
})

t.test('the check of pages against the data', async (t) => {
  const business = await facts()
  const [example] = business.services.examples
  if (example === undefined) throw new Error('the sample has a service')
  const examples = Array.from({ length: 250 }, (_, index) => ({
    ...example,
    id: `s${index}`,
    url: `${baseUrl}/all/`
  }))
  const many = { ...business, services: { ...business.services, categories: [], examples } }
  const check = { baseUrl, compare, warn: () => {} }

  t.test('lists a hundred problems, and how many more there are', async (t) => {
    const site = await readSite(
      { ...config, siteDir: folder(t, { 'index.html': 'x', 'all/index.html': 'x' }) },
      many
    )
    const problems = await findDisparities(many, site, check)
    t.equal(problems.length, 101)
    t.match(problems.at(-1), { file: 'SITE_DIR', message: /^\d+ more facts are not shown/ })
    t.same(await findDisparities(many, site, { ...check, isOver: () => true }), [])
  })

  t.test('leaves out a page that goes beyond a limit, with a warning', async (t) => {
    for (const [page, reason] of [
      ['<br>'.repeat(60_000), 'it has more than 50,000 tags and attributes'],
      ['x'.repeat(2_000_001), 'it is larger than 2 MB']
    ]) {
      const siteDir = folder(t, { 'index.html': 'x', 'all/index.html': String(page) })
      const warnings: string[] = []
      const warn = (message: string) => void warnings.push(message)
      await findDisparities(many, await readSite({ ...config, siteDir }, many), { ...check, warn })
      t.same(warnings, [`/all/ is not checked against the data: ${reason}`])
    }
  })

  t.test('fails with the page if that cannot be read', async (t) => {
    t.throws(() => compare(Object({ bytes: 'no bytes', facts: [], isTrusted: false })))
  })

  t.test('lists ten of many amounts', async (t) => {
    const bytes = Buffer.from(Array.from({ length: 30 }, (_, index) => `${index + 1} ₪`).join(', '))
    t.match(compare({ bytes, facts: [{ id: '', name: '', amounts: [99] }], isTrusted: false }), {
      problems: [['shows 1, 2, 3, 4, 5, 6, 7, 8, 9, 10 and 20 more and not 99, the price of']]
    })
  })
})
