import fc from 'fast-check'
import { DomUtils, parseDocument } from 'htmlparser2'
import MarkdownIt from 'markdown-it'
import t from 'tap'
import { baseUrl, facts } from '../helper.ts'
import { amount } from '../random.ts'
import { discover, page, pagesOf } from './discover.ts'

/** Returns a function that returns the elements of a Markdown document as a reader sees it. */
function parse(markdown: string) {
  const document = parseDocument(new MarkdownIt({ html: true }).render(markdown))
  return (name: string) =>
    DomUtils.getElementsByTagName(name, document).map((element) =>
      DomUtils.textContent(element).replace(/\s+/g, ' ').trim()
    )
}

const pieces = ['*', '**', '_', '`', '``', '~~', '!', '[', ']', '(', ')', '<', '>', '<b>', '&', '&amp;']
const others = ['#', '##', '-', '+', '1.', '2)', '=', '|', '\\', '"', 'a', 'b c', 'snake_case', 'שלום', ' ']
const text = fc
  .array(fc.constantFrom(...pieces, ...others), { minLength: 1, maxLength: 12 })
  .map((parts) => parts.join('').replace(/\s+/g, ' ').trim())
  .filter((value) => value !== '')

t.test('a text of the data is the same text in the Markdown of every document', async (t) => {
  const business = await facts()
  const licence = { name: '', url: 'https://licence.example/' }
  // One assertion for all, because each one costs more than the search in a document.
  const wrong: string[] = []
  const check = (isRight: boolean | undefined, what: string) => {
    if (!isRight) wrong.push(what)
  }
  await fc.assert(
    fc.asyncProperty(text, text, async (name, other) => {
      // The summary omits a tagline that is the name.
      fc.pre(name !== other)
      const profile = { ...business.profile, name, tagline: other }
      const catalog = { ...business.catalog, pricing_note: other }
      const site = { ...business.site, licence: { ...licence, name: other } }
      const pricing = { ...business.pricing, tax: { included: true, name: other } }
      const entries = [page('/'), page('/x/', { title: name, description: other })]
      const { read } = await discover(pagesOf(entries), {
        business: { ...business, profile, catalog, site, pricing }
      })
      for (const path of ['/llms.txt', '/llms-full.txt', '/sitemap.md', skillPath]) {
        const texts = parse((await read(path)).replace(/^---\n.*?\n---\n/s, ''))
        const items = texts('li')
        const headings = [...texts('h1'), ...texts('h2')]
        const has = (part: string) => items.some((item) => item.includes(part))
        const isNamed = headings.some((heading) => heading.endsWith(name))
        check(isNamed, `${path}: ${name}`)
        if (path !== skillPath) check(texts('a').includes(name), `${path}: ${name}`)
        for (const element of ['strong', 'em', 'del', 'img', 'b', 'h4'])
          check(texts(element).length === 0, `${path}: ${element}`)
        if (path === '/sitemap.md') continue
        check(items.includes(`The business says this about its prices: ${other}`), `${path}: ${other}`)
        check(has(`published under ${other} (`), `${path}: ${other}`)
        check(has(`Prices include tax (${other}`), `${path}: ${other}`)
        if (path === skillPath) continue
        check(items.includes(`${name}: ${other}`), `${path}: ${other}`)
        check(texts('blockquote')[0]?.endsWith(other), `${path}: ${other}`)
      }
    }),
    { numRuns: amount(20, 300) }
  )
  t.same(wrong, [])
})

t.test('a URL with any characters is the same URL in llms.txt and sitemap.md', async (t) => {
  const path = "/_a_/b)(c&copy;d [1] *2* '<3>'/"
  const { read } = await discover(pagesOf([page('/'), page(path)]))
  const url = (suffix: string) => baseUrl + encodeURI(path).replace(/\/$/, suffix)
  const linksOf = async (document: string) => {
    const html = new MarkdownIt().render(await read(document))
    return Array.from(html.matchAll(/href="([^"]*)"/g), ([, href = '']) =>
      decodeURIComponent(href.replaceAll('&amp;', '&'))
    )
  }
  t.ok((await linksOf('/llms.txt')).includes(decodeURIComponent(url('.md'))))
  const listed = await linksOf('/sitemap.md')
  for (const suffix of ['/', '.md']) t.ok(listed.includes(decodeURIComponent(url(suffix))), suffix)
  t.match(await read('/sitemap.md'), `](${url('/').replace(')(', '%29%28').replace('&', '%26')})`)
})

const skillPath = '/.well-known/agent-skills/business-facts/SKILL.md'
