import t, { type Test } from 'tap'
import { writeProfile } from '../../src/business/v1.ts'
import { wordsByLanguage } from '../../src/business/words.ts'
import { baseUrl, build, dataWith, type Edits, facts, v1 } from '../helper.ts'
import { callTool } from '../requests.ts'
import { toolsOf } from './context.ts'
import { english, hebrew, mixed } from './queries.ts'

const workshopData = 'test/fixtures/workshop'
const en = wordsByLanguage.en

interface Result {
  id: string
  title: string
  url: string
}

/** Returns a function that searches with the tools of a business, and returns the ids of the results. */
async function openFacts(t: Test, edits: Edits, source = 'test/fixtures/minimal') {
  const { call } = await toolsOf(await facts(dataWith(t, edits, source)))
  return async (query: string): Promise<string[]> =>
    (await call('search', { query, limit: 50 })).result.results.map(({ id }: Result) => id)
}

/** Returns the same for a business with all its pages, which is ready later. */
async function openSearch(t: Test, edits: Edits, source = 'test/fixtures/minimal') {
  const server = await build(t, { business: await facts(dataWith(t, edits, source)) })
  return async (query: string, limit = 50): Promise<string[]> =>
    (await callTool(server, 'search', { query, limit })).results.map(({ id }: Result) => id)
}

