import t from 'tap'
import { baseUrl, build, dataWith, facts, folderWith } from '../helper.ts'
import { englishData } from './sample.ts'

const page = (name: string) =>
  `<title>${name}</title><meta name="description" content="All of ${name}"><h1>${name}</h1><p>${`About ${name}. `.repeat(1200)}</p>`

t.test('the lists of the pages of a custom site', async (t) => {
  const paths = {
    'services#/examples/0/url': '/works/one',
    'services#/examples/1/url': '/works/two',
    'pricing#/quote_url': '/zz-quote.html',
    'faq#/source': '/y-questions/',
    'profile#/contact/contact_page': '/xx%20reach/',
    // Not percent-encoded UTF-8.
    'profile#/links': { old: '/old/%ff/' }
  }
  const business = await facts(dataWith(t, paths, englishData))
  const others = Array.from({ length: 60 }, (_, index) => `blog/${String(index).padStart(3, '0')}`)
  const files = [...others, 'index', 'pricing', 'services/index', 'works/two', 'works/one', 'zz-quote']
  const names = [...files, 'y-questions/index', 'xx reach/index', 'contact/index']
  const siteDir = folderWith(t, Object.fromEntries(names.map((name) => [`${name}.html`, page(name)])))
  const app = await build(t, { business }, { siteDir })
  const expected = [
    ...['/', '/services/', '/pricing', '/contact/'],
    ...['/zz-quote', '/y-questions/', '/xx%20reach/', '/works/one', '/works/two'],
    ...['/for-ai/', '/developers/', '/blog/000', '/blog/001']
  ]
  const listed = async (url: string, pattern: RegExp) =>
    Array.from((await app.inject(url)).body.matchAll(pattern), ([, path = '']) => path.replace(baseUrl, ''))
  const markdownPaths = expected.map((path) => (path === '/' ? '/index.md' : `${path.replace(/\/$/, '')}.md`))

  t.test('begin with the home page and the pages that show facts, then follow the alphabet', async (t) => {
    const pages = await listed('/llms.txt', /^- \[.*?\]\((.*?\.md)\)/gm)
    // It begins with the facts on one page, and ends with the pages about the site.
    const others = markdownPaths.filter((path) => !['/for-ai.md', '/developers.md'].includes(path))
    t.same(pages.slice(0, expected.length - 1), others.toSpliced(1, 0, '/for-ai.md'))
    const { body } = await app.inject('/llms.txt')
    t.match(body, `- [pricing](${baseUrl}/pricing.md): All of pricing\n`)
    t.match(body, /\/blog\/059\.md\).*\n- \[.*\/developers\.md\).*\n\n## API/)
    t.same((await listed('/sitemap-1.xml', /<loc>(.*?)<\/loc>/g)).slice(0, expected.length), expected)
  })

  t.test('put the same pages into llms-full.txt before it is full', async (t) => {
    const sources = await listed('/llms-full.txt', /^Source: (.*)$/gm)
    t.ok(sources.length < names.length, 'some pages do not fit')
    t.same(sources.slice(0, expected.length), markdownPaths)
  })
})
