import { h } from 'preact'
import { renderToString } from 'preact-render-to-string'
import t from 'tap'
import { Rich } from '../../src/site/parts/texts.tsx'
import { keepUnbroken } from '../../src/site/render.tsx'
import { serve } from '../helper.ts'
import { shippedData } from './sample.ts'

t.test('a word with a maqaf', async (t) => {
  const answer = 'תשלום חד־פעמי, ל־30 ימים. בין־הטכנולוגיות, רב־"ערוצי" ו־CRM <דו־צדדי>'
  const items = [{ id: 'one', question: 'מה זה דו־שלבי?', answer }]
  const name = 'בית־ספר'
  const edits = {
    'faq#/categories': [{ name: 'כללי', items }],
    'services#/examples/0/name': name,
    'pricing#/packages/1/monthly_operations': 'תחזוקה: 1,290.50 ₪ לחודש',
    'profile#/tagline': 'רב־ערוצי'
  }
  const { read } = await serve(t, edits, shippedData)

  t.test('has no line break after it, if it is between Hebrew letters and the word is short', async (t) => {
    const html = await read('/faq/')
    t.match(html, '<summary><span>מה זה <span class="unbroken">דו־שלבי</span>?</span></summary>')
    t.match(html, 'תשלום <span class="unbroken">חד־פעמי</span>, ל־30 ימים. בין־הטכנולוגיות, רב־')
    t.match(html, '&lt;<span class="unbroken">דו־צדדי</span>')
    t.match(await read('/pricing/'), `>${name}</span></a>`)
    t.match(await read('/'), '<h1><span class="unbroken">רב־ערוצי</span></h1>')
  })

  t.test('has numbers, also with many parts, in the order in which the data has them', async (t) => {
    const answer = 'סגור ביום 24.12.2026 09:00–13:00 בלבד.'
    const faq = { 'faq#/categories': [{ name: 'כללי', items: [{ id: 'one', question: 'מתי?', answer }] }] }
    const other = await serve(t, faq, shippedData)
    t.match(
      await other.read('/faq/'),
      'סגור ביום <bdi dir="ltr" class="unbroken">24.12.2026 09:00–13:00</bdi> בלבד.'
    )
  })

  t.test('is not divided from short code after it', async (t) => {
    const html = await read('/for-ai/')
    t.match(html, '<span class="unbroken">ב־<code dir="ltr">Retry-After</code></span>')
    const long = 'ב־`/services/the-longest-id-of-all.json`'
    t.match(renderToString(h(Rich, { text: long })), /^ב־<code dir="ltr">/, 'wide code may break')
  })

  t.test('has the same style as an amount with the sign of its currency after it', async (t) => {
    t.notMatch(keepUnbroken('<p>In 2026 $50</p>'), 'unbroken')
    t.match(await read('/pricing/'), 'תחזוקה: <span class="unbroken">1,290.50 ₪</span> לחודש')
  })

  t.test('is plain text in titles, attributes, lists of choices and JSON-LD', async (t) => {
    t.match(
      await read('/'),
      /<meta name="description" content="[^"<]*בית־ספר.*<meta property="og:image:alt" content="[^"<]*רב־ערוצי"/s
    )
    t.match(await read('/services/leads/'), /<title>[^<]*בית־ספר[^<]*<\/title>/)
    t.match(await read('/contact/'), `>${name}</option>`)
    t.match(await read('/faq/'), '"name":"מה זה דו־שלבי?"')
  })

  t.test('is found in linear time, also after a long run of letters or digits', async (t) => {
    for (const run of ['א'.repeat(200_000), '1'.repeat(200_000), '1,'.repeat(100_000)]) {
      // At two steps for each pair of characters, this would take minutes.
      const html = keepUnbroken(`<p>${run} דו־שלבי 90 ₪</p>`)
      t.match(html.slice(-120), '<span class="unbroken">דו־שלבי</span> <span class="unbroken">90 ₪</span>')
    }
  })
})
