import t from 'tap'
import { createPage, Resources } from '../../src/resources/resources.ts'
import { createPagesAsMarkdown } from '../../src/site/pages-as-markdown.ts'
import { baseUrl, facts } from '../helper.ts'
import { contextOf } from './sample.ts'

t.test('a conversion of yesterday is not shared after midnight', async (t) => {
  let now = new Date('2027-01-30T23:59:59Z')
  let day = 'yesterday'
  const conversions: (() => void)[] = []
  const summary = {
    ...{ title: 'Page', description: '', canonical: '', language: 'en', modified: new Date(0) },
    isListed: true
  }
  const page = createPage(
    {
      ...{ path: '/', isBuiltIn: true },
      summarize: async () => summary,
      read: async () => {
        const expires = new Date('2027-01-31T00:00:00Z')
        return { summary, body: { headers: {}, content: Buffer.from(day), expires } }
      }
    },
    'business',
    [],
    baseUrl
  )
  const resources = new Resources(baseUrl)
  const markdown = createPagesAsMarkdown({
    links: [],
    folder: { markdownPages: new Map(), readWhole: async () => undefined },
    converter: {
      htmlToMarkdown: ({ bytes }) =>
        new Promise((resolve) => {
          conversions.push(() => resolve({ markdown: Buffer.from(bytes).toString(), language: 'en' }))
        })
    },
    context: await contextOf(await facts(), resources, { now: () => now }),
    warn: () => {}
  })
  resources.setPages(new Map([['/', page]]), markdown, new Map())
  const finish = async () => {
    while (conversions.length === 0) await new Promise(setImmediate)
    conversions.shift()?.()
  }
  const before = markdown.readText('/')
  while (conversions.length === 0) await new Promise(setImmediate)
  const sharing = markdown.readText('/')
  now = new Date('2027-01-31T00:00:00Z')
  day = 'today'
  await finish()
  await finish()
  t.same(await Promise.all([before, sharing]), ['today', 'today'], 'from one conversion')
})
