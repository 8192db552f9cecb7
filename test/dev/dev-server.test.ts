import {
  chmodSync,
  cpSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync
} from 'node:fs'
import { type IncomingMessage, get as request } from 'node:http'
import { join } from 'node:path'
import { pino } from 'pino'
import t, { type Test } from 'tap'
import { createDevServer } from '../../src/dev/dev.ts'
import { config, listen, words } from '../helper.ts'

const browser = { accept: 'text/html,*/*' }

/** Serves a copy of a small business for editing; returns its log, a page as a browser gets it, and the next end of an edit. */
async function develop(t: Test, edit?: (folder: string) => void) {
  const folder = t.testdir({ site: {} })
  const dataDir = join(folder, 'data')
  const siteDir = join(folder, 'site')
  cpSync('test/fixtures/minimal-hebrew', dataDir, { recursive: true })
  edit?.(folder)
  const log: { msg: string; problems?: string[] }[] = []
  const waiting = new Map<string, () => void>()
  const write = (line: string) => {
    const entry: { msg: string } = JSON.parse(line)
    log.push(entry)
    waiting.get(entry.msg)?.()
  }
  const logger = pino({ level: 'info' }, { write })
  const server = await createDevServer({ ...config, dataDir, siteDir }, logger)
  const url = await listen(t, () => {}, server)
  const logged = (message: string) => new Promise<void>((resolve) => waiting.set(message, resolve))
  return {
    ...{ dataDir, siteDir, url, log },
    get: (path: string, headers: Record<string, string> = browser) => fetch(url + path, { headers }),
    logged,
    edited: () => Promise.race(['published the edit', 'the files have problems'].map(logged))
  }
}

/** Sends a request with any headers, and returns the response before its body. */
const open = (url: string, headers: Record<string, string> = {}) =>
  new Promise<IncomingMessage>((resolve, reject) => {
    request(url, { headers: { accept: 'text/html', ...headers }, agent: false }, resolve).on('error', reject)
  })

const versionOf = (html: string) => /<script src="\/\.dev\/reload\.js" data-version="(\d+)">/.exec(html)?.[1]

/** Tests that the server rejects a request of another site, and why. */
async function isForeign(t: Test, url: string, headers: Record<string, string>, message: string) {
  const response = await open(url, headers)
  t.equal(response.statusCode, 403, `${url} ${JSON.stringify(headers)}`)
  const { error } = JSON.parse(String(await response.setEncoding('utf8').toArray()))
  t.match(error, { code: 'bad_request', message, docs: String })
}

