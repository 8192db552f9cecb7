import t, { type Test } from 'tap'
import { wordsByLanguage } from '../../src/business/words.ts'
import { build, dataWith, type Edits, facts } from '../helper.ts'
import { toolsOf } from './context.ts'

const en = wordsByLanguage.en?.()

const service = (id: string, name: string, summary?: string) => ({
  id,
  name,
  ...(summary && { summary }),
  price: { kind: 'fixed', amount: '85' }
})

const question = (id: string, question: string) => ({ id, question, answer: '-' })

/** Returns a function that searches what a business publishes, and returns the ids of the results. */
async function openSearch(t: Test, edits: Edits) {
  const business = await facts(dataWith(t, edits, 'test/fixtures/minimal'))
  const server = await build(t, { business })
  return async (query: string, limit = 50): Promise<string[]> => {
    const params = { name: 'search', arguments: { query, limit } }
    const payload = { jsonrpc: '2.0', id: 1, method: 'tools/call', params }
    const response = await server.inject({ method: 'POST', url: '/mcp', payload })
    return response.json().result.structuredContent.results.map(({ id }: { id: string }) => id)
  }
}

const vet: Edits = {
  'words.fr': { ...en, about: { ...en?.about, area: 'Zone d’intervention' } },
  'profile#/name': 'Clinique du Parc',
  'profile#/service_area': { cities: ['Lyon', 'Villeurbanne'] },
  services: {
    examples: [
      service('consultation', 'Consultation'),
      service('chat', 'Castration / stérilisation chat', 'Pour un mâle, anesthésie comprise.'),
      service('chatte', 'Stérilisation d’une chatte'),
      service('oeil', 'Examen de l’œil'),
      service('urgence', 'Consultation d’urgence')
    ]
  },
  faq: {
    language: 'fr-FR',
    categories: [{ name: 'Chirurgie', items: [question('age', 'À quel âge castrer un chien mâle ?')] }]
  }
}

const groomer: Edits = {
  'profile#/name': 'Hill Country Grooming',
  'profile#/service_area': { radius: '25 miles', cities: ['Austin', 'Round Rock'] },
  'profile#/address': { locality: 'Austin', country: 'US' },
  services: { examples: [service('bath', 'Bath and brush'), service('nails', 'Nail trim')] },
  faq: {
    language: 'en-US',
    categories: [{ name: 'Visits', items: [question('vaccines', 'Does my dog need vaccines?')] }]
  }
}

const areaQuestions = [
  'how far do you travel',
  'How far will you drive?',
  'do you come to my house',
  'do you do house calls?',
  'which towns do you cover',
  'What areas do you serve?',
  'do you serve Round Rock?',
  'service area'
]

/** The same for a business without pages, which is ready sooner. */
async function openFacts(t: Test, edits: Edits) {
  const { call } = await toolsOf(await facts(dataWith(t, edits, 'test/fixtures/minimal')))
  return async (query: string): Promise<string[]> =>
    (await call('search', { query })).result.results.map(({ id }: { id: string }) => id)
}

t.test('search in French', async (t) => {
  const search = await openFacts(t, vet)
  for (const [query, first] of [
    ['stériliser chat mâle', 'services/chat'],
    ['steriliser chat male', 'services/chat'],
    ['STÉRILISER UN CHAT MÂLE', 'services/chat'],
    ['stérilisations', 'services/chatte'],
    ['castrer chat', 'services/chat'],
    ['œil', 'services/oeil'],
    ['oeil', 'services/oeil'],
    ["l'œil", 'services/oeil'],
    ['L’OEIL', 'services/oeil'],
    ['urgence', 'services/urgence'],
    ["qu'est-ce qu'une urgence ?", 'services/urgence'],
    ["zone d'intervention", 'profile'],
    ['how far do you travel', 'profile']
  ] as const)
    t.equal((await search(query))[0], first, query)
})

t.test('search › finds words as people type them in other languages', async (t) => {
  for (const [language, name, queries] of [
    ['de', 'Führung durch die Straße', ['führungen', 'fuehrung', 'fuhrung', 'FÜHRUNG', 'strasse', 'STRASSE']],
    ['da', 'Sølv', ['sølv', 'soelv', 'solv']],
    ['pl', 'Żółta łódka', ['zolta lodka', 'żółta łódka']],
    ['es', 'Esterilización de gatos', ['esterilizar gato', 'ESTERILIZACION', 'esterilización']],
    ['it', 'Pulizia dell’orecchio', ['orecchio', "l'orecchio"]],
    ['fr', 'Soin L’Oréal', ['loreal', 'l’oréal', 'oreal']]
  ] as const) {
    const services = { examples: [service('cut', 'X'), service('other', name), service('colour', 'Y')] }
    const search = await openFacts(t, {
      [`words.${language}`]: en,
      services,
      faq: { language, categories: [] }
    })
    for (const query of queries) t.equal((await search(query))[0], 'services/other', query)
  }
})

