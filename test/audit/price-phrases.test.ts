import t from 'tap'
import { auditFacts, describe } from './other-site.ts'

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
    ['£20', '£9', '£12', `From £15${' and much more'.repeat(500)}`, '£40']
  ]) {
    t.match(await auditPrices(...prices), { status: 'pass' })
  }
})

t.test('a price with another kind or unit › is different', async (t) => {
  t.same(await auditPrices('From £20', 'From £9', '£12', 'From £15', '£40 per day.'), [
    'different /: the service "Trim", 12 without "from" beside the name',
    'different /: the service "Shave", "Shave From £15" beside the name',
    'different /: the service "Class", "Class £40 per day." beside the name'
  ])
})
