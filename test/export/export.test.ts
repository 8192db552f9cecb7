import {
  existsSync,
  linkSync,
  mkdirSync,
  rmdirSync,
  rmSync,
  symlinkSync,
  truncateSync,
  writeFileSync
} from 'node:fs'
import { join } from 'node:path'
import t, { type Test } from 'tap'
import { loadTemporal } from '../../src/business/opening-hours.ts'
import { openOutput } from '../../src/export/output.ts'
import {
  baseUrl,
  build,
  dataWith,
  type Edits,
  facts,
  folderWith,
  minimal,
  withoutConnection,
  words
} from '../helper.ts'
import {
  date,
  largePage,
  listChanged,
  listFiles,
  manifestFile,
  newFolder,
  pictures,
  readManifest,
  readText,
  readTimes,
  readTree,
  write
} from './trees.ts'

const guesthouse = 'test/fixtures/guesthouse'

// The files that differ each day.
const dated = [manifestFile, '.well-known/security.txt', 'api/hours.json', 'api/v1/hours.json']

function headersOf({ classes, files }: ReturnType<typeof readManifest>, file: string) {
  const { path: _path, type, class: number = -1, link, ...own } = files[file] ?? {}
  const { link: shared, ...common } = classes[number] ?? {}
  const links = [link, shared].filter((part) => part !== undefined)
  return { ...common, ...own, 'content-type': type, ...(links.length > 0 && { link: links.join(', ') }) }
}

