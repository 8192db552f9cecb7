import { type AuditedSite, isTooLarge } from '../audited-site.ts'
import { type Check, checkMarkdown, isMarkdown, isSuccess } from '../check.ts'
import type { SiteResponse } from '../client.ts'
import { readAttribute } from '../html.ts'
import { collect, describeContentType, expect, notApplicable } from '../problems.ts'

const isHtml = ({ type }: SiteResponse) => /^text\/html\b/.test(type)

function toMarkdownPath(url: string): string {
  const [path = ''] = url.split('?', 1)
  const name = path.endsWith('/') ? path.slice(0, -1) || '/index' : path.replace(/\.html$/, '')
  return `${name}.md${url.slice(path.length)}`
}

const describe = ({ status, type }: SiteResponse) =>
  `returns ${status} with ${type === '' ? 'no Content-Type' : `the type "${type}"`}`

// A server without any Markdown returns 406 for the home page too.
const isTooLargeAt = (site: AuditedSite, path: string, response: SiteResponse) =>
  path !== site.homePath && isTooLarge(response)

const configureProxy =
  'Configure the proxy or CDN to forward Accept, to return Vary, and to cache HTML and Markdown separately.'
const negotiateMarkdown =
  'Serve each page as HTML and as text/markdown by its Accept header, with Vary: Accept, and cache both separately.'

const negotiate = (
  site: AuditedSite,
  cases: [accept: string, isExpected: (response: SiteResponse) => boolean][]
) =>
  collect(cases, async ([accept, isExpected]) => {
    const response = await site.get(site.homePath, { accept })
    return expect(
      isSuccess(response, isExpected),
      `${site.homePath} ${describe(response)} for Accept: ${accept}`
    )
  })

