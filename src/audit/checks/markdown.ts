import { type Check, checkMarkdown } from '../check.ts'
import { findElements, readWords, splitWords } from '../html.ts'
import { expect } from '../problems.ts'

const codeBlock = /^(`{3,9}|~{3,9})(?![`~]).*?^\1/gms

export const markdown: Check[] = [
  {
    name: 'the Markdown of every page starts with its title, description and last change',
    fetches: 'pages as Markdown',
    asks: { a14y: ['markdown.frontmatter'] },
    fix: 'Give each custom page a title and a meta description. The date comes from lastmod in the sitemaps.',
    isWarning: true,
    run: checkMarkdown((_page, { text }) => {
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
    run: checkMarkdown((_page, { text }) => expect(/^## Sitemap$/m.test(text), 'has no section "## Sitemap"'))
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
    run: checkMarkdown((_page, { text }) => {
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
    run: checkMarkdown(({ html }, { text, bytes }) => {
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
    run: checkMarkdown((_page, { text }) => {
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
    run: checkMarkdown(({ document }, { text }) => {
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