t.test(
  'search › finds the service area by questions about where the business goes, if it has one',
  async (t) => {
    const search = await openSearch(t, groomer)
    for (const query of areaQuestions) t.equal((await search(query))[0], 'profile', query)
    for (const area of [undefined, {}]) {
      const others = await openFacts(t, { ...groomer, 'profile#/service_area': area })
      for (const query of ['how far do you travel', 'which towns do you cover', 'do you come to my house'])
        t.notOk((await others(query)).includes('profile'), query)
    }
    const faq = { language: 'he', categories: [] }
    const hebrew = await openSearch(t, { ...groomer, faq, 'profile#/service_area': { cities: ['חיפה'] } })
    for (const query of [
      'עד לאן אתם מגיעים',
      'באילו אזורים אתם עובדים?',
      'אתם מגיעים הביתה?',
      'אתם באים עד הבית?',
      'לאילו ערים אתם מגיעים',
      ...areaQuestions.slice(0, 3)
    ])
      t.equal((await hebrew(query))[0], 'profile', query)
  }
)

t.test('search › understands how people ask in the languages of the software', async (t) => {
  for (const [language, questions] of [
    [
      'ar',
      { pricing: ['بكم؟', 'كم السعر'], hours: ['متى تفتحون؟'], profile: ['أين أنتم؟', 'هل تأتون إلى البيت؟'] }
    ],
    [
      'nl',
      { pricing: ['Hoeveel kost het?'], hours: ['Hoe laat gaan jullie open?'], profile: ['Waar zit u?'] }
    ],
    ['pt', { pricing: ['Quanto custa?'], hours: ['A que horas abrem?'], profile: ['Onde ficam?'] }],
    ['ru', { pricing: ['Сколько стоит?'], hours: ['Когда вы работаете?'], profile: ['Как вас найти?'] }]
  ] as const) {
    const search = await openFacts(t, {
      faq: { language, categories: [] },
      'profile#/timezone': 'Europe/Lisbon',
      'profile#/opening_hours': [{ day: 'monday', opens: '09:00', closes: '17:00' }],
      'profile#/address': { locality: 'X', country: 'PT' },
      'profile#/service_area': { cities: ['Y'] }
    })
    for (const [first, queries] of Object.entries(questions))
      for (const query of queries) t.equal((await search(query))[0], first, query)
  }
})

t.test('search › lists every page for programs behind every page for clients', async (t) => {
  const search = await openSearch(t, {
    ...groomer,
    faq: { language: 'en', categories: [{ name: '-', items: [question('api', 'Is there an API?')] }] }
  })
  const isForPrograms = (id: string) => /^pages.(developers|for-ai)/.test(id)
  for (const query of [
    ...areaQuestions,
    'API',
    'bath',
    'services prices questions',
    'grooming',
    'facts for developers',
    'contact'
  ]) {
    const ids = await search(query)
    const first = ids.findIndex(isForPrograms)
    if (first >= 0) t.ok(ids.slice(first).every(isForPrograms), `${query}: ${ids.join(' ')}`)
  }
  t.match(await search('API'), ['faq/api', 'pages/faq/', 'pages/', 'pages/developers/', 'pages/for-ai/'])
  t.same(await search('agents'), ['pages/for-ai/'], 'the link to llms.txt on every page is no word of it')
})

t.test(
  'search › keeps a page for programs that the query names, however few results it may return',
  async (t) => {
    const items = Array.from({ length: 12 }, (_, index) =>
      question(`q${index}`, `Facts for AI agents ${index}?`)
    )
    const search = await openSearch(t, { faq: { language: 'en', categories: [{ name: '-', items }] } })
    const named = 'Facts for AI agents | Wren & Thread'
    t.equal((await search(named, 3))[2], 'pages/for-ai/')
    t.same(await search(named, 1), ['pages/for-ai/'])
    t.match(await search('facts agents', 3), [/^faq/, /^faq/, /^faq/])
  }
)
