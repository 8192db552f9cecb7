import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { LightMyRequestResponse } from 'fastify'
import { pino } from 'pino'
import t from 'tap'
import { build, buildWhole, config, facts, folderWith, readSite } from '../helper.ts'

const markdown = { accept: 'text/markdown' }
const both = 'Accept, Accept-Encoding'

t.test('a page as Markdown', async (t) => {
  const app = await build(t)
  const get = (url: string, headers: Record<string, string> = {}) => app.inject({ url, headers })

  t.test('is the same at each path, with its metadata, one main heading, and no boilerplate', async (t) => {
    for (const path of ['/', '/faq/', '/services/leads/', '/developers/']) {
      const { body, headers, rawPayload } = await get(path, markdown)
      const markdownPath = path === '/' ? '/index.md' : `${path.slice(0, -1)}.md`
      // The last one is the form that llmstxt.org names.
      for (const url of [markdownPath, `${path}index.html.md`]) t.equal((await get(url)).body, body, url)
      t.equal(headers['x-markdown-tokens'], String(Math.ceil(rawPayload.length / 4)))
      const target = encodeURI(markdownPath)
      t.match((await get(path)).body, `<link rel="alternate" type="text/markdown" href="${target}"/>`)
      t.equal(body.match(/^# /gm)?.length, 1, path)
      t.notMatch(body.replace(/^```[\s\S]*?^```/gm, ''), /<[a-z/!]|&\w+;|undefined|דלגו לתוכן/i, path)
      t.match(
        body,
        /^---\ntitle: ".+"\ndescription: ".{50,}"\ncanonical: "https:.+"\nlang: ".+"\ndir: ".+"\nlast_updated: "\d{4}-\d\d-\d\d"\ndoc_version: "1\.0\.0"\n---\n\n> .*\/llms\.txt\)\n\n/,
        path
      )
      const language = path === '/developers/' ? 'lang: "en"\ndir: "ltr"' : 'lang: "he"\ndir: "rtl"'
      t.ok(body.includes(language), path)
    }
  })

  t.test('is a short 404 page with links if the page does not exist', async (t) => {
    for (const response of [await get('/nowhere/', markdown), await get('/nowhere.md')]) {
      t.match(
        response.body,
        /^# העמוד לא נמצא\n[\s\S]*\/llms\.txt\)[\s\S]*\/sitemap\.md\)[\s\S]*nahat\.example\/\)\n$/
      )
      t.notMatch(response.headers, { 'content-location': /./ })
    }
  })
})

t.test('a custom site as Markdown', async (t) => {
  const long = 'long '.repeat(400_001)
  const siteDir = folderWith(t, {
    'index.html': '<html lang="he"><title>בית</title><main><h1>שלום</h1><p>עולם',
    'old.html': Buffer.concat([
      Buffer.from('<html lang="he"><meta charset="windows-1255"><title>x</title><p>'),
      Buffer.from([0xf9, 0xec, 0xe5, 0xed])
    ]),
    'team/index.html': '<title>Team</title><p>we',
    'team.md': '# Ours\n',
    'team/index.html.md': '# Theirs\n',
    'large/index.html': `<title>Large</title><main><p>${long}</main>`,
    'gone/index.html': '<title>Gone</title><p>x',
    '404.html': '<title>Lost</title><p>lost'
  })
  const logged: string[] = []
  const logger = pino({ level: 'warn' }, { write: (line: string) => logged.push(JSON.parse(line).msg) })
  const business = await facts()
  const { fastify: app, site, cache } = await buildWhole(t, { business, logger }, { siteDir })
  // Of the links to pages that the folder does not have.
  logged.length = 0
  const get = (url: string, headers: Record<string, string> = {}) => app.inject({ url, headers })

  t.test('exists for its pages, and for the remaining built-in ones', async (t) => {
    t.match(
      (await get('/', markdown)).body,
      /title: "בית"[\s\S]*# שלום\n\nעולם\n\n## Sitemap\n\n- \[.+\]\(.+\/sitemap\.md\)\n$/
    )
    t.match((await get('/old', markdown)).body, /# x\n\nשלום\n\n## Sitemap\n/)
    t.equal((await get('/old', markdown)).headers['content-location'], '/old.md')
    t.match((await get('/old.md')).body, /שלום/)
    for (const [path, other] of [
      ['/index.md', '/index.html.md'],
      ['/old.md', '/old.html.md'],
      ['/developers.md', '/developers/index.html.md']
    ] as const)
      t.equal((await get(other)).body, (await get(path)).body, other)
    t.equal((await get('/team/index.html.md')).body, '# Theirs\n')
    t.match((await get('/developers.md')).body, /# API for developers/)
    t.match((await get('/lost', markdown)).body, /^# העמוד לא נמצא/)
    t.match((await get('/lost')).body, /lost/)
  })

  t.test('is the .md file of the owner if it exists', async (t) => {
    for (const response of [await get('/team/', markdown), await get('/team.md')])
      t.equal(response.body, '# Ours\n')
    t.equal(await site.asMarkdown.readText('/team/'), '# Ours\n')
  })

  t.test('gets 406 for a page that is too large, which is logged once and served as HTML', async (t) => {
    const responses = await Promise.all([
      get('/large/', markdown),
      get('/large/', markdown),
      get('/large.md')
    ])
    for (const response of [...responses, await get('/large/', markdown)]) {
      t.equal(response.statusCode, 406)
      t.match(
        response.json().error.message,
        /^This page is available only as text\/html: it is larger than 2 MB\.$/
      )
      t.equal(response.headers['cache-control'], 'no-store')
    }
    t.equal((await get('/large/', { accept: 'image/png' })).statusCode, 406)
    t.equal(logged.length, 1)
    t.match(logged[0], /^cannot convert \/large\/ to Markdown: it/)
    t.equal((await get('/large/')).statusCode, 200)
    t.equal(await site.asMarkdown.readText('/large/'), undefined)
    const reopenedSite = await readSite({ ...config, siteDir }, business, {
      warn: (line) => logged.push(line)
    })
    logged.length = 0
    t.equal(await reopenedSite.asMarkdown.readText('/large/'), undefined)
    t.equal(await reopenedSite.asMarkdown.readText('/large/'), undefined)
    t.equal(logged.length, 1)
    writeFileSync(join(siteDir, 'large/index.html'), '<main>less')
    t.match(await reopenedSite.asMarkdown.readText('/large/'), /less/)
  })

  t.test('is HTML for a page that cannot be converted, if Accept allows both', async (t) => {
    const nested = `<title>Nested</title>${'<ul><li>x'.repeat(201)}`
    const nestedDir = folderWith(t, { 'index.html': nested, 'large.html': `${nested}<p>${long}` })
    const app = await build(t, { business }, { siteDir: nestedDir })
    for (const [url, control] of [
      ['/', 'public, max-age=0'],
      ['/large', 'no-cache']
    ] as const) {
      const ask = (accept: string) => app.inject({ url, headers: { accept } })
      t.match(await ask('text/markdown, text/html;q=0.9'), {
        statusCode: 200,
        headers: { 'content-type': /^text\/html/, 'cache-control': control, vary: both }
      })
      const { link } = (await ask('text/markdown, text/html;q=0.9')).headers
      t.notMatch(String(link), 'text/markdown', 'no link to a form that does not exist')
      t.equal((await ask('text/markdown')).statusCode, 406, 'the HTML is not cached for a client of Markdown')
    }
  })

  t.test('omits a page whose file was deleted', async (t) => {
    t.equal((await site.context.resources.listPages()).length, 7)
    rmSync(join(siteDir, 'gone/index.html'))
    t.equal((await get('/gone/')).statusCode, 404)
    t.equal((await get('/gone.md')).statusCode, 404)
    t.equal(await site.asMarkdown.readText('/gone/'), undefined)
    const reopened = await readSite({ ...config, siteDir }, business)
    rmSync(join(siteDir, 'team/index.html'))
    t.same(
      (await reopened.context.resources.listPages())
        .map(({ path, markdownPath, title }) => [path, markdownPath, title])
        .sort(),
      [
        ['/', '/index.md', 'בית'],
        ['/developers/', '/developers.md', 'API for developers | Nahat Automations'],
        ['/for-ai/', '/for-ai.md', 'המידע על העסק, לסוכני AI | נחת אוטומציות'],
        ['/large/', '/large.md', '/large/'],
        ['/old', '/old.md', 'x']
      ]
    )
  })

  t.test('caches nothing for paths that do not exist', async (t) => {
    const { size } = cache
    const responses: LightMyRequestResponse[] = []
    for (let index = 0; index < 50; index++)
      responses.push(await get(`/nothing-${index}${index % 2 ? '/' : '.md'}`, markdown))
    t.ok(responses.every(({ statusCode }) => statusCode === 404))
    t.equal(cache.size, size)
  })
})
