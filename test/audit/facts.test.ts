import t from 'tap'
import { audit } from '../../src/audit/audit.ts'
import { factChecks } from '../../src/audit/fact-checks.ts'
import { dataWith, folderWith } from '../helper.ts'
import { createProxy, type Exchange } from './proxy.ts'

type Change = (exchange: Exchange) => void

const guesthouse = 'test/fixtures/guesthouse'
const site = 'http://127.0.0.1:3000'
const edits = {
  'profile#/contact/phones': [{ label: 'Desk', number: '+351 000 000 101' }],
  'profile#/contact/whatsapp': '+351 000 000 103'
}

/** Changes a text in the responses whose path matches, if they are of this type. */
const edit =
  (path: RegExp, type: string, from: string | RegExp, to: string): Change =>
  (exchange) => {
    if (!path.test(exchange.path) || !exchange.headers['content-type']?.startsWith(type)) return
    exchange.edit((text) => text.replaceAll(from, to))
  }

const html = (path: RegExp, from: string | RegExp, to: string) => edit(path, 'text/html', from, to)
const markdown = (path: RegExp, from: string | RegExp, to: string) => edit(path, 'text/markdown', from, to)
const mcp = (from: string | RegExp, to: string) => edit(/^\/mcp$/, 'application/json', from, to)

t.test('facts that are the same on every surface have no differences', async (t) => {
  const canadian = {
    ...edits,
    'faq#/language': 'en-CA',
    'profile#/address/country': 'CA',
    'services#/examples/0/tax': { included: false, rate_percent: 10 },
    'pricing#/packages/0': { id: 'group', name: 'The whole house', one_time_ils: null }
  }
  // On /for-ai/ the id of an item is before its price.
  const numbered = ['massage-60', 'm90'].map((id) => ({
    ...{ id, name: `Massage, ${id.slice(-2)} minutes`, price: { kind: 'fixed', amount: '120' } }
  }))
  const closed = { 'profile#/locations/1/opening_hours': [] }
  // A tool omits the end of a long list of questions.
  const items = Array.from({ length: 60 }, (_, n) => ({ question: `Is this ${n}?`, answer: `${n}.` }))
  const faq = { 'faq#/language': 'fr', 'faq#/categories': [{ name: 'All', items }] }
  const spa = { ...edits, ...closed, ...faq, 'services#/examples': numbered }
  // Texts of the data may have other amounts next to a name.
  const rental = {
    ...edits,
    'services#/examples': [
      { id: 'bike', name: 'Bike', price: { kind: 'fixed', amount: '12.50' }, summary: 'Deposit: €50.' },
      {
        id: 'bell',
        name: 'Bell',
        price: { kind: 'fixed', amount: '0' },
        summary: 'If lost: €10.',
        tag: 'Save €5'
      }
    ],
    // A package may have the name of a service.
    'pricing#/packages/0': { id: 'day', name: 'Bike', price: { kind: 'fixed', amount: '60' } },
    'pricing#/notes': ['Bike: €15 for each hour that you are late.'],
    'faq#/categories/0/items/0': { question: 'How much is the deposit?', answer: 'Bike: €50\nCar: €200' }
  }
  // Numbers, locations and questions of different topics may have one name.
  const namesakes = {
    ...edits,
    'profile#/contact/phones': [1, 2].map((end) => ({ label: 'Desk', number: `+351 000 000 11${end}` })),
    'profile#/locations/1/name': 'The bar downstairs',
    'faq#/categories': ['Rooms', 'Bar'].map((name) => ({
      ...{ name, items: [{ id: name.toLowerCase(), question: 'Must I book?', answer: `Call ${name}.` }] }
    }))
  }
  const night = '<title>Night</title><h1>Night</h1><a href="tel:+351000000103">Call the mobile</a>'
  const siteDir = folderWith(t, { 'night.html': night })
  for (const changes of [undefined, canadian, spa, rental, namesakes]) {
    const data = changes && dataWith(t, changes, guesthouse)
    const { origin, fetch } = await createProxy(t, undefined, data, changes && { siteDir })
    t.match(
      (await audit(origin, { checks: factChecks, fetch })).checks,
      factChecks.map(() => ({ status: 'pass', note: /^\d+ facts were compared\./ }))
    )
  }
})

