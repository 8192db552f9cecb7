import t, { type Test } from 'tap'
import { words } from '../helper.ts'
import { lists, start as startApp, text as textOf } from './start.ts'

const split = (fields: string) => fields.trim().split(/\s+\|\s+/)
const text = (fields: string, body = 'The words of this page.') => textOf(fields, `${body}\n`)

async function start(t: Test, files: Record<string, string>, options = {}) {
  const { get, call, ...app } = await startApp(t, files, options)
  const statusOf = async (url: string) => (await get(url)).statusCode
  /** Returns the documents and results that list pages. */
  const readLists = async () => [
    ...(await Promise.all(lists.map(async (url) => (await get(url)).body))),
    await call('resources/list', {}),
    await call('tools/call', { name: 'search', arguments: { query: 'unlisted words' } })
  ]
  return { ...app, get, statusOf, readLists }
}

t.test('a draft', async (t) => {
  const drafts = split(`
    draft: true | draft: "true" | draft: yes | Draft: 'On' # until May | draft: soon |
    published: false | published: "no" | published: FALSE # for now | draft: # until May\n  true |
    status: draft | publish: false | published:\n  false | isDraft: true | is_published: no |
    private: true | render: false | permalink: false | post_status: pending | visibility: "hidden" |
    status: future | post_status: trash | \u200fdraft: true | \u00a0draft: true | build:\n  list: never\n  render: never | build: # for now\n  render: never |
    _build: { render: false } | unpublished: true | status: scheduled
  `)
  const pages = split(`
    draft: false | draft: | draft: # no | draft: "off" | published: true | published: | draft: null |
    draft:\n  false | published:\n  true | params:\n  draft: true | status: published | publish: true |
    private: false | permalink: /x/ | build:\n  render: always |
    build:\n  list: local\nnote: "render: never" | visibility: public |
    unpublished: false | publishDate: 2999-01-01
  `)
  const others = [
    '+++\ntitle = "Unlisted"\ndraft = true\n+++\nWords',
    '+++\r\npublished=false # for now\r\n+++\r\nWords',
    '\ufeff+++\ndraft = true',
    '{ "title": "Unlisted", "draft": true }\nWords',
    '{\n  "draft" : true,\n  "title": "Unlisted"\n}\nWords',
    '{"params":{"a":1},"published":false}\n',
    '---\n{ title: Unlisted, draft: true }\n---\nWords',
    '---toml\ntitle = "Unlisted"\nisDraft = true\n---\nWords',
    '+++\nstatus = "private"\n+++\nWords',
    '---yaml\ntitle: Unlisted\ndraft: true\n---\nWords',
    '---json\n{ "title": "Unlisted", "status": "draft" }\n---\nWords',
    '\n---\ntitle: Unlisted\ndraft: true\n---\nWords',
    '---\n# Later\n title: Unlisted\n draft: true\n---\nWords',
    '---\n\ttitle: Unlisted\n\tpublished: false\n---\nWords',
    '\u200f---\ntitle: Unlisted\ndraft: true\n---\nWords'
  ]
  const texts = [
    '+++\ndraft = false\n+++\ndraft = true',
    '+++\n+++\ndraft = true',
    '+++\ntitle = "Draft = true"\n+++\n',
    '{ "draft": false, "title": "Draft: true" }\n\n{ "draft": true }',
    'About\n\n{ "draft": true }',
    '---\n title: Page\n draft: false\n---\n draft: true'
  ]
  const files = {
    ...Object.fromEntries(others.map((markdown, n) => [`o${n}.md`, markdown])),
    ...Object.fromEntries(texts.map((markdown, n) => [`t${n}.md`, markdown])),
    ...Object.fromEntries(
      drafts.map((field, n) => [`d${n}.md`, text(`title: Unlisted ${n}\nmenu: true\n${field}`)])
    ),
    ...Object.fromEntries(pages.map((field, n) => [`p${n}.md`, text(`title: Page ${n}\n${field}`)])),
    'broken.md': text('title: a: b\ndraft: true'),
    'open.md': '---\ntitle: x\ndraft: true\n',
    'untitled.md': text('draft: true'),
    '_drafts/later.md': text('title: Unlisted 99'),
    '_drafts/next.html': '<title>Unlisted</title><p>Words',
    '_drafts/photo.txt': 'A photo.',
    'about.md': text('title: x\ndraft: true'),
    'blog/index.md': text('title: Blog\ndraft: true'),
    'blog.md': text('title: The other blog'),
    'blog/photo.txt': 'A photo.',
    'later.markdown': text('title: Unlisted\ndraft: true'),
    'later.mdx': text('title: Unlisted\ndraft: true'),
    'later.htm': text('title: Unlisted\ndraft: true', '<title>Unlisted</title>'),
    'LATER.XHTML': text('title: Unlisted\ndraft: true', '<title>Unlisted</title>'),
    'later.adoc': text('title: Unlisted\ndraft: true'),
    'now.htm': '<title>Now</title>',
    'LATER.MD': text('title: Unlisted\ndraft: true'),
    'now.markdown': text('title: Now'),
    'page.html': text('title: Unlisted\ndraft: true', '<title>Unlisted</title>'),
    'links.md': text('title: Links', '[draft](d0.md)')
  }

  const { get, check, siteDir, statusOf, readLists } = await start(t, files)

  t.test('is not served, and in no list', async (t) => {
    const names = [...drafts.keys()].map((n) => `d${n}`)
    for (const url of ['/d0', '/d0.html', '/_drafts/later', '/_drafts/later.html'])
      t.equal(await statusOf(url), 404, url)
    for (const name of [...names, 'broken', 'open', 'untitled', '_drafts/later'])
      for (const url of [`/${name}/`, `/${name}.md`]) t.equal(await statusOf(url), 404, url)
    for (const list of await readLists()) t.notMatch(list, /unlisted \d|\/o\d|\/page/i)
    t.notMatch((await get('/')).body, 'Unlisted')
    for (const n of pages.keys()) t.equal(await statusOf(`/p${n}/`), 200, `${pages[n]} › is a page`)
  })

  t.test('is not served, also if its front matter is indented, or not in YAML', async (t) => {
    for (const [n, markdown] of others.entries()) t.equal(await statusOf(`/o${n}.md`), 404, markdown)
    for (const [n, markdown] of texts.entries()) t.equal(await statusOf(`/t${n}.md`), 200, markdown)
  })

  t.test('is not served, also if it is no Markdown page', async (t) => {
    const missing = '/_drafts/next /_drafts/next.md /_drafts/photo.txt /later.markdown /later.mdx /LATER.MD'
    for (const url of words(`${missing} /later.htm /LATER.XHTML /later.adoc /page /page.md`))
      t.equal(await statusOf(url), 404, url)
    for (const url of ['/now.markdown', '/now.htm']) t.equal(await statusOf(url), 200, url)
  })

  t.test('leaves its paths to other files and pages', async (t) => {
    t.match((await get('/blog/')).body, 'The other blog')
    t.equal((await get('/blog/photo.txt')).body, 'A photo.')
    t.notMatch((await get('/about.md')).body, 'The words of this page')
  })

  t.test('is listed by the check, which passes', async (t) => {
    const { problems, warnings } = await check()
    t.same(problems, [])
    const count = drafts.length + others.length + 15
    const left = warnings.filter((line) => / drafts? out /.test(line))
    t.match(left, [`SITE_DIR: left ${count} drafts out of the site, except for dev: "`])
    t.ok(warnings.includes(`${siteDir}/links.md: links to a path that does not exist, got "/d0.md"`))
  })

  t.test('is shown to its owner, with a mark in the page and in lists', async (t) => {
    const { get } = await start(t, files, { showsDrafts: true })
    const { body } = await get('/d0/')
    t.match(body, '<h1>Draft: Unlisted 0</h1>')
    t.match(body, '<title>Draft: Unlisted 0 |')
    t.match((await get('/page')).body, '<title>Draft: Unlisted</title>')
    for (const n of others.keys()) t.equal((await get(`/o${n}.md`)).statusCode, 200)
    t.match((await get('/o12/')).body, '<h1>Draft: Unlisted</h1>')
    t.match((await get('/')).body, '<a href="/d0/">Draft: Unlisted 0</a>')
    t.match((await get('/llms.txt')).body, 'Draft: Unlisted 0')
  })
})

