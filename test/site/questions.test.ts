import t from 'tap'
import { questionId, questionUrl } from '../../src/business/schemas/faq.ts'
import { baseUrl, build, buildWhole, dataWith, facts, folderWith } from '../helper.ts'
import { callTool } from '../requests.ts'
import { builtInPages, englishData, nodesOf } from './sample.ts'

const categories = [
  {
    name: 'כללי',
    items: [
      { question: 'כמה זה עולה?', answer: 'תלוי.' },
      { id: 'topic1', question: 'איפה אתם?', answer: 'בחיפה.' },
      { question: 'Topic2', answer: 'Yes.' }
    ]
  },
  { name: 'עוד', items: [{ question: `${'ארוך '.repeat(30)}?`, answer: 'כן.' }] }
]

t.test('the URL of a question', async (t) => {
  const dataDir = dataWith(t, { 'faq#/categories': categories })
  const business = await facts(dataDir)
  const items = business.faq.categories.flatMap(({ items }) => items)
  const urls = items.map((item) => questionUrl(business.faq, item))
  const app = await build(t, { business })

  t.test('is a fragment of the page of the questions, percent-encoded', async (t) => {
    t.equal(urls[0], `${baseUrl}/faq/#${encodeURIComponent('כמה-זה-עולה')}`)
    t.equal(urls[1], `${baseUrl}/faq/#topic1`)
    for (const url of urls) t.match(url, /^[!-~]+$/)
  })

  t.test('leads to one element of the page, which is the question', async (t) => {
    const page = (await builtInPages(business)).render('/faq/').html
    const html = page.replace(/<\/?bdi[^>]*>/g, '')
    const ids = Array.from(html.matchAll(/ id="([^"]*)"/g), ([, id = '']) => id)
    t.equal(new Set(ids).size, ids.length)
    for (const { id, question } of items)
      t.ok(html.includes(`<details class="question" id="${id}"><summary>${question}</summary>`), id)
    for (const url of urls) t.ok(ids.includes(decodeURIComponent(new URL(url).hash.slice(1))), url)
  })

  t.test('is on the home page, for the first question of each topic', async (t) => {
    const { body } = await app.inject('/')
    t.ok(body.includes(` href="${String(urls[0]).replace(baseUrl, '')}"`))
    t.notMatch(body, /<details[^>]* id=/)
  })

  t.test('is in JSON-LD and in Markdown', async (t) => {
    const page = nodesOf((await app.inject('/faq/')).body).find(
      (node: object) => '@type' in node && node['@type'] === 'FAQPage'
    )
    const found = page.mainEntity.map(({ url }: { url: string }) => url)
    t.same(found, urls)
    const { body } = await app.inject('/faq.md')
    for (const url of urls) t.ok(body.includes(`(${url})`), url)
  })

  t.test('is in the results of search and fetch', async (t) => {
    // The page of prices may be the first result.
    const { results } = await callTool(app, 'search', { query: 'כמה זה עולה' })
    const question = results.slice(0, 2).find(({ id }: { id: string }) => id === 'faq/כמה-זה-עולה')
    t.match(question, { url: urls[0] })
    t.match(await callTool(app, 'fetch', { id: 'faq/topic1' }), {
      url: urls[1],
      text: 'איפה אתם?\n\nבחיפה.',
      metadata: { kind: 'question', topic: 'כללי', language: 'he' }
    })
  })

  t.test('stays the same while the question does', async (t) => {
    t.equal(questionId('How long does it take?'), 'how-long-does-it-take')
    t.match(questionId(`${'long '.repeat(30)}?`), /^(long-)+[0-9a-f]{8}$/)
    t.match(questionId('?'), /^[0-9a-f]{8}$/)
  })
})

t.test('a text of several paragraphs', async (t) => {
  const text = (name: string) => `${name} one,\nstill one.\n \nTwo.\n`
  const example_chat = [{ from: 'customer', text: 'Hello.\nAre you open?' }]
  const dataDir = dataWith(
    t,
    {
      'faq#/categories': [{ name: 'All', items: [{ id: 'one', question: 'One?', answer: text('Answer') }] }],
      'profile#/story': [text('Story')],
      'profile#/people': [{ name: 'Jo', bio: text('Bio') }],
      'profile#/testimonials': [{ name: 'Bo', quote: text('Quote') }],
      'services#/pricing_note': text('Terms'),
      'services#/examples': [
        { id: 'tune-up', name: 'Tune-up', from_ils: 300, summary: text('Summary'), example_chat }
      ],
      'pricing#/packages/0/description': text('Package'),
      'pricing#/packages/0/price_note': text('Note'),
      'pricing#/entry_price_ils': undefined,
      'profile#/pricing_model': {}
    },
    englishData
  )
  const business = await facts(dataDir)
  const app = await build(t, { business })
  const get = async (path: string) => (await app.inject(path)).body
  const shown: [path: string, ...names: string[]][] = [
    ['/', 'Answer', 'Quote', 'Package'],
    ['/faq/', 'Answer'],
    ['/about/', 'Story', 'Bio', 'Quote'],
    ['/services/', 'Terms'],
    ['/services/tune-up/', 'Summary', 'Terms'],
    ['/pricing/', 'Package', 'Note']
  ]

  t.test('has its paragraphs and line breaks on every page and in Markdown', async (t) => {
    for (const [path, ...names] of shown) {
      const html = await get(path)
      const markdown = await get(path === '/' ? '/index.md' : path.replace(/\/$/, '.md'))
      for (const name of names) {
        t.match(
          html,
          new RegExp(`<p( class="\\w+")?>${name} one,<br/>\nstill one.</p>\n<p\\1>Two.</p>`),
          path
        )
        t.match(markdown, new RegExp(`${name} one, {2}\n[> ]*still one\\.\n[> ]*\n[> ]*Two\\.\n`), path)
      }
    }
    t.match(await get('/services/tune-up/'), '<dd>Hello.<br/>\nAre you open?</dd>')
  })

  t.test('stays as it is in the API', async (t) => {
    t.equal(JSON.parse(await get('/api/v1/faq.json')).categories[0].items[0].answer, text('Answer'))
  })

  t.test('is still found on the pages', async (t) => {
    const siteDir = folderWith(t, { 'own.html': '<h1>A page of the owner</h1>' })
    const { warnings } = await (await buildWhole(t, { business }, { siteDir })).checkSite()
    t.same(
      warnings.filter((line) => line.includes('no page shows')),
      []
    )
  })
})
