import { textOf } from '../../site/tree.ts'
import { type Check, unless, verdict } from '../check.ts'
import { attribute, elements, visibleText, wordsOf } from '../html.ts'
import type { Page } from '../subject.ts'

const bodyOf = ({ document }: Page) => elements(document, ['body'])[0] ?? document

/** The nodes of JSON-LD, those of graphs too. */
const nodesOf = ({ document }: Page) =>
  elements(document, ['script'], { type: 'application/ld+json' }).flatMap((script) => {
    const value = JSON.parse(textOf(script))
    return [value, value['@graph'] ?? []].flat()
  })

/** A check of each page by itself. */
const ofPages = (
  name: string,
  asks: Check['asks'],
  fix: string,
  problemsOf: (page: Page) => string[] | Promise<string[]>
): Check => ({
  name,
  fetches: 'pages',
  asks,
  fix,
  run: async (subject) => verdict(await subject.eachPage(problemsOf))
})

const ownPages = 'Only a page of your own can lack it: add it to its head.'

export const pages: Check[] = [
  ofPages(
    'every page answers 200, without a redirect',
    {
      a14y: ['http.status-200', 'http.redirect-chain'],
      afdocs: ['redirect-behavior', 'auth-gate-detection']
    },
    'List the address that the page has now in your sitemap.',
    ({ html: { status, headers } }) =>
      unless(status === 200, `answers ${status} ${headers.get('location') ?? ''}`)
  ),
  ofPages(
    'no page keeps agents out by X-Robots-Tag or meta robots',
    { a14y: ['http.no-noindex-noai'] },
    'Remove noindex and noai.',
    (page) => {
      const said = `${page.html.headers.get('x-robots-tag') ?? ''} ${attribute(page.document, 'content', 'meta', { name: 'robots' })}`
      return unless(!/noindex|noai|noimageai/i.test(said), `says ${said.trim()}`)
    }
  ),
  {
    name: 'every page names its own canonical address, on this site',
    fetches: 'pages',
    asks: { a14y: ['html.canonical-link', 'discovery.no-duplicate-content'] },
    fix: 'Set BASE_URL to the public address of the site; give each page of your own its own <link rel="canonical">.',
    run: async (subject) =>
      verdict(
        await subject.eachPage((page) => {
          const canonical = attribute(page.document, 'href', 'link', { rel: 'canonical' })
          return unless(canonical === subject.origin + page.path, `names "${canonical}"`)
        })
      )
  },
  ofPages(
    'every page has a description of at least 50 characters',
    { a14y: ['html.meta-description'] },
    ownPages,
    (page) => {
      const { length } = attribute(page.document, 'content', 'meta', { name: 'description' })
      return unless(length >= 50, `has one of ${length}`)
    }
  ),
  ofPages(
    'every page has a title and a description for previews',
    { a14y: ['html.og-title', 'html.og-description'] },
    ownPages,
    (page) =>
      ['og:title', 'og:description'].flatMap((name) =>
        unless(attribute(page.document, 'content', 'meta', { property: name }) !== '', `has no ${name}`)
      )
  ),
  ofPages('every page says its language', { a14y: ['html.lang-attribute'] }, 'Add lang to <html>.', (page) =>
    unless(attribute(page.document, 'lang', 'html') !== '', 'does not')
  ),
  ofPages(
    'every page has structured data that can be read',
    { a14y: ['html.json-ld'] },
    'Add JSON-LD of schema.org to your page.',
    (page) => unless(nodesOf(page).length > 0, 'has no JSON-LD')
  ),
  ofPages(
    'the structured data of every page says when it was changed',
    { a14y: ['html.json-ld.date-modified'] },
    'Add dateModified to the JSON-LD of your page.',
    (page) => {
      const nodes = nodesOf(page)
      const times = nodes.map(({ dateModified }) => dateModified ?? '')
      return unless(
        nodes.length === 0 ||
          times.some((time) => /^\d{4}-\d\d-\d\d(T[\d:.]+(Z|[+-]\d\d:\d\d))?$/.test(time)),
        'has no dateModified'
      )
    }
  ),
  ofPages(
    'every page below the home page says where it is',
    { a14y: ['html.json-ld.breadcrumb'] },
    'Add a BreadcrumbList to the JSON-LD of your page.',
    (page) => {
      const types = nodesOf(page).flatMap((node) => node['@type'])
      return unless(
        page.path === '/' || types.length === 0 || types.includes('BreadcrumbList'),
        'has no BreadcrumbList'
      )
    }
  ),
  ofPages(
    'every page has its content in the HTML, under headings',
    { a14y: ['html.headings', 'html.ssr-content'], afdocs: ['rendering-strategy'] },
    'Send the text of the page in its HTML, with headings.',
    (page) => {
      const headings = elements(page.document, ['h1', 'h2', 'h3']).length
      const words = wordsOf(bodyOf(page)).length
      return [
        ...unless(headings >= 3, `has ${headings} headings`),
        ...unless(words >= 50, `has ${words} words`)
      ]
    }
  ),
  ofPages(
    'the content of every page begins in its first half',
    { afdocs: ['content-start-position'] },
    'Shorten what stands before the <h1>.',
    (page) => {
      const text = visibleText(bodyOf(page))
      const [heading] = elements(page.document, ['h1'])
      const start = heading ? text.indexOf(visibleText(heading)) / text.length : 1
      return unless(start <= 0.5, `begins after ${(start * 100).toFixed()} %`)
    }
  ),
  ofPages(
    'over 15 % of every page is text',
    { a14y: ['html.text-ratio'] },
    'Move styles, scripts and pictures out of the HTML.',
    (page) => {
      const share = visibleText(bodyOf(page)).length / page.html.text.length
      return unless(share > 0.15, `has ${(share * 100).toFixed(1)} % text`)
    }
  ),
  ofPages(
    'no page has more than 50,000 characters of text, or a megabyte in all',
    {
      afdocs: [
        'page-size-html',
        'page-size-transfer',
        'embedded-data-serialization',
        'tabbed-content-serialization'
      ]
    },
    'Divide the page.',
    (page) => {
      const { length } = visibleText(bodyOf(page))
      return [
        ...unless(length <= 50_000, `has ${length} characters of text`),
        ...unless(page.html.bytes.length <= 1_000_000, `has ${page.html.bytes.length} bytes`)
      ]
    }
  ),
  ofPages(
    'nothing stands before the content of a page',
    { a14y: ['http.no-interstitial'] },
    'Remove the dialog: agents cannot close it.',
    ({ document }) =>
      elements(document, ['dialog', 'div', 'section']).flatMap(({ name, attribs }) =>
        unless(
          !(name === 'dialog' && 'open' in attribs) &&
            !/onetrust-consent|CybotCookiebot/.test(attribs.id ?? ''),
          `has an open ${attribs.id ?? name}`
        )
      )
  ),
  ofPages(
    'every block of code says its language',
    { a14y: ['code.language-tags'] },
    'Add class="language-…" to the code.',
    ({ document }) =>
      elements(document, ['pre']).flatMap((block) =>
        elements(block, ['code']).flatMap((code) => {
          const isSaid = [block, code].some(({ attribs }) => /\blang(uage)?-/.test(attribs.class ?? ''))
          return unless(isSaid, `has "${textOf(code).slice(0, 20)}…" without one`)
        })
      )
  ),
  {
    name: 'the documentation of the API links to its specification',
    fetches: '/developers/',
    asks: { a14y: ['api.schema-link'] },
    fix: 'Link to /openapi.json.',
    run: async (subject) => {
      const { status, text } = await subject.get('/developers/')
      return verdict([
        ...unless(status === 200, `/developers/ answers ${status}`),
        ...unless(/href="[^"]*\/openapi\.json"/.test(text), 'it does not')
      ])
    }
  },
  {
    name: 'the home page registers tools in browsers that have WebMCP',
    fetches: '/ and its scripts',
    asks: { isitagentready: ['webMcp'] },
    fix: 'Add a script that calls document.modelContext.registerTool.',
    run: async (subject) => {
      const { html, document } = await subject.home()
      const own = elements(document, ['script']).flatMap(
        ({ attribs }) => attribs.src?.match(/^\/[^/].*/)?.[0] ?? []
      )
      const answers = await Promise.all(own.map((path) => subject.get(path)))
      const isThere = [html, ...answers].some(({ text }) => text.includes('modelContext'))
      return verdict(unless(isThere, 'no script of it names modelContext'))
    }
  }
]