/** Changes that do not change the same fact on the same surface, and all differences that the audit finds. */
const rounds: [changes: Change[], expected: string[]][] = [
  [
    [
      // Last month's page beside a fresh API
      html(/^\/services\/garden-room\/$/, '79.90', '74.90'),
      html(/garden-room/, 'closer to the cats', 'closer to the dogs'),
      html(/^\/services\/bicycle\/$/, /€[\d.]+/g, ''),
      html(/^\/contact\/$/, /000 ?000 ?10(\d)/g, '000 000 90$1'),
      html(/./, 'stay@casadabruma.example', ''),
      markdown(/^\/services\/$/, '12.50', '13.50'),
      edit(/llms-full/, 'text/', '79.90', '74.90'),
      mcp('"amount":"79.90"', '"amount":"74.90"'),
      edit(/services\/garden-room.json/, 'application/json', '79.90', '74.90')
    ],
    [
      'API different /api/v1/services/garden-room.json: the service "Room on the garden", "Room on the garden" at 74.9 EUR',
      'HTML different /contact/: the phone, +351000 000 900, +351000 000 901',
      'HTML missing /: the email, it on none of N pages',
      'HTML different /services/garden-room/: the service "Room on the garden", 74.9 next to the name',
      'HTML missing /services/garden-room/: the summary of the service "Room on the garden", nothing',
      'HTML missing /services/bicycle/: the service "Bicycle", nothing',
      'JSON-LD different /contact/: the phone, +351 000 000 900',
      'JSON-LD different /contact/: the phone, +351 000 000 901',
      'JSON-LD missing /: the email, nothing',
      'Markdown different /services/: the service "Bicycle", 13.5 next to the name',
      'llms-full.txt different /llms-full.txt: the service "Room on the garden", 74.9 next to the name',
      'MCP different /mcp (list_services): the service "Room on the garden", "Room on the garden" at 74.9 EUR',
      'MCP different /mcp (get_service garden-room): the service "Room on the garden", "Room on the garden" at 74.9 EUR'
    ]
  ],
  [
    [
      html(/garden-room/, 'Room on the garden', 'Room'),
      html(/^\/about/, '"telephone":"+351 000 000 100"', '"telephone":"+351 000 000 900"'),
      html(/^\/about/, '"streetAddress":"Rua do Farol Invisível 9"', '"streetAddress":"Rua 1"'),
      html(/^\/contact\/$/, '"closes":"22:00"', '"closes":"23:00"'),
      html(/^\/services\/$/, '79.9', '74.9'),
      html(/./, 'From three', 'From four'),
      (exchange) => {
        if (exchange.path === '/for-ai/' && exchange.accept === 'text/html') exchange.status = 503
      },
      edit(/llms-full/, 'text/', 'Boots', 'Shoes'),
      mcp('"question":"Is the bar noisy?"', '"question":"Is it noisy?"')
    ],
    [
      'HTML missing /for-ai/: its facts, status 503',
      'HTML different /services/: the service "Room on the garden", 74.9 next to the name',
      'HTML missing /services/garden-room/: the service "Room on the garden", nothing',
      'HTML missing /faq/: the answer to "When can I check in?", nothing',
      'JSON-LD different /about/: the phone, +351 000 000 900',
      'JSON-LD different /about/: the address, Rua 1, Vila da Bruma, Ilha Inventada, 0000-009',
      'JSON-LD different /contact/: the hours, monday 08:00–23:00',
      'JSON-LD different /services/: the service "Room on the garden", 74.9',
      'JSON-LD different /faq/: the answer to "When can I check in?", From four in the afternoon.',
      'llms-full.txt missing /llms-full.txt: the excludes of the package "Walkers’ weekend", nothing',
      'MCP missing /mcp: the answer to "Is the bar noisy?", nothing'
    ]
  ]
]

t.test('facts that a proxy changes are the differences of their surface', async (t) => {
  const { origin, fetch, changeResponses } = await createProxy(t, undefined, dataWith(t, edits, guesthouse))
  for (const [changes, expected] of rounds) {
    changeResponses((exchange) => {
      for (const change of changes) change(exchange)
    })
    const { checks } = await audit(origin, { checks: factChecks, fetch })
    const found = checks
      .flatMap(({ differences }) => differences ?? [])
      .map(({ surface, problem, url, fact, found }) =>
        `${surface} ${problem} ${url.replace(site, '')}: ${fact}, ${found || 'nothing'}`
          .replace(/\d+ pages/, 'N pages')
          .replace(/(?<=monday 08:00–23:00).*/, '')
      )
    t.same(found, expected)
  }
})
