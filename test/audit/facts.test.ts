import t from 'tap'
import { audit } from '../../src/audit/audit.ts'
import { checks } from '../../src/audit/checks.ts'
import { factChecks } from '../../src/audit/facts/checks.ts'
import type { Difference } from '../../src/compare/compare.ts'
import { dataWith } from '../helper.ts'
import { createProxy, type Exchange } from './proxy.ts'
import { sentences } from './sentences.ts'

type Change = (exchange: Exchange) => void

const guesthouse = 'test/fixtures/guesthouse'
const site = 'http://127.0.0.1:3000'

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

t.test('facts that are the same on every surface › have no differences', async (t) => {
  const { origin, fetch } = await createProxy(t)
  const { results } = await audit(origin, { checks: factChecks, sampleSize: 1, fetch })
  t.match(
    results.map(({ outcome }) => outcome),
    factChecks.map(() => ({ status: 'pass', note: /^\d+ facts were compared\./ }))
  )
})

t.test('items with their own tax › have no differences', async (t) => {
  const edits = {
    'pricing#/tax': { included: false, name: 'sales tax', rate_percent: 8.25 },
    'services#/examples/0/tax': { exempt: true },
    'services#/examples/1/tax': { included: true, rate_percent: 2 }
  }
  const { origin, fetch } = await createProxy(t, undefined, dataWith(t, edits, guesthouse))
  const { results } = await audit(origin, { checks: factChecks, sampleSize: 1, fetch })
  t.match(
    results.map(({ outcome }) => outcome),
    factChecks.map(() => ({ status: 'pass' }))
  )
})

t.test('hours that pages write with am and pm › have no differences', async (t) => {
  const profile = {
    address: { country: 'CA' },
    timezone: 'America/Toronto',
    opening_hours: [
      { day: 'friday', opens: '08:00', closes: '12:30' },
      { day: 'friday', opens: '18:00', closes: '00:30' }
    ],
    special_hours: [{ from: '2999-12-30', opens: '12:15', closes: '20:45' }],
    locations: undefined
  }
  const edits = Object.entries(profile).map(([name, value]) => [`profile#/${name}`, value])
  const data = dataWith(t, { ...Object.fromEntries(edits), 'site#/home': undefined }, guesthouse)
  const { origin, fetch } = await createProxy(t, undefined, data)
  const page = await fetch(`${origin}/contact.md`)
  t.match(await page.text(), '8:00 a.m.–12:30 p.m., 6:00 p.m.–12:30 a.m. (next day)')
  const { results } = await audit(origin, { checks: factChecks, sampleSize: 1, fetch })
  t.match(
    results.map(({ outcome }) => outcome),
    factChecks.map(() => ({ status: 'pass' }))
  )
})

t.test('questions that a tool omits from a long list › are not missing', async (t) => {
  const items = Array.from({ length: 60 }, (_, index) => ({
    question: `Is this ${index}?`,
    answer: `${index}.`
  }))
  const dataDir = dataWith(t, { 'faq#/categories': [{ name: 'All', items }] }, guesthouse)
  const { origin, fetch } = await createProxy(t, undefined, dataDir)
  const table = factChecks.filter(({ name }) => name.includes('MCP'))
  const { results } = await audit(origin, { checks: table, sampleSize: 1, fetch })
  t.match(
    results.map(({ outcome }) => outcome),
    table.map(() => ({ status: 'pass' }))
  )
})

