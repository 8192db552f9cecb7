import { type AuditedSite, isTooLarge, type Page } from '../audited-site.ts'
import type { Check, Findings } from '../check.ts'
import type { SiteResponse } from '../client.ts'
import { findElements, readAttribute, readWords, splitWords } from '../html.ts'
import { collect, describeContentType, expect, notApplicable } from '../problems.ts'

const isMarkdown = ({ type }: SiteResponse) => /^text\/markdown\b/.test(type)
const isHtml = ({ type }: SiteResponse) => /^text\/html\b/.test(type)

/** Returns the path of a page as Markdown. */
function toMarkdownPath(url: string): string {
  const [path = ''] = url.split('?', 1)
  const name = path.endsWith('/') ? path.slice(0, -1) || '/index' : path.replace(/\.html$/, '')
  return `${name}.md${url.slice(path.length)}`
}

const isSuccess = (response: SiteResponse, isExpected: (response: SiteResponse) => boolean) =>
  response.status === 200 && isExpected(response)
const describe = ({ status, type }: SiteResponse) =>
  `returns ${status} with ${type === '' ? 'no Content-Type' : `the type "${type}"`}`

/** Checks the Markdown of each page that has one. Another check fails if a page has none. */
export async function checkMarkdown(
  site: AuditedSite,
  findProblems: (page: Page, markdown: SiteResponse) => string[],
  request = (page: Page) => site.getMarkdown(page.path)
): Promise<Findings> {
  const pages = await Promise.all(
    (await site.readFoundPages()).map(async (page) => ({ page, markdown: await request(page) }))
  )
  const found = pages.filter(({ markdown }) => isSuccess(markdown, isMarkdown))
  if (found.length === 0) return notApplicable('no page is served as Markdown')
  return found.flatMap(({ page, markdown }) =>
    findProblems(page, markdown).map((problem) => `${page.path} ${problem}`)
  )
}

// A server without any Markdown returns 406 for the home page too.
const isTooLargeAt = (site: AuditedSite, path: string, response: SiteResponse) =>
  path !== site.homePath && isTooLarge(response)

const codeBlock = /^(`{3,}|~{3,})(?![`~]).*?^\1/gms

const configureProxy =
  'Configure the proxy or CDN to forward Accept, to return Vary, and to cache HTML and Markdown separately.'
const negotiateMarkdown =
  'Serve each page as HTML and as text/markdown by its Accept header, with Vary: Accept, and cache both separately.'

/** Returns the problems of the home page for each Accept header. */
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

export const markdown: Check[] = [
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
    run: (site) =>
      checkMarkdown(site, ({ html }, markdown) =>
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
    run: (site) =>
      checkMarkdown(
        site,
        (_page, { headers }) => {
          const link = headers.get('link') ?? ''
          return expect(
            /rel="?canonical"?/.test(link),
            `has ${link === '' ? 'no Link header' : `the Link header "${link}"`}`
          )
        },
        ({ path }) => site.get(toMarkdownPath(path))
      )
  },
  {
    name: 'the Markdown of every page starts with its title, description and last change',
    fetches: 'pages as Markdown',
    asks: { a14y: ['markdown.frontmatter'] },
    fix: 'Give each custom page a title and a meta description. The date comes from lastmod in the sitemaps.',
    isWarning: true,
    run: (site) =>
      checkMarkdown(site, (_page, { text }) => {
        const [, head = ''] = text.match(/^---\n(.*?)\n---\n/s) ?? []
        return ['title', 'description', 'last_updated'].flatMap((name) =>
          expect(new RegExp(`^${name}: *\\S`, 'm').test(head), `has no ${name} in its front matter`)
        )
      })
  },
  {
    name: 'the Markdown of every page has a section about the sitemap',
    fetches: 'pages as Markdown',
    asks: { a14y: ['markdown.sitemap-section'] },
    fix: 'End your own Markdown file with "## Sitemap" and a link to /sitemap.md.',
    isWarning: true,
    run: (site) =>
      checkMarkdown(site, (_page, { text }) =>
        expect(/^## Sitemap$/m.test(text), 'has no section "## Sitemap"')
      )
  },
  {
    name: 'the Markdown of every page is Markdown without the page template',
    fetches: 'pages as Markdown',
    asks: {
      a14y: ['markdown.valid-markdown', 'markdown.navigation-stripped'],
      afdocs: ['markdown-code-fence-validity']
    },
    fix: 'Put the content of your pages into <main>.',
    isWarning: true,
    run: (site) =>
      checkMarkdown(site, (_page, { text }) => {
        const prose = text.replace(codeBlock, '').replace(/`[^`\n]+`/g, '')
        const fences = text.match(/^ {0,3}(```|~~~)/gm) ?? []
        return [
          ...expect(!/^\s*<(!doctype|html|\?xml)/i.test(text), 'is HTML'),
          ...expect(!/<(nav|header|footer|aside|script|style)\b/i.test(prose), 'has tags of the template'),
          ...expect(fences.length % 2 === 0, 'has an unclosed code block')
        ]
      })
  },
  {
    name: 'the Markdown of every page is at most 70% of its HTML and 50,000 characters',
    fetches: 'pages as HTML and as Markdown',
    asks: { a14y: ['markdown.size-reduction'], afdocs: ['page-size-markdown'] },
    fix: 'Divide the page.',
    isWarning: true,
    run: (site) =>
      checkMarkdown(site, ({ html }, { text, bytes }) => {
        const share = bytes.length / html.bytes.length
        return [
          ...expect(share <= 0.7, `has Markdown of ${(share * 100).toFixed()}% of its HTML`),
          ...expect(text.length <= 50_000, `has Markdown of ${text.length} characters`)
        ]
      })
  },
  {
    name: 'every link in the Markdown of a page is absolute',
    fetches: 'pages as Markdown',
    asks: { afdocs: ['markdown-link-portability'] },
    fix: 'Write the whole URL in your Markdown file, or forward the Markdown unchanged.',
    isWarning: true,
    run: (site) =>
      checkMarkdown(site, (_page, { text }) => {
        const prose = text.replace(codeBlock, '')
        const urls = Array.from(prose.matchAll(/\]\(<?([^)\s>]+)/g), ([, url = '']) => url)
        return urls.flatMap((url) => expect(/^[a-z][a-z0-9+.-]*:|^#/i.test(url), `has a link to ${url}`))
      })
  },
  {
    name: 'the Markdown of every page has the text of its HTML',
    fetches: 'pages as HTML and as Markdown',
    asks: { afdocs: ['markdown-content-parity', 'single-fetch-completeness'] },
    fix: 'Put the whole content of your pages into <main>.',
    isWarning: true,
    run: (site) =>
      checkMarkdown(site, ({ document }, { text }) => {
        const present = new Set(splitWords(text))
        const [content = document] = ['main', 'article', 'body'].flatMap((name) =>
          findElements(document, [name])
        )
        const words = readWords(content, ['head', 'header', 'nav', 'footer', 'aside', 'form', 'dialog'])
        const missing = words.filter((word) => !present.has(word))
        return expect(
          missing.length <= words.length * 0.05,
          `is missing ${missing.length} of ${words.length} words, such as: ${missing.slice(0, 3).join(', ')}`
        )
      })
  }
]