export const negotiation: Check[] = [
  {
    name: 'every page is served as Markdown if Accept asks for it',
    fetches: 'pages with Accept: text/markdown',
    asks: {
      isitagentready: ['markdownNegotiation'],
      acceptmarkdown: ['serves Markdown'],
      afdocs: ['content-negotiation'],
      a14y: ['markdown.content-negotiation']
    },
    fix: negotiateMarkdown,
    ownFix: configureProxy,
    run: (site) =>
      site.checkPages(async ({ path }) => {
        const response = await site.getMarkdown(path)
        return expect(
          isSuccess(response, isMarkdown) || isTooLargeAt(site, path, response),
          describe(response)
        )
      })
  },
  {
    name: 'every page is small enough to have Markdown',
    fetches: 'pages with Accept: text/markdown',
    asks: { afdocs: ['page-size-markdown'] },
    fix: 'Divide the page.',
    isWarning: true,
    run: async (site) => {
      const pages = await Promise.all(
        (await site.readFoundPages()).map(async ({ path }) => ({
          path,
          markdown: await site.getMarkdown(path)
        }))
      )
      const large = pages.filter(({ path, markdown }) => isTooLargeAt(site, path, markdown))
      const hasMarkdown = pages.some(({ markdown }) => isSuccess(markdown, isMarkdown))
      if (large.length === 0 && !hasMarkdown) return notApplicable('no page is served as Markdown')
      return large.map(({ path }) => `${path} returns 406 for Accept: text/markdown`)
    }
  },
  {
    name: 'every page is served as HTML to browsers',
    fetches: 'pages with Accept: text/html',
    asks: { acceptmarkdown: ['HTML stays the default'], a14y: ['http.content-type-html'] },
    fix: negotiateMarkdown,
    ownFix: configureProxy,
    run: (site) => site.checkPages(({ html }) => expect(isHtml(html), describeContentType(html.type)))
  },
  {
    name: 'every page is in UTF-8, and its Content-Type states it',
    fetches: 'pages with Accept: text/html',
    asks: { a14y: ['http.content-type-html'] },
    fix: 'Save the page in UTF-8, and send Content-Type: text/html; charset=utf-8.',
    isWarning: true,
    run: (site) =>
      site.checkPages(({ html }) =>
        expect(/charset="?utf-8/i.test(html.type), describeContentType(html.type))
      )
  },
  {
    name: 'both forms of every page send Vary: Accept',
    fetches: 'pages as HTML and as Markdown',
    asks: { acceptmarkdown: ['Vary: Accept'], standards: ['RFC 9110, 12.5.5'] },
    fix: negotiateMarkdown,
    ownFix: configureProxy,
    run: checkMarkdown(({ html }, markdown) =>
      [html, markdown].flatMap(({ type, headers }) => {
        const vary = headers.get('vary') ?? ''
        const isVaried = vary.split(',').some((name) => /^\s*(accept|\*)\s*$/i.test(name))
        return expect(isVaried, `sends ${vary === '' ? 'no Vary' : `Vary: "${vary}"`} as ${type}`)
      })
    )
  },
  {
    name: 'q-values in Accept choose between HTML and Markdown',
    fetches: '/ with five values of Accept',
    asks: { acceptmarkdown: ['q-values'], standards: ['RFC 9110, 12.5.1'] },
    fix: negotiateMarkdown,
    ownFix: configureProxy,
    run: (site) =>
      negotiate(site, [
        ['text/html;q=1.0, text/markdown;q=0.5', isHtml],
        ['text/markdown;q=1.0, text/html;q=0.8, */*;q=0.1', isMarkdown],
        ['text/html, text/markdown;q=0', isHtml],
        ['text/html;q=0, */*', isMarkdown],
        ['*/*', isHtml]
      ])
  },
  {
    name: 'an unsatisfiable Accept header gets 406',
    fetches: '/ with Accept: application/pdf',
    asks: { acceptmarkdown: ['406'], standards: ['RFC 9110, 15.5.7'] },
    fix: negotiateMarkdown,
    ownFix: configureProxy,
    run: async (site) => {
      const { status } = await site.get(site.homePath, { accept: 'application/pdf' })
      return expect(status === 406, `${site.homePath} returns ${status}`)
    }
  },
  {
    name: 'every page has a .md URL',
    fetches: 'the .md URLs of pages',
    asks: { afdocs: ['markdown-url-support'], a14y: ['markdown.mirror-suffix'] },
    fix: 'Serve the Markdown of /page/ as text/markdown at /page.md.',
    ownFix: 'Forward .md URLs to the server.',
    run: (site) =>
      site.checkPages(async ({ path }) => {
        const markdownPath = toMarkdownPath(path)
        const response = await site.get(markdownPath)
        const problem = `has no Markdown: ${markdownPath} ${describe(response)}`
        return expect(isSuccess(response, isMarkdown) || isTooLargeAt(site, path, response), problem)
      })
  },
  {
    name: 'every page links to its Markdown',
    fetches: 'pages',
    asks: { a14y: ['markdown.alternate-link'] },
    fix: 'Put <link rel="alternate" type="text/markdown" href="….md"> into its head.',
    isWarning: true,
    run: (site) =>
      site.checkPages(({ document }) =>
        expect(
          readAttribute(document, 'href', 'link', { rel: 'alternate', type: 'text/markdown' }) !== '',
          'has no <link rel="alternate" type="text/markdown">'
        )
      )
  },
  {
    name: 'the Markdown of every page has a Link header with its canonical URL',
    fetches: 'the .md URLs of pages',
    asks: { a14y: ['markdown.canonical-header'] },
    fix: 'Configure the proxy or CDN to forward the Link header.',
    run: checkMarkdown(
      (_page, { headers }) => {
        const link = headers.get('link') ?? ''
        return expect(
          /rel="?canonical"?/.test(link),
          `has ${link === '' ? 'no Link header' : `the Link header "${link}"`}`
        )
      },
      ({ path }, site) => site.get(toMarkdownPath(path))
    )
  }
]
