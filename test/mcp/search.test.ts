import t from 'tap'
import { writeProfile } from '../../src/business/v1.ts'
import { wordsByLanguage } from '../../src/business/words.ts'
import { baseUrl, build, dataWith, facts } from '../helper.ts'
import { english, hebrew, mixed } from './queries.ts'

const workshopData = 'test/fixtures/workshop'

t.test('search', async (t) => {
  const app = await build(t)
  const call = async (name: string, args: Record<string, unknown>, server = app) => {
    const message = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: args } }
    const response = await server.inject({ method: 'POST', url: '/mcp', payload: message })
    return response.json().result.structuredContent
  }
  const search = async (query: string) => (await call('search', { query })).results

  const workshop = await build(t, { business: await facts(workshopData) })
  for (const [expectations, server] of [
    [hebrew, app],
    [mixed, app],
    [english, workshop]
  ] as const) {
    for (const [first, queries] of Object.entries(expectations))
      t.test(`finds ${first} first`, async (t) => {
        for (const query of queries) {
          const [hit] = (await call('search', { query }, server)).results
          t.equal(first.startsWith('/') ? new URL(hit?.url).pathname : hit?.title, first, query)
        }
      })
  }

  t.test('finds nothing if no document matches', async (t) => {
    for (const query of [
      'פיצה עם זיתים',
      'מזג האוויר מחר',
      'השכרת רכב בתל אביב',
      'weather tomorrow',
      'בירת צרפת',
      'capital of France',
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
    const { body } = await app.inject('/privacy.md')
    t.equal(page.text, body.slice(0, body.indexOf('\n## Sitemap\n')))
    t.match(page.metadata, { kind: 'page', language: 'he', modified: /^\d{4}-\d\d-\d\dT/ })
  })

  t.test('fetches the facts that are in no item: the profile, the services and the pricing', async (t) => {
    const read = async (id: string) => JSON.parse((await call('fetch', { id }, workshop)).text)
    const business = await facts(workshopData)
    t.same(await read('profile'), JSON.parse(JSON.stringify(writeProfile(business.profile))))
    const services = await read('services')
    t.match(services, { categories: [{ id: 'repairs' }], examples: undefined })
    t.match(services.note, /^Each service is a document of its own\..* list_services /)
    const pricing = await read('pricing')
    t.match(pricing, { model: String, tax: { included: true }, packages: [{ id: 'fleet' }] })
    t.match(pricing.note, /^The prices of services are at .* the tool get_pricing /)
    t.match(await call('fetch', { id: 'profile' }, workshop), {
      url: `${baseUrl}/contact/`,
      metadata: { kind: 'facts', topic: 'Business', api: `${baseUrl}/api/v1/profile.json` }
    })
  })

  t.test('finds a location by its name, on the contact page', async (t) => {
    const edits = {
      'profile#/locations': [
        { id: 'port', name: 'Port', address: { street: 'Quay' }, phone: '+44 113 496 0001' },
        { id: 'hill', name: 'Hill', address: { street: 'Crest' } }
      ]
    }
    const server = await build(t, { business: await facts(dataWith(t, edits, workshopData)) })
    for (const query of ['Port', 'Hill']) {
      const { results } = await call('search', { query }, server)
      t.match(results[0], { id: 'profile', url: `${baseUrl}/contact/` }, query)
    }
  })

  t.test('finds the opening hours by their name and by a day, in the language of the business', async (t) => {
    const days = ['sunday', 'monday'].map((day) => ({ day, opens: '09:00', closes: '17:00' }))
    const location = { id: 'port', name: 'Port', address: {} }
    const closed = {
      he: ['פתוחים ביום שישי?', 'אתם עובדים בשבת?', 'שישי'],
      en: ['friday', 'do you work on Saturday?']
    }
    for (const [source, queries] of [
      [
        'test/fixtures/hebrew',
        ['שעות הפתיחה', 'פתוחים ביום שני?', 'מתי פתוח?', 'opening hours', ...closed.he, ...closed.en]
      ],
      [
        workshopData,
        ['When are you open on Sunday?', 'when?', 'open on boxing day', 'opening times', ...closed.en]
      ]
    ] as const) {
      const edits = {
        'profile#/timezone': 'Europe/London',
        'profile#/opening_hours': days,
        'profile#/locations': [
          { ...location, opening_hours: days },
          { ...location, id: 'hill' }
        ]
      }
      const business = await facts(dataWith(t, edits, source))
      const server = await build(t, { business })
      for (const query of queries)
        t.match((await call('search', { query }, server)).results, [{ id: 'hours' }], query)
      const { text, metadata } = await call('fetch', { id: 'hours' }, server)
      t.match(JSON.parse(text), { locations: [{ id: 'main', days: undefined }] })
      t.match(metadata, { api: /hours\.json$/ })
    }
  })

  t.test(
    'finds facts by the words of `words.<language>.json` in a language without built-in words',
    async (t) => {
      const en = wordsByLanguage.en?.()
      const words = {
        ...en,
        hours: { ...en?.hours, title: 'Öppettider' },
        contact: { ...en?.contact, details: 'Kontaktuppgifter', phone: 'Telefon' },
        service: { ...en?.service, price: 'Pris' }
      }
      const edits = {
        'words.sv': words,
        'faq#/language': 'sv',
        'profile#/timezone': 'Europe/Stockholm',
        'profile#/opening_hours': [{ day: 'monday', opens: '09:00', closes: '17:00' }]
      }
      const business = await facts(dataWith(t, edits, workshopData))
      const server = await build(t, { business })
      for (const [query, result] of [
        ['Öppettider', { id: 'hours', title: 'Öppettider' }],
        ['Telefon?', { id: 'profile', title: 'Kontaktuppgifter' }],
        ['Pris Tune-up', { id: /^services\/tune-?up$/ }]
      ] as const)
        t.match((await call('search', { query }, server)).results, [result], query)
    }
  )

  t.test('finds a page to which an item links, but not the page of the item next to the item', async (t) => {
    const business = await facts(dataWith(t, { 'services#/examples/0/url': '/contact/' }, workshopData))
    const other = business.catalog.services[1]
    const server = await build(t, { business })
    const find = async (query: string) =>
      (await call('search', { query, limit: 50 }, server)).results.map(({ id }: { id: string }) => id)
    t.ok((await find('contact')).includes('pages/contact/'))
    t.notOk((await find(`${other?.name}`)).includes(`pages/services/${other?.id}/`))
  })

  t.test('finds the document first whose whole name, or id, is the query', async (t) => {
    const price = { amount: '40' }
    const services = {
      'cut-colour': 'Cut & colour',
      cut: 'Cut',
      'cut-and-blow-dry': 'Cut and blow-dry',
      children: "Children's cut",
      beard: 'Beard trim',
      colour: 'Colour',
      naive: 'Naïve cut',
      will: 'Will',
      family: 'תספורת וצבע',
      short: 'תספורת'
    }
    const examples = Object.entries(services).map(([id, name]) => ({ id, name, price }))
    const items = ['Do you cut?', 'How long does a cut take?'].map((question) => ({
      question,
      answer: 'Yes.'
    }))
    const faq = { language: 'en-GB', categories: [{ name: 'Cut', items }] }
    const edits = { services: { examples }, faq }
    const server = await build(t, { business: await facts(dataWith(t, edits, workshopData)) })
    for (const [query, first] of [
      ['Cut', 'services/cut'],
      ['CUT!', 'services/cut'],
      ['a cut', 'services/cut'],
      ['how much is a cut?', 'services/cut'],
      ['price of a cut', 'services/cut'],
      ['services/cut', 'services/cut'],
      ['cut and colour', 'services/cut-colour'],
      ['blow dry', 'services/cut-and-blow-dry'],
      ['blowdry', 'services/cut-and-blow-dry'],
      ['blowdr', 'services/cut-and-blow-dry'],
      ['naive cut', 'services/naive'],
      ['will', 'services/will'],
      ['תִּסְפֹּרֶת', 'services/short'],
      ['תספורת', 'services/short'],
      ['do you cut?', 'faq/do-you-cut'],
      ['gold', 'packages/gold']
    ] as const) {
      const { results } = await call('search', { query, limit: 3 }, server)
      t.equal(results[0]?.id, first, query)
      t.equal(new Set(results.map(({ id }: { id: string }) => id)).size, results.length, query)
    }
  })

  t.test('finds a service by its name and a word for price before the terms of all prices', async (t) => {
    const price = { kind: 'fixed', amount: '2640', unit: 'סמסטר' }
    const names = ['פסנתר', 'תופים', 'כינור', 'חליל צד', 'גיטרה', 'מקהלה', 'פיתוח קול']
    const examples = names.map((name, index) => ({ id: `s${index}`, name, price }))
    const pricing = { model: 'משלמים לסמסטר.', currency: 'ILS', notes: ['אח שני: 10% הנחה.'] }
    const edits = { services: { examples }, pricing, faq: { language: 'he', categories: [] } }
    const business = await facts(dataWith(t, edits, 'test/fixtures/hebrew'))
    const server = await build(t, { business })
    for (const query of ['מחיר תופים', 'כמה עולים תופים?']) {
      const { results } = await call('search', { query }, server)
      const ids = results.map(({ id }: { id: string }) => id)
      t.ok(ids.indexOf('services/s1') >= 0 && ids.indexOf('services/s1') < ids.indexOf('pricing'), query)
    }
  })

  t.test('does not find a price by the amount that some fields round up', async (t) => {
    for (const query of ['13', '100']) {
      const { results } = await call('search', { query }, workshop)
      const ids = results.map(({ id }: { id: string }) => id).join(' ')
      t.notMatch(ids, /\b(services|packages)\/\w/, query)
    }
  })

  t.test(
    'tells words apart by the marks that are part of them, and not by marks that people leave out',
    async (t) => {
      const questions = ['दिन कब है?', 'ガラスですか？', 'ม้า', 'هل يعمل مُحَمَّد؟', 'Ἀθῆναι;', 'Crème brûlée']
      const items = questions.map((question, index) => ({ id: `q${index}`, question, answer: '-' }))
      const edits = {
        'words.hi': wordsByLanguage.en?.(),
        faq: { language: 'hi', categories: [{ name: '-', items }] }
      }
      const server = await build(t, { business: await facts(dataWith(t, edits, workshopData)) })
      for (const [query, ids] of [
        ['दिन', ['faq/q0']],
        ['दान', []],
        ['ガラス', ['faq/q1']],
        ['カラス', []],
        ['ม้า', ['faq/q2']],
        ['มา', []],
        ['محمد', ['faq/q3']],
        ['αθηναι', ['faq/q4']],
        ['creme brulee', ['faq/q5']]
      ] as const) {
        const { results } = await call('search', { query }, server)
        const found = results
          .map(({ id }: { id: string }) => id)
          .filter((id: string) => id.startsWith('faq/'))
        t.same(found, ids, query)
      }
    }
  )

  t.test('finds a price by its amount with any number of decimals, separators and digits', async (t) => {
    const amounts = ['12.500', '120.000', '1250.750', '150000']
    const examples = amounts.map((amount, index) => ({
      id: `s${index}`,
      name: `S${index}`,
      price: { amount }
    }))
    const pricing = { model: 'Pay later.', currency: 'KWD', packages: [] }
    const edits = { services: { examples }, pricing }
    const server = await build(t, { business: await facts(dataWith(t, edits, workshopData)) })
    for (const [query, first] of [
      ['12.5', 'services/s0'],
      ['12.500', 'services/s0'],
      ['١٢٫٥٠٠', 'services/s0'],
      ['120', 'services/s1'],
      ['١٢٠', 'services/s1'],
      ['۱۲۰', 'services/s1'],
      ['१२०', 'services/s1'],
      ['1,250.750 KWD', 'services/s2'],
      ['١٬٢٥٠٫٧٥٠', 'services/s2'],
      ['1,50,000', 'services/s3']
    ] as const)
      t.match((await call('search', { query }, server)).results, [{ id: first }], query)
  })

  t.test(
    'finds nothing by questions for prices, address and hours if the business states none',
    async (t) => {
      const edits = { 'services#/examples': [] }
      const business = await facts(dataWith(t, edits, 'test/fixtures/minimal'))
      const server = await build(t, { business })
      for (const query of ['cheapest', 'how do I get there?', 'when?'])
        t.same((await call('search', { query }, server)).results, [], query)
    }
  )

  t.test('lists the pages about the site behind every fact', async (t) => {
    const query = 'tools prices services questions'
    const { results } = await call('search', { query, limit: 50 })
    const ids: string[] = results.map(({ id }: { id: string }) => id)
    const technical = ids.findIndex((id) => /^pages.(developers|for-ai)/.test(id))
    t.ok(technical > 0)
    t.same(
      ids.slice(technical).filter((id) => !id.startsWith('pages/')),
      []
    )
  })

  t.test('searches pages in their own language', async (t) => {
    const siteDir = t.testdir({
      'index.html': '<html lang="en"><title>Start</title><main><p>Welcome</p></main></html>',
      'reservierung.html':
        '<html lang="de"><title>Buchungen</title><main><p>Hier buchen Sie Termine.</p></main></html>'
    })
    const site = await build(t, { business: await facts(workshopData) }, { siteDir })
    const { results } = await call('search', { query: 'muss ich einen Termin buchen?' }, site)
    t.match(results, [{ id: 'pages/reservierung' }])
  })

  t.test('describes itself without claims about a language, or about facts that are missing', async (t) => {
    const message = { jsonrpc: '2.0', id: 1, method: 'tools/list' }
    const minimal = await build(t, { business: await facts('test/fixtures/minimal') })
    for (const [site, hasPackages] of [
      [app, true],
      [minimal, false]
    ] as const) {
      const response = await site.inject({ method: 'POST', url: '/mcp', payload: message })
      const tool = response.json().result.tools.find(({ name }: { name: string }) => name === 'search')
      t.notMatch(JSON.stringify(tool), /Hebrew|language/)
      t.equal(tool.description.includes('packages'), hasPackages)
    }
  })
})
