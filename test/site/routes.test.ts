import { mkdirSync, rmSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { baseUrl, build, buildWhole, config, facts, folderWith, readSite } from '../helper.ts'

t.test('the built-in website returns 404 for an unknown path, in any encoding', async (t) => {
  const app = await build(t)
  for (const url of ['//evil.example/', '/icon-512.png/', '/%2f', '/404/'])
    for (const headers of [{ 'if-none-match': '*' }, { 'accept-encoding': '*;q=0' }])
      t.match(await app.inject({ url, headers }), { statusCode: 404, body: '<h1' }, url)
})

t.test('a custom website', async (t) => {
  const files = {
    'index.html': '<!doctype html><title>ביתי</title><h1>ביתי</h1>',
    'about.html': '<h1>עלינו</h1>',
    'api/docs/index.html': '<h1>docs</h1>',
    'שירותים/index.html': '<h1>שירותים</h1>',
    'developers/index.html': '<h1>own developers</h1>',
    'developers/reference/index.html': '<h1>own reference</h1>',
    'old/index.html': Buffer.from('<meta charset="windows-1255"><h1>\xf9\xec\xe5\xed</h1>', 'latin1'),
    'c#?.html': '<title>סי</title><h1>סי</h1>',
    'c$1.html': '<title>סי</title><h1>סי</h1>',
    '.well-known/mcp.json': '{"own":true}',
    'site.webmanifest': '{"name":"ביתי"}',
    'llms.txt': 'Ours.',
    'sitemap.md': '---\ntitle: Rooms\n---\nAll our rooms.',
    '404.html': '<h1>אין כאן כלום</h1>',
    '.well-known/agent-skills/business-facts/SKILL.md': '# Own'
  }
  const siteDir = folderWith(t, files)
  symlinkSync('/etc/hostname', join(siteDir, 'outside.txt'))
  symlinkSync(join(siteDir, 'about.html'), join(siteDir, 'inside.txt'))
  symlinkSync('/nowhere/at/all', join(siteDir, 'broken.txt'))
  symlinkSync(join(siteDir, 'old'), join(siteDir, 'folder.html'))
  symlinkSync('/etc', join(siteDir, 'etc'))
  symlinkSync(siteDir, join(siteDir, 'loop'))
  const business = await facts()
  const app = await build(t, { business }, { siteDir })

  t.test('replaces the built-in pages, except /for-ai/ and /developers/', async (t) => {
    t.match((await app.inject('/')).body, 'ביתי')
    for (const name of ['content-security-policy', 'permissions-policy'])
      t.notOk((await app.inject('/')).headers[name], 'its owner decides what it may do')
    t.match((await app.inject('/about')).body, 'עלינו')
    t.match((await app.inject(encodeURI('/שירותים/'))).body, 'שירותים')
    t.equal((await app.inject(encodeURI('/שירותים'))).headers.location, encodeURI('/שירותים/'))
    t.equal((await app.inject('/pricing/')).statusCode, 404)
    t.match((await app.inject('/developers/')).body, 'own developers')
    t.match((await app.inject('/for-ai/')).body, 'נחת אוטומציות', 'the built-in page remains')
    t.equal((await app.inject('/api/v1/profile.json')).statusCode, 200)
    t.equal((await app.inject('/api/docs/')).statusCode, 404)
    t.match((await app.inject('/developers/reference/')).body, 'own reference')
    t.equal((await app.inject('/developers/reference')).headers.location, '/developers/reference/')
    t.notMatch((await app.inject('/sitemap-1.xml')).body, '/api/docs/')
  })

  t.test('sends no charset for a page that is not UTF-8', async (t) => {
    t.equal((await app.inject('/old/')).headers['content-type'], 'text/html')
  })

  t.test('overrides documents, the web app manifest and the 404 page with its own files', async (t) => {
    t.same((await app.inject('/.well-known/mcp.json')).json(), { own: true })
    t.same((await app.inject('/site.webmanifest')).json(), { name: 'ביתי' })
    t.match(await app.inject('/nothing'), { statusCode: 404, body: 'אין כאן כלום' })
    t.equal((await app.inject('/llms.txt')).body, 'Ours.')
    t.match((await app.inject('/.well-known/llms.txt')).body, '## Pages')
    for (const path of ['/sitemap.md', '/sitemap/']) t.match((await app.inject(path)).body, 'All our rooms.')
    t.match((await app.inject('/.well-known/mcp')).json(), { endpoint: `${baseUrl}/mcp` })
    t.equal((await app.inject('/.well-known/agent-skills/business-facts/SKILL.md')).body, '# Own')
    t.same((await app.inject('/.well-known/agent-skills/index.json')).json().skills, [])
    t.notMatch(
      (await app.inject('/.well-known/ard.json')).body,
      'agent-skills',
      'only its author can describe it'
    )
  })

  t.test('serves files with any character in their name', async (t) => {
    for (const path of ['/c%23%3F', '/c$1']) {
      t.match((await app.inject('/sitemap-1.xml')).body, `<loc>${baseUrl}${path}</loc>`)
      for (const accept of ['text/html', 'text/markdown'])
        for (const url of [path, `${path}.md`]) {
          const { body, headers } = await app.inject({ url, headers: { accept } })
          t.match(body, 'סי')
          const other = String(headers['content-type']).startsWith('text/html') ? `${path}.md` : path
          const links = `<${baseUrl}${path}>; rel="canonical", <${baseUrl}${other}>; rel="alternate"`
          t.ok(String(headers.link).startsWith(links), `${url} ${accept}`)
        }
    }
    t.equal((await app.inject('/c%23?')).statusCode, 404)
  })

  t.test('follows a link to a file inside its folder, and no other', async (t) => {
    for (const url of ['/outside.txt', '/broken.txt', '/folder.html', '/etc/hostname', '/loop/about.html'])
      t.equal((await app.inject(url)).statusCode, 404, url)
    t.equal((await app.inject('/inside.txt')).statusCode, 200)
  })

  t.test('is linked from the remaining built-in pages, without broken links', async (t) => {
    const own = folderWith(t, {
      'index.html': '<h1>ביתי</h1>',
      'pricing/index.html': '<h1>מחירון</h1>',
      'favicon.svg': '<svg/>'
    })
    const app = await build(t, { business }, { siteDir: own })
    const all = new Set<string>()
    for (const path of ['/for-ai/', '/developers/', '/nothing/']) {
      const { body } = await app.inject(path)
      const links = new Set(Array.from(body.matchAll(/(?:href|src)="(\/[^"#]*)/g), ([, link]) => link ?? ''))
      for (const link of ['/', '/pricing/', '/favicon.svg', '/for-ai/', '/developers/']) {
        t.ok(links.has(link), `${path}: ${link}`)
      }
      for (const link of links) all.add(link)
      t.notMatch(body, '/og.png')
    }
    for (const link of all) t.equal((await app.inject(link)).statusCode, 200, link)
    t.match((await app.inject('/for-ai/')).body, '<span>ריכוז לידים מכל הערוצים</span>')
    t.match((await app.inject('/site.webmanifest')).json().icons, [{ src: '/favicon.svg' }])
  })

  t.test('without index.html overrides a built-in page only', async (t) => {
    const siteDir = folderWith(t, { 'about/index.html': '<h1>אודותינו</h1>' })
    const app = await build(t, { business }, { siteDir })
    t.match((await app.inject('/about/')).body, 'אודותינו')
    t.match((await app.inject('/')).body, 'נחת אוטומציות')
  })

  t.test('returns 404 for a file that is deleted while the server runs', async (t) => {
    const losing = folderWith(t, { 'index.html': '<h1>a</h1>', 'price.pdf': 'x' })
    const app = await build(t, { business }, { siteDir: losing })
    t.equal((await app.inject('/price.pdf')).statusCode, 200)
    rmSync(join(losing, 'price.pdf'))
    const response = await app.inject('/price.pdf')
    t.equal(response.statusCode, 404)
    t.match(response, { headers: { vary: 'Accept, Accept-Encoding' }, body: '<h1>' })
    const markdown = await app.inject({ url: '/price.pdf', headers: { accept: 'text/markdown' } })
    t.match(markdown, { statusCode: 404, headers: { 'content-type': /^text\/markdown/ } })
  })

  t.test('returns 404 for a file that is deleted just before it is streamed', async (t) => {
    const losing = folderWith(t, { 'price.pdf': 'price' })
    const { fastify, site } = await buildWhole(t, { business }, { siteDir: losing })
    const file = site.context.resources.get('/price.pdf')
    const body = await file?.read()
    if (file) file.read = async () => body
    rmSync(join(losing, 'price.pdf'))
    const { statusCode, headers } = await fastify.inject({
      url: '/price.pdf',
      headers: { range: 'bytes=0-1' }
    })
    t.equal(statusCode, 404)
    for (const name of ['etag', 'last-modified', 'content-range', 'accept-ranges'])
      t.equal(headers[name], undefined, name)
  })

  t.test('returns 404 for a page that is deleted before it is read again for its Markdown', async (t) => {
    const texts = { 'small.html': '<h1>a</h1>', 'large.html': `<h1>a</h1>${'<p>b</p>'.repeat(70_000)}` }
    const losing = folderWith(t, texts)
    const { fastify, site } = await buildWhole(t, { business }, { siteDir: losing })
    for (const name of ['small', 'large']) {
      const page = site.context.resources.pages.get(`/${name}`)
      const read = page?.read
      if (page && read)
        page.read = async (maxBytes) => {
          const body = await read(maxBytes)
          rmSync(join(losing, `${name}.html`), { force: true })
          return body
        }
      const response = await fastify.inject({ url: `/${name}`, headers: { accept: 'text/markdown' } })
      t.match(response, { statusCode: 404, headers: { 'content-type': /^text\/markdown/ } }, name)
    }
  })

  t.test('keeps the built-in pages if its only page is an index.xml at the root', async (t) => {
    const app = await build(t, { business }, { siteDir: folderWith(t, { 'index.xml': '<feed/>' }) })
    t.match((await app.inject('/')).headers['content-type'], /^text\/html/)
    t.equal((await app.inject('/pricing/')).statusCode, 200)
    t.equal((await app.inject('/index.xml')).body, '<feed/>')
  })

  t.test('returns 404 for a page that cannot be read, and logs it once', async (t) => {
    const broken = folderWith(t, { 'index.html': '<h1>a</h1>', 'team.html': '<h1>b</h1>' })
    const messages: string[] = []
    const warn = (message: string) => void messages.push(message)
    const app = await build(t, { business, warn }, { siteDir: broken })
    // Of the links to pages that the folder does not have.
    messages.length = 0
    rmSync(join(broken, 'team.html'))
    mkdirSync(join(broken, 'team.html'))
    for (const url of ['/team', '/team.md']) t.equal((await app.inject(url)).statusCode, 404, url)
    for (const url of ['/sitemap-1.xml', '/llms.txt']) t.equal((await app.inject(url)).statusCode, 200, url)
    t.same(messages, ['cannot read the file of /team (not a file)'])
  })

  t.test('must be a folder that exists', async (t) => {
    await t.rejects(readSite({ ...config, siteDir: '/nowhere' }, business), {
      message: 'SITE_DIR: cannot read the folder "/nowhere" (ENOENT)'
    })
  })
})