t.test('the responses of the server for development', async (t) => {
  const server = await develop(t, (folder) => {
    writeFileSync(join(folder, 'site/large.html'), `<title>Large</title>${'<p>text</p>'.repeat(60_000)}`)
    writeFileSync(join(folder, 'site/notepad.html'), '\ufeff<title>Notepad</title>', 'utf16le')
  })

  t.test('have the script in pages, and no browser caches them', async (t) => {
    const { get } = server
    const page = await get('/')
    const html = await page.text()
    t.equal(versionOf(html), await (await get('/.dev/version')).text())
    t.match(html, 'חוט ומחט')
    t.match(page.headers.get('content-security-policy'), "script-src 'self'")
    const large = await get('/large', { ...browser, range: 'bytes=0-9' })
    t.equal(large.status, 200)
    t.ok(versionOf((await large.text()).slice(-200)), 'in a page that is streamed')
    const notepad = await (await get('/notepad')).arrayBuffer()
    t.ok(versionOf(Buffer.from(notepad).toString('utf16le')), 'in a page in UTF-16')
    const script = await get('/.dev/reload.js')
    t.match(script.headers.get('content-type'), 'charset=utf-8', 'which pages in UTF-16 need')
    t.match(await script.text(), 'location.reload()')
    const paths = ['/', '/large', '/api/v1/profile.json', '/llms.txt', '/.dev/reload.js', '/nowhere']
    for (const path of paths) {
      const response = await get(path, { ...browser, 'if-none-match': '*' })
      t.not(response.status, 304)
      t.match(response.headers.get('cache-control'), 'no-store', path)
      t.equal(response.headers.get('etag'), null)
      t.equal(response.headers.get('content-encoding'), null)
      await response.text()
    }
    const profile = await (await get('/api/v1/profile.json')).text()
    t.equal(JSON.parse(profile).name, 'חוט ומחט')
    const head = await fetch(page.url, { method: 'HEAD', headers: browser })
    t.equal(head.status, 200)
  })

  t.test('have no drafts, files or versions for a page of another site', async (t) => {
    for (const path of ['/', '/api/v1/profile.json', '/.dev/version', '/.dev/reload.js']) {
      const url = server.url + path
      const host = 'evil.example:3000'
      const isNoName = `Host "${host}" is not allowed. Open http://localhost, or set BASE_URL`
      await isForeign(t, url, { host }, isNoName)
      const isNotAllowed = 'is not allowed. Use a page of this server'
      for (const origin of ['https://evil.example', 'http://192.168.1.5.evil.example', 'null']) {
        await isForeign(t, url, { origin }, `Origin "${origin}" ${isNotAllowed}`)
      }
      await isForeign(t, url, { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'no-cors' }, isNotAllowed)
    }
    const hosts =
      'localhost LocalHost:3000 localhost. shop.localhost 127.0.0.1:80 [::1]:3000 192.168.1.5 nahat.example. server:3000 5f1a:3000'
    const origins = 'http://localhost:5173 https://nahat.example vscode-webview://x'
    for (const headers of [
      ...words(hosts).map((host) => ({ host })),
      ...words(origins).map((origin) => ({ origin })),
      { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate' },
      { 'sec-fetch-site': 'same-site', 'sec-fetch-mode': 'cors' }
    ]) {
      const response = await open(server.url, headers)
      t.equal(response.statusCode, 200, JSON.stringify(headers))
      response.destroy()
    }
  })
})

t.test('the server for development', async (t) => {
  const server = await develop(t)

  t.test('shows the problems of an edit in the log and the browser until they are corrected', async (t) => {
    const { dataDir, url, get, edited, log } = server
    const file = join(dataDir, 'profile.json')
    const text = readFileSync(file, 'utf8')
    writeFileSync(file, text.replace('"name": "חוט ומחט"', '"name": "<b>"'))
    await edited()
    const problem = `${file}:2:11 /name: `
    t.match(log.at(-1), { level: 50, msg: 'the files have problems' })
    t.match(log.at(-1)?.problems?.[0], problem)
    const page = await get('/')
    t.equal(page.status, 500)
    const html = await page.text()
    t.match(html, problem)
    t.match(html, '&#60;b&#62;')
    t.ok(versionOf(html), 'the page reloads when the problem is corrected')
    await isForeign(t, url, { host: 'evil.example' }, 'Host "evil.example"')
    t.equal((await get('/api/v1/profile.json', {})).status, 200, 'programs get the previous data')
    writeFileSync(file, text)
    await edited()
    t.match(await (await get('/')).text(), 'חוט ומחט')
  })

  t.test('publishes edits of the data and of the site, new folders and replaced files too', async (t) => {
    const { dataDir, siteDir, get, edited, log } = server
    const before = versionOf(await (await get('/')).text())
    const file = join(dataDir, 'profile.json')
    writeFileSync(`${file}~`, readFileSync(file, 'utf8').replace('חוט ומחט', 'מחט וחוט'))
    renameSync(`${file}~`, file)
    await edited()
    const html = await (await get('/')).text()
    t.match(html, 'מחט וחוט')
    t.not(versionOf(html), before)
    t.equal(versionOf(html), await (await get('/.dev/version')).text())
    mkdirSync(join(siteDir, 'team'))
    writeFileSync(join(siteDir, 'team/index.html'), '<title>Team</title>')
    await edited()
    t.match(await (await get('/team/')).text(), '<title>Team</title>')
    rmSync(join(siteDir, 'team'), { recursive: true })
    await edited()
    t.equal((await get('/team/')).status, 404)
    t.match(log.at(-1), { msg: 'published the edit', ms: Number })
  })

  t.test('shows drafts with a mark, and lists them in the log', async (t) => {
    const { siteDir, get, logged } = server
    const listed = logged('SITE_DIR: left 1 draft out of the site, except for dev: "news.md"')
    writeFileSync(join(siteDir, 'news.md'), '---\ntitle: News\ndraft: true\n---\nSoon.')
    await listed
    const page = await (await get('/news/')).text()
    t.match(page, '<h1 dir="ltr">Draft: News</h1>')
    t.match(page, '>Draft: News</bdi></a>')
  })

  t.test('publishes edits next to links that lead back to their folder', async (t) => {
    const { siteDir, get, edited } = await develop(t, (folder) => {
      for (const name of ['again', 'back']) symlinkSync('.', join(folder, 'site', name))
    })
    writeFileSync(join(siteDir, 'team.html'), '<title>Team</title>')
    await edited()
    t.match(await (await get('/team')).text(), '<title>Team</title>')
  })

  t.test('publishes edits next to a folder that cannot be read', async (t) => {
    // Also as root, because Node.js cannot open a folder whose name is not UTF-8.
    const { siteDir, get, edited } = await develop(t, (folder) =>
      mkdirSync(Buffer.concat([Buffer.from(join(folder, 'site/caf')), Buffer.from([0xe9])]))
    )
    writeFileSync(join(siteDir, 'team.html'), '<title>Team</title>')
    await edited()
    t.match(await (await get('/team')).text(), '<title>Team</title>')
  })

  t.test('publishes a file again when it has got the rights', async (t) => {
    const { dataDir, edited, log } = server
    const file = join(dataDir, 'profile.json')
    chmodSync(file, 0o600)
    await edited()
    t.match(log.at(-1), { msg: 'published the edit' })
  })

  t.test('starts with problems, and shows a folder that is missing', async (t) => {
    const { dataDir, get, edited, log } = await develop(t, (folder) =>
      writeFileSync(join(folder, 'data/faq.json'), '{')
    )
    t.match(log[0]?.problems?.[0], 'faq.json:1:')
    t.equal((await get('/api/v1/profile.json', {})).status, 500)
    rmSync(dataDir, { recursive: true })
    await edited()
    t.match(await (await get('/')).text(), `DATA_DIR: the folder "${dataDir}" does not exist.`)
  })

  t.test('warns about custom pages that contradict the data, and about each link once', async (t) => {
    const { log, logged, siteDir } = await develop(t, (folder) =>
      writeFileSync(
        join(folder, 'data/site.json'),
        '{ "menu": [{ "label": "Gallery", "href": "/gallery/" }] }'
      )
    )
    const earlier = log.length
    const warning = `${join(siteDir, '../data/services.json')}:2:16 /examples/0/url: page does not exist, got "/services/trouser-hem/". Add the page, or write the URL of another page.`
    const warned = logged(warning)
    writeFileSync(join(siteDir, 'index.html'), '<title>ביתי</title><h1>ביתי</h1>')
    await t.resolves(warned)
    const warnings = log
      .slice(earlier)
      .filter(({ msg }) => msg.includes('site.json:1:42 /menu/0/href: is not')).length
    t.equal(warnings, 1)
  })
})
