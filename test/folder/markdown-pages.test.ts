import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { baseUrl, facts, words } from '../helper.ts'
import { englishData } from '../site/sample.ts'
import { lists, start, text } from './start.ts'

const mainOf = ({ body }: { body: string }) =>
  /<div class="text-page">(.*?)<\/div><\/main>/s.exec(body)?.[1] ?? ''

t.test('a Markdown file with a title', async (t) => {
  const { get, call } = await start(t, {
    'gallery.md': text(
      'title: Our gallery\ndescription: Photos of the workshop, of repairs and of the people who do them.\nmenu: true\nlayout: post',
      'Hello **you**, see [the first post](blog/first.md).\n'
    ),
    'blog/index.md': text('title: Blog', '# News\n\n[First](first.md), [prices](../pricing.md#a)\n'),
    'blog/first.md': text(
      'title: 2026',
      '# First post\n\n![A wheel](wheel.svg) ![Same](wheel.svg?a&b) ![None](none.png) ![Latin](%ff.png) ![Text](first.md)\n'
    ),
    'blog/wheel.svg': '<svg xmlns="http://www.w3.org/2000/svg" width="1" height="1"/>'
  })
  const { profile } = await facts(englishData)

  t.test('is in the sitemap before a client reads it', async (t) => {
    t.match((await get('/sitemap.md')).body, `- [Our gallery | ${profile.name}](${baseUrl}/gallery/)`)
  })

  t.test('is a page in the house style', async (t) => {
    const { body } = await get('/gallery/')
    t.match(body, /<html lang="en[^"]*" dir="ltr">/)
    t.ok(body.includes(`<title>Our gallery | ${profile.name}</title>`))
    t.ok(body.includes('content="Photos of the workshop, of repairs and of the people who do them."'))
    t.ok(body.includes(`<link rel="canonical" href="${baseUrl}/gallery/"/>`))
    t.match(body, /<header class="site-header">.*<footer class="site-footer">/s)
    const headings = body.match(/<h1.*?<\/h1>/g)
    t.same(headings, ['<h1>Our gallery</h1>'], 'the title is the heading of a text without one')
    t.match(body, 'Hello <strong>you</strong>')
  })

  t.test('has the path of its file, and redirects from the other forms of it', async (t) => {
    t.match((await get('/blog/')).body, '<h1 id="news">News</h1>')
    t.match((await get('/blog/first/')).body, '<h1 id="first-post">First post</h1>')
    for (const [from, to] of [
      ['/gallery/index.html?a=1', '/gallery/?a=1'],
      ['/blog/index.md', '/blog.md'],
      ['/blog/first', '/blog/first/']
    ]) {
      const { statusCode, headers } = await get(String(from))
      t.equal(statusCode, 308, String(from))
      t.equal(headers.location, to)
    }
    t.equal((await get('/blog/other.html')).statusCode, 404)
  })

  t.test('links to pages and shows images from the folder of the file', async (t) => {
    t.match((await get('/gallery/')).body, '<a href="/blog/first/">the first post</a>')
    t.match((await get('/blog/')).body, '<a href="/blog/first/">First</a>, <a href="/pricing/#a">prices</a>')
    const markup = '<img loading="lazy" src="/blog/wheel.svg" width="1" height="1" alt="A wheel">'
    t.match((await get('/blog/first/')).body, markup)
  })

  t.test('shows the pages of its folders above it', async (t) => {
    const { body } = await get('/blog/first/')
    const crumbs = /<nav class="crumbs".*?<\/nav>/s.exec(body)?.[0] ?? ''
    t.same(crumbs.match(/href="[^"]*"/g), ['href="/"', 'href="/blog/"', 'href="/blog/first/"'])
    t.match(crumbs, '>2026</a>', 'a number is a title too')
  })

  t.test('is in the menus only if it says so', async (t) => {
    const { body } = await get('/')
    const menus = Array.from(body.matchAll(/<nav aria-label.*?<\/nav>/gs), ([menu]) => menu)
    t.equal(menus.length, 2)
    for (const menu of menus) {
      const pattern = /<li><a href="\/gallery\/">Our gallery<\/a><\/li><\/ul><\/nav>$/
      t.match(menu, pattern, 'after the built-in pages')
      t.notMatch(menu, '/blog/')
    }
  })

  t.test('is Markdown at its .md path', async (t) => {
    const { body } = await get('/gallery.md')
    t.ok(body.includes(`canonical: "${baseUrl}/gallery/"`))
    t.ok(body.includes(`# Our gallery\n\nHello **you**, see [the first post](${baseUrl}/blog/first/).`))
    t.notMatch(body, 'menu')
    t.ok((await get('/blog.md')).body.includes(`[First](${baseUrl}/blog/first/)`))
    t.ok((await get('/blog/first.md')).body.includes(`![A wheel](${baseUrl}/blog/wheel.svg)`))
  })

  t.test('is in every list of pages', async (t) => {
    for (const path of lists)
      for (const page of ['/gallery', '/blog', '/blog/first'])
        t.ok((await get(path)).body.includes(baseUrl + page), `${path}: ${page}`)
    t.match((await get('/llms-full.txt')).body, 'Hello **you**')
    t.ok((await call('resources/list', {})).includes(`${baseUrl}/gallery.md`))
  })

  t.test('keeps the menu of site.json, which can link to it', async (t) => {
    const menu = [{ label: 'Pictures', href: `${baseUrl}/gallery/` }]
    const redirects = { '/photos.php': `${baseUrl}/gallery/`, '/gallery/': `${baseUrl}/about/` }
    const business = { ...(await facts(englishData)), site: { menu, redirects } }
    const own = await start(t, { 'gallery.md': text('title: Gallery\nmenu: true', 'x') }, { business })
    const { body } = await own.get('/')
    const header = /<header.*?<\/header>/s.exec(body)?.[0] ?? ''
    t.same(header.match(/<li>.*?<\/li>/g), ['<li><a href="/gallery/">Pictures</a></li>'])
    const { problems } = await own.check()
    t.match(problems, [/has no effect, because the server already serves this path, got "\/gallery\/"/])
    t.equal(problems.length, 1, 'the redirect to the page works')
  })
})

t.test('a Markdown file that is not a page', async (t) => {
  const titled = text('title: Mine', 'My own text')
  const { get, messages } = await start(t, {
    'about.md': titled,
    'index.md': titled,
    'terms.html': '<title>Terms</title><h1>Terms</h1>',
    'terms.md': titled,
    'team/index.html': '<title>Team</title><h1>Team</h1>',
    'team/index.md': titled,
    'shop.md': titled,
    'shop/index.md': text('title: Shop', 'Welcome'),
    'plain.md': '# Plain',
    'rule.md': '---\nA text between rules\n---\n',
    'untitled.md': text('description: x', 'text'),
    '.well-known/skill.md': titled
  })

  t.test('is the Markdown form of the page at its path', async (t) => {
    for (const [markdown, page] of [
      ['/about.md', '/about/'],
      ['/index.md', '/'],
      ['/terms.md', '/terms'],
      ['/shop.md', '/shop/']
    ]) {
      t.equal((await get(String(markdown))).body, titled)
      t.notMatch((await get(String(page))).body, 'My own text')
    }
    t.match((await get('/shop/')).body, 'Welcome', 'the index of a folder is the page')
    t.equal((await get('/team/index.md')).body, titled)
  })

  t.test('is served as a file if it has no title', async (t) => {
    for (const path of ['/plain', '/rule', '/untitled', '/.well-known/skill']) {
      const { statusCode, headers } = await get(`${path}.md`)
      t.equal(statusCode, 200, path)
      t.equal(headers['content-type'], 'text/markdown; charset=utf-8')
      t.equal((await get(`${path}/`)).statusCode, 404)
    }
    t.same(messages, [])
  })
})

t.test('a page in Markdown on a custom website has the house style and only its own menu', async (t) => {
  const { get } = await start(t, {
    'index.html': '<title>Own</title><h1>Own home page</h1>',
    'news.md': text('title: News\nmenu: true', 'Text'),
    'about.md': text('title: Who we are\nmenu: true', 'The built-in page does not exist here')
  })

  const { body } = await get('/news/')
  const header = /<header.*?<\/header>/s.exec(body)?.[0] ?? ''
  t.same(header.match(/<li>.*?<\/li>/g), [
    '<li><a href="/about/">Who we are</a></li>',
    '<li><a href="/news/" aria-current="page">News</a></li>'
  ])
  t.match((await get('/about/')).body, 'The built-in page does not exist here')
  t.match((await get('/')).body, 'Own home page')
})

t.test('the front matter of a page', async (t) => {
  const quote = 'Write quotation marks around a text that has a colon or begins with a sign.'
  const bad = {
    'colon.md': [
      'title: a: b',
      `:2:8: the front matter is not valid YAML (Nested mappings are not allowed in compact mappings). ${quote}`
    ],
    'twice.md': [
      'title: a\ntitle: b',
      ':3:1: the front matter is not valid YAML (Map keys must be unique). Delete one of the two fields.'
    ],
    'tab.md': [
      'title: a\n\tdescription: b',
      ':3:1: the front matter is not valid YAML (Tabs are not allowed as indentation). Write each field at the start of its line'
    ],
    'quotes.md': [
      'title: "a" b',
      ':2:12: the front matter is not valid YAML (Unexpected scalar at node end). Write quotation marks around the whole text'
    ],
    'number.md': ['title: #1 shop', `:2:1: title must be a text. ${quote}`],
    'list.md': ['title: [a]', ':2:1: title must be a text'],
    'empty.md': ['title:', ':2:1: title must be a text'],
    'object.md': ['title: a\ndescription:\n  a: b', ':3:1: description must be a text'],
    'title-word.md': ['layout: title\n# title\ntitle:', ':4:1: title must be a text'],
    'folded.md': ['title: >\n  a\n  description\ndescription: [b]', ':5:1: description must be a text'],
    'long.md': [
      `title: a\nb: ${'x'.repeat(2000)}`,
      ':1:1: the front matter must have at most 2000 characters'
    ],
    'mcp.md': ['title: a', ': cannot be a page, because the server has the path /mcp/. Rename the file.']
  } as const
  const files = Object.entries(bad).map(([name, [fields]]) => [name, text(fields, 'x')])
  const { siteDir, messages, get, check } = await start(t, {
    ...Object.fromEntries(files),
    'open.md': '---\ntitle: a\n\ntext',
    'large.md': text('title: a', 'x'.repeat(500_000)),
    'latin.md': Buffer.from(text('title: a', 'caf\xe9'), 'latin1')
  })
  const expected = [
    ...Object.entries(bad).map(([name, [, message]]) => `${siteDir}/${name}${message}`),
    `${siteDir}/open.md:1:1: the front matter has no end. Write a line --- after its last field.`,
    `${siteDir}/large.md: must have at most 500 KB to be a page`,
    `${siteDir}/latin.md: must be in UTF-8 to be a page`
  ]

  t.test('is one problem with its line if it is invalid, and the file stays a file', async (t) => {
    t.equal(messages.length, expected.length)
    for (const line of expected)
      t.ok(
        messages.some((message) => message.startsWith(line)),
        line
      )
    t.equal((await check()).problems.length, expected.length)
    t.equal((await get('/colon.md')).statusCode, 200)
    t.equal((await get('/colon/')).statusCode, 404)
  })

  t.test('may be quoted, have comments, Windows line ends and a byte order mark', async (t) => {
    const { get } = await start(t, {
      'a.md':
        '\ufeff---\r\n# note\r\n"title": "A: b"\r\ndescription: >\r\n  two\r\n  lines\r\nmenu: false\r\n---\r\nText\r\n'
    })
    const { body } = await get('/a/')
    t.match(body, '<h1>A: b</h1>')
    t.match(body, /content="two lines\. /)
  })

  t.test('may have keys with capital letters', async (t) => {
    const { get } = await start(t, {
      'a.md': text('Title: Fair\nDescription: In May\nMenu: true\nSEO:\n  NoIndex: true', 'Text')
    })
    const { body } = await get('/a/')
    t.match(body, '<h1>Fair</h1>')
    t.match(body, 'content="In May. ')
    t.match(body, '<meta name="robots" content="noindex"/>')
    t.match((await get('/')).body, '<a href="/a/">Fair</a>')
  })
})

t.test('the text of a page', async (t) => {
  const { siteDir, get, check, messages } = await start(t, {
    'html.md': text(
      'title: x',
      '<h1 class="a">Raw</h1>\n\n# Two\n\nSee <a href="b.md">b</a><img src="c.png" alt="c" data-src="d"> <iframe src="https://other.example/v"></iframe>\n'
    ),
    'two.md': text('title: x', 'x'),
    'links.md': text(
      'title: x',
      '[a](#part) [b](//other.example/x) [c](/..//evil) [d](mailto:a@b.example) [e](/gone/) [f](/caf%e9/) [g](two.html) [h](/api/v1/profile.json) ![i](https://other.example/i.png)\n'
    )
  })

  t.test('keeps links to other sites, and the check warns about links that do not work', async (t) => {
    const kept = '#part //other.example/x /..//evil mailto:a@b.example /gone/ /caf%e9/ /two.html'
    const links = words(`${kept} /api/v1/profile.json`)
    t.same(mainOf(await get('/links/')).match(/(?<=href=")[^"]*/g), links)
    const { problems, warnings } = await check()
    t.same(problems, [])
    const place = (name: string) => `${siteDir}/${name}.md: `
    t.same(warnings, [
      `${place('html')}links to a path that does not exist, got "/b.md"`,
      `${place('html')}links to a path that does not exist, got "/c.png"`,
      `${place('html')}shows a file of another site, got "https://other.example/v". Browsers block it on pages in the house style: write a link to it.`,
      `${place('links')}links to a path that does not exist, got "/gone/"`,
      `${place('links')}links to a path that does not exist, got "/caf%e9/"`,
      `${place('links')}shows an image of another site, got "https://other.example/i.png". Browsers block it on pages in the house style: save it in the site folder.`
    ])
    t.same(messages, [])
  })

  t.test('has blocks in another direction', async (t) => {
    const hebrew = 'WhatsApp זמין בטלפון 050 123 4567\n\nOnly English here\n'
    const files = { 'דף.md': text('title: דף', hebrew) }
    const business = await facts('test/fixtures/hebrew')
    const { get } = await start(t, files, { business })
    const page = await get(encodeURI('/דף/'))
    t.match(page.body, /<html lang="he[^"]*" dir="rtl">/)
    t.equal(
      mainOf(page),
      '<h1>דף</h1>\n<p>WhatsApp זמין בטלפון <bdi dir="ltr" class="unbroken">050 123 4567</bdi></p>\n<p dir="ltr">Only English here</p>\n'
    )
  })
})

t.test('a page whose text cannot be rendered', async (t) => {
  const { siteDir, get, messages, check } = await start(t, {
    'bare.md': text('title: x', 'x'),
    'long.md': text('title: x', `[a]: /${'u'.repeat(1000)}\n\n${'[a] '.repeat(1000)}`),
    'wide.md': text('title: x', `&${'"'.repeat(100_000)}`),
    'gone.md': text('title: x', 'x'),
    'grown.md': text('title: x', 'x')
  })

  t.test('is missing, with one warning until its file changes', async (t) => {
    const failure = 'it would be larger than 500 KB of HTML'
    for (const path of ['/long/', '/long/', '/wide/']) t.equal((await get(path)).statusCode, 404, path)
    t.same(messages, [`cannot render /long/: ${failure}`, `cannot render /wide/: ${failure}`])
    t.equal((await get('/long.md')).statusCode, 200, 'its file is served')
    writeFileSync(join(siteDir, 'grown.md'), 'x'.repeat(500_001))
    t.equal((await get('/grown/')).statusCode, 404)
    rmSync(join(siteDir, 'gone.md'))
    t.equal((await get('/gone/')).statusCode, 404)
    writeFileSync(join(siteDir, 'wide.md'), text('title: x', 'short'))
    t.match((await get('/wide/')).body, '<p>short</p>')
    writeFileSync(join(siteDir, 'bare.md'), 'no front matter')
    t.match((await get('/bare/')).body, '<p>no front matter</p>')
  })

  t.test('is a problem of the check', async (t) => {
    t.same(
      (await check()).problems.map((line) => line.slice(siteDir.length)),
      [
        '/gone.md: cannot be a page: its file cannot be read',
        '/grown.md: cannot be a page: its file is larger than 500 KB',
        '/long.md: cannot be a page: it would be larger than 500 KB of HTML'
      ]
    )
  })
})

t.test('what is left out of the pages, lists and menu', async (t) => {
  const head = (tags: string) => `<html><head><title>a</title>${tags}</head><body>a`
  const canonical = (path: string) => head(`<link rel="canonical" href="${path}">`)
  const own = `${baseUrl}/%d7%9e%d7%97%d7%99%d7%a8%d7%95%d7%9f`
  const { get, check } = await start(t, {
    'main.md': text('title: a\nmenu: main', 'x'),
    'map.md': text('title: b\nmenu:\n  main:\n    weight: 10', 'x'),
    'list.md': text('title: c\nmenu: [main, footer]', 'x'),
    'menus.md': text('title: d\nmenus: main', 'x'),
    'eleventy.md': text('title: e\neleventyNavigation:\n  key: e', 'x'),
    'seo.md': text('title: f\nseo:\n  noindex: true', 'x'),
    'index-no.md': text('title: g\nrobots: {index: false}', 'x'),
    'papermod.md': text('title: h\nrobotsNoIndex: true', 'x'),
    'excluded.md': text('title: i\nsitemap: {exclude: true}', 'x'),
    'elsewhere.md': text('title: j\npermalink: /x/\naliases: [/y/]', 'x'),
    'dots.md': '---\ntitle: k\n...\nx',
    'comment.md': `<!-- a -->\n${text('title: a', 'x')}`,
    'utf16.md': Buffer.from(text('title: a', 'x'), 'utf16le'),
    'contact.md': text('title: Contact us', 'x'),
    'developers.md': text('title: Our API', 'x'),
    'developers/index.html': head(''),
    'faq.md': '# Questions',
    'team.njk': 'x',
    'old.shtml': 'x',
    'toml.md': '+++\ntitle = "a"\n+++\nx',
    'json.md': '{"title": "a"}\nx',
    'plain.md': '# a',
    'none.md': text('layout: post', 'x'),
    'old.markdown': '# a',
    'twin.md': text('title: a', 'x'),
    'twin/index.md': text('title: b', 'x'),
    'hidden.md': text('title: a\nrobots: noindex', 'x'),
    'about-us.html': head(''),
    'about-us.md': '# a',
    'services.html': head(''),
    'robots.html': head('<meta name="robots" content="index"><meta name="robots" content="noindex">'),
    'bot.html': head('<meta name="googlebot" content="max-snippet:-1,none">'),
    'preview.html': head('<meta name="robots" content="max-image-preview:none, max-snippet : none">'),
    'moved.html': head('<meta http-equiv="refresh" content="0; url=/">'),
    'noscript.html': head('<noscript><meta http-equiv="refresh" content="0; url=/old"></noscript>'),
    'again.html': head(`<meta http-equiv="refresh" content="300; URL='/again'">`),
    'copy.html': canonical('/about-us'),
    'מחירון.html': canonical(own),
    'port.html': canonical('https://shop.example:443/x/../port'),
    'here.html': canonical('/here/'),
    'public.html': canonical('https://www.shop.example/public'),
    'home/index.html': canonical('/home/index.html'),
    'cafe\u0301.html': canonical('/caf%c3%a9')
  })
  // A client may have read a page before.
  await get('/hidden/')
  const { problems, warnings } = await check()
  t.same(problems, [])
  t.same(
    warnings.filter((line) => line.startsWith('SITE_DIR: left ')).sort(),
    [
      'left 1 file out of the pages, because of a built-in page at the same path: "contact.md"',
      'left 1 file out of the pages, because of a name that does not end with .md: "old.markdown"',
      'left 1 file out of the pages, because of an encoding other than UTF-8: "utf16.md"',
      'left 1 file out of the pages, because of another page at the same path: "twin.md"',
      'left 1 file out of the pages, because of text before its front matter: "comment.md"',
      'left 1 page out of every list, because of a refresh that leads elsewhere: "/moved"',
      'left 1 page out of every list, because of the canonical URL of another page: "/copy"',
      'left 1 page out of the built-in links, because a built-in page has its path with a slash: "/services"',
      'left 2 fields out of the site, because of addresses that follow from the names of files: "permalink of elsewhere.md", "aliases of elsewhere.md"',
      'left 2 files out of the pages, because of a name that does not end with .html or .md: "old.shtml", "team.njk"',
      'left 2 files out of the pages, because of front matter that is not YAML: "json.md", "toml.md"',
      'left 2 files out of the pages, because of front matter without a title: "none.md", "plain.md"',
      'left 2 pages out of every list, because of a robots tag: "/bot", "/robots"',
      'left 5 pages out of every list, because of its front matter: "/excluded/", "/hidden/", "/index-no/", "/papermod/", "/seo/"',
      'left 5 pages out of the menu, because of a menu that is neither true nor false: "eleventy.md", "list.md", "main.md", "map.md", "menus.md"'
    ].map((line) => `SITE_DIR: ${line}`)
  )
  for (const path of ['/main/', '/map/', '/list/', '/dots/']) t.equal((await get(path)).statusCode, 200, path)
  const listed = (await get('/sitemap.md')).body
  const names = ['main/', 'מחירון', 'port', 'here', 'public', 'home/', 'café', 'preview', 'noscript', 'again']
  for (const name of names) t.match(listed, `](${baseUrl}/${encodeURI(name)})`)
  for (const list of lists) t.notMatch((await get(list)).body, /\/(?:copy|moved|robots|bot)\b(?!\.txt)/, list)
  t.equal((await get('/copy')).statusCode, 200, 'it is served all the same')
})

t.test('the pages that a robots.txt closes to search engines', async (t) => {
  const all = ['/about/', '/', '/services/']
  const both = 'Googlebot and Bingbot'
  for (const [robots, engines, paths] of [
    [
      '\ufeffuser-agent:*\r\n\r\nUser-Agent: Bingbot # too\r\nCrawl-delay: 5\r\nDISALLOW : /* # all',
      both,
      all
    ],
    ['User-agent: facebookexternalhit\nDisallow:\n\nUser-agent: *\nDisallow: /', both, all],
    ['User-agent: *\nDisallow: /\nAllow: /wp-admin/admin-ajax.php', both, all],
    ['User-agent: *\rDisallow: /*$', both, all],
    ['User-agent: *\nDisallow: /services', both, ['/services/']],
    ['User-agent: *\nDisallow: /*t/$\nAllow: /$', both, ['/about/']],
    ['User-agent: *\nDisallow: /%61bout/', both, ['/about/']],
    ['User-agent: *\nDisallow: /\nAllow: /services/', both, ['/about/', '/']],
    ['User-agent: Googlebot\nDisallow:\n\nUser-agent: *\nDisallow: /', 'Bingbot', all],
    ['User-agent: Googlebot\nDisallow: /about/', 'Googlebot', ['/about/']],
    ['User-agent: *\nDisallow: /private/\nDisallow: /bout/$\nDisallow: /*tt/$', both, []],
    ['User-agent: *\nAllow: /\n\nUser-agent: GPTBot\nDisallow: /', both, []]
  ] as const) {
    const { check } = await start(t, { 'robots.txt': robots })
    const line = (await check()).warnings.find((text) => text.includes('robots.txt'))
    const reason = `out of what ${engines} may read, because of robots.txt: `
    t.equal(line === undefined, paths.length === 0, robots)
    for (const path of paths) t.ok(line?.includes(`"${path}"`) && line.includes(reason), `${robots}: ${line}`)
    for (const path of all.filter((path) => !paths.some((one) => one === path)))
      t.notOk(line?.includes(`"${path}"`), robots)
  }
})
