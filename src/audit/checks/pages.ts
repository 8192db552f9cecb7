import { Type } from '@sinclair/typebox'
import type { AuditedSite, Examined, Page } from '../audited-site.ts'
import type { Check } from '../check.ts'
import { findElements, readAttribute, readBodySource, readText, readVisibleText, readWords } from '../html.ts'
import { isObject, walkObjects } from '../json.ts'
import { expect, notApplicable, parseJson } from '../problems.ts'

const findBody = ({ document }: Page) => findElements(document, ['body'])[0] ?? document

/** Returns the HTML of the body. The head of a short page may be longer than the page, without harm. */
const readBody = ({ html }: Page) => readBodySource(html.text)

const maxUndividedWords = 150
// A smaller body is acceptable, however much of it is markup.
const maxSmallBody = 10_000

/** Returns the nodes of the JSON-LD of a page, including those in graphs. */
const findNodes = ({ path, document }: Page): Record<string, unknown>[] =>
  findElements(document, ['script'], { type: 'application/ld+json' }).flatMap((script) => {
    const value = parseJson(`the JSON-LD of ${path}`, readText(script), Type.Unknown())
    const nodes = [value].flat().filter(isObject)
    return nodes.flatMap((node) => [node, ...[node['@graph']].flat().filter(isObject)])
  })

/** Returns whether two URLs differ at most in how letters of another script are encoded. */
function isSameUrl(one: string, other: string): boolean {
  const [a = '', b] = [one, other].map((url) =>
    URL.canParse(url) ? new URL(url).href.replace(/%[\da-f]{2}/gi, (code) => code.toUpperCase()) : url
  )
  return a === b
}

/** Returns the types of all nodes, also of those in other nodes. */
const findTypes = (nodes: unknown[]): unknown[] =>
  [...walkObjects(nodes)].flatMap(({ node }) => node['@type'] ?? [])

/** Makes a check of each page by itself, or of those with structured data. */
const checkPages = (
  name: string,
  asks: Check['asks'],
  fix: string,
  findProblems: (page: Page, site: AuditedSite) => string[],
  examined?: Examined
): Check => ({
  name,
  fetches: 'pages',
  asks,
  fix,
  run: (site) => site.checkPages((page) => findProblems(page, site), examined)
})

const withStructuredData: Examined = {
  isExamined: (page) => findNodes(page).length > 0,
  reason: 'no page has JSON-LD'
}

/** Makes a check of what the owner wrote, or of their template. */
const checkContent = (...check: Parameters<typeof checkPages>): Check => ({
  ...checkPages(...check),
  isWarning: true
})

const findBlocks = (rule: string) =>
  expect(!/noindex|noai|noimageai/i.test(rule), `blocks agents with "${rule}"`)

const addToHead = 'Add it to the head of the page.'

