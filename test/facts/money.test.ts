import type { FastifyInstance } from 'fastify'
import { type Test, t } from 'tap'
import en from '../../src/business/words/en.json' with { type: 'json' }
import { baseUrl, type Edits, serve } from '../helper.ts'
import { callMcp, callTool, writePrompt } from '../requests.ts'
import { nodesOf } from '../site/sample.ts'

interface Shop {
  pricing: object
  examples: { id: string; name: string; price?: object; from_ils?: number; tax?: object }[]
  categories?: object[]
  note?: string
  language?: string
}

const fixed = (id: string, name: string, amount: string, more = {}) => ({
  ...{ id, name, price: { kind: 'fixed', amount } },
  ...more
})

/** Serves the minimal business with these prices and further edits; returns the app. */
async function open(t: Test, shop: Shop, more: Edits = {}) {
  const { pricing, examples, categories = [], note, language = 'en-GB' } = shop
  const edits = {
    pricing: { model: 'You pay when you collect.', ...pricing },
    services: { examples, categories, pricing_note: note },
    faq: { language, categories: [] },
    ...more
  }
  return (await serve(t, edits)).app
}

const plain = (html: string) =>
  html
    .replace(/<head>.*?<\/head>|<script.*?<\/script>/gs, '')
    .replace(/<[^>]+>/g, '')
    .replace(/[\u200e\u200f]/g, '')
    .replaceAll('\u00a0', ' ')
    .replaceAll('&amp;', '&')

/** A node of JSON-LD. */
interface Node {
  '@type': string
  offers?: { priceSpecification?: Record<string, unknown> }
}

async function readPage(app: FastifyInstance, url: string) {
  const { body } = await app.inject(url)
  const nodes: Node[] = nodesOf(body)
  const markdown = (await app.inject({ url, headers: { accept: 'text/markdown' } })).body
  const [, description = ''] = body.match(/<meta name="description" content="([^"]*)/) ?? []
  return {
    text: plain(body),
    markdown: markdown.replaceAll('\u00a0', ' '),
    description: description.replaceAll('\u00a0', ' '),
    services: nodes.filter((node) => node['@type'] === 'Service')
  }
}

const listAmounts = (text: string) => text.match(/£[\d,.]*\d/g) ?? []

/** Returns the amounts on a page and in its Markdown. */
async function readAmounts(app: FastifyInstance, url: string) {
  const { text, markdown } = await readPage(app, url)
  return [text, markdown.replace(/^---.*?\n---\n/s, '')].map(listAmounts)
}

const specification = (service: Node | undefined) => service?.offers?.priceSpecification
const pages = ['/', '/services/', '/services/tune-up/', '/pricing/', '/for-ai/']

