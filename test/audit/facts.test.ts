import t from 'tap'
import { audit } from '../../src/audit/audit.ts'
import { factChecks } from '../../src/audit/facts/fact-checks.ts'
import { dataWith } from '../helper.ts'
import { createProxy, type Exchange } from './proxy.ts'

type Change = (exchange: Exchange) => void

const guesthouse = 'test/fixtures/guesthouse'
const site = 'http://127.0.0.1:3000'
const edits = { 'profile#/contact/phones': [{ label: 'Desk', number: '+351 000 000 101' }] }

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
    'services#/examples/0/tax': { included: false, rate_percent: 10 }
  }
  for (const [data, changes] of [
    [undefined, undefined],
    [guesthouse, edits],
    [guesthouse, canadian]
  ] as const) {
    const { origin, fetch } = await createProxy(t, undefined, changes ? dataWith(t, changes, data) : data)
    const { results } = await audit(origin, { checks: factChecks, fetch })
    t.match(
      results.map(({ outcome }) => outcome),
      factChecks.map(() => ({ status: 'pass', note: /^\d+ facts were compared\./ }))
    )
  }
})

t.test('questions that a tool omits from a long list are not missing', async (t) => {
  const items = Array.from({ length: 60 }, (_, index) => ({
    question: `Is this ${index}?`,
    answer: `${index}.`
  }))
  const dataDir = dataWith(t, { ...edits, 'faq#/categories': [{ name: 'All', items }] }, guesthouse)
  const { origin, fetch } = await createProxy(t, undefined, dataDir)
  const { results } = await audit(origin, { checks: factChecks, fetch })
  t.match(results.at(-1)?.outcome, { status: 'pass' })
})

t.test('a proxy that changes responses', async (t) => {
  const { origin, fetch, changeResponses } = await createProxy(t, undefined, dataWith(t, edits, guesthouse))
  const cases: [surface: string, change: Change, expected: (string | RegExp)[]][] = [
    // Last month's page beside a fresh API
    [
      'HTML',
      html(/^\/services\/garden-room\/$/, '79.90', '74.90'),
      ['different /services/garden-room/: the service "Room on the garden", 74.9 next to the name']
    ],
    [
      'HTML',
      html(/garden-room/, 'Room on the garden', 'Room'),
      ['missing /services/garden-room/: the service "Room on the garden", nothing']
    ],
    [
      'HTML',
      html(/^\/services\/bicycle\/$/, /€[\d.]+/g, ''),
      ['missing /services/bicycle/: the service "Bicycle", nothing']
    ],
    [
      'HTML',
      html(/^\/contact\/$/, /000 ?000 ?10(\d)/g, '000 000 90$1'),
      ['different /contact/: the phone, +351000 000 900, +351000 000 901']
    ],
    ['HTML', html(/./, 'stay@casadabruma.example', ''), ['missing /: the email, it on none of N pages']],
    [
      'HTML',
      html(/^\/faq\/$/, 'From three', 'From four'),
      ['missing /faq/: the answer to "When can I check in?", nothing']
    ],
    [
      'HTML',
      html(/garden-room/, 'closer to the cats', 'closer to the dogs'),
      ['missing /services/garden-room/: the summary of the service "Room on the garden", nothing']
    ],
    [
      'HTML',
      (exchange) => {
        if (exchange.path === '/about/') exchange.status = 503
      },
      ['missing /about/: its facts, status 503']
    ],
    [
      'JSON-LD',
      html(/^\/about/, '"telephone":"+351 000 000 100"', '"telephone":"+351 000 000 900"'),
      ['different /about/: the phone, +351 000 000 900']
    ],
    [
      'JSON-LD',
      html(/^\/about/, '"streetAddress":"Rua do Farol Invisível 9"', '"streetAddress":"Rua 1"'),
      ['different /about/: the address, Rua 1, Vila da Bruma, Ilha Inventada, 0000-009']
    ],
    [
      'JSON-LD',
      html(/^\/contact\/$/, '"closes":"22:00"', '"closes":"23:00"'),
      [/^different \/contact\/: the hours, monday 08:00–23:00; /]
    ],
    [
      'JSON-LD',
      html(/^\/services\/$/, '79.9', '74.9'),
      ['different /services/: the service "Room on the garden", 74.9']
    ],
    [
      'JSON-LD',
      html(/./, 'From three', 'From four'),
      ['different /faq/: the answer to "When can I check in?", From four in the afternoon.']
    ],
    [
      'Markdown',
      markdown(/^\/services\/$/, '12.50', '13.50'),
      ['different /services/: the service "Bicycle", 13.5 next to the name']
    ],
    [
      'llms-full',
      edit(/llms-full/, 'text/', '79.90', '74.90'),
      ['different /llms-full.txt: the service "Room on the garden", 74.9 next to the name']
    ],
    [
      'llms-full',
      edit(/llms-full/, 'text/', 'Boots', 'Shoes'),
      ['missing /llms-full.txt: the excludes of the package "Walkers’ weekend", nothing']
    ],
    [
      'MCP',
      mcp('"amount":"79.90"', '"amount":"74.90"'),
      ['list_services', 'get_service garden-room'].map(
        (call) =>
          `different /mcp (${call}): the service "Room on the garden", "Room on the garden" at 74.9 EUR`
      )
    ],
    [
      'MCP',
      mcp('"question":"Is the bar noisy?"', '"question":"Is it noisy?"'),
      ['missing /mcp: the answer to "Is the bar noisy?", nothing']
    ],
    [
      'operations',
      edit(/services\/garden-room.json/, 'application/json', '79.90', '74.90'),
      [
        'different /api/v1/services/garden-room.json: the service "Room on the garden", "Room on the garden" at 74.9 EUR'
      ]
    ]
  ]
  for (const [surface, change, expected] of cases) {
    changeResponses(change)
    const table = factChecks.filter(({ name }) => name.includes(surface))
    const { results } = await audit(origin, { checks: table, fetch })
    const found = results.flatMap(({ outcome }) =>
      outcome.status === 'fail' ? (outcome.differences ?? []) : []
    )
    t.match(
      found.map(
        ({ problem, url, fact, found }) =>
          `${problem} ${url.replace(site, '')}: ${fact}, ${found.replace(/\d+ pages/, 'N pages') || 'nothing'}`
      ),
      expected,
      surface
    )
    t.equal(found.length, expected.length)
  }
})
