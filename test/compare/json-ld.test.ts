import t from 'tap'
import { auditFacts, describe, profile } from '../audit/other-site.ts'

const week = {
  dayOfWeek: ['https://schema.org/Monday', 'Tu', 'wednesday', { '@id': 'schema:Thursday' }, 'Fri']
}
const saturday = { dayOfWeek: 'Saturday', opens: '18:00', closes: '23:59' }
const shop = {
  address: { streetAddress: '1 Corner', addressLocality: 'Town' },
  '@type': ['Store', 'Organization'],
  name: ['Corner Shop', { '@value': 'דוכן', '@language': 'he' }]
}

const stall = {
  '@type': 'Place',
  name: 'Stall',
  address: { streetAddress: '2 Market', addressLocality: 'Town' },
  openingHoursSpecification: []
}

/** Audits a site whose home page has these nodes, and returns what it finds in the structured data. */
const auditNodes = async (...nodes: object[]) => {
  const { jsonLd } = await auditFacts(t, {
    '/openapi.json': describe('/profile.json', '/services.json', '/faq.json'),
    '/profile.json': {
      ...profile,
      contact: {
        email: 'hello@corner.example',
        phone: '+44 20 7946 0000',
        phones: [{ label: 'Orders', number: '+44 20 7946 0001' }]
      },
      special_hours: [{ from: '2999-07-01', opens: '10:00', closes: '11:00' }],
      locations: [{ name: 'Stall', address: { street: '2 Market', locality: 'Town' }, opening_hours: [] }]
    },
    '/services.json': {
      currency: 'GBP',
      examples: [
        { id: 'key', name: 'Key', price: { amount: '4.50' } },
        { id: 'key-2', name: 'Key', price: { amount: '1250' } }
      ]
    },
    '/faq.json': { categories: [{ items: [{ question: 'Why?', answer: 'Salt & pepper.' }] }] },
    '/': `<script type="application/ld+json">${JSON.stringify({ '@graph': [...nodes, stall] })}</script>`
  })
  return jsonLd
}

t.test('structured data › may have several values, and other forms of the same value', async (t) => {
  const complete = [
    {
      ...shop,
      telephone: ['tel:020-7946-0001', '(020) 7946 0000'],
      email: ['mailto:Hello@corner.example?subject=x', 'sales@corner.example'],
      address: [
        { '@type': 'PostalAddress', streetAddress: '9 Elsewhere', addressLocality: 'Town' },
        { '@type': 'PostalAddress', streetAddress: '1 Corner', addressLocality: ['Town'] }
      ],
      openingHoursSpecification: [
        { ...week, opens: '9:00', closes: '17:00:00' },
        saturday,
        { ...week, opens: '10:00', closes: '11:00', validFrom: '2026-08-01' }
      ]
    },
    { '@type': 'Product', name: 'Key', offers: [{ price: '£4,50' }, { price: 5 }] },
    { '@type': 'Product', name: 'Key', offers: { price: '1,250.00 GBP' } },
    {
      '@type': 'Question',
      name: 'Why?',
      acceptedAnswer: [{ text: 'No.' }, { text: '<p>Salt &amp; <b>pepper</b>.</p>' }]
    }
  ]
  t.match(await auditNodes(...complete), { status: 'pass' })
})

t.test('structured data › is not compared if it cannot be understood', async (t) => {
  const party = { validFrom: '2999-07-01', validThrough: '2999-07-01', opens: '10 am', closes: '11 am' }
  for (const [entry, expected] of [
    [{ ...week, opens: '9:00 am', closes: '5:00 pm' }, { status: 'pass' }],
    [{ opens: '10:00', closes: '18:00' }, { status: 'pass' }],
    [{ dayOfWeek: 'Working days', opens: '09:00', closes: '17:00' }, { status: 'pass' }],
    [{ ...week, validFrom: '2026-08-01' }, ['missing /: the opening hours, nothing']]
  ] as const) {
    const hours = { openingHoursSpecification: [entry], specialOpeningHoursSpecification: party }
    t.match(await auditNodes({ ...shop, ...hours }), expected)
  }
})