t.test('search', async (t) => {
  const app = await build(t)
  const search = async (query: string, server = app): Promise<Result[]> =>
    (await callTool(server, 'search', { query })).results
  const workshop = await build(t, { business: await facts(workshopData) })

  for (const [expectations, server] of [
    [hebrew, app],
    [mixed, app],
    [english, workshop]
  ] as const) {
    for (const [first, queries] of Object.entries(expectations))
      t.test(`finds ${first} first`, async (t) => {
        for (const query of queries) {
          const [hit] = await search(query, server)
          t.equal(first.startsWith('/') ? new URL(`${hit?.url}`).pathname : hit?.title, first, query)
        }
      })
  }

  t.test('finds nothing if no document matches', async (t) => {
    const [french, rental] = ['בירת צרפת', 'השכרת רכב בתל אביב']
    for (const query of ['פיצה עם זיתים', 'מזג האוויר מחר', rental, french, 'של', 'qwertyuiop', '?!'])
      t.same(await search(query), [], query)
    for (const query of ['weather tomorrow', 'capital of France']) t.same(await search(query), [], query)
  })

  t.test('returns 10 results if the client states no limit', async (t) => {
    t.equal(new Set((await search('בוט')).map(({ id }) => id)).size, 10)
  })

  t.test('fetches a page as Markdown', async (t) => {
    const page = await callTool(app, 'fetch', { id: 'pages/privacy/' })
    const { body } = await app.inject('/privacy.md')
    t.equal(page.text, body.slice(0, body.indexOf('\n## Sitemap\n')))
    t.match(page.metadata, { kind: 'page', language: 'he', modified: /^\d{4}-\d\d-\d\dT/ })
  })

  t.test('fetches the facts that are in no item: the profile, the services and the pricing', async (t) => {
    const read = async (id: string) => JSON.parse((await callTool(workshop, 'fetch', { id })).text)
    const business = await facts(workshopData)
    t.same(await read('profile'), JSON.parse(JSON.stringify(writeProfile(business.profile))))
    const services = await read('services')
    t.match(services, { categories: [{ id: 'repairs' }], examples: undefined })
    const others = `${baseUrl}/api/v1/services.json; the tool list_services returns at most 50.`
    t.equal(services.note, `Each service is a document of its own. All are at ${others}`)
    const pricing = await read('pricing')
    t.match(pricing, {
      model: String,
      tax: { included: true },
      note: `The prices of services are at ${others}`
    })
    t.same(
      pricing.packages.map(({ one_time_ils }: { one_time_ils?: null }) => one_time_ils),
      business.pricing.packages.map(({ price }) => (price ? undefined : null)),
      'without amounts that are rounded up'
    )
    t.match(await callTool(workshop, 'fetch', { id: 'profile' }), {
      url: `${baseUrl}/contact/`,
      metadata: { kind: 'facts', topic: 'Business', api: `${baseUrl}/api/v1/profile.json` }
    })
    const small = await build(t, { business: await facts('test/fixtures/minimal') })
    const { url } = await callTool(small, 'fetch', { id: 'pricing' })
    t.equal(url, `${baseUrl}/`, 'the page of contact has no prices')
  })

  t.test('fetches the opening hours without days, which change at midnight', async (t) => {
    const { call } = await toolsOf(await facts(dataWith(t, hours, workshopData)))
    const { text, metadata } = (await call('fetch', { id: 'hours' })).result
    t.match(JSON.parse(text), { locations: [{ id: 'main', days: undefined }] })
    t.match(JSON.parse(text).note, /without an entry is closed.*tool get_opening_hours/)
    t.match(metadata, { api: /hours\.json$/ })
  })

  t.test('names the facts of an operation after its page, and omits the list of all questions', async (t) => {
    const about = v1.operations.slice(0, 1).map((row) => ({ ...row, path: '/about.json' }))
    const server = await build(t, { versions: [{ ...v1, operations: [...v1.operations, ...about] }] })
    const { title } = await callTool(server, 'fetch', { id: 'about' })
    t.equal(title, wordsByLanguage.he?.pages.about)
    t.notOk((await search('faq', server)).some(({ id }) => id === 'faq'))
  })

  t.test('finds the page of questions by its name before the questions', async (t) => {
    const questions = Array.from({ length: 20 }, (_, index) => [`q${index}`, `Can I ask ${index}?`])
    const find = await openSearch(t, { faq: faqOf('en', Object.fromEntries(questions)) })
    t.equal((await find('faq'))[0], 'pages/faq/')
  })

  t.test('has the titles of `words.<language>.json` in a language without built-in words', async (t) => {
    const words = {
      ...en,
      hours: { ...en?.hours, title: 'Öppettider' },
      contact: { ...en?.contact, details: 'Kontaktuppgifter', phone: 'Telefon' },
      service: { ...en?.service, price: 'Pris' }
    }
    const edits = { ...hours, 'words.sv': words, 'faq#/language': 'sv' }
    const server = await build(t, { business: await facts(dataWith(t, edits, workshopData)) })
    for (const [query, result] of [
      ['Öppettider', { id: 'hours', title: 'Öppettider' }],
      ['Telefon?', { id: 'profile', title: 'Kontaktuppgifter' }],
      ['Pris Tune-up', { id: /^services\/tune-?up$/ }]
    ] as const)
      t.match(await search(query, server), [result], query)
  })

  t.test('finds a page to which an item links, but not the page of the item next to the item', async (t) => {
    const find = await openSearch(t, { 'services#/examples/0/url': '/contact/' }, workshopData)
    const other = (await facts(workshopData)).catalog.services[1]
    t.ok((await find('contact')).includes('pages/contact/'))
    t.notOk((await find(`${other?.name}`)).includes(`pages/services/${other?.id}/`))
  })

  t.test('does not find a price by its kind, or by the amount that some fields round up', async (t) => {
    for (const query of ['13', '100', 'fixed'])
      for (const { id } of await search(query, workshop)) t.notMatch(id, /^(services|packages)\/\w/, query)
  })

  t.test('searches pages in their own language', async (t) => {
    const german = '<title>Buchungen</title><main><p>Hier buchen Sie Termine.</p></main>'
    const siteDir = t.testdir({
      'index.html': '<html lang="en"><title>Start</title><main><p>Welcome</p></main></html>',
      'reservierung.html': `<html lang="de">${german}</html>`
    })
    const site = await build(t, { business: await facts(workshopData) }, { siteDir })
    t.match(await search('muss ich einen Termin buchen?', site), [{ id: 'pages/reservierung' }])
  })
})

