import { once } from 'node:events'
import { linkSync, rmSync, symlinkSync, truncateSync, utimesSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { reasonOf } from '../../src/folder/site-files.ts'
import { build, buildWhole, folderWith, listen, openSocket, talk, waitForClose, words } from '../helper.ts'

t.test('the files of SITE_DIR', async (t) => {
  const siteDir = folderWith(t, {
    'price-list-2026q4final.pdf': '%PDF',
    'feed/index.xml': '<rss/>',
    'both/index.xml': '<rss/>',
    'both/index.html': '<title>Both</title><p>both',
    'plain.html': '<title>Page</title><p>page',
    plain: 'file',
    'mcp.html': '<title>MCP</title><p>mcp',
    _headers: 'x',
    _redirects: 'x',
    'sub/_headers': 'x',
    'api/secret.txt': 'secret',
    'both.html': '<title>File</title><p>file next to a folder',
    '.env': 'SECRET=x',
    '.git/config': 'x',
    '.well-known/x.txt': 'well known',
    '.well-known/apple-app-site-association': '{"applinks":{}}',
    '.well-known/pki/list': '\ufeff [1]',
    '.well-known/acme-challenge/token': 'token.key',
    '.well-known/acme-challenge/123': '123',
    '.well-known/half': '{"a":',
    '.well-known/nodeinfo/2.0': '{}',
    '.well-known/com.apple.remotemanagement': '{}',
    '.well-known/key.pdf': '%PDF'
  })
  const { fastify: app } = await buildWhole(t, {}, { siteDir })
  const get = (url: string, headers: Record<string, string> = {}) => app.inject({ url, headers })

  t.test('are always revalidated, even if their name seems to have a hash', async (t) => {
    t.equal((await get('/price-list-2026q4final.pdf')).headers['cache-control'], 'no-cache')
  })

  t.test('have clean paths', async (t) => {
    const paths: [path: string, status: number, location?: string][] = [
      ['/feed', 308, '/feed/'],
      ['/feed/index.xml', 200],
      ['/both/', 200],
      ['/both/index.html', 308, '/both/'],
      ['/both/index.xml', 200],
      ['/plain', 200],
      ['/plain.html', 200],
      ['/both.html', 200],
      ['/both.html.md', 200],
      ['/mcp.html', 200],
      ['/mcp', 405]
    ]
    for (const [path, status, location] of paths) {
      const response = await get(path)
      t.equal(response.statusCode, status, path)
      t.equal(response.headers.location, location, path)
    }
    t.match((await get('/both/')).headers['content-type'], /html/)
    t.equal((await get('/plain')).body, 'file')
  })

  t.test('are not served if they are control files or hidden', async (t) => {
    for (const name of ['_headers', '_redirects', 'sub/_headers', '.env', '.git/config', 'api%2Fsecret.txt'])
      t.equal((await get(`/${name}`)).statusCode, 404, name)
    t.equal((await get('/.well-known/x.txt')).statusCode, 200)
  })

  t.test('are JSON or plain text below /.well-known/ without an extension', async (t) => {
    const typeOf = async (name: string) => (await get(`/.well-known/${name}`)).headers['content-type']
    const json = 'apple-app-site-association pki/list nodeinfo/2.0 com.apple.remotemanagement'
    for (const name of words(json)) t.equal(await typeOf(name), 'application/json', name)
    for (const name of ['acme-challenge/token', 'acme-challenge/123', 'half'])
      t.equal(await typeOf(name), 'text/plain; charset=utf-8', name)
    t.equal(await typeOf('key.pdf'), 'application/pdf')
    t.equal((await get('/plain')).headers['content-type'], 'application/octet-stream', 'elsewhere')
  })
})

t.test('conditions and ranges', async (t) => {
  const siteDir = folderWith(t, { 'held.txt': '12345678', 'streamed.bin': '12345678' })
  const { fastify: app } = await buildWhole(t, {}, { siteDir })
  const [before, time, after] = [1, 2, 3].map((day) => new Date(Date.UTC(2026, 1, day)).toUTCString())
  const touch = (date: Date) => {
    for (const name of ['held.txt', 'streamed.bin']) utimesSync(join(siteDir, name), date, date)
  }
  const range = 'bytes=0-7'
  const listCases = (tag: string, strong: string): [headers: object, held: number, streamed: number][] => [
    [{ 'if-none-match': `"x", W/${strong}` }, 304, 304],
    [{ 'if-none-match': '"x"', 'if-modified-since': after }, 200, 200],
    [{ 'if-none-match': tag, 'cache-control': 'no-cache' }, 304, 304],
    [{ 'if-modified-since': before }, 200, 200],
    [{ 'if-modified-since': time }, 304, 304],
    [{ 'if-modified-since': 'Fri Jan  1 00:00:00 2100' }, 304, 304],
    [{ 'if-modified-since': '2099' }, 200, 200],
    [{ 'if-match': `"x", ${tag}` }, 200, 412],
    [{ 'if-match': strong }, 200, 412],
    [{ 'if-match': `W/${strong}` }, 412, 412],
    [{ 'if-match': 'x', 'if-none-match': tag }, 412, 412],
    [{ 'if-match': '*', 'if-none-match': tag }, 304, 304],
    [{ 'if-match': '*', 'if-unmodified-since': before }, 200, 200],
    [{ 'if-unmodified-since': before }, 412, 412],
    [{ 'if-unmodified-since': 'Thu Jan  1 00:00:00 1970' }, 412, 412],
    [{ 'if-unmodified-since': time }, 200, 200],
    [{ 'if-unmodified-since': 'today' }, 200, 200],
    [{ 'if-unmodified-since': '1' }, 200, 200],
    [{ range }, 200, 206],
    [{ range, 'if-range': time }, 200, 206],
    // The owner has replaced the file with an older one. A weak ETag identifies no bytes.
    [{ range, 'if-range': after }, 200, 200],
    [{ range, 'if-range': tag }, 200, 200],
    [{ range, 'if-range': 'yesterday' }, 200, 200],
    [{ range: 'bytes=-99999999' }, 200, 206],
    [{ range: 'bytes=8-' }, 200, 416]
  ]

  t.test('are the same for a text in memory and for a streamed file, with a weak ETag', async (t) => {
    touch(new Date(String(time)))
    for (const url of ['/held.txt', '/streamed.bin']) {
      const etag = String((await app.inject(url)).headers.etag)
      for (const [headers, held, streamed] of listCases(etag, etag.replace('W/', ''))) {
        const { statusCode } = await app.inject({ url, headers: { ...headers } })
        t.equal(statusCode, url === '/held.txt' ? held : streamed, `${url} ${JSON.stringify(headers)}`)
      }
      const failed = await app.inject({ url, headers: { 'if-match': '"x"' } })
      t.match(failed.json(), { error: { code: 'bad_request', message: /If-Match/ } })
      t.equal(failed.headers['cache-control'], 'no-store')
      t.equal((await app.inject({ url, headers: { range }, method: 'HEAD' })).statusCode, 200)
    }
    const undated = await app.inject({ url: '/', headers: { 'if-unmodified-since': String(before) } })
    t.equal(undated.statusCode, 200)
  })

  t.test('have a date of any time in the past', async (t) => {
    const date = new Date(0)
    touch(date)
    const { fastify: app } = await buildWhole(t, {}, { siteDir })
    for (const url of ['/held.txt', '/streamed.bin'])
      t.equal((await app.inject(url)).headers['last-modified'], date.toUTCString(), url)
  })

  t.test('have no date if the clock that wrote the file was ahead', async (t) => {
    touch(new Date(Date.now() + 1e6))
    const { fastify: app } = await buildWhole(t, {}, { siteDir })
    for (const url of ['/held.txt', '/streamed.bin']) {
      t.equal((await app.inject(url)).headers['last-modified'], undefined, url)
      const cached = { 'if-modified-since': new Date(Date.now() + 1e6).toUTCString() }
      t.equal((await app.inject({ url, headers: cached })).statusCode, 200, url)
    }
  })
})

t.test('a file that became a link to a file outside SITE_DIR is 404', async (t) => {
  const names = ['page.html', 'note.txt', 'photo.png']
  const siteDir = folderWith(t, Object.fromEntries([...names, 'kept.png'].map((name) => [name, 'text'])))
  const { fastify: app } = await buildWhole(t, {}, { siteDir })
  for (const name of names) {
    rmSync(join(siteDir, name))
    symlinkSync(import.meta.filename, join(siteDir, name))
  }
  for (const url of ['/page', '/note.txt', '/photo.png', '/page.md']) {
    const { statusCode, body } = await app.inject(url)
    t.equal(statusCode, 404, url)
    t.notMatch(body, 'import ')
  }
  t.equal((await app.inject('/kept.png')).statusCode, 200)
})

t.test('a request target with a fragment or an origin', async (t) => {
  const siteDir = folderWith(t, {
    'index.html': '<p>Home',
    'C.html': '<title>C</title><p>the language C',
    'C#.html': '<title>C sharp</title><p>the other language'
  })
  const { listener } = await buildWhole(t, {}, { siteDir })
  const url = await listen(t, listener)
  const get = (target: string, accept = 'text/html') =>
    talk(url, `GET ${target} HTTP/1.1\r\nHost: a\r\nAccept: ${accept}\r\nConnection: close\r\n\r\n`)

  t.test('gets the response of the path', async (t) => {
    t.match(await get('/C#'), /the language C/)
    t.match(await get('/C%23'), /the other language/, 'which is another path')
    t.match(await get('/#x'), /Home/)
    t.match(await get('/%23x'), /^HTTP\/1.1 404/)
    t.match(await get('/C#%zz'), /^HTTP\/1.1 200/)
  })

  t.test('gets the Markdown of the path', async (t) => {
    for (const target of ['/C#q', 'http://elsewhere.test/C']) {
      const response = await get(target, 'text/markdown')
      t.match(response, /content-location: \/C\.md\r/)
      t.match(response, /the language C/)
    }
  })
})

t.test('the connection is closed if a file is truncated while it is sent', async (t) => {
  const siteDir = folderWith(t, { 'films/long.mp4': Buffer.alloc(30_000_000) })
  const { listener } = await buildWhole(t, {}, { siteDir })
  const request = 'GET /films/long.mp4 HTTP/1.1\r\nHost: a\r\n\r\nGET /healthz HTTP/1.1\r\nHost: a\r\n\r\n'
  const socket = openSocket(await listen(t, listener), request)
  // The client reads no further, so the server has sent only as much as the buffers of the connection take.
  await once(socket, 'readable')
  truncateSync(join(siteDir, 'films/long.mp4'), 1000)
  const chunks: Buffer[] = []
  socket.on('data', (chunk: Buffer) => chunks.push(chunk))
  await waitForClose(socket)
  const received = Buffer.concat(chunks)
  t.ok(received.length < 30_000_000)
  t.notMatch(
    received.subarray(-300).toString(),
    /"ok"/,
    'the next response is not sent as the rest of the file'
  )
})

t.test('reasonOf returns the code of an error of a file, and rethrows any other error', async (t) => {
  t.equal(reasonOf(Object.assign(new Error('gone'), { code: 'ENOENT' })), 'ENOENT')
  for (const error of [new Error('a bug'), 'a text', Object.assign(new Error('busy'), { code: 'EMFILE' })]) {
    t.throws(() => reasonOf(error))
  }
})

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