t.test(
  'structured data › is different if its value is neither that of the fact nor that of another fact',
  async (t) => {
    const found = await auditNodes(
      { ...shop, telephone: '+44 20 7946 0001', email: ['old@corner.example', 'older@corner.example'] },
      // A day without times is closed, and public holidays are no day of the week.
      {
        ...shop,
        openingHoursSpecification: [
          { ...week, opens: '08:00', closes: '17:00' },
          { dayOfWeek: 'Sunday' },
          { dayOfWeek: 'https://schema.org/PublicHolidays', opens: '10:00', closes: '12:00' }
        ]
      },
      { ...shop, telephone: '+1 20 7946 0000' },
      { '@type': 'Product', name: 'Key', offers: { price: '4.80' } },
      { '@type': 'Question', name: 'Why?', acceptedAnswer: 'Salt' }
    )
    t.same(found, [
      'different /: the email, old@corner.example, older@corner.example',
      'different /: the phone, +1 20 7946 0000',
      'different /: the opening hours, monday 08:00–17:00',
      'different /: the service "Key", 4.8',
      'different /: the service "Key", 4.8',
      'different /: the answer to "Why?", ""'
    ])
  }
)

/** Audits a site with a lesson, a tour and a visit at these prices in the structured data, and returns what it finds there. */
const auditPrices = async (...prices: object[]) => {
  const examples = [
    { id: 'lesson', name: 'Lesson', price: { kind: 'fixed', amount: '40', unit: 'hour' } },
    { id: 'tour', name: 'Tour', price: { kind: 'fixed', amount: '90' } },
    { id: 'visit', name: 'Visit', price: { kind: 'from', amount: '70', unit: 'Half day' } }
  ]
  const nodes = examples.map(({ name }, index) => ({ name, offers: { priceSpecification: prices[index] } }))
  const { jsonLd } = await auditFacts(t, {
    '/openapi.json': describe('/services.json'),
    '/services.json': { currency: 'GBP', examples },
    '/': `<script type="application/ld+json">${JSON.stringify(nodes)}</script>`
  })
  return jsonLd
}

t.test(
  'a price in structured data › is different only if its kind or unit contradicts the API',
  async (t) => {
    for (const prices of [
      [{ price: 40, unitCode: 'HUR' }, { price: 90, unitText: 'day' }, { price: 70 }],
      [
        { price: 40, unitText: 'Hour', unitCode: 'IE' },
        { lowPrice: 90, highPrice: 90 },
        { minPrice: 70, unitText: 'half day' }
      ],
      [{ price: 40, unitText: 'person' }, { price: '90' }, { minPrice: 70, unitCode: 'XYZ' }],
      [{ price: 40, unitText: '60 min' }, { price: '£90' }, { price: 70, unitText: 'item' }]
    ]) {
      t.match(await auditPrices(...prices), { status: 'pass' })
    }
    const wrong = [{ price: 40, unitCode: 'DAY' }, { minPrice: 90 }, { minPrice: 70, unitText: 'hour' }]
    t.same(await auditPrices(...wrong), [
      'different /: the service "Lesson", 40 per day',
      'different /: the service "Tour", 90 as minPrice or lowPrice',
      'different /: the service "Visit", 70 per hour'
    ])
  }
)

t.test(
  'an answer in HTML that is too large or nested too deeply › is reported as different, with its beginning',
  async (t) => {
    for (const text of ['<b>'.repeat(6000), `${'<hr>'.repeat(30_000)}Salt &amp; pepper.`]) {
      const question = { '@type': 'Question', name: 'Why?', acceptedAnswer: { text } }
      const found = [await auditNodes(question, { ...shop, email: 'old@corner.example' })].flat()
      t.equal(found.at(0), 'different /: the email, old@corner.example', 'the other facts are compared')
      t.equal(found.at(-1), `different /: the answer to "Why?", "${text.slice(0, 299)}…`)
    }
  }
)
