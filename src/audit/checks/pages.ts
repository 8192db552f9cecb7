import { Type } from '@sinclair/typebox'
import { isObject, walkObjects } from '../../base/json-value.ts'
import type { Examined, Page } from '../audited-site.ts'
import { type Check, checkContent, checkPages } from '../check.ts'
import { findElements, readAttribute, readText } from '../html.ts'
import { expect, parseJson } from '../problems.ts'

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

const findTypes = (nodes: unknown[]): unknown[] =>
  [...walkObjects(nodes)].flatMap(({ node }) => node['@type'] ?? [])

const withStructuredData: Examined = {
  isExamined: (page) => findNodes(page).length > 0,
  reason: 'no page has JSON-LD'
}

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
  )
]
