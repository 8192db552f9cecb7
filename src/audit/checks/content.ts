import type { Page } from '../audited-site.ts'
import { type Check, checkContent } from '../check.ts'
import { findElements, readBodySource, readText, readVisibleText, readWords } from '../html.ts'
import { expect, notApplicable } from '../problems.ts'

const findBody = ({ document }: Page) => findElements(document, ['body'])[0] ?? document

const readBody = ({ html }: Page) => readBodySource(html.text)

const maxUndividedWords = 150
// A smaller body is acceptable, however much of it is markup.
const maxSmallBody = 10_000

export const content: Check[] = [
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