t.test('a page with noindex', async (t) => {
  const fields = split(`
    noindex: true | noindex: "yes" | robots: noindex | robots: NOINDEX, nofollow | robots: [none] |
    robots: "max-snippet:-1 , none" | robots: "googlebot: None" | robots: index,noindex |
    googlebot: noindex | noIndex: true | unlisted: true | hidden: true | no_index: true |
    eleventyExcludeFromCollections: true | index: false | sitemap: no | sitemap:\n  disable: true |
    build: { list: never }
  `)
  const listed = split(`
    noindex: false | robots: index, follow | robots: "max-image-preview: none" | index: true | robots: all |
    robots: "max-image-preview : none, index" | robots: "MAX-SNIPPET: none" | robots: noimageindex | robots: ""
  `)
  const tag = (name: string, content: string) =>
    `<title>Unlisted</title><meta name="${name}" content="${content}"><p>Words`
  const tags = {
    'a.html': tag('googlebot', 'noindex'),
    'b.html': tag('GoogleBot', 'nofollow,NoIndex'),
    'c.html': `<meta name=robots content=index>${tag('robots', 'none')}`,
    'd.html': tag('bingbot', 'noindex')
  }
  const { get, statusOf, readLists } = await start(t, {
    ...Object.fromEntries(fields.map((field, n) => [`n${n}.md`, text(`title: Unlisted ${n}\n${field}`)])),
    ...Object.fromEntries(listed.map((field, n) => [`l${n}.md`, text(`title: Listed ${n}\n${field}`)])),
    ...tags,
    'e.html': '<title>Listed 9</title><meta name="robots" content="max-image-preview:none"><p>Words'
  })

  t.test('is served with the tag', async (t) => {
    for (const [n, field] of fields.entries())
      t.match((await get(`/n${n}/`)).body, '<meta name="robots" content="noindex"/>', field)
    t.notMatch((await get('/l0/')).body, 'noindex')
    t.equal((await get('/a')).body, tags['a.html'])
    for (const name of ['b', 'c', 'd']) t.equal(await statusOf(`/${name}`), 200)
  })

  t.test('is in no list', async (t) => {
    const bodies = await readLists()
    for (const body of bodies) t.notMatch(body, /Unlisted/)
    for (const body of bodies.slice(1, 3)) for (const n of Array(10).keys()) t.match(body, `Listed ${n}`)
  })
})

t.test('a page with a date to come › is published, and the check warns', async (t) => {
  const { check, siteDir, statusOf } = await start(
    t,
    {
      'fair.md': text('title: Fair\ndate: 2027-05-01'),
      'past.md': text('title: Past\ndate: 2026-05-01 10:00:00 +0200'),
      'odd.md': text('title: Odd\ndate: soon')
    },
    { now: () => new Date('2026-11-25T10:00:00Z') }
  )
  t.equal(await statusOf('/fair/'), 200)
  const { problems, warnings } = await check()
  t.same(problems, [])
  t.same(
    warnings.filter((line) => line.includes('date')),
    [
      `${siteDir}/fair.md: is published before its date, got "2027-05-01". Write draft: true if it should wait.`
    ]
  )
})