const days = ['sunday', 'monday'].map((day) => ({ day, opens: '09:00', closes: '17:00' }))
const places = [
  { id: 'port', name: 'Port', address: { street: 'Quay' }, phone: '+44 113 496 0001' },
  { id: 'hill', name: 'Hill', address: { street: 'Crest' } }
]
const hours = {
  'profile#/timezone': 'Europe/London',
  'profile#/opening_hours': days,
  'profile#/locations': places.map((place) => ({ ...place, opening_hours: days }))
}
const closed = ['friday', 'do you work on Saturday?']

const service = (id: string, name: string, more: object = {}) => ({
  id,
  name,
  price: { amount: '40' },
  ...more
})
const servicesOf = (names: Record<string, string>, more?: object) => ({
  examples: Object.entries(names).map(([id, name]) => service(id, name, more))
})
const faqOf = (language: string, questions: Record<string, string> = {}, name = '-') => {
  const items = Object.entries(questions).map(([id, question]) => ({ id, question, answer: '-' }))
  return { language, categories: items.length > 0 ? [{ name, items }] : [] }
}

const areaQuestions = [
  ...['how far do you travel', 'How far will you drive?', 'do you come to my house'],
  ...['do you do house calls?', 'which towns do you cover', 'What areas do you serve?'],
  ...['do you serve Round Rock?', 'service area']
]

const groomer: Edits = {
  'profile#/name': 'Hill Country Grooming',
  'profile#/service_area': { radius: '25 miles', cities: ['Austin', 'Round Rock'] },
  'profile#/address': { locality: 'Austin', country: 'US' },
  services: servicesOf({ bath: 'Bath and brush', nails: 'Nail trim' }),
  faq: faqOf('en-US', { vaccines: 'Does my dog need vaccines?' }, 'Visits')
}

// A business whose facts are in the built-in words of its language.
const ordinary = (language: string): Edits => ({
  faq: faqOf(language),
  'profile#/timezone': 'Europe/Lisbon',
  'profile#/opening_hours': days,
  'profile#/address': { locality: 'X', country: 'PT' },
  'profile#/service_area': { cities: ['Y'] }
})

// A business with a service between two others, in a language whose interface has English words.
const nameService = (language: string, name: string): Edits => ({
  [`words.${language}`]: en,
  services: servicesOf({ cut: 'X', other: name, colour: 'Y' }),
  faq: faqOf(language)
})

const named: [language: string, name: string, queries: string[]][] = [
  ['de', 'Führung durch die Straße', ['führungen', 'fuehrung', 'fuhrung', 'FÜHRUNG', 'strasse', 'STRASSE']],
  ['da', 'Sølv', ['sølv', 'soelv', 'solv']],
  ['de', 'Blondierung', ['blondieren', 'Haare blondieren']],
  ['de', 'Nassrasur', ['Rasur']],
  ['pl', 'Żółta łódka', ['zolta lodka', 'żółta łódka']],
  ['es', 'Esterilización de gatos', ['esterilizar gato', 'ESTERILIZACION', 'esterilización']],
  ['it', 'Pulizia dell’orecchio', ['orecchio', "l'orecchio"]],
  ['fr', 'Soin L’Oréal', ['loreal', 'l’oréal', 'oreal']],
  ['ar', 'حشوة تجميلية', ['حشوات', 'الحشوات', 'حشوة']],
  ['ar', 'باقة العائلة', ['باقات']],
  ['zh-TW', '高山烏龍茶', ['烏龍', '烏龍茶']]
]

// Questions in languages without a business of their own.
const asked = {
  ar: {
    pricing: ['بكم؟', 'كم السعر'],
    hours: ['متى تفتحون؟'],
    profile: ['أين أنتم؟', 'هل تأتون إلى البيت؟', 'كيف يمكنني التواصل معكم']
  },
  de: { profile: ['Wie kann ich Sie kontaktieren?'] },
  fr: { profile: ['Comment puis-je vous joindre', 'comment puis-je vous contacter ?'] },
  he: { profile: ['איך יוצרים איתכם קשר', 'איך אפשר ליצור איתכם קשר?', 'איך אפשר להשיג אתכם'] },
  nl: {
    pricing: ['Hoeveel kost het?'],
    hours: ['Hoe laat gaan jullie open?', 'Zijn jullie vanavond open'],
    profile: ['Waar zit u?', 'Hoe kan ik contact met jullie opnemen']
  },
  pt: {
    services: ['Quais serviços vocês oferecem?'],
    pricing: ['Quanto custa?'],
    hours: ['A que horas abrem?'],
    profile: ['Onde ficam?', 'Como posso entrar em contato?', 'Vocês atendem na minha região?']
  },
  ru: { pricing: ['Сколько стоит?'], hours: ['Когда вы работаете?'], profile: ['Как вас найти?'] }
}

