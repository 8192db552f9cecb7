import t from 'tap'
import { auditFacts, describe } from '../audit/other-site.ts'

const examples = ['Cut', 'Wash', 'Trim', 'Shave'].map((name) => ({
  id: name,
  name,
  from_ils: 9,
  summary: `${name} with care.`,
  ...(name === 'Cut' && { duration: 'Half an hour', price_note: 'Long hair costs more.' }),
  ...(name === 'Shave' && { url: '{origin}/shave/' })
}))
const story = ['It began in a garage.', 'It is still there.']

/** Audits a site that has these texts in the HTML of its home page, and others in its Markdown. */
async function auditTexts(html: string, markdown: string) {
  const result = await auditFacts(t, {
    '/openapi.json': describe('/services.json', '/profile.json'),
    '/services.json': { currency: 'GBP', examples },
    '/profile.json': { story },
    '/': ({ accept }) => ({
      headers: { 'content-type': accept },
      body: `${examples.map(({ name }) => `\n<p>${name} £9\n`).join('')}<p>${accept === 'text/html' ? html : markdown}`
    }),
    '/shave/': ({ accept }) => ({
      status: accept === 'text/html' ? 200 : 406,
      headers: { 'content-type': 'text/html' },
      body: '<h1>Shave</h1>£9<p>Shave with care.'
    })
  })
  return [result.html, result.markdown]
}

t.test(
  'summaries that both forms of the pages reword, or that a shorter form omits › are not compared',
  async (t) => {
    const passed = [{ status: 'pass' }, { status: 'pass' }]
    const all = 'Cut with care. Wash with care. Trim with care.'
    t.match(await auditTexts(all, all), passed)
    t.match(await auditTexts('We do it all.', 'We do it all.'), passed)
    t.match(await auditTexts(all, 'We do it all.'), passed)
  }
)

t.test('a summary that one form of the pages rewords › is missing there', async (t) => {
  const [html, markdown] = await auditTexts(
    'Cut with love. Wash with care. Trim with care.',
    'Cut with care. Wash with care. Trim with care.'
  )
  t.same(html, ['missing /: the summary of the service "Cut", the page without "Cut with care."'])
  t.match(markdown, { status: 'pass' })
})

t.test('a duration, a note on a price or the story that one form rewords › is missing there', async (t) => {
  const texts = ['Half an hour', 'Long hair costs more.', ...story]
  const right = ['Cut with care.', 'Wash with care.', 'Trim with care.', ...texts]
  const facts = [
    'the duration of the service "Cut"',
    'the note on the price of the service "Cut"',
    'the story of the business',
    'the story of the business'
  ]
  for (const [index, text] of texts.entries()) {
    const wrong = right.with(index + 3, 'Something else.')
    const [, markdown] = await auditTexts(right.join(' '), wrong.join(' '))
    t.same(markdown, [`missing /: ${facts[index]}, the page without "${text}"`])
  }
})

t.test('items without an id › are told apart by their names', async (t) => {
  const { api } = await auditFacts(t, {
    '/openapi.json': describe('/services.json'),
    '/services.json': {
      currency: 'GBP',
      examples: examples.map(({ name, from_ils, summary }) => ({ name, from_ils, summary }))
    }
  })
  t.match(api, { status: 'pass' })
})
