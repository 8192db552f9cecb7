import { isTooLarge, type Page } from '../audited-site.ts'
import { type Check, checkDocument, checkMarkdown, checkText } from '../check.ts'
import { readBodySource, removeElements } from '../html.ts'
import { describeContentType, expect, notApplicable } from '../problems.ts'

const linkPattern = /\]\(([^)\s]+)/g
const maxFollowedLinks = 50

const findLinks = (text: string) => Array.from(text.matchAll(linkPattern), ([, url = '']) => url)

function mentionsEarly(text: string): boolean {
  const index = text.search(/\/llms\.txt/i)
  return index !== -1 && index <= text.length / 2
}

const readContent = ({ html }: Page) => removeElements(readBodySource(html.text), ['nav', 'script', 'style'])

const checkMentions = checkMarkdown((_page, { text }) => {
  const content = text.replace(/^---\n.*?\n---\n/s, '')
  return expect(mentionsEarly(content), 'does not mention /llms.txt in the first half of its Markdown')
})

export const llms: Check[] = [
  {
    name: 'llms.txt exists and is plain text',
    fetches: '/llms.txt',
    asks: {
      afdocs: ['llms-txt-exists'],
      a14y: ['llms-txt.exists', 'llms-txt.content-type', 'llms-txt.non-empty']
    },
    fix: 'Publish /llms.txt as text/plain (llmstxt.org).',
    ownFix: 'Forward /llms.txt to the server, or serve your own as text/plain.',
    run: checkDocument('/llms.txt', ({ type, text }) => [
      ...expect(/^text\/plain(;|$)/.test(type), `/llms.txt ${describeContentType(type)}`),
      ...expect(text.trim() !== '' && !/^\s*</.test(text), '/llms.txt has no text')
    ])
  },
  {
    name: 'llms.txt has one H1, a summary and sections of links',
    fetches: '/llms.txt',
    asks: { afdocs: ['llms-txt-valid'], standards: ['llmstxt.org'] },
    fix: 'Write your llms.txt as in llmstxt.org: # name, > summary, ## section, - [title](URL): note.',
    run: checkText('llms.txt', (text) => [
      ...expect(/^# \S/.test(text), '/llms.txt does not begin with an H1'),
      ...expect((text.match(/^# /gm) ?? []).length === 1, '/llms.txt does not have exactly one H1'),
      ...expect(/^> \S/m.test(text), '/llms.txt has no summary'),
      ...expect(/^## \S/m.test(text), '/llms.txt has no section'),
      ...expect(findLinks(text).length > 0, '/llms.txt has no link')
    ])
  },
  {
    name: 'llms.txt has at most 50,000 characters',
    fetches: '/llms.txt',
    asks: { afdocs: ['llms-txt-size'] },
    fix: 'Shorten llms.txt, and link to the rest.',
    ownFix: 'Shorten llms.txt in SITE_DIR, and link to the rest.',
    run: checkText('llms.txt', ({ length }) => expect(length <= 50_000, `/llms.txt has ${length} characters`))
  },
  {
    name: 'every link in llms.txt is a .md URL',
    fetches: '/llms.txt',
    asks: { afdocs: ['llms-txt-links-markdown'], a14y: ['llms-txt.md-extensions'] },
    fix: 'Link to the .md URL of each page.',
    run: checkText('llms.txt', (text) =>
      findLinks(text).flatMap((url) => expect(/\.mdx?([?#]|$)/.test(url), `${url} is not a .md URL`))
    )
  },
  {
    name: 'every link in llms.txt works and is on this site',
    fetches: `/llms.txt and at most ${maxFollowedLinks} of its links`,
    asks: { afdocs: ['llms-txt-links-resolve'] },
    fix: 'Correct the link in llms.txt.',
    ownFix: 'Correct the link in llms.txt in SITE_DIR. If it leads to another site, set BASE_URL.',
    run: checkText('llms.txt', (text, site) => {
      const urls = new Set(findLinks(text).map((url) => url.replace(/#.*/, '')))
      return site.checkUrls([...urls].slice(0, maxFollowedLinks), isTooLarge)
    })
  },
  {
    name: 'llms.txt lists every page in the sitemaps',
    fetches: '/llms.txt and the sitemaps',
    asks: { afdocs: ['llms-txt-coverage'] },
    fix: 'Add the page to your llms.txt.',
    run: checkText('llms.txt', async (text, site) => {
      const toPage = (url: string) => site.toPath(url).replace(/(\/|(\/index)?\.mdx?)$/, '')
      const links = findLinks(text)
      const listed = new Set(links.map(toPage))
      const missing = (await site.readSitemaps()).filter(({ loc }) => !listed.has(toPage(loc)))
      if (missing.length > 0 && links.some((url) => url.endsWith('/sitemap.md'))) {
        return notApplicable(
          `/llms.txt is too short for ${missing.length} pages, and links to sitemap.md, which lists all`
        )
      }
      return missing.map(({ loc }) => `/llms.txt does not list ${loc}`)
    })
  },
  {
    name: 'the HTML of every page mentions llms.txt in its first half',
    fetches: 'pages',
    asks: { afdocs: ['llms-txt-directive-html'], a14y: ['discovery.in-page-link'] },
    fix: 'Put <p hidden><a href="/llms.txt">llms.txt</a></p> at the beginning of the body.',
    isWarning: true,
    run: checkText('llms.txt', (_text, site) =>
      site.checkPages((page) =>
        expect(mentionsEarly(readContent(page)), 'does not mention /llms.txt in the first half of its body')
      )
    )
  },
  {
    name: 'the Markdown of every page mentions llms.txt in its first half',
    fetches: 'pages as Markdown',
    asks: { afdocs: ['llms-txt-directive-md'] },
    fix: 'Configure the proxy to forward the Markdown unchanged.',
    isWarning: true,
    run: checkText('llms.txt', (_text, site) => checkMentions(site))
  },
  {
    name: 'llms-full.txt has the text of the site',
    fetches: '/llms-full.txt',
    asks: { a14y: ['agents-md.exists'] },
    fix: 'Publish the text of all pages as /llms-full.txt.',
    ownFix: 'Forward /llms-full.txt to the server.',
    run: checkDocument('/llms-full.txt', ({ type, text }) => [
      ...expect(/^text\/(plain|markdown)/.test(type), `/llms-full.txt ${describeContentType(type)}`),
      ...expect(text.length > 500, `/llms-full.txt has only ${text.length} characters`)
    ])
  }
]
