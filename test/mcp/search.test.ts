import t from 'tap'
import { build, facts } from '../helper.ts'
import { englishData } from '../site/sample.ts'

// A question, and the title or page path of the document that must come first.
const hebrew: [question: string, first: string][] = [
  ['כמה עולה אוטומציה?', 'כמה עולה אוטומציה?'],
  ['תזכורת לתור', 'תזכורות לפני תור'],
  ['תזכורות לִפְנֵי תּוֹר', 'תזכורות לפני תור'],
  ['תזכרות לתור', 'תזכורות לפני תור'],
  ['בוט בסיסי', 'בוט בסיסי'],
  ['הבוט הבסיסי', 'בוט בסיסי'],
  ['בוט מקיף עם חשבוניות', 'בוט מקיף'],
  ['המחירים כוללים מע"מ?', 'המחירים כוללים מע״מ?'],
  ['לידים מפייסבוק', 'ריכוז לידים מכל הערוצים'],
  ['ביקורת בגוגל', 'בקשת ביקורות בגוגל'],
  ['שהביקורות בגוגל', 'בקשת ביקורות בגוגל'],
  ['קביעת תורים', 'קביעת תורים בוואטסאפ'],
  ['חנות מקוונת', 'טיפול בהזמנות מהחנות המקוונת'],
  ['דו"ח שבועי', 'דוח שבועי אוטומטי'],
  ['אפשר לבטל?', 'אפשר לבטל באמצע?'],
  ['למי שייך הקוד', 'למי שייכים הקוד והחשבונות?'],
  ['כמה זמן לוקחת ההקמה', 'כמה זמן נמשכת ההקמה?'],
  ['תיקון 13', 'מה לגבי תיקון 13 לחוק הגנת הפרטיות?'],
  ['בערבית או ברוסית', 'באילו שפות הבוט עונה?'],
  ['הצהרת נגישות', '/accessibility/']
]
const english: [question: string, first: string][] = [
  ['appointment reminders', 'תזכורות לפני תור'],
  ['How much does a CRM cost?', 'CRM שמתעדכן מעצמו'],
  ['google reviews', 'בקשת ביקורות בגוגל'],
  ['online store', 'טיפול בהזמנות מהחנות המקוונת'],
  ['weekly report', 'דוח שבועי אוטומטי'],
  ['lead management', 'ריכוז לידים מכל הערוצים'],
  ['starter package', 'בוט בסיסי'],
  ['pricing', '/pricing/'],
  ['privacy policy', '/privacy/'],
  ['API documentation for developers', '/developers/']
]

t.test('search', async (t) => {
  const app = await build(t)
  const call = async (name: string, args: Record<string, unknown>, server = app) => {
    const message = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: args } }
    const response = await server.inject({ method: 'POST', url: '/mcp', payload: message })
    return response.json().result.structuredContent
  }
  const search = async (query: string) => (await call('search', { query })).results

  t.equal(hebrew.length, 20)
  t.equal(english.length, 10)
  for (const [question, first] of [...hebrew, ...english]) {
    t.test(`finds ${first} first for "${question}"`, async (t) => {
      const [hit] = await search(question)
      t.equal(first.startsWith('/') ? new URL(hit?.url).pathname : hit?.title, first)
    })
  }

  t.test('finds nothing if no document matches', async (t) => {
    for (const query of [
      'פיצה עם זיתים',
      'מזג האוויר מחר',
      'השכרת רכב בתל אביב',
      'weather tomorrow',
      'qwertyuiop',
      '?!',
      'של'
    ])
      t.same(await search(query), [], query)
  })

  t.test(
    'returns up to `limit` results, 10 by default, each once, and fetch reads each of them',
    async (t) => {
      t.equal((await call('search', { query: 'בוט', limit: 3 })).results.length, 3)
      const results = await search('בוט')
      t.equal(results.length, 10)
      t.equal(new Set(results.map(({ id }: { id: string }) => id)).size, 10)
      for (const { id, title, url } of results) {
        const document = await call('fetch', { id })
        t.match(document, { id, title, url, metadata: { kind: String } })
        t.ok(document.text.length > title.length)
      }
    }
  )

  t.test('fetches a question with its answer, and a page as Markdown', async (t) => {
    const [{ id }] = await search('המחירים כוללים מע״מ?')
    const { categories } = (await facts()).faq
    const item = categories.flatMap(({ items }) => items).find(({ question }) => question.includes('מע״מ'))
    t.match(await call('fetch', { id }), {
      text: `${item?.question}\n\n${item?.answer}`,
      metadata: { kind: 'question', topic: 'מחיר ותשלום', language: 'he' }
    })
    const page = await call('fetch', { id: 'pages/privacy/' })
    t.equal(page.text, (await app.inject('/privacy.md')).body)
    t.match(page.metadata, { kind: 'page', language: 'he', modified: /^\d{4}-\d\d-\d\dT/ })
  })

  t.test('works in another language', async (t) => {
    const other = await build(t, { business: await facts(englishData) })
    const { results } = await call('search', { query: 'sending an invoice' }, other)
    t.equal(results[0]?.title, 'Invoices that send themselves')
  })
})