t.test('a workshop with prices in pounds', async (t) => {
  const app = await open(t, {
    pricing: { currency: 'GBP', tax: { included: true, name: 'VAT', rate_percent: 20 }, entry_price_ils: 13 },
    examples: [
      fixed('tune-up', 'Tune-up', '45.50'),
      { id: 'repair', name: 'Repair', price: { kind: 'from', amount: '12.50', unit: 'hour' } },
      { id: 'wheel', name: 'Wheel', price: { kind: 'range', amount: '20', max: '30', unit: 'wheel' } },
      fixed('check', 'Check', '0')
    ]
  })

  t.test('publishes the exact prices, and integers that are rounded up', async (t) => {
    const { examples, tax } = (await app.inject('/api/v1/services.json')).json()
    t.same(tax, { included: true, name: 'VAT', rate_percent: 20 })
    t.match(examples, [
      { from_ils: 46, price: { kind: 'fixed', amount: '45.50' } },
      { from_ils: 13, price: { kind: 'from', amount: '12.50', unit: 'hour' } },
      { from_ils: 20, price: { kind: 'range', amount: '20', max: '30', unit: 'wheel' } },
      { from_ils: 0, price: { kind: 'fixed', amount: '0' } }
    ])
    t.match((await app.inject('/api/v1/services/tune-up.json')).json(), { from_ils: 46, tax })
  })

  t.test('shows them in words on every page, and in its Markdown', async (t) => {
    const words = ['£45.50', 'From £12.50 per hour', '£20.00–£30.00 per wheel', 'Free']
    for (const url of pages) {
      const { text, markdown } = await readPage(app, url)
      for (const shown of words) t.ok(text.includes(shown), `${url} shows ${shown}`)
      for (const shown of words) t.ok(markdown.includes(shown), `the Markdown of ${url} shows ${shown}`)
      for (const form of [text, markdown]) {
        t.match(form, /(includ|including )e? ?VAT \(20%\)/, url)
        t.notMatch(form, /£46|£13\b|From £45|From £20|one-time|before VAT|package|quote/i, url)
      }
    }
    const { description, text } = await readPage(app, '/services/tune-up/')
    t.match(description, '£45.50, including VAT (20%)')
    t.match(text, '£45.50 including VAT (20%)')
    t.match((await app.inject('/llms.txt')).body.replaceAll('\u00a0', ' '), '£45.50, including VAT (20%)')
  })

  t.test('describes them in JSON-LD', async (t) => {
    const common = { priceCurrency: 'GBP', valueAddedTaxIncluded: true }
    const { services } = await readPage(app, '/services/')
    t.same(services.map(specification), [
      { '@type': 'PriceSpecification', price: 45.5, ...common },
      {
        '@type': 'UnitPriceSpecification',
        minPrice: 12.5,
        ...common,
        unitText: 'hour',
        unitCode: 'HUR',
        referenceQuantity: { '@type': 'QuantitativeValue', value: 1, unitText: 'hour', unitCode: 'HUR' }
      },
      {
        '@type': 'UnitPriceSpecification',
        minPrice: 20,
        maxPrice: 30,
        ...common,
        unitText: 'wheel',
        referenceQuantity: { '@type': 'QuantitativeValue', value: 1, unitText: 'wheel' }
      },
      { '@type': 'PriceSpecification', price: 0, ...common }
    ])
  })

  t.test('tells agents the exact prices, and only what the data says', async (t) => {
    const { prompts } = await callMcp(app, 'prompts/list', {})
    const names = prompts.map(({ name }: { name: string }) => name)
    t.same(names, ['first_message'], 'nothing to compare')
    const text = await writePrompt(app, 'first_message', { need: 'x', topic: 'tune-up' })
    t.match(text, '"price":"£45.50, including VAT (20%)"')
    t.notMatch(text, /46|quote/)
    t.equal((await callTool(app, 'search', { query: '45.50' })).results[0]?.title, 'Tune-up')
    const fetched = await callTool(app, 'fetch', { id: 'services/tune-up' })
    t.match(JSON.parse(fetched.text), { price: { amount: '45.50' } })
    t.notMatch(fetched.text, '46')
    const { instructions } = (await app.inject('/.well-known/mcp')).json()
    const { info } = (await app.inject('/openapi.json')).json()
    for (const prose of [instructions, info.description, (await app.inject('/llms.txt')).body]) {
      t.match(prose, /Prices include tax \(VAT, 20%\)/)
      t.match(prose, 'A price of the kind "from" is a starting price')
      t.notMatch(prose, /every price is a starting|exclude|not a quote/i)
    }
  })
})

