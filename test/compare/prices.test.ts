import t from 'tap'
import { auditFacts, describe } from '../audit/other-site.ts'

const services = {
  currency: 'GBP',
  language: 'de',
  examples: [
    { id: 'cut', name: 'Cut', from_ils: 20 },
    { id: 'wash', name: 'Wash', price: { amount: '9' } },
    { id: 'trim', name: 'Trim', price: { kind: 'from', amount: '12' } },
    { id: 'shave', name: 'Shave', price: { kind: 'fixed', amount: '15', unit: 'visit' } },
    { id: 'class', name: 'Class', price: { kind: 'fixed', amount: '40', unit: 'half day' } }
  ]
}

/** Audits a site whose home page lists these services with their prices, and returns what it finds in the HTML. */
async function auditPrices(...prices: string[]) {
  const items = services.examples.map(({ name }, index) => `<li><b>${name}</b> <span>${prices[index]}</span>`)
  const { html } = await auditFacts(t, {
    '/openapi.json': describe('/services.json'),
    '/services.json': services,
    '/': `<h1>Salon</h1>${prices.slice(items.length)}<ul>${items.join('')}</ul>`
  })
  return html
}

t.test('a price whose kind or unit is missing or unknown › passes', async (t) => {
  for (const prices of [
    ['£20', '£9', '£12', '£15', '£40'],
    ['From £20', 'from £9', '£12+', '£15 a visit', '£40 for half a day'],
    ['From £20', 'From £9', '£12', '£15 per visit', '£40 per half day', '<b>Prices start at:</b>'],
    ['From £20', '£9', '£12', '£15 per visit per person', '£40 per halfday'],
    ['£20', '£9', '£12', '£15 Per Visit', '£40'],
    ['£20', '£9', '£12', `From £15${' and much more'.repeat(500)}`, '£40'],
    [
      '£20<sup>00</sup>',
      '£9<sup>1</sup>',
      'from £12<sup>00</sup>',
      '£15<sup>00</sup> per visit',
      '40<sup>00</sup> £'
    ],
    [
      '20£00',
      '£<big>9</big><sup>00</sup><sup>1</sup>',
      '£12<small>00</small>',
      '15,- £',
      '<span style="display:block">£40</span><span style="display:block">50 reviews</span>'
    ],
    ['From £20', 'From £9', '£12', '£15', '£40', '<b>Starting prices</b>'],
    ['מ־£20', 'From £9', 'as little as £12', 'Down from £15 to £12', '£40 per person (half day)'],
    ['From £20', 'From £9', 'min. £12', '£15 per visit (1 hour)', '£40 per person'],
    ['From £20', 'From £9', '£12–£18', 'Now £15, down from £20', '£40 per day of 8 hours (2 × half day)'],
    ['From £20', 'From £9', '£12 ויותר', '£15', 'half day: £40, per day £70']
  ]) {
    t.match(await auditPrices(...prices), { status: 'pass' })
  }
})

t.test('the amounts of a range with one currency sign › are read', async (t) => {
  const prices = { kind: 'range', amount: '62.00', max: '84.90' }
  for (const [shown, found] of [
    ['62,00–84,90 €', 'pass'],
    ['€ 62,00 - 84,90', 'pass'],
    ['63,00–84,90 €', 'fail']
  ] as const) {
    const { html } = await auditFacts(t, {
      '/openapi.json': describe('/services.json'),
      '/services.json': { currency: 'EUR', examples: [{ id: 'cut', name: 'Cut', price: prices }] },
      '/': `<h1>Salon</h1><ul><li><b>Cut</b> ${shown}</li></ul>`
    })
    t.equal(Array.isArray(html) ? 'fail' : 'pass', found, shown)
  }
})

t.test('a price with other raised digits › is different', async (t) => {
  t.same(await auditPrices('£20', '£9<sup>50</sup>', '£12', '£15<sup>00</sup> per day', '£40<sup>1</sup>'), [
    'different /: the service "Wash", 9.5 next to the name',
    'different /: the service "Shave", "Shave £15⁰⁰ per day" next to the name'
  ])
})

t.test('a price with another kind or unit › is different', async (t) => {
  t.same(await auditPrices('From £20', 'From £9', '£12', 'From £15', '£40 per day.'), [
    'different /: the service "Trim", 12 without "from" next to the name',
    'different /: the service "Shave", "Shave From £15" next to the name',
    'different /: the service "Class", "Class £40 per day." next to the name'
  ])
  for (const line of ['<b>Get started</b>', '<b>Words from our clients</b>', '<b>איך מתחילים</b>']) {
    t.match(
      await auditPrices('From £20', 'From £9', '£12', '£15', '£40', line),
      ['different /: the service "Trim", 12 without "from" next to the name'],
      `${line} is not about prices`
    )
  }
})

t.test('a price of an hour that a page calls that of a day › is different in Hebrew too', async (t) => {
  const examples = [{ id: 'lesson', name: 'שיעור', price: { kind: 'fixed', amount: '40', unit: 'hour' } }]
  const audit = async (price: string) => {
    const { html } = await auditFacts(t, {
      '/openapi.json': describe('/services.json'),
      '/services.json': { currency: 'ILS', language: 'he', examples },
      '/': `<ul><li><b>שיעור</b> <span>${price}</span></ul>`
    })
    return html
  }
  t.same(await audit('40 ₪ ליום'), ['different /: the service "שיעור", "שיעור 40 ₪ ליום" next to the name'])
  for (const price of ['40 ₪ לשעה', '40 ₪ לאדם (שעה)', '40 ₪ ליום (מחיר שעה)', '40 ₪ לאדם']) {
    t.match(await audit(price), { status: 'pass' }, price)
  }
})

t.test('a quotation of a long line › has whole words and numbers', async (t) => {
  const long = 'a fresh start to the week for everybody who needs one'
  t.same(await auditPrices('£20', '£9', 'from £12', `${long} at 1 200 sites: from £15 ${long}`, '£40'), [
    'different /: the service "Shave", "…everybody who needs one at 1 200 sites: from £15 a fresh start to the week for everybody…" next to the name'
  ])
})

t.test(
  'another price in the sentence of a name › is not the price of a service without a page',
  async (t) => {
    const { html } = await auditFacts(t, {
      '/openapi.json': describe('/services.json'),
      '/services.json': { currency: 'GBP', examples: [{ id: 'cut', name: 'Cut', price: { amount: '20' } }] },
      '/': '<p>A Cut on Sundays costs £30.'
    })
    t.same(html, ['missing /: the service "Cut", nothing'])
  }
)