t.test('a proxy that changes responses', async (t) => {
  const { origin, fetch, changeResponses } = await createProxy(t, undefined, guesthouse)
  /** Audits with a change, and returns the differences on the surfaces whose checks contain a text. */
  const compare = async (surface: string, change: Change): Promise<Difference[]> => {
    changeResponses(change)
    const table = factChecks.filter(({ name }) => name.includes(surface))
    const { results } = await audit(origin, { checks: table, sampleSize: 1, fetch })
    return results.flatMap(({ outcome }) => {
      if (outcome.status !== 'fail') return []
      t.match(outcome.reason, sentences)
      return outcome.differences ?? []
    })
  }

  await t.test('to a stale page, another price and no Link header › is caught by the audit', async (t) => {
    changeResponses((exchange) => {
      const { path, accept, headers } = exchange
      if (path === '/services/garden-room/' && accept === 'text/html') {
        exchange.edit((text) => text.replaceAll('79.90', '74.90'))
        headers.age = '86400'
      }
      markdown(/^\/pricing\/$/, '559.30', '599.30')(exchange)
      if (path === '/about/') delete headers.link
    })
    const { results } = await audit(origin, { checks: [...checks, ...factChecks], sampleSize: 100, fetch })
    const failures = results.flatMap(({ check, outcome }) =>
      outcome.status === 'fail' && !check.isWarning ? [outcome] : []
    )
    t.same(
      failures.flatMap(({ differences = [] }) => differences),
      [
        {
          surface: 'HTML',
          url: `${site}/services/garden-room/`,
          fact: 'the service "Room on the garden"',
          problem: 'stale',
          expected: '"Room on the garden" from 79.9 EUR per night',
          found: '74.9 next to the name (a cache has had the response for 86400 s)'
        },
        {
          surface: 'Markdown',
          url: `${site}/pricing/`,
          fact: 'the package "A week"',
          problem: 'different',
          expected: '"A week" at 559.3 EUR',
          found: '599.3 next to the name'
        }
      ]
    )
    const reasons = failures.map(({ reason }) => reason).join('\n')
    t.match(reasons, '/about/ has no link with rel="api-catalog"')
  })

  const cases: [title: string, surface: string, change: Change, expected: string[]][] = [
    [
      'a name on its page',
      'HTML',
      html(/garden-room/, 'Room on the garden', 'Room'),
      ['missing /services/garden-room/: the service "Room on the garden", nothing']
    ],
    [
      'a price on its page, if the page has no other',
      'HTML',
      html(/^\/services\/bicycle\/$/, /€[\d.]+/g, ''),
      ['missing /services/bicycle/: the service "Bicycle", nothing']
    ],
    [
      'a price on its page, if the page has others',
      'HTML',
      html(/^\/services\/bicycle\/$/, '€12.50', ''),
      ['different /services/bicycle/: the service "Bicycle", the name with 98, 142.5, 79.9']
    ],
    [
      'every phone number of a page',
      'HTML',
      html(/^\/contact\/$/, /000 ?000 ?10(\d)/g, '000 000 90$1'),
      ['different /contact/: the phone, +351000 000 900, +351000 000 901, +351000 000 902']
    ],
    [
      'the number that a link calls',
      'HTML',
      html(/^\/about\/$/, /tel:\+351000000100/g, 'tel:+351000000900'),
      ['different /about/: the phone, +351 000 000 100, which calls +351000000900']
    ],
    [
      'the only phone number of an old page, which has no link',
      'HTML',
      (exchange) => {
        if (exchange.path !== '/about/') return
        exchange.headers.age = '60'
        exchange.edit(
          () => '<h1>Casa da Bruma</h1><p>01/02/2026, room 12, 0000-009 Vila da Bruma, +351 000 000 900'
        )
      },
      ['stale /about/: the phone, +351 000 000 900 (a cache has had the response for 60 s)']
    ],
    [
      'an email address on every page',
      'HTML',
      html(/./, 'stay@casadabruma.example', ''),
      ['missing /: the email, it on none of N pages']
    ],
    [
      'the hours of one page',
      'HTML',
      html(/^\/contact\/$/, '08:00–22:00', '08:30–22:00'),
      ['different /contact/: the opening hours, sunday 08:30–22:00']
    ],
    [
      'the hours of every place',
      'HTML',
      html(/./, /<th[^>]*>\w+day<\/th>.*?<\/tr>|<dt data-opening.*?<\/dd>|"footer-hours">.*?<\/p>/gs, '>'),
      ['missing /: every one of the 3 opening hours, it on none of N pages']
    ],
    [
      'an answer',
      'HTML',
      html(/^\/faq\/$/, 'From three', 'From four'),
      ['missing /faq/: the answer to "When can I check in?", nothing']
    ],
    [
      'the status of a page',
      'HTML',
      (exchange) => {
        if (exchange.path === '/faq/') exchange.status = 503
      },
      ['When can I check in?', 'Is the bar noisy?'].map(
        (question) => `missing /faq/: the answer to "${question}", status 503`
      )
    ],
    [
      'a phone number',
      'JSON-LD',
      html(/^\/about/, '"telephone":"+351 000 000 100"', '"telephone":"+351 000 000 900"'),
      ['different /about/: the phone, +351 000 000 900']
    ],
    [
      'an address',
      'JSON-LD',
      html(/^\/about/, '"streetAddress":"Rua do Farol Invisível 9"', '"streetAddress":"Rua 1"'),
      ['different /about/: the address, Rua 1, Vila da Bruma, Ilha Inventada, 0000-009']
    ],
    [
      'hours',
      'JSON-LD',
      html(/^\/contact\/$/, '"closes":"22:00"', '"closes":"23:00"'),
      ['different /contact/: the opening hours, monday 08:00–23:00']
    ],
    [
      'dates with other hours',
      'JSON-LD',
      html(/./, '"validThrough":"2026-12-26"', '"validThrough":"2026-12-27"'),
      ['missing /: the special hours "Christmas" of 2026-12-24, nothing']
    ],
    [
      'a price',
      'JSON-LD',
      (exchange) => {
        html(/^\/services\/$/, '79.9', '74.9')(exchange)
        if (exchange.path === '/services/') exchange.headers.age = '60'
      },
      ['stale /services/: the service "Room on the garden", 74.9 (a cache has had the response for 60 s)']
    ],
    [
      'an answer',
      'JSON-LD',
      html(/./, 'From three', 'From four'),
      ['different /faq/: the answer to "When can I check in?", "From four in the afternoon."']
    ],
    [
      'whether prices include tax',
      'JSON-LD',
      html(/pricing/, 'valueAddedTaxIncluded":true', 'valueAddedTaxIncluded":false'),
      ['different /pricing/: the tax, valueAddedTaxIncluded false']
    ],
    [
      'a summary',
      'HTML',
      html(/garden-room/, 'closer to the cats', 'closer to the dogs'),
      [
        'missing /services/garden-room/: the summary of the service "Room on the garden", the page without "Quieter, and closer to the cats."'
      ]
    ],
    [
      'what a package includes',
      'Markdown',
      (exchange) => {
        markdown(/^\/pricing\/$/, 'Packed lunches', 'Two lunches')(exchange)
        if (exchange.path === '/pricing/') exchange.headers.age = '60'
      },
      [
        'stale /pricing/: what the package "Walkers’ weekend" includes, the page without "Packed lunches" (a cache has had the response for 60 s)'
      ]
    ],
    [
      'what a package excludes',
      'llms-full',
      edit(/llms-full/, 'text/', 'Boots', 'Shoes'),
      ['missing /llms-full.txt: what the package "Walkers’ weekend" excludes, the page without "Boots"']
    ],
    [
      'the unit of a price',
      'HTML',
      html(/^\/services\/bicycle\/$/, 'per day', 'per hour'),
      [
        'different /services/bicycle/: the service "Bicycle", "€12.50 per hour including IVA (4%)" next to the name'
      ]
    ],
    [
      'an exact price into a starting price',
      'Markdown',
      markdown(/^\/services\/$/, '€12.50', 'From €12.50'),
      ['different /services/: the service "Bicycle", "From €12.50 per day" next to the name']
    ],
    [
      'whether a price includes tax',
      'HTML',
      html(/garden-room/, 'including IVA', 'before IVA'),
      ['different /services/garden-room/: the tax, "From €79.90 per night before IVA (4%)"']
    ],
    [
      'whether prices include tax',
      'Markdown',
      markdown(/^\/services\/$/, 'Prices include IVA', 'Prices are before IVA'),
      ['different /services/: the tax, "Prices are before IVA (4%)"']
    ],
    [
      'whether prices include tax, in a sentence for agents',
      'llms-full',
      edit(/llms-full/, 'text/', 'Prices include tax', 'Prices exclude tax'),
      ['different /llms-full.txt: the tax, "Prices exclude tax (IVA, 4%)"']
    ],
    [
      'a price in a list',
      'Markdown',
      markdown(/^\/services\/$/, '12.50', '13.50'),
      ['different /services/: the service "Bicycle", 13.5 next to the name']
    ],
    [
      'a price',
      'llms-full',
      edit(/llms-full/, 'text/', '79.90', '74.90'),
      ['different /llms-full.txt: the service "Room on the garden", 74.9 next to the name']
    ],
    [
      'a price',
      'MCP',
      mcp('"amount":"79.90"', '"amount":"74.90"'),
      ['list_services', 'get_service garden-room'].map(
        (call) =>
          `different /mcp (${call}): the service "Room on the garden", "Room on the garden" from 74.9 EUR per night`
      )
    ],
    [
      'the kind and the unit of a price',
      'MCP',
      mcp(/"kind":"fixed","amount":"12.5","unit":"day"/g, '"kind":"from","amount":"12.5","unit":"hour"'),
      ['list_services', 'get_service bicycle'].map(
        (call) => `different /mcp (${call}): the service "Bicycle", "Bicycle" from 12.5 EUR per hour`
      )
    ],
    [
      'what a package includes',
      'MCP',
      mcp('"A map"', '"Two maps"'),
      ['get_pricing', 'get_package walkers'].map(
        (call) =>
          `different /mcp (${call}): what the package "Walkers’ weekend" includes, "Two nights", "Packed lunches", "Two maps"`
      )
    ],
    [
      'the text of a price',
      'MCP',
      mcp('"price_display":"€559.30"', '"price_display":"€599.30"'),
      ['get_pricing', 'get_package week'].map(
        (call) => `different /mcp (${call}): the package "A week", "A week" at 559.3 EUR, shown as €599.30`
      )
    ],
    [
      'a question',
      'MCP',
      mcp('"question":"Is the bar noisy?"', '"question":"Is it noisy?"'),
      ['missing /mcp: the answer to "Is the bar noisy?", nothing']
    ],
    [
      'a price',
      'search',
      mcp('\\"amount\\":\\"79.90\\"', '\\"amount\\":\\"74.90\\"'),
      [
        'different /mcp (fetch services/garden-room): the service "Room on the garden", "Room on the garden" from 74.9 EUR per night'
      ]
    ],
    [
      'the text of an answer',
      'search',
      mcp(/From three/g, 'From four'),
      [
        'missing /mcp (search "When can I check in?"): the answer to "When can I check in?", faq/check-in, pages/faq/, pages/'
      ]
    ],
    [
      'whether a price of a page includes tax',
      'search',
      mcp('including IVA', 'before IVA'),
      ['pricing/', '', 'for-ai/'].map(
        (page) => `different /mcp (fetch pages/${page}): the tax, "€559.30 before IVA (4%)"`
      )
    ],
    [
      'a summary of one operation',
      'operations',
      edit(/services\/garden-room.json/, 'application/json', 'the cats', 'the dogs'),
      [
        'different /api/v1/services/garden-room.json: the summary of the service "Room on the garden", "Quieter, and closer to the dogs."'
      ]
    ],
    [
      'a price of one operation',
      'operations',
      edit(/services\/garden-room.json/, 'application/json', '79.90', '74.90'),
      [
        'different /api/v1/services/garden-room.json: the service "Room on the garden", "Room on the garden" from 74.9 EUR per night'
      ]
    ]
  ]
  for (const [title, surface, change, expected] of cases) {
    const differences = await compare(surface, change)
    t.same(
      differences.map(
        ({ problem, url, fact, found }) =>
          `${problem} ${url.replace(site, '')}: ${fact}, ${found.replace(/\d+ pages/, 'N pages') || 'nothing'}`
      ),
      expected,
      `that changes ${title} is caught in the ${surface}`
    )
  }
})