t.test('a business that adds tax', async (t) => {
  const nightly = { price: { amount: '20', unit: 'night' }, price_display: 'KWD 20 a bed' }
  const app = await open(t, {
    pricing: {
      currency: 'KWD',
      tax: { included: false, rate_percent: 5 },
      quote_url: '/contact/',
      packages: [fixed('once', 'Once', '10.250'), { id: 'nightly', name: 'Nightly', ...nightly }]
    },
    examples: [fixed('tune-up', 'Tune-up', '1.250')]
  })

  t.test('shows each price without and with tax, in the digits of the currency', async (t) => {
    for (const url of ['/services/', '/services/tune-up/', '/pricing/', '/for-ai/']) {
      const { text, markdown } = await readPage(app, url)
      t.match(text, /KWD 1\.250 (before tax \(5%\) )?\(KWD 1\.313 including tax\)/, url)
      t.match(markdown, /KWD 1\.250.* \(.*KWD 1\.313.* including tax\)/, url)
      t.match(text, 'before tax (5%)', url)
    }
    t.equal(specification((await readPage(app, '/services/')).services[0])?.valueAddedTaxIncluded, false)
    t.match((await app.inject('/llms.txt')).body, 'Prices exclude tax (5%)')
  })

  t.test('writes "From" before a starting price of a package, even if `price_display` differs', async (t) => {
    for (const url of ['/', '/pricing/', '/for-ai/']) {
      const { text } = await readPage(app, url)
      t.match(
        text,
        /From KWD 20\.000 per night before tax \(5%\) \(KWD 21\.000 including tax\)\s+KWD 20 a bed/,
        url
      )
      t.match(text, /KWD 10\.250 before tax \(5%\) \(KWD 10\.763 including tax\)/, url)
    }
    t.match((await app.inject('/api/v1/packages/once.json')).json(), {
      one_time_ils: 11,
      price_display: 'KWD 10.250'
    })
    const { services } = await readPage(app, '/pricing/')
    t.match(services.map(specification), [{ price: 10.25 }, { minPrice: 20, unitText: 'night' }])
  })

  t.test('compares the packages for agents without rounded prices, and asks for quotes', async (t) => {
    const write = async (name: string) =>
      (await writePrompt(app, name, { need: 'x' })).replaceAll('\u00a0', ' ')
    const compare = await write('compare_packages')
    t.match(compare, '"price":"From KWD 20.000 per night, before tax (5%)"')
    t.match(compare, 'Prices exclude tax (5%)')
    t.notMatch(compare, /one_time_ils|\b11\b/)
    t.match(await write('first_message'), 'ask for a quote')
    t.match((await readPage(app, '/pricing/')).text, 'Ask for a quote')
  })
})

