import { type Check, notApplicable, type Outcome, unless, verdict } from '../check.ts'
import type { Page, Subject } from '../subject.ts'

const linkPattern = /\[(?:[^\]\\]|\\.)+\]\(([^)\s]+)/g
/** How many links are followed. */
const mostLinks = 50

const addressesIn = (text: string) => Array.from(text.matchAll(linkPattern), ([, address = '']) => address)

/** What a check says of llms.txt, where there is one. */
async function withLlms(
  subject: Subject,
  run: (text: string) => Outcome | Promise<Outcome>
): Promise<Outcome> {
  const { status, text } = await subject.get('/llms.txt')
  return status === 200 ? run(text) : notApplicable('there is no llms.txt')
}

/** Where a text names llms.txt first, as a part of it: from 0 to 1, and 2 where it does not. */
function placeOf(text: string): number {
  const index = text.search(/\/llms\.txt/i)
  return index === -1 ? 2 : index / text.length
}

/** The body without what readers skip. */
const bodyOf = ({ html }: Page) =>
  html.text.replace(/^.*?<body\b[^>]*>/is, '').replace(/<(nav|script|style)\b.*?<\/\1>/gis, '')

export const llms: Check[] = [
  {
    name: 'llms.txt is there, as plain text',
    fetches: '/llms.txt',
    asks: {
      afdocs: ['llms-txt-exists'],
      a14y: ['llms-txt.exists', 'llms-txt.content-type', 'llms-txt.non-empty']
    },
    fix: 'Let /llms.txt through to the server, or serve your own as text/plain.',
    run: async (subject) => {
      const { status, type, text } = await subject.get('/llms.txt')
      return verdict([
        ...unless(status === 200, `it answers ${status}`),
        ...unless(/^text\/plain(;|$)/.test(type), `it is ${type}`),
        ...unless(text.trim() !== '' && !/^\s*</.test(text), 'it has no text')
      ])
    }
  },
  {
    name: 'llms.txt has one H1, a summary, and sections of links',
    fetches: '/llms.txt',
    asks: { afdocs: ['llms-txt-valid'], standards: ['llmstxt.org'] },
    fix: 'Write your llms.txt as llmstxt.org has it: # name, > summary, ## section, - [title](address): note.',
    run: (subject) =>
      withLlms(subject, (text) =>
        verdict([
          ...unless(/^# \S/.test(text), 'it does not begin with an H1'),
          ...unless((text.match(/^# /gm) ?? []).length === 1, 'it has more than one H1'),
          ...unless(/^> \S/m.test(text), 'it has no summary'),
          ...unless(/^## \S/m.test(text), 'it has no section'),
          ...unless(addressesIn(text).length > 0, 'it has no link')
        ])
      )
  },
  {
    name: 'llms.txt is short enough to be read whole',
    fetches: '/llms.txt',
    asks: { afdocs: ['llms-txt-size'] },
    fix: 'Keep your llms.txt under 50,000 characters, and link to the rest.',
    run: (subject) =>
      withLlms(subject, ({ length }) => verdict(unless(length <= 50_000, `it has ${length} characters`)))
  },
  {
    name: 'the links of llms.txt lead to Markdown',
    fetches: '/llms.txt',
    asks: { afdocs: ['llms-txt-links-markdown'], a14y: ['llms-txt.md-extensions'] },
    fix: 'Link to the .md address of each page.',
    run: (subject) =>
      withLlms(subject, (text) =>
        verdict(
          addressesIn(text).flatMap((address) =>
            unless(/\.mdx?([?#]|$)/.test(address), `${address} is no .md address`)
          )
        )
      )
  },
  {
    name: 'the links of llms.txt lead somewhere, on this site',
    fetches: `/llms.txt and at most ${mostLinks} of its links`,
    asks: { afdocs: ['llms-txt-links-resolve'] },
    fix: 'Correct the link; where it leads to another site, set BASE_URL.',
    run: (subject) =>
      withLlms(subject, async (text) => {
        const addresses = [...new Set(addressesIn(text).map((address) => address.replace(/#.*/, '')))]
        const problems = addresses.slice(0, mostLinks).map(async (address) => {
          if (!address.startsWith(`${subject.origin}/`)) return [`${address} is not on ${subject.origin}`]
          const { status } = await subject.get(subject.pathOf(address))
          return unless(status === 200, `${address} answers ${status}`)
        })
        return verdict((await Promise.all(problems)).flat())
      })
  },
  {
    name: 'llms.txt names the pages of the sitemaps',
    fetches: '/llms.txt and the sitemaps',
    asks: { afdocs: ['llms-txt-coverage'] },
    fix: 'Add the page to your llms.txt.',
    run: (subject) =>
      withLlms(subject, async (text) => {
        const plain = (address: string) => subject.pathOf(address).replace(/(\/|(\/index)?\.mdx?(#.*)?)$/, '')
        const named = new Set(addressesIn(text).map(plain))
        const missing = (await subject.entries()).filter(({ loc }) => !named.has(plain(loc)))
        if (missing.length > 0 && addressesIn(text).some((address) => address.endsWith('/sitemap.md'))) {
          return notApplicable(
            `it leaves out ${missing.length} pages for its size, and links to all in sitemap.md`
          )
        }
        return verdict(missing.map(({ loc }) => `${loc} is not named`))
      })
  },
  {
    name: 'every page names llms.txt near its top',
    fetches: 'pages',
    asks: { afdocs: ['llms-txt-directive-html'], a14y: ['discovery.in-page-link'] },
    fix: 'Put <p hidden><a href="/llms.txt">llms.txt</a></p> at the beginning of the body.',
    run: (subject) =>
      withLlms(subject, async () =>
        verdict(
          await subject.eachPage((page) =>
            unless(placeOf(bodyOf(page)) <= 0.5, 'does not name /llms.txt in its first half')
          )
        )
      )
  },
  {
    name: 'every page as Markdown names llms.txt near its top',
    fetches: 'pages as Markdown',
    asks: { afdocs: ['llms-txt-directive-md'] },
    fix: 'A proxy in front changes the Markdown: let it through as it is.',
    run: (subject) =>
      withLlms(subject, async () =>
        verdict(
          await subject.eachPage(async ({ path }) => {
            const { text } = await subject.markdown(path)
            return unless(placeOf(text) <= 0.5, 'does not name /llms.txt in the first half of its Markdown')
          })
        )
      )
  },
  {
    name: 'llms-full.txt has the text of the site',
    fetches: '/llms-full.txt',
    asks: { a14y: ['agents-md.exists'] },
    fix: 'Let /llms-full.txt through to the server.',
    run: async (subject) => {
      const { status, type, text } = await subject.get('/llms-full.txt')
      return verdict([
        ...unless(status === 200, `it answers ${status}`),
        ...unless(/^text\/(plain|markdown)/.test(type), 'it is not text'),
        ...unless(text.length > 500, `it has ${text.length} characters`)
      ])
    }
  }
]