type Case = [fact: string, edits: Edits, first: Record<string, string[]>, source?: string]

/** Businesses, and queries by the id of the document that must come first. */
const cases: Case[] = [
  [
    'a service by the name of its category',
    {
      services: {
        categories: [{ id: 'billing', name: 'חשבוניות וגבייה' }],
        examples: [service('a', 'מלאי'), service('b', 'דוח', { category: 'billing' })]
      },
      faq: faqOf('he')
    },
    { 'services/b': ['חשבוניות וגבייה', 'גבייה'] }
  ],
  ['a location by its name', { 'profile#/locations': places }, { profile: ['Port', 'Hill'] }, workshopData],
  [
    'the opening hours by their name and by a day, in English',
    hours,
    {
      hours: [
        ...['When are you open on Sunday?', 'when?', 'open on boxing day', 'opening times', ...closed],
        ...['what are your business hours', 'how late are you open', 'how late are you open tonight?']
      ]
    },
    workshopData
  ],
  [
    'the opening hours by a question about any day, in spite of a name and questions with the same words',
    {
      ...hours,
      'profile#/name': 'Aireholme Works',
      faq: faqOf('en-GB', { e: 'Do you work on every e-bike?', wait: 'Can I wait while you work?' })
    },
    {
      hours: ['Do you work on Friday?', 'do you work Mondays', 'do you work on Saturday', 'work on tuesday']
    },
    workshopData
  ],
  [
    'the facts in Hebrew by whole questions',
    {
      ...hours,
      'profile#/contact': { phone: '+972-6-000-0000', email: 'a@a.example' },
      'profile#/payment_accepted': ['העברה בנקאית'],
      services: servicesOf({
        cards: 'כרטיס לקוח',
        hour: 'שיחה של שעה בטלפון, עד הבית',
        locks: 'פותחים וסוגרים דלתות ביום ראשון',
        prices: 'המחיר הקבוע',
        calls: 'הטלפון שמצלצל',
        boxes: 'מספר הטלפון והכתובת על תיבת המייל'
      })
    },
    {
      hours: [
        ...['באיזו שעה אתם פותחים?', 'באיזה שעה פותחים', 'עד איזו שעה אתם פתוחים?', 'מתי אתם סוגרים?'],
        ...['מתי אתם עובדים', 'מתי סוגרים', 'באילו ימים אתם עובדים?', 'באיזה ימים אתם פתוחים']
      ],
      pricing: ['מה המחיר?', 'מה המחירים שלכם?'],
      profile: [
        ...['מה הטלפון?', 'מה מספר הטלפון שלכם?', 'מה הכתובת שלכם?', 'מה המייל'],
        ...['אפשר לשלם בכרטיס אשראי?', 'כרטיס אשראי', 'מזומן']
      ]
    },
    'test/fixtures/minimal-hebrew'
  ],
  [
    'the prices by a short form of a question',
    { services: servicesOf({ whatsapp: 'WhatsApp reminders' }) },
    { pricing: ["what's the price?", 'whats the price'], 'services/whatsapp': ['whatsapp'] },
    workshopData
  ],
  ...[
    ['fr', 'Travaillez-vous le bois ?', 'Travaillez-vous le mardi ?', 'êtes-vous ouverts le lundi'],
    ['es', '¿Trabajan los metales?', '¿Trabajan los martes?', 'abren los viernes'],
    ['it', 'Lavorate il legno?', 'Lavorate il lunedì?', 'lavorate la domenica', 'siete aperti il giovedì'],
    ['pt', 'Abrem à noite?', 'Abrem à segunda-feira?', 'abrem ao domingo'],
    [
      'ru',
      'Вы работаете в офисе?',
      'Вы работаете в понедельник?',
      'работаете во вторник',
      'Вы работаете в среду?'
    ]
  ].map(
    ([language = '', question = '', ...queries]): Case => [
      `the opening hours by a question about any day (${language})`,
      { ...ordinary(language), 'faq#/categories': [{ name: '-', items: [{ question, answer: '-' }] }] },
      { hours: queries }
    ]
  ),
  [
    'the opening hours in Hebrew and English',
    hours,
    {
      hours: [
        ...['שעות הפתיחה', 'פתוחים ביום שני?', 'מתי פתוח?', 'פתוחים ביום שישי?', 'אתם עובדים בשבת?', 'שישי'],
        ...['opening hours', ...closed, 'ביום ב', "אתם עובדים ביום ה'?"]
      ]
    },
    'test/fixtures/hebrew'
  ],
  [
    'a service by how long it takes',
    {
      'profile#/reply_time': 'שעה',
      services: servicesOf({ needling: 'דיקור יבש', pelvic: 'רצפת אגן' }, { duration: '45 דקות' })
    },
    {
      'services/needling': ['כמה זמן נמשך דיקור?', 'כמה זמן לוקח טיפול דיקור?'],
      'services/pelvic': ['כמה זמן נמשכת רצפת אגן?']
    },
    'test/fixtures/minimal-hebrew'
  ],
  [
    'a service by how long it takes, in English',
    { services: servicesOf({ wash: 'Wash', cut: 'Cut' }, { duration: '45 minutes' }) },
    { 'services/cut': ['How long does a dry cut take?', 'how long does a cut last'] },
    workshopData
  ],
  [
    'the opening hours by the name of a special day',
    {
      ...hours,
      'profile#/special_hours': [{ name: 'ראש השנה', from: '2999-09-03' }],
      'profile#/people': [{ name: 'א' }],
      'profile#/founded_year': 1987
    },
    { hours: ['אתם עובדים בראש השנה?'] },
    'test/fixtures/hebrew'
  ],
  [
    'the document whose whole name, or id, is the query',
    {
      services: servicesOf({
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
      }),
      faq: faqOf('en-GB', { do: 'Do you cut?', long: 'How long does a cut take?' }, 'Cut')
    },
    {
      'services/cut': ['Cut', 'CUT!', 'a cut', 'how much is a cut?', 'price of a cut', 'services/cut'],
      'services/cut-colour': ['cut and colour'],
      'services/cut-and-blow-dry': ['blow dry', 'blowdry', 'blowdr'],
      'services/naive': ['naive cut'],
      'services/will': ['will'],
      'services/short': ['תִּסְפֹּרֶת', 'תספורת'],
      'faq/do': ['do you cut?'],
      'packages/gold': ['gold']
    },
    workshopData
  ],
  [
    'a price by its amount with any number of decimals, separators and digits',
    {
      services: {
        examples: ['12.500', '120.000', '1250.750', '150000'].map((amount, index) =>
          service(`s${index}`, `S${index}`, { price: { amount } })
        )
      },
      pricing: { model: 'Pay later.', currency: 'KWD', packages: [] }
    },
    {
      'services/s0': ['12.5', '12.500', '١٢٫٥٠٠'],
      'services/s1': ['120', '١٢٠', '۱۲۰', '१२०'],
      'services/s2': ['1,250.750 KWD', '١٬٢٥٠٫٧٥٠'],
      'services/s3': ['1,50,000']
    },
    workshopData
  ],
  [
    'words as people type them in French',
    {
      'words.fr': { ...en, about: { ...en?.about, area: 'Zone d’intervention' } },
      'profile#/name': 'Clinique du Parc',
      'profile#/service_area': { cities: ['Lyon', 'Villeurbanne'] },
      services: {
        examples: [
          service('consultation', 'Consultation'),
          service('chat', 'Castration / stérilisation chat', {
            summary: 'Pour un mâle, anesthésie comprise.'
          }),
          service('chatte', 'Stérilisation d’une chatte'),
          service('oeil', 'Examen de l’œil'),
          service('urgence', 'Consultation d’urgence')
        ]
      },
      faq: faqOf('fr-FR', { age: 'À quel âge castrer un chien mâle ?' }, 'Chirurgie')
    },
    {
      'services/chat': [
        ...['stériliser chat mâle', 'steriliser chat male', 'STÉRILISER UN CHAT MÂLE', 'castrer chat']
      ],
      'services/chatte': ['stérilisations'],
      'services/oeil': ['œil', 'oeil', "l'œil", 'L’OEIL'],
      'services/urgence': ['urgence', "qu'est-ce qu'une urgence ?"],
      profile: ["zone d'intervention", 'how far do you travel']
    }
  ],
  ...named.map(
    ([language, name, queries]): Case => [
      `"${name}" in ${language}`,
      nameService(language, name),
      { 'services/other': queries }
    ]
  ),
  [
    'what people ask of any business, by other words than its own',
    {
      faq: faqOf('he', { cancel: 'אפשר לבטל הזמנה?', gift: 'יש לכם שוברים?' }),
      'profile#/service_area': { parking: 'ברחוב' }
    },
    {
      'faq/cancel': ['מדיניות ביטולים', 'cancellation policy'],
      'faq/gift': ['מתנה'],
      profile: ['חניה', 'where can I park?']
    },
    'test/fixtures/minimal-hebrew'
  ],
  [
    'a service by a plural and a number',
    { services: servicesOf({ rye: 'שתי לחמניות', challah: 'חלה' }) },
    { 'services/challah': ['כמה עולות שתי חלות?'] },
    'test/fixtures/minimal-hebrew'
  ],
  ['a service by a compound', nameService('de', 'Massage'), { 'services/other': ['Rückenmassage'] }],
  [
    'the address by "where", although a question has the other word',
    {
      ...ordinary('de'),
      'profile#/name': 'Salon Z',
      faq: faqOf('de', { dog: 'Darf mein Hund in den Salon?' })
    },
    { profile: ['Wo ist der Salon?'] }
  ],
  [
    'the people by a word that questions about the hours have too',
    { ...ordinary('he'), 'profile#/people': [{ name: 'א' }] },
    { profile: ['עובדים', 'כמה עובדים יש לכם?'], hours: ['מתי עובדים?', 'אתם עובדים ביום שני'] }
  ],
  ['the service area by questions about where the business goes', groomer, { profile: areaQuestions }],
  [
    'the service area by the same questions in Hebrew',
    { ...groomer, faq: faqOf('he'), 'profile#/service_area': { cities: ['חיפה'] } },
    {
      profile: [
        ...['עד לאן אתם מגיעים', 'באילו אזורים אתם עובדים?', 'אתם מגיעים הביתה?', 'אתם באים עד הבית?'],
        ...['לאילו ערים אתם מגיעים', ...areaQuestions.slice(0, 3)]
      ]
    }
  ],
  ...Object.entries(asked).map(
    ([language, first]): Case => [`facts as people ask in ${language}`, ordinary(language), first]
  )
]