t.test('items with their own tax', async (t) => {
  const app = await open(t, {
    pricing: {
      currency: 'USD',
      tax: { included: false, name: 'sales tax', rate_percent: 8.25 },
      entry_price_ils: 20,
      packages: [fixed('food', 'Food box', '40', { tax: { included: true, rate_percent: 2 } })]
    },
    examples: [
      fixed('tune-up', 'Tune-up', '20'),
      { id: 'gift-card', name: 'Gift card', price: { kind: 'from', amount: '25' }, tax: { exempt: true } }
    ],
    language: 'en-US'
  })

  t.test('state it on pages and in Markdown, and no sentence is about all prices', async (t) => {
    for (const url of ['/services/', '/for-ai/']) {
      const { text, markdown } = await readPage(app, url)
      for (const form of [text, markdown]) {
        const pattern = /\$20\.00\W* before sales tax \(8\.25%\)\W* \(\W*\$21\.65\W* including sales tax\)/
        t.match(form, pattern, url)
        t.match(form, /From \W*\$25(\.00)?\W* no sales tax/, url)
        t.notMatch(form, 'Prices are before')
      }
    }
    const { text, services } = await readPage(app, '/services/gift-card/')
    t.match(text, 'From $25 no sales tax')
    t.match(specification(services[0]), { minPrice: 25, valueAddedTaxIncluded: true })
    const pricing = await readPage(app, '/pricing/')
    t.match(pricing.text, '$40 including sales tax (2%)')
    t.match(specification(pricing.services[0]), { price: 40, valueAddedTaxIncluded: true })
    // Another item of this price may have another tax.
    for (const page of [pricing, await readPage(app, '/')])
      t.match(page.text, /(Prices from|From) ?\$20(\.00)?(?! ?(before|\())/)
    const { text: tuneUp } = await readPage(app, '/services/tune-up/')
    t.match(tuneUp, '$20 before sales tax (8.25%) ($21.65 including')
  })

  t.test('have it in the API and in MCP', async (t) => {
    const get = async (path: string) => (await app.inject(`/api/v1/${path}.json`)).json().tax
    const exempt = { included: true, rate_percent: 0, exempt: true }
    t.same(await get('services/gift-card'), exempt)
    t.same(await get('packages/food'), { included: true, rate_percent: 2 })
    t.same(await get('services/tune-up'), { included: false, name: 'sales tax', rate_percent: 8.25 })
    t.same((await callTool(app, 'get_service', { id: 'gift-card' })).tax, exempt)
    const { instructions } = (await app.inject('/.well-known/mcp')).json()
    const expected = 'Prices exclude tax (sales tax, 8.25%), except the prices of an item with its own `tax`.'
    t.match(instructions, expected)
    t.match((await app.inject('/llms-full.txt')).body, /From \W*\$25\W* no sales tax/)
    const skills = (await app.inject('/.well-known/agent-skills/index.json')).json().skills
    t.notMatch((await app.inject(new URL(skills[0].url, baseUrl).pathname)).body, 'That a price includes tax')
  })

  t.test('need no sentence if all are exempt, because each price says it', async (t) => {
    const app = await open(t, {
      pricing: { currency: 'EUR', tax: { included: true, exempt: true, name: 'VAT' } },
      examples: [fixed('tune-up', 'Tune-up', '20')]
    })
    const { text, services } = await readPage(app, '/services/')
    t.match(text, '€20 no VAT')
    t.notMatch(text, 'Prices include')
    t.equal(specification(services[0])?.valueAddedTaxIncluded, true)
    t.match((await app.inject('/llms.txt')).body, 'Prices are exempt from tax (VAT).')
  })

  t.test('are exempt in Hebrew too, without a tax of the others', async (t) => {
    const app = await open(t, {
      language: 'he',
      pricing: { currency: 'ILS', entry_price_ils: 90 },
      examples: [
        fixed('tune-up', 'כיוון', '200'),
        fixed('lesson', 'שיעור', '90', { tax: { exempt: true, name: 'מע״מ' } })
      ]
    })
    t.match((await readPage(app, '/')).text, /90 ₪\W* פטור ממע״מ/)
    const { text } = await readPage(app, '/services/')
    t.match(text, /90 ₪\W* פטור ממע״מ/)
    t.notMatch(text, /200 ₪\W* (פטור|לפני|כולל)/)
  })
})

t.test('the terms of all prices are on every page that lists prices', async (t) => {
  const note = 'A second dog is half the price.'
  const app = await open(t, {
    pricing: { currency: 'GBP', notes: ['We take cards.'], quote_url: '/contact/' },
    examples: [{ id: 'tune-up', name: 'Tune-up', price: { kind: 'from', amount: '20' } }],
    note
  })
  for (const url of ['/services/', '/services/tune-up/', '/pricing/', '/for-ai/'])
    for (const form of Object.values(await readPage(app, url)).slice(0, 2)) t.match(form, note, url)
  for (const url of ['/pricing/', '/for-ai/']) t.match((await readPage(app, url)).text, 'We take cards.', url)
  t.match((await readPage(app, '/for-ai/')).markdown, /is not a quote\. \[Ask for a quote\]\(/)
  const { info } = (await app.inject('/openapi.json')).json()
  t.match(info.description, 'state its `amount`, with its `max` and `unit` if it has them')
})

t.test('a price is written as people of its language and currency do', async (t) => {
  const range = { kind: 'range', amount: '16.50', max: '32' }
  for (const [language, currency, price, shown] of [
    ['en-GB', 'JPY', { amount: '1200' }, 'JP¥1,200'],
    ['en-GB', 'ISK', { amount: '990' }, 'ISK 990'],
    ['en-GB', 'HUF', { amount: '1990.50' }, 'HUF 1,990.50'],
    ['en-GB', 'GBP', range, '£16.50–£32.00'],
    ['he', 'ILS', range, '16.50–32.00 ₪'],
    ['en', 'KWD', range, 'KWD 16.500–32.000'],
    ['en-GB', 'GBP', { amount: '0', unit: 'visit' }, 'Free'],
    // A property of every object.
    ['en-GB', 'GBP', { amount: '5', unit: 'constructor' }, '£5 per constructor']
  ] as const) {
    const item = { name: 'Cake', price: { kind: 'fixed', ...price } }
    const pricing = { currency, packages: [{ id: 'gold', ...item }] }
    const app = await open(t, { language, pricing, examples: [{ id: 'cake', ...item }] })
    for (const url of ['/services/', '/pricing/']) {
      const { text, markdown } = await readPage(app, url)
      t.ok(text.includes(shown), `${shown} on ${url}`)
      t.ok(markdown.includes(shown), `${shown} in the Markdown of ${url}`)
      for (const end of [shown, 'per visit'])
        t.notOk(text.includes(`${shown} ${end}`), `no ${end} after ${shown} on ${url}`)
    }
    const [{ price_display }] = (await app.inject('/api/v1/pricing.json')).json().packages
    t.equal(price_display.replaceAll('\u00a0', ' '), shown.replace(/ per .*/, ''))
  }
})

t.test('a business in Hebrew', async (t) => {
  const app = await open(t, {
    language: 'he',
    pricing: { currency: 'ILS', tax: { included: true, name: 'מע״מ' }, entry_price_ils: 13 },
    examples: [
      { id: 'wheel', name: 'גלגל', price: { kind: 'fixed', amount: '72', unit: 'גלגל' } },
      { id: 'tune-up', name: 'כוונון', price: { amount: '12.50', unit: 'hour' } },
      { id: 'room', name: 'חדר', price: { kind: 'range', amount: '300', max: '450', unit: 'night' } }
    ]
  })
  for (const url of ['/services/', '/pricing/']) {
    const { text } = await readPage(app, url)
    t.match(text, 'החל מ־12.50 ₪ לשעה', url)
    t.match(text, '300.00–450.00 ₪ ללילה', url)
    t.match(text, '72.00 ₪ לכל גלגל', url)
    t.match(text, 'המחירים כוללים מע״מ.', url)
  }
  for (const url of ['/services.md', '/pricing.md', '/llms.txt', '/llms-full.txt'])
    t.notMatch((await app.inject(url)).body, /[\u200e\u200f]/, 'hides no direction marks')
  const { body } = await app.inject('/services/')
  t.match(
    body,
    '<bdi dir="ltr"><span class="money">300.00</span><span class="money">–</span><wbr/><span class="money">450.00</span></bdi><span class="money"> ₪</span>'
  )
})

t.test('both ends of a range have the size of the longer one', async (t) => {
  const price = { kind: 'range', amount: '9500', max: '18000.50' }
  for (const [language, currency] of [
    ['he', 'ILS'],
    ['de', 'EUR']
  ] as const) {
    const shop = { language, pricing: { currency }, examples: [{ id: 'braces', name: 'Braces', price }] }
    const { body } = await (await open(t, shop)).inject('/services/braces/')
    const classes = body.match(/(?<=class=")money[^"]*(?=")/g)
    t.same(new Set(classes), new Set(['money long']), language)
  }
})

t.test('a page has a range in Persian digits once', async (t) => {
  const price = { kind: 'range', amount: '300', max: '450' }
  const shop = {
    language: 'fa',
    pricing: { currency: 'IRR' },
    examples: [{ id: 'bread', name: 'نان', price }]
  }
  const { text } = await readPage(await open(t, shop, { 'words.fa': en }), '/services/bread/')
  t.same(text.match(/[۰-۹]+/g), ['۳۰۰', '۴۵۰'])
})

t.test('a description has each sentence once', async (t) => {
  const app = await open(t, {
    language: 'en',
    pricing: { currency: 'JPY', model: 'お会計は食後です。' },
    examples: []
  })
  t.match((await readPage(app, '/')).description, /^[^。]+: お会計は食後です。[^。]+$/)
})

t.test('a service without `price` has a starting price, as in v1', async (t) => {
  const app = await open(t, {
    pricing: { currency: 'GBP', entry_price_ils: 30, max_project_ils: 95 },
    examples: [{ id: 'tune-up', name: 'Tune-up', from_ils: 30 }],
    categories: [
      { id: 'wheels', name: 'Wheels', full_build_from_ils: 90 },
      { id: 'frames', name: 'Frames', full_build_from_ils: 80 }
    ]
  })
  const { text, services } = await readPage(app, '/services/')
  t.match(text, 'From £30')
  t.match(text, /Full scope.*From £90/s)
  t.notMatch(text, /Limited scope|On request|tax/i)
  t.same(specification(services[0]), {
    '@type': 'PriceSpecification',
    minPrice: 30,
    priceCurrency: 'GBP'
  })
  t.match((await app.inject('/llms.txt')).body, 'Every price is a starting price: say "from".')
  t.match((await readPage(app, '/pricing/')).text, /Prices from£30.*Highest price£95/s)
})

t.test('agents get no id of a package if every package is priced on request', async (t) => {
  const app = await open(t, {
    pricing: { currency: 'GBP', packages: [{ id: 'fleet', name: 'Fleet', one_time_ils: null }] },
    examples: []
  })
  const { tools } = await callMcp(app, 'tools/list', {})
  const tool = tools.find(({ name }: { name: string }) => name === 'get_package')
  t.match(tool.description, 'no id is valid')
  const { text } = await callTool(app, 'fetch', { id: 'pricing' })
  t.notOk('note' in JSON.parse(text), 'nothing is left out')
  t.match(
    await writePrompt(app, 'first_message', { need: 'x', topic: 'fleet' }),
    'The message is about this: {"id":"fleet","name":"Fleet","one_time_ils":null,'
  )
  t.notMatch((await app.inject('/.well-known/agent-skills/business-facts/SKILL.md')).body, /ids:/)
})

t.test('agents learn that a package without a price is on request, and the terms of others', async (t) => {
  const terms = { price_note: 'At least three months.', monthly_operations: '£3 for storage' }
  const gold = { ...fixed('gold', 'Gold', '450'), ...terms }
  const write = async (packages: object[]) => {
    const app = await open(t, { pricing: { currency: 'GBP', packages }, examples: [] })
    const prompt = await writePrompt(app, 'compare_packages', { need: 'x' })
    const paths = ['/llms.txt', '/llms-full.txt', '/openapi.json', '/for-ai.md', '/for-ai/']
    const [llms, full, openapi, ...pages] = await Promise.all(
      paths.map(async (path) => (await app.inject(path)).body)
    )
    return { notes: [llms, full, openapi, prompt], pages }
  }
  const onRequest = 'is null has a price on request.'
  const { notes, pages } = await write([gold, { id: 'fleet', name: 'Fleet', one_time_ils: null }])
  for (const text of notes) t.match(text, onRequest)
  for (const page of pages) for (const text of Object.values(terms)) t.match(page, text)
  for (const text of (await write([gold, fixed('silver', 'Silver', '300')])).notes)
    t.notMatch(text, onRequest)
})

t.test('the pricing that agents fetch has no rounded limits next to exact prices', async (t) => {
  const app = await open(t, {
    pricing: { currency: 'GBP', entry_price_ils: 13, max_project_ils: 100 },
    examples: [
      { id: 'tune-up', name: 'Tune-up', price: { kind: 'range', amount: '12.50', max: '99.50' } },
      fixed('check', 'Check', '100')
    ]
  })
  const fetchText = async (from: FastifyInstance, id: string) =>
    JSON.parse((await callTool(from, 'fetch', { id })).text)
  const limits = { lowest_price: '12.50', max_project_ils: 100 }
  t.same(await fetchText(app, 'pricing'), {
    note: `The prices of services are at ${baseUrl}/api/v1/services.json; the tool list_services returns at most 50.`,
    model: 'You pay when you collect.',
    currency: 'GBP',
    packages: [],
    ...limits
  })
  t.same((await fetchText(app, 'profile')).pricing_model, { currency: 'GBP', ...limits })

  const other = await open(t, {
    pricing: { currency: 'GBP', entry_price_ils: 12, max_project_ils: 100 },
    examples: [{ id: 'tune-up', name: 'Tune-up', price: { kind: 'range', amount: '12', max: '99.50' } }]
  })
  t.match(await fetchText(other, 'pricing'), { entry_price_ils: 12, highest_price: '99.50' })
})

t.test('the description of an operation promises only what its body has', async (t) => {
  const examples = [{ id: 'tune-up', name: 'Tune-up', from_ils: 30 }]
  const categories = [{ id: 'wheels', name: 'Wheels' }]
  const gold = { id: 'gold', name: 'Gold', one_time_ils: 90 }
  const fleet = { id: 'fleet', name: 'Fleet', one_time_ils: null }
  const empty = { packages: [] }
  const some = { packages: [gold, fleet] }
  const cases: [operation: string, has: Partial<Shop> & { packages?: object[] }, description: RegExp][] = [
    [
      'services',
      { examples, categories },
      /^Every service with its price, and the categories of services\.$/
    ],
    ['services', { examples }, /^Every service with its price\.$/],
    ['services', { categories }, /^The categories of services\.$/],
    ['services', empty, /^The list of services, which is empty\.$/],
    ['services/{id}', empty, /The list of services is empty, so no id is valid\./],
    ['faq', empty, /^The list of questions and answers, which is empty\.$/],
    ['pricing', empty, /^(?!.*(packages|offers))/],
    ['pricing', { packages: [gold] }, /its packages with their prices/],
    ['pricing', some, /^(?!.*with their prices)/],
    ['packages/{id}', some, /pricing, without packages that are priced on request\.$/]
  ]
  for (const [operation, { packages = [], ...shop }, expected] of cases) {
    const app = await open(t, { pricing: { currency: 'GBP', packages }, examples: [], ...shop })
    const { paths } = (await app.inject('/openapi.json')).json()
    const { description } = paths[`/api/v1/${operation}.json`].get
    t.match(description.replace(/ Use it [^.]*\./, ''), expected, operation)
  }
})

t.test('the lowest price has no unit of one service, and free services are next to it', async (t) => {
  const examples = [
    fixed('check', 'Safety check', '0'),
    { id: 'puncture', name: 'Puncture', price: { kind: 'fixed', amount: '12.50', unit: 'wheel' } },
    { id: 'advice', name: 'Advice', price: { kind: 'from', amount: '40', unit: 'hour' } }
  ]
  const read = async (services: typeof examples) => {
    const app = await open(t, { pricing: { currency: 'GBP', entry_price_ils: 13 }, examples: services })
    return [(await readPage(app, '/')).text, (await readPage(app, '/pricing/')).text]
  }
  const [home, pricing] = await read(examples)
  t.match(home, /Prices from\s*£12\.50\s*Safety check: Free/)
  t.match(pricing, /Prices from£12\.50(?! per)/)
  const [same] = await read(examples.slice(0, 2))
  t.match(same, /Prices from\s*£12\.50 per wheel\s*Safety check: Free/)
})

t.test('a prompt states the tax of an item that has its own', async (t) => {
  const price = { kind: 'fixed', amount: '25' }
  const card = { id: 'card', name: 'Gift card', price, tax: { exempt: true } }
  const pass = { id: 'pass', name: 'Pass', price, tax: { included: true } }
  const app = await open(t, {
    pricing: {
      currency: 'GBP',
      tax: { included: false, name: 'VAT', rate_percent: 20 },
      packages: [
        pass,
        { id: 'gold', name: 'Gold', price },
        { id: 'large', name: 'Large', one_time_ils: null }
      ]
    },
    examples: [card]
  })
  t.match(await writePrompt(app, 'first_message', { need: 'x', topic: 'card' }), '£25, no VAT')
  const both = await writePrompt(app, 'compare_packages', { need: 'x' })
  t.match(both, '£25, including VAT')
  t.match(both, '£25, before VAT (20%)')
  t.match(both, /name.{2,5}Large.*one_time_ils.{2,5}null/, 'a package on request stays as it is')
})

t.test('the prices of a list', async (t) => {
  const services = [
    fixed('diagnosis', 'Diagnosis', '36', { tag: 'Popular' }),
    fixed('truing', 'Truing', '17.50'),
    { id: 'wheels', name: 'Wheels', price: { kind: 'range', amount: '72', max: '90' } },
    fixed('look', 'A look', '0')
  ]
  const silver = fixed('silver', 'Silver', '120')
  const packages = [silver, fixed('gold', 'Gold', '450'), { id: 'fleet', name: 'Fleet', one_time_ils: null }]
  const pricing = { currency: 'GBP', packages }

  t.test('all have decimals if one has, on pages and in Markdown', async (t) => {
    const app = await open(t, { pricing, examples: services })
    const ofServices = ['£36.00', '£17.50', '£72.00', '£90.00']
    const ofPackages = ['£120', '£450']
    for (const [path, amounts] of [
      ['/services/', ofServices],
      ['/', [...ofServices, ...ofPackages]],
      ['/pricing/', [...ofPackages, ...ofServices]],
      ['/for-ai/', [...ofServices, ...ofPackages]],
      // The price of the page, and the list of the other services.
      ['/services/diagnosis/', ['£36', '£17.50', '£72.00', '£90.00']],
      ['/services/truing/', ['£17.50', '£72', '£90', '£36']]
    ] as const)
      for (const found of await readAmounts(app, path)) t.same(found, amounts, path)
    for (const path of ['/services/', '/', '/pricing/']) {
      const { description } = await readPage(app, path)
      const amounts = listAmounts(description)
      t.ok(amounts.length > 1 && amounts.every((amount) => /\.\d\d$/.test(amount)), `${path}: ${description}`)
    }
  })

  t.test('have both ends of a range and the currency in a language with a dash of its own', async (t) => {
    const app = await open(t, { pricing, examples: services, language: 'et' }, { 'words.et': en })
    t.match((await app.inject('/services.md')).body, '72,00–90,00 £')
  })

  t.test('have one sign in the range of most prices', async (t) => {
    const range = { 'profile#/pricing_model': { typical_range_ils: [3500, 18_000] } }
    const app = await open(t, { pricing: { currency: 'ILS' }, examples: [], language: 'he' }, range)
    t.match((await app.inject('/pricing.md')).body, '**בדרך כלל**: 3,500–18,000 ₪')
  })

  t.test('of packages are the same in the API, whatever their list has', async (t) => {
    const two = { currency: 'GBP', packages: [silver, fixed('gold', 'Gold', '99.90')] }
    const app = await open(t, { pricing: two, examples: services })
    const [ofPricing = []] = await readAmounts(app, '/pricing/')
    t.same(ofPricing.slice(0, 2), ['£120.00', '£99.90'])
    const [ofHome = []] = await readAmounts(app, '/')
    t.same(ofHome.slice(-2), ['£120.00', '£99.90'])
    const { packages: published } = (await app.inject('/api/v1/pricing.json')).json()
    t.match(published, [{ price_display: '£120' }, { price_display: '£99.90' }])
  })

  t.test('have decimals if one has them with tax', async (t) => {
    const tax = { included: false, name: 'VAT', rate_percent: 20 }
    const app = await open(t, {
      pricing: { currency: 'GBP', tax },
      examples: [fixed('a', 'A', '36'), fixed('b', 'B', '50')]
    })
    for (const found of await readAmounts(app, '/services/'))
      t.same(found, ['£36.00', '£43.20', '£50.00', '£60.00'])
  })

  t.test('of the range of all prices have decimals if one has, such as the amount of an item', async (t) => {
    const limits = { currency: 'GBP', entry_price_ils: 18, max_project_ils: 900 }
    const range = { 'profile#/pricing_model': { typical_range_ils: [200, 400] } }
    const item = { id: 'a', name: 'A', price: { kind: 'range', amount: '17.50', max: '899.50' } }
    const app = await open(t, { pricing: limits, examples: [item] }, range)
    for (const found of await readAmounts(app, '/pricing/'))
      t.same(found.slice(0, 4), ['£17.50', '£200.00', '£400.00', '£899.50'])
    t.notMatch((await readPage(app, '/')).text, 'From')
  })
})
