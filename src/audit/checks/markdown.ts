import { type Check, unless, verdict } from '../check.ts'
import type { Answer } from '../client.ts'
import { attribute, elements, wordsIn, wordsOf } from '../html.ts'
import type { Subject } from '../subject.ts'

const isMarkdown = ({ type }: Answer) => /^text\/markdown\b/.test(type)
const isHtml = ({ type }: Answer) => /^text\/html\b/.test(type)

/** The address of a page as Markdown. */
const markdownPath = (path: string) =>
  path.endsWith('/') ? `${path === '/' ? '/index' : path.slice(0, -1)}.md` : path.replace(/(\.html)?$/, '.md')

const proxy = 'A proxy or CDN in front has to pass Accept on, and Vary back, and keep the two apart.'

/** What the home page is, for each Accept. */
async function negotiate(subject: Subject, cases: [accept: string, isRight: (answer: Answer) => boolean][]) {
  const problems = cases.map(async ([accept, isRight]) => {
    const answer = await subject.get('/', { accept })
    return unless(
      answer.status === 200 && isRight(answer),
      `"${accept}" answers ${answer.status}, ${answer.type}`
    )
  })
  return verdict((await Promise.all(problems)).flat())
}

export const markdown: Check[] = [
  {
    name: 'every page is Markdown to those who accept it',
    fetches: 'pages with Accept: text/markdown',
    asks: {
      isitagentready: ['markdownNegotiation'],
      acceptmarkdown: ['serves Markdown'],
      afdocs: ['content-negotiation'],
      a14y: ['markdown.content-negotiation']
    },
    fix: proxy,
    run: async (subject) =>
      verdict(
        await subject.eachPage(async ({ path }) => {
          const answer = await subject.markdown(path)
          return unless(
            answer.status === 200 && isMarkdown(answer),
            `answers ${answer.status}, ${answer.type}`
          )
        })
      )
  },
  {
    name: 'every page is HTML to a browser, in UTF-8',
    fetches: 'pages with Accept: text/html',
    asks: { acceptmarkdown: ['HTML stays the default'], a14y: ['http.content-type-html'] },
    fix: 'Serve pages as text/html; charset=utf-8.',
    run: async (subject) =>
      verdict(
        await subject.eachPage(({ html }) =>
          unless(isHtml(html) && /charset=utf-8/i.test(html.type), `answers ${html.type}`)
        )
      )
  },
  {
    name: 'both variants of every page say Vary: Accept',
    fetches: 'pages with both',
    asks: { acceptmarkdown: ['Vary: Accept'], standards: ['RFC 9110, 12.5.5'] },
    fix: proxy,
    run: async (subject) =>
      verdict(
        await subject.eachPage(async ({ path, html }) =>
          [html, await subject.markdown(path)].flatMap((answer) =>
            unless(
              (answer.headers.get('vary') ?? '').split(',').some((name) => /^\s*(accept|\*)\s*$/i.test(name)),
              `as ${answer.type} varies by "${answer.headers.get('vary')}"`
            )
          )
        )
      )
  },
  {
    name: 'the weights of Accept decide',
    fetches: '/ with five values of Accept',
    asks: { acceptmarkdown: ['q-values'], standards: ['RFC 9110, 12.5.1'] },
    fix: proxy,
    run: (subject) =>
      negotiate(subject, [
        ['text/html;q=1.0, text/markdown;q=0.5', isHtml],
        ['text/markdown;q=1.0, text/html;q=0.8, */*;q=0.1', isMarkdown],
        ['text/html, text/markdown;q=0', isHtml],
        ['text/html;q=0, */*', isMarkdown],
        ['*/*', isHtml]
      ])
  },
  {
    name: 'an Accept that nothing satisfies is 406',
    fetches: '/ with Accept: application/pdf',
    asks: { acceptmarkdown: ['406'], standards: ['RFC 9110, 15.5.7'] },
    fix: proxy,
    run: async (subject) => {
      const { status } = await subject.get('/', { accept: 'application/pdf' })
      return verdict(unless(status === 406, `it answers ${status}`))
    }
  },
  {
    name: 'every page has a .md address',
    fetches: 'pages at their .md addresses',
    asks: { afdocs: ['markdown-url-support'], a14y: ['markdown.mirror-suffix'] },
    fix: 'Let .md addresses through to the server.',
    run: async (subject) =>
      verdict(
        await subject.eachPage(async ({ path }) => {
          const answer = await subject.get(markdownPath(path))
          const problem = `at ${markdownPath(path)} answers ${answer.status}, ${answer.type}`
          return unless(answer.status === 200 && isMarkdown(answer), problem)
        })
      )
  },
  {
    name: 'every page points to its Markdown',
    fetches: 'pages',
    asks: { a14y: ['markdown.alternate-link'] },
    fix: 'Put <link rel="alternate" type="text/markdown" href="….md"> into its head.',
    run: async (subject) =>
      verdict(
        await subject.eachPage(({ document }) =>
          unless(
            attribute(document, 'href', 'link', { rel: 'alternate', type: 'text/markdown' }) !== '',
            'does not'
          )
        )
      )
  },
  {
    name: 'the Markdown of every page names its canonical address',
    fetches: 'pages at their .md addresses',
    asks: { a14y: ['markdown.canonical-header'] },
    fix: 'Let the Link header through.',
    run: async (subject) =>
      verdict(
        await subject.eachPage(async ({ path }) => {
          const link = (await subject.get(markdownPath(path))).headers.get('link') ?? ''
          return unless(/rel="?canonical"?/.test(link), `has the Link "${link}"`)
        })
      )
  },
  {
    name: 'the Markdown of every page begins with its title, description and last change',
    fetches: 'pages as Markdown',
    asks: { a14y: ['markdown.frontmatter'] },
    fix: 'Give each page of your own a title and a meta description.',
    run: async (subject) =>
      verdict(
        await subject.eachPage(async ({ path }) => {
          const [, head = ''] = (await subject.markdown(path)).text.match(/^---\n(.*?)\n---\n/s) ?? []
          return ['title', 'description', 'last_updated'].flatMap((name) =>
            unless(new RegExp(`^${name}: *\\S`, 'm').test(head), `has no ${name}`)
          )
        })
      )
  },
  {
    name: 'the Markdown of every page is Markdown, without the template',
    fetches: 'pages as Markdown',
    asks: {
      a14y: ['markdown.valid-markdown', 'markdown.navigation-stripped'],
      afdocs: ['markdown-code-fence-validity']
    },
    fix: 'Put the content of your pages into <main>.',
    run: async (subject) =>
      verdict(
        await subject.eachPage(async ({ path }) => {
          const { text } = await subject.markdown(path)
          const plain = text.replace(/^(`{3,}|~{3,}).*?^\1/gms, '').replace(/`[^`\n]+`/g, '')
          const fences = text.match(/^ {0,3}(```|~~~)/gm) ?? []
          return [
            ...unless(!/^\s*<(!doctype|html|\?xml)/i.test(text), 'is HTML'),
            ...unless(!/<(nav|header|footer|aside|script|style)\b/i.test(plain), 'has tags of a template'),
            ...unless(fences.length % 2 === 0, 'has a block of code that does not end')
          ]
        })
      )
  },
  {
    name: 'the Markdown of every page is under 70 % of its HTML, and under 50,000 characters',
    fetches: 'pages with both',
    asks: { a14y: ['markdown.size-reduction'], afdocs: ['page-size-markdown'] },
    fix: 'Divide the page.',
    run: async (subject) =>
      verdict(
        await subject.eachPage(async ({ path, html }) => {
          const { text, bytes } = await subject.markdown(path)
          return [
            ...unless(
              bytes.length <= html.bytes.length * 0.7,
              `has ${bytes.length} of ${html.bytes.length} bytes`
            ),
            ...unless(text.length <= 50_000, `has ${text.length} characters`)
          ]
        })
      )
  },
  {
    name: 'the links in the Markdown of every page are absolute',
    fetches: 'pages as Markdown',
    asks: { afdocs: ['markdown-link-portability'] },
    fix: 'A proxy in front changes the Markdown: let it through as it is.',
    run: async (subject) =>
      verdict(
        await subject.eachPage(async ({ path }) => {
          const plain = (await subject.markdown(path)).text.replace(/^(`{3,}|~{3,}).*?^\1/gms, '')
          const links = Array.from(plain.matchAll(/\]\(<?([^)\s>]+)/g), ([, address = '']) => address)
          return links.flatMap((address) =>
            unless(/^[a-z][a-z0-9+.-]*:|^#/i.test(address), `links to ${address}`)
          )
        })
      )
  },
  {
    name: 'the Markdown of every page says what the page says',
    fetches: 'pages with both',
    asks: { afdocs: ['markdown-content-parity', 'single-fetch-completeness'] },
    fix: 'Put the whole content of your pages into <main>.',
    run: async (subject) =>
      verdict(
        await subject.eachPage(async ({ path, document }) => {
          const said = new Set(wordsIn((await subject.markdown(path)).text))
          const [content = document] = ['main', 'article', 'body'].flatMap((name) =>
            elements(document, [name])
          )
          const words = wordsOf(content, ['head', 'header', 'nav', 'footer', 'aside', 'form', 'dialog'])
          const missing = words.filter((word) => !said.has(word))
          return unless(
            missing.length <= words.length * 0.05,
            `has ${missing.length} of ${words.length} words not: ${missing.slice(0, 3).join(', ')}`
          )
        })
      )
  }
]
