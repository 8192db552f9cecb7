import { symlinkSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { listSiteFiles } from '../../../src/site/folder/site-files.ts'
import { baseUrl, buildWhole } from '../../helper.ts'
import { folder } from '../folder.ts'

const page = (name: string, head = '') =>
  `<!doctype html><title>${name}</title>${head}<h1>${name}</h1><p>About ${name} and nothing else.</p>`

t.test('a page of the owner', async (t) => {
  const robots = (content: string) => `<meta name="robots" content="${content}">`
  const canonical = (href: string) => `<link rel="canonical" href="${href}">`
  const listed = {
    'index.html': page('Home', canonical(`${baseUrl}/index.html`)),
    'open.html': page('Open', robots('index, follow')),
    'here.html': page('Here', canonical('/here/')),
    'public.html': page('Public', canonical('https://www.shop.example/public'))
  }
  const unlisted = {
    'draft.html': page('Draft', robots('NOINDEX, follow')),
    'none.html': page('None', robots('none')),
    'moved.html': page('Moved', '<meta http-equiv="refresh" content="0; url=/open">'),
    'copy.html': page('Copy', canonical('/open'))
  }
  const siteDir = folder(t, { ...listed, ...unlisted })
  const { fastify: app } = await buildWhole(t, {}, { siteDir })

  t.test('is in no list if it refuses indexing, leads elsewhere or is a copy', async (t) => {
    for (const path of ['/sitemap-1.xml', '/sitemap.md', '/llms.txt', '/llms-full.txt']) {
      const { body } = await app.inject(path)
      for (const file of Object.keys(unlisted)) t.notMatch(body, `/${file.replace('.html', '')}`, path)
      for (const file of ['open', 'here', 'public']) t.match(body, `/${file}`, path)
    }
    const { statusCode } = await app.inject('/draft')
    t.equal(statusCode, 200, 'it is served all the same')
  })

  t.test('may use the features of the browser', async (t) => {
    const { headers } = await app.inject('/open')
    t.equal(headers['permissions-policy'], undefined)
    t.equal(headers['content-security-policy'], undefined)
  })
})

t.test('programs, databases and copies in SITE_DIR are warned about', async (t) => {
  const files = [
    'index.html',
    'a/contact.PHP',
    'shop.sql',
    'page.html.bak',
    'page.html~',
    'phpinfo.html',
    'backup.sql.gz',
    'error_log'
  ]
  const siteDir = folder(t, Object.fromEntries(files.map((name) => [name, 'text'])))
  const warnings: string[] = []
  await listSiteFiles(siteDir, (message) => warnings.push(message))
  t.same(
    warnings.sort(),
    ['a/contact.PHP', 'backup.sql.gz', 'error_log', 'page.html.bak', 'page.html~', 'shop.sql'].map(
      (name) =>
        `SITE_DIR: anybody can read "${name}", and the server runs no programs. Delete it, unless visitors should read it.`
    )
  )
})

t.test('a folder of packages gets one warning', async (t) => {
  const siteDir = folder(t, { 'a/node_modules/b/c.js': 'x', 'a/node_modules/b/node_modules/d.php': 'x' })
  const warnings: string[] = []
  await listSiteFiles(siteDir, (message) => warnings.push(message))
  t.match(warnings, [/^SITE_DIR: anybody can read "a\/node_modules\/"/])
  t.equal(warnings.length, 1)
})

t.test('a page with another extension gets a warning with its right name', async (t) => {
  const files = ['index.htm', 'a/INDEX.HTML', 'old index.htm', 'b.xhtml', 'c.html', 'd.html.txt']
  const siteDir = folder(t, Object.fromEntries(files.map((name) => [name, 'text'])))
  const warnings: string[] = []
  await listSiteFiles(siteDir, (message) => warnings.push(message))
  t.same(
    warnings.sort(),
    [
      ['a/INDEX.HTML', 'a/index.html'],
      ['b.xhtml', 'b.html'],
      ['index.htm', 'index.html'],
      ['old index.htm', 'old index.html']
    ].map(
      ([name, right]) =>
        `SITE_DIR: "${name}" is not a page, because its name does not end with ".html". Rename it to "${right}".`
    )
  )
})

t.test('a link that does not lead to a file of the folder gets a warning', async (t) => {
  const siteDir = folder(t, { 'index.html': 'text', 'team/index.html': 'text' })
  for (const [name, target] of Object.entries({
    home: 'index.html',
    broken: 'nowhere',
    out: '/',
    loop: 'team'
  }))
    symlinkSync(target, join(siteDir, name))
  const warnings: string[] = []
  await listSiteFiles(siteDir, (message) => warnings.push(message))
  t.same(
    warnings.sort(),
    ['broken', 'loop', 'out'].map(
      (name) => `SITE_DIR: left out "${name}": it must be a file, or a link to one inside the folder`
    )
  )
})