for (const [fact, edits, expected, source] of cases)
  t.test(`search › finds first ${fact}`, async (t) => {
    const search = await openFacts(t, edits, source)
    for (const [first, queries] of Object.entries(expected))
      for (const query of queries) {
        const ids = await search(query)
        t.equal(ids[0], first, query)
        t.equal(new Set(ids).size, ids.length, `${query}: each once`)
      }
  })

t.test('search › finds a service by its name and "price" before the terms and pages of prices', async (t) => {
  const list = ['פסנתר', 'תופים', 'כינור', 'חליל צד', 'גיטרה', 'מקהלה', 'פיתוח קול']
  const names = Object.fromEntries(list.map((name, index) => [`s${index}`, name]))
  const services = servicesOf(names, { price: { kind: 'fixed', amount: '2640', unit: 'סמסטר' } })
  const pricing = { model: 'משלמים לסמסטר.', currency: 'ILS', notes: ['אח שני: 10% הנחה.'] }
  const edits = { services, pricing, faq: faqOf('he') }
  const search = await openSearch(t, edits, 'test/fixtures/minimal-hebrew')
  for (const query of ['מחיר תופים', 'כמה עולים תופים?'])
    t.equal((await search(query))[0], 'services/s1', query)
})

t.test('search › finds a name before another one that differs in a stop word', async (t) => {
  const services = servicesOf({ more: 'Cut and more', cut: 'Cut' })
  const search = await openSearch(t, { services, faq: faqOf('en') })
  for (const [query, id] of Object.entries({ Cut: 'cut', 'cut and more': 'more' }))
    t.match(await search(query), [`services/${id}`], query)
})

