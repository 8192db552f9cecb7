import t from 'tap'
import { listSiteFiles } from '../../src/site/site-files.ts'
import { baseUrl, buildWhole } from '../helper.ts'
import { folder } from './folder.ts'

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
  const files = ['index.html', 'a/contact.PHP', 'shop.sql', 'page.html.bak', 'page.html~', 'phpinfo.html']
  const siteDir = folder(t, Object.fromEntries(files.map((name) => [name, 'text'])))
  const warnings: string[] = []
  await listSiteFiles(siteDir, (message) => warnings.push(message))
  t.same(
    warnings.sort(),
    ['a/contact.PHP', 'page.html.bak', 'page.html~', 'shop.sql'].map(
      (name) =>
        `SITE_DIR: anybody can read "${name}", and the server runs no programs. Delete it, unless visitors should read it.`
    )
  )
})