t.test('an export', async (t) => {
  const siteDir = folderWith(t, {
    'notes.md': '---\ntitle: Notes of the house\n---\n\nA garden, and a terrace.\n',
    'terms.html': '<title>Terms</title><p>Terms of the house.',
    'feed/index.xml': '<feed/>',
    'price list.pdf': Buffer.from('%PDF-1.7'),
    '.well-known/proof': 'proof'
  })
  const out = newFolder(t)
  const result = await write(out, { dataDir: guesthouse, siteDir })
  const files = listFiles(out)

  t.test('has the files of pages, Markdown, API, documents, assets, pictures and the owner', async (t) => {
    const expected = `
    index.html index.md services/index.html services/garden-room/index.html services/garden-room.md
    notes/index.html notes.md terms.html terms.md feed/index.xml .well-known/proof .well-known/api-catalog
    .well-known/security.txt openapi.json api/openapi.json api/v1/profile.json api/hours.json
    api/v1/services/garden-room.json api/services/garden-room.json llms.txt robots.txt sitemap-index.xml
    favicon.ico site.webmanifest 404.html .nojekyll _headers _redirects`
    for (const name of [...words(expected), 'price list.pdf', manifestFile]) t.ok(files.includes(name), name)
    t.match(readText(out, '404.html'), '<title>')
    t.equal(result.files, files.length)
    t.same([result.written, result.removed, result.date], [files.length - 1, 0, date])
  })

  t.test('has the headers of the server for each path in its manifest', async (t) => {
    await loadTemporal()
    const now = () => new Date(`${date}T12:00:00Z`)
    const business = await facts(guesthouse, undefined, baseUrl, siteDir)
    const app = await build(t, { business, now, hasServer: false }, { siteDir, dataDir: guesthouse })
    const manifest = readManifest(out)
    for (const [file, { path }] of Object.entries(manifest.files)) {
      if (path === undefined) continue
      const { headers } = await app.inject({
        url: encodeURI(path),
        headers: { 'accept-encoding': 'identity' }
      })
      t.same(headersOf(manifest, file), withoutConnection(Object.entries(headers)), path)
    }
  })

  t.test('mentions no MCP server and no health check', async (t) => {
    for (const name of files.filter((file) => !/^assets\/|^\.business|\.(?:ico|png|pdf)$/.test(file)))
      t.notMatch(readText(out, name), /\bmcp\b|healthz|webmcp/i, name)
    t.notOk(files.some((name) => name.includes('webmcp')))
  })

  t.test('promises nothing that only a server does', (t) => {
    for (const name of ['for-ai.md', 'for-ai/index.html', 'developers.md', 'developers/index.html'])
      t.notMatch(readText(out, name), /`?Accept:|If-None-Match|Retry-After|\b4(?:05|06|12|29)\b|CORS/, name)
    t.end()
  })

  t.test('has the same bytes again, and then changes no file', async (t) => {
    const times = readTimes(out)
    const again = await write(out, { dataDir: guesthouse, siteDir })
    t.same([again.written, again.removed], [0, 0])
    t.same(readTimes(out), times)
  })
})

t.test('an export warns about pages that hosts would send in another encoding than theirs', async (t) => {
  const latin = (name: string) => Buffer.from(`<meta charset="latin1"><title>${name}</title>`, 'latin1')
  const siteDir = folderWith(t, { ...pictures, 'menü.html': latin('Menü'), 'a.html': latin('Menu') })
  const { warnings } = await write(newFolder(t), { siteDir })
  t.match(warnings, [/^\/menü: is not UTF-8, which static hosts state for every page\. Save it/])
  t.equal(warnings.length, 1)
  t.same((await write(newFolder(t), { siteDir, worker: 'package.json' })).warnings, [], 'by the worker')
})

t.test('an export after special hours differs only in the pages and texts that listed them', async (t) => {
  const edits = {
    // East of UTC+12, where noon of UTC is the next date.
    'profile#/timezone': 'Pacific/Kiritimati',
    'profile#/opening_hours': [{ day: 'monday', opens: '09:00', closes: '17:00' }],
    'profile#/special_hours': [{ name: 'Annual leave', from: date }]
  }
  const dataDir = dataWith(t, edits, minimal)
  const out = newFolder(t)
  await write(out, { dataDir })
  const last = readTree(out)
  const { locations } = JSON.parse(readText(out, 'api/v1/hours.json'))
  t.equal(locations[0].days[0].date, date)
  // The footer of each page leads to special hours. The sample response of /developers/ has past dates, as the API does.
  const listed = listFiles(out).filter(
    (name) =>
      name.endsWith('.html') ||
      (/(?<!^developers.*)\.md$|llms/.test(name) && readText(out, name).includes('Annual leave'))
  )
  t.ok(['contact/index.html', 'llms-full.txt'].every((name) => listed.includes(name)))
  await write(out, { dataDir, date: '2027-03-02' })
  t.same(listChanged(last, readTree(out)), [...dated, ...listed].sort())
})

/** Exports files that have their names as contents, without a site; returns the number of those that it removed. */
async function publish(folder: string, names: string[]) {
  const output = await openOutput(folder, names)
  for (const name of names) await output.stage(name, name)
  const files = Object.fromEntries(names.map((name) => [name, {}]))
  const { removed } = await output.publish(JSON.stringify({ files }))
  return removed
}

t.test('a second export', async (t) => {
  t.test('rewrites what changed, removes what is gone, and keeps the files of others', async (t) => {
    const zip = { id: 'new-zip', name: 'New zip', price: { kind: 'fixed', amount: '3' } }
    const dataDir = dataWith(t, { 'services#/examples/1': zip }, minimal)
    const out = newFolder(t)
    await write(out, { dataDir })
    const before = readTree(out)
    const times = readTimes(out)
    mkdirSync(join(out, 'services/new-zip/empty'))
    writeFileSync(join(out, 'services/mine.txt'), 'mine')
    const { removed } = await write(out)
    t.ok(removed >= 4)
    t.notOk(existsSync(join(out, 'services/new-zip.md')))
    t.notOk(existsSync(join(out, 'services/new-zip/index.html')))
    t.ok(existsSync(join(out, 'services/new-zip/empty')))
    t.equal(readText(out, 'services/mine.txt'), 'mine')
    const whole = newFolder(t)
    await write(whole)
    t.same(listChanged(readTree(whole), readTree(out)), ['services/mine.txt'])
    const now = readTree(out)
    const unchanged = Object.keys(before).filter((name) => before[name] === now[name])
    t.ok(unchanged.includes('api/v1/faq.json'))
    const rewritten = new Set(listChanged(times, readTimes(out)))
    for (const name of unchanged) t.notOk(rewritten.has(name), name)
  })

  t.test('restores a file that was edited by hand', async (t) => {
    const out = newFolder(t)
    await publish(out, ['llms.txt', 'index.md'])
    const content = readTree(out)
    writeFileSync(join(out, 'llms.txt'), 'edited')
    rmSync(join(out, 'index.md'))
    await publish(out, ['llms.txt', 'index.md'])
    t.same(readTree(out), content)
  })

  t.test('has the files of the owner at their paths, also at a path of the server', async (t) => {
    const other = newFolder(t)
    const ofOneName = { 'a.html': 'page', 'a/index.html': 'folder', 'index.html.html': 'twice' }
    const files = { ...ofOneName, '404.html': 'none', healthz: 'mine', 'mcp/index.html': 'page' }
    await write(other, { siteDir: folderWith(t, { ...pictures, ...files }) })
    for (const [name, text] of Object.entries(files)) t.equal(readText(other, name), text)
    t.match(readText(other, 'index.html'), /^<!doctype html>/)
  })

  t.test('can have a folder in place of a file, and a file in place of a folder', async (t) => {
    const out = newFolder(t)
    const first = ['a', 'b/c']
    const second = ['a/c', 'b']
    await publish(out, first)
    await publish(out, second)
    t.same(listFiles(out), [manifestFile, ...second])
    // As if it had been interrupted before it removed the last files.
    const files = Object.fromEntries([...first, ...second].map((file) => [file, {}]))
    writeFileSync(join(out, manifestFile), JSON.stringify({ files }))
    await publish(out, second)
    t.same(listFiles(out), [manifestFile, ...second])
  })

  t.test('removes nothing that others put in the place of a file that is gone', async (t) => {
    const out = newFolder(t)
    await publish(out, ['a.txt', 'b/c.txt'])
    const elsewhere = folderWith(t, { 'c.txt': 'mine' })
    rmSync(join(out, 'a.txt'))
    rmSync(join(out, 'b'), { recursive: true })
    mkdirSync(join(out, 'a.txt'))
    symlinkSync(elsewhere, join(out, 'b'))
    await publish(out, [])
    t.same(listFiles(elsewhere), ['c.txt'])
  })

  t.test('that fails while it moves files has removed none, and the next one completes it', async (t) => {
    const out = newFolder(t)
    await publish(out, ['old', 'page'])
    const output = await openOutput(out, ['page', 'next', 'last'])
    for (const name of ['page', 'next', 'last']) await output.stage(name, 'new')
    mkdirSync(join(out, 'last'))
    await t.rejects(output.publish('{}'), { message: /last: cannot be written/ })
    for (const name of ['old', 'page', 'next']) t.ok(existsSync(join(out, name)), name)
    rmdirSync(join(out, 'last'))
    t.equal(await publish(out, ['page', 'last']), 2)
    t.same(listFiles(out), [manifestFile, 'last', 'page'])
  })

  t.test('at the same time ends the first, which removes nothing of the second', async (t) => {
    const other = newFolder(t)
    const first = await openOutput(other, ['a'])
    await first.stage('a', 'first')
    const second = await openOutput(other, ['a'])
    await second.stage('a', 'second')
    const message = /a: cannot be written \(ENOENT\)\. Another export/
    await t.rejects(first.stage('a', 'longer'), { message })
    await t.rejects(first.publish('{}'), { message: /cannot be written/ })
    await first.discard()
    await second.publish('{}')
    t.equal(readText(other, 'a'), 'second')
    t.same(listFiles(other), [manifestFile, 'a'])
  })
})

/** Exports, which must fail with this message and leave the folder as it was. */
async function fails(t: Test, settings: Parameters<typeof write>[1], message: RegExp, out = newFolder(t)) {
  const before = existsSync(out) ? readTree(out) : undefined
  await t.rejects(write(out, settings), { message })
  t.same(existsSync(out) ? readTree(out) : undefined, before)
}

t.test('an export changes nothing', async (t) => {
  const site = (files: Record<string, string>) => ({ siteDir: folderWith(t, files) })
  const data = (edits: Edits) => ({ dataDir: dataWith(t, edits, minimal) })

  t.test('if it would replace a file that no export wrote', async (t) => {
    const foreign = folderWith(t, { 'robots.txt': 'mine' })
    await fails(t, {}, /\/robots\.txt: exists, but no export wrote it\. Move/, foreign)
    const out = folderWith(t, { 'services/a.txt': '', 'llms.txt/mine.txt': '' })
    symlinkSync('services', join(out, 'api'))
    await publish(out, ['former.txt'])
    rmSync(join(out, 'former.txt'))
    mkdirSync(join(out, 'former.txt'))
    for (const file of ['services', 'llms.txt', 'api/a.json', 'former.txt']) {
      const place = join(out, file.replace('/a.json', ''))
      await t.rejects(openOutput(out, [file]), { message: `${place}: exists, but no export wrote it` })
    }
  })

  t.test('if the manifest is of something else, and removes nothing outside the folder', async (t) => {
    for (const text of ['{', '{"files":[]}'])
      await t.rejects(openOutput(folderWith(t, { [manifestFile]: text }), []), {
        message: /is not the manifest/
      })
    const root = folderWith(t, { 'mine.txt': '', [`out/${manifestFile}`]: '' })
    const names = ['../mine.txt', `${root}/mine.txt`, 'a/../../mine.txt', '']
    const files = Object.fromEntries(names.map((name) => [name, {}]))
    writeFileSync(join(root, 'out', manifestFile), JSON.stringify({ files }))
    t.equal(await publish(join(root, 'out'), []), 0)
    t.ok(existsSync(join(root, 'mine.txt')))
  })

  t.test('if the folder is in DATA_DIR or SITE_DIR, or contains it', async (t) => {
    const parent = folderWith(t, { 'site/a.txt': '' })
    const siteDir = join(parent, 'site')
    const link = join(folderWith(t, {}), 'link')
    symlinkSync(siteDir, link)
    const { dataDir } = data({})
    await fails(t, { dataDir }, /cannot be in DATA_DIR/, dataDir)
    // A host would publish the sources, and .env next to them.
    await fails(t, { siteDir }, /contains SITE_DIR, ".*", which a host would publish too/, parent)
    for (const [given, folder] of [
      [siteDir, siteDir],
      [siteDir, link],
      [link, siteDir]
    ] as const)
      await fails(t, { siteDir: given }, /cannot be in SITE_DIR/, join(folder, 'public'))
  })

  t.test('if a file cannot be written', async (t) => {
    const folder = newFolder(t)
    const output = await openOutput(folder, [])
    rmSync(folder, { recursive: true })
    await t.rejects(output.stage('index.html', 'text'), {
      message: /index\.html: cannot be written \(ENOENT\)\. /
    })
    const file = join(folderWith(t, { 'a.txt': '' }), 'a.txt')
    await t.rejects(write(file), { message: /a\.txt: cannot be written \(ENOTDIR\)\. Choose a folder/ })
    await fails(t, {}, /ENAMETOOLONG/, join(newFolder(t), 'x'.repeat(300)))
  })

  t.test('if the data has problems, or no host could hold the files', async (t) => {
    const film = site({ 'film.mp4': '' })
    truncateSync(join(film.siteDir, 'film.mp4'), 25 * 2 ** 20 + 1)
    const proofs = Object.fromEntries(Array.from({ length: 101 }, (_, index) => [`.well-known/${index}`, '']))
    const many = Object.fromEntries(Array.from({ length: 1001 }, (_, index) => [`/old-${index}`, '/']))
    const long = { '/old': `https://shop.example/${'x'.repeat(970)}` }
    await fails(t, film, /film\.mp4: must have at most 25 MiB for static hosts, got 25\.0/)
    for (const [files, message] of [
      [
        { 'x/index.html': 'x', 'x.md/index.html': 'y' },
        /^\/x\.md\/(?:index\.html\.md)?: no static host can have the file \/x\.md and a folder of that name\. Rename/
      ],
      [{ [`${'é'.repeat(126)}b/index.html`]: '' }, /at most 255 bytes for static hosts, got 256/],
      [{ '_headers/index.html': 'x' }, /the file \/_headers and a folder of that name/],
      [{ ...pictures, ...proofs }, /^_headers: would have \d+ rules, .* at most 100\. /]
    ] as const)
      await fails(t, site(files), message)
    for (const [edits, message] of [
      [{ 'profile#/name': 1 }, /profile\.json/],
      [{ site: { redirects: many } }, /^_redirects: would have 2\d{3} redirects/],
      [
        { site: { redirects: long } },
        /^_redirects: the line of \/old\/? must have at most 1000 characters for static hosts, got 1\d{3}\. /
      ]
    ] as const)
      await fails(t, data(edits), message)
  })

  t.test('if there are more than 20,000 files', async (t) => {
    const { siteDir } = site({ 'a.txt': '' })
    // Links take a seventh of the time of files.
    for (let index = 0; index < 20_000; index += 1)
      linkSync(join(siteDir, 'a.txt'), join(siteDir, `${index}.txt`))
    await fails(t, { siteDir }, /^The export would have 20\d{3} files, .* at most 20000\./)
  })

  t.test('if a response fails', async (t) => {
    const { execPath } = process
    t.teardown(() => Object.assign(process, { execPath }))
    // The process that draws the pictures cannot be started.
    Object.assign(process, { execPath: '/nowhere/node' })
    await fails(t, site({}), /^\/[^:]+: cannot be exported, because the response is 503\.$/)
  })
})

t.test('a page without Markdown has none in an export, also if it had before', async (t) => {
  const siteDir = folderWith(t, { ...pictures, 'large.html': '<title>Large</title><p>Text' })
  const out = newFolder(t)
  await write(out, { siteDir })
  t.ok(existsSync(join(out, 'large.md')))
  writeFileSync(join(siteDir, 'large.html'), largePage)
  const { removed, warnings } = await write(out, { siteDir })
  t.equal(removed, 2)
  for (const name of ['large.md', 'large.html.md']) t.notOk(existsSync(join(out, name)), name)
  t.match(warnings.join('\n'), 'cannot convert /large to Markdown')
  t.ok(existsSync(join(out, 'large.html')))
})