t.test('search › finds nothing by questions for facts that the business does not state', async (t) => {
  const search = await openSearch(t, { 'services#/examples': [] })
  for (const query of ['cheapest', 'VAT', 'how do I get there?', 'when?'])
    t.same(await search(query), [], query)
  for (const area of [undefined, {}]) {
    const other = await openFacts(t, { ...groomer, 'profile#/service_area': area })
    for (const query of ['how far do you travel', 'which towns do you cover', 'do you come to my house'])
      t.notOk((await other(query)).includes('profile'), query)
  }
})

t.test('search › tells words apart by marks that are part of them, not by optional ones', async (t) => {
  const questions = ['दिन कब है?', 'ガラスですか？', 'ม้า', 'هل يعمل مُحَمَّد؟', 'Ἀθῆναι;', 'Crème brûlée']
  const faq = faqOf('hi', Object.fromEntries(questions.map((question, index) => [`q${index}`, question])))
  const search = await openFacts(t, { 'words.hi': en, faq }, workshopData)
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
    const found = (await search(query)).filter((id) => id.startsWith('faq/'))
    t.same(found, ids, query)
  }
})

t.test('search › lists every page for programs behind every page for clients', async (t) => {
  const site = { legal: { privacy: true, accessibility: true } }
  const search = await openSearch(t, { ...groomer, site, faq: faqOf('en', { api: 'Is there an API?' }) })
  const isForPrograms = (id: string) => /^pages.(developers|for-ai)/.test(id)
  const others = ['API', 'bath', 'services prices questions', 'grooming', 'facts for developers', 'contact']
  for (const query of [...areaQuestions, ...others]) {
    const ids = await search(query)
    if (areaQuestions.includes(query)) t.equal(ids[0], 'profile', query)
    const first = ids.findIndex(isForPrograms)
    if (first >= 0) t.ok(ids.slice(first).every(isForPrograms), `${query}: ${ids.join(' ')}`)
  }
  t.match(await search('API'), ['faq/api', 'pages/faq/', 'pages/', 'pages/developers/', 'pages/for-ai/'])
  t.same(await search('agents'), ['pages/for-ai/'], 'the link to llms.txt on every page is no word of it')
})

t.test('search › finds facts with few of the words before pages for programs with most', async (t) => {
  const search = await openSearch(t, { ...groomer, site: { legal: { privacy: true } } })
  t.equal((await search('how much do you charge per hour'))[0], 'pricing')
  t.equal((await search('does this website use cookies or tracking'))[0], 'pages/privacy/')
  t.equal(
    (await search('brush and nails for cats and ferrets'))[0],
    'services/nails',
    'before pages with both'
  )
})

t.test('search › finds first a page for programs that the query names', async (t) => {
  const questions = Array.from({ length: 12 }, (_, index) => [`q${index}`, `Facts for AI agents ${index}?`])
  const search = await openSearch(t, { faq: faqOf('en', Object.fromEntries(questions)) })
  const name = 'Facts for AI agents | Wren & Thread'
  t.equal((await search(name, 3))[0], 'pages/for-ai/')
  t.same(await search(name, 1), ['pages/for-ai/'])
  t.match(await search('facts agents', 3), [/^faq/, /^faq/, /^faq/])
})