export const pages: Check[] = [
  {
    name: 'every page returns 200 without a redirect',
    fetches: 'pages',
    asks: {
      a14y: ['http.status-200', 'http.redirect-chain'],
      afdocs: ['redirect-behavior', 'auth-gate-detection']
    },
    fix: 'List the current URL of the page in your sitemap.',
    run: async (site) =>
      (await site.readPages()).flatMap(({ path, html: { status, headers } }) => {
        const target = headers.get('location')
        const redirect = target === null ? '' : ` with a redirect to ${target}`
        return expect(status === 200, `${path} returns ${status}${redirect}`)
      })
  },
  checkPages(
    'no page blocks agents with X-Robots-Tag',
    { a14y: ['http.no-noindex-noai'] },
    'Configure the proxy or CDN not to send the header.',
    ({ html }) => findBlocks(html.headers.get('x-robots-tag') ?? '')
  ),
  checkContent(
    'no page blocks agents with meta robots',
    { a14y: ['http.no-noindex-noai'] },
    'Remove noindex and noai.',
    ({ document }) => findBlocks(readAttribute(document, 'content', 'meta', { name: 'robots' }))
  ),
  {
    name: 'every page has its own canonical URL on this site',
    fetches: 'pages',
    asks: { a14y: ['html.canonical-link', 'discovery.no-duplicate-content'] },
    fix: 'Give each page its own <link rel="canonical"> with the public URL.',
    ownFix:
      'Set BASE_URL to the public URL of the site. Give each page in SITE_DIR its own <link rel="canonical">.',
    isWarning: true,
    run: (site) =>
      site.checkPages(({ path, document }) => {
        const canonical = readAttribute(document, 'href', 'link', { rel: 'canonical' })
        if (canonical === '') return ['has no canonical URL']
        return expect(isSameUrl(canonical, site.origin + path), `has the canonical URL "${canonical}"`)
      })
  },
  checkContent(
    'every page has a description of at least 50 characters',
    { a14y: ['html.meta-description'] },
    addToHead,
    ({ document }) => {
      const { length } = readAttribute(document, 'content', 'meta', { name: 'description' })
      return expect(length >= 50, `has a description of ${length} characters`)
    }
  ),
  checkContent(
    'every page has a title and a description for link previews',
    { a14y: ['html.og-title', 'html.og-description'] },
    addToHead,
    ({ document }) =>
      ['og:title', 'og:description'].flatMap((property) =>
        expect(readAttribute(document, 'content', 'meta', { property }) !== '', `has no ${property}`)
      )
  ),
  checkContent(
    'every page declares its language',
    { a14y: ['html.lang-attribute'] },
    'Add lang to <html>.',
    ({ document }) => expect(readAttribute(document, 'lang', 'html') !== '', 'has no <html lang>')
  ),
  checkContent(
    'every page has structured data as JSON-LD',
    { a14y: ['html.json-ld'] },
    'Add JSON-LD with schema.org types to your page.',
    (page) => expect(findNodes(page).length > 0, 'has no JSON-LD')
  ),
  checkContent(
    'the structured data of every page has the date of its last change',
    { a14y: ['html.json-ld.date-modified'] },
    'Add dateModified to the JSON-LD of your page. Built-in pages have the date from lastmod in the sitemaps.',
    (page) => {
      const isDated = findNodes(page).some(({ dateModified }) =>
        /^\d{4}-\d\d-\d\d(T[\d:.]+(Z|[+-]\d\d:\d\d))?$/.test(String(dateModified))
      )
      return expect(isDated, 'has no dateModified')
    },
    withStructuredData
  ),
  checkContent(
    'every page below the home page has a breadcrumb',
    { a14y: ['html.json-ld.breadcrumb'] },
    'Add a BreadcrumbList to the JSON-LD of your page.',
    (page, { homePath }) => {
      const hasBreadcrumb = findTypes(findNodes(page)).includes('BreadcrumbList')
      return expect(page.path === homePath || hasBreadcrumb, 'has no BreadcrumbList')
    },
    withStructuredData
  ),
  checkContent(
    'every page has its content in the HTML, under headings',
    { a14y: ['html.headings', 'html.ssr-content'], afdocs: ['rendering-strategy'] },
    'Send the text of the page in its HTML, with headings.',
    (page) => {
      const headings = findElements(page.document, ['h1', 'h2', 'h3']).length
      const words = readWords(findBody(page)).length
      // A shorter text needs no sections.
      const wanted = words > maxUndividedWords ? 3 : 1
      return [
        ...expect(headings >= wanted, `has only ${headings} headings for ${words} words`),
        ...expect(words >= 50, words === 1 ? 'has only 1 word' : `has only ${words} words`)
      ]
    }
  ),
  checkContent(
    'the content of every page begins in the first half of its text',
    { afdocs: ['content-start-position'] },
    'Shorten the text before the <h1>.',
    (page) => {
      const text = readVisibleText(findBody(page))
      const [heading] = findElements(page.document, ['h1'])
      const start = heading ? text.indexOf(readVisibleText(heading)) / text.length : 1
      return expect(start <= 0.5, `has its content after ${(start * 100).toFixed()}% of its text`)
    }
  ),
  checkContent(
    'more than 15% of the body of every page is text',
    { a14y: ['html.text-ratio'] },
    'Move styles, scripts and pictures out of the HTML.',
    (page) => {
      const { length } = readBody(page)
      const share = readVisibleText(findBody(page)).length / length
      const isSmall = length <= maxSmallBody
      return expect(share > 0.15 || isSmall, `has ${(share * 100).toFixed(1)}% text in ${length} characters`)
    }
  ),
  {
    name: 'no page has more than 50,000 characters of text or 1 MB of HTML',
    fetches: 'pages',
    asks: {
      afdocs: [
        'page-size-html',
        'page-size-transfer',
        'embedded-data-serialization',
        'tabbed-content-serialization'
      ]
    },
    fix: 'Divide the page.',
    isWarning: true,
    run: async (site) => {
      const findings = await site.checkPages((page) => {
        const { length } = readVisibleText(findBody(page))
        return [
          ...expect(length <= 50_000, `has ${length} characters of text`),
          ...expect(page.html.bytes.length <= 1_000_000, `has ${page.html.bytes.length} bytes`)
        ]
      })
      return Array.isArray(findings) ? [...findings, ...(await site.describeSampleLimit())] : findings
    }
  },
  checkContent(
    'no dialog or cookie banner covers a page',
    { a14y: ['http.no-interstitial'] },
    'Remove the dialog: agents cannot close it.',
    ({ document }) =>
      findElements(document, ['dialog', 'div', 'section']).flatMap(({ name, attribs }) => {
        const isOpen = name === 'dialog' && 'open' in attribs
        const isBanner = /onetrust-consent|CybotCookiebot/.test(attribs.id ?? '')
        return expect(!isOpen && !isBanner, `is covered by the ${name} "${attribs.id ?? ''}"`)
      })
  ),
  checkContent(
    'every code block declares its language',
    { a14y: ['code.language-tags'] },
    'Add class="language-…" to the code.',
    ({ document }) =>
      findElements(document, ['pre']).flatMap((block) =>
        findElements(block, ['code']).flatMap((code) => {
          const isDeclared = [block, code].some(({ attribs }) => /\blang(uage)?-/.test(attribs.class ?? ''))
          return expect(isDeclared, `has a code block without a language: "${readText(code).slice(0, 20)}…"`)
        })
      )
  ),
  {
    name: 'the API documentation links to the OpenAPI document',
    fetches: '/developers/',
    asks: { a14y: ['api.schema-link'] },
    fix: 'Link to /openapi.json.',
    run: async (site) => {
      const { status, text } = await site.get('/developers/')
      if (status === 404 && !(await site.isOwn())) return notApplicable('the site has no page /developers/')
      if (status !== 200) return [`/developers/ returns ${status}`]
      return [
        ...expect(/href="[^"]*\/openapi\.json"/.test(text), '/developers/ has no link to /openapi.json')
      ]
    }
  },
  {
    name: 'the home page registers WebMCP tools',
    fetches: '/ and its scripts',
    asks: { isitagentready: ['webMcp'] },
    fix: 'Add a script that calls document.modelContext.registerTool.',
    isWarning: true,
    run: async (site) => {
      const { html, document } = await site.readHomePage()
      const scripts = findElements(document, ['script']).flatMap(
        ({ attribs }) => attribs.src?.match(/^\/[^/].*/)?.[0] ?? []
      )
      const responses = await Promise.all(scripts.map((path) => site.get(path)))
      const isRegistered = [html, ...responses].some(({ text }) => text.includes('modelContext'))
      return expect(isRegistered, `${site.homePath} has no script that calls modelContext`)
    }
  }
]
