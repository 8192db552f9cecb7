import { t } from 'tap'
import type { Business } from '../../src/business/business.ts'
import { operations } from '../../src/business/operations.ts'
import { wordsFor } from '../../src/business/words.ts'
import { statuses } from '../../src/http/errors.ts'
import { baseUrl, type Edits, facts } from '../helper.ts'
import { builtInPages, editProfile as edit, englishData, open, shippedData } from './sample.ts'

const pageOf = async (path: string, business: Business, given: Parameters<typeof builtInPages>[1] = {}) =>
  (await builtInPages(business, given)).render(path).html

const plain = (html: string) => html.replace(/<[^>]+>/g, '')

const english = await facts(englishData)
const [first] = english.catalog.services
if (first === undefined) throw new Error('the sample has no service')

const withCatalog = (catalog: Partial<Business['catalog']>): Business => ({
  ...english,
  catalog: { ...english.catalog, ...catalog }
})

const words = wordsFor('en')
const whatsapp = 'https://wa.me/97260000000'
const phone = '+972-6-000-0000'
const desk = { label: 'Desk', number: phone }
const phoneWithWhatsapp = `<a href="tel:+97260000000" dir="ltr">${phone}</a> <a class="kind whatsapp" href="${whatsapp}">WhatsApp</a></dd>`
const nowhere = { contact: {}, address: undefined }
const contactDetails = `<h2>${words.contact.details}</h2>`
const tuneUp = { id: 'tune-up', name: 'Tune-up', from_ils: 300 }
const parking = { name: 'Parking', items: [] }
const packagesOnly = { 'services#/categories': [], 'services#/examples': [] }
const nothing = { ...packagesOnly, 'pricing#/packages': [] }

// With edits of the English business: texts that a page has, and texts that it does not have.
const shown: [fact: string, path: string, edits: Edits, html: string | RegExp][] = [
  ['its tagline', '/about/', edit({ tagline: 'Less' }), '<p class="lead">Less</p>'],
  ['a long tagline in smaller letters', '/', edit({ tagline: 'Typing. '.repeat(10) }), '<h1 class="long">'],
  ['its English name', '/about/', edit({ name_en: 'Harbor' }), 'Name in English'],
  ...[
    { address: { locality: 'Leeds' } },
    { geo: { latitude: 53.8, longitude: -1.5 } },
    { service_area: { country: 'GB' } }
  ].map((place): [string, string, Edits, string] => [
    'the heading of contact details above a place',
    '/contact/',
    edit({ ...nowhere, ...place }),
    contactDetails
  ]),
  [
    'WhatsApp without a number by name',
    '/contact/',
    edit({ contact: { whatsapp: 'https://chat.example/business' } }),
    '<a href="https://chat.example/business" dir="ltr">WhatsApp</a>'
  ],
  [
    'a second way to send the form',
    '/contact/',
    edit({ contact: { whatsapp, email: 'a@b.example' } }),
    '<a class="button outline" data-send="email" href="mailto:a@b.example">'
  ],
  ['the number of WhatsApp', '/contact/', edit({ contact: { whatsapp } }), '>+97260000000<'],
  ['a number with WhatsApp', '/contact/', edit({ contact: { whatsapp, phone } }), phoneWithWhatsapp],
  [
    'a number with its label and WhatsApp',
    '/contact/',
    edit({ contact: { whatsapp, phone: '+972-6-000-0001', phones: [desk] } }),
    phoneWithWhatsapp
  ],
  [
    'a number once',
    '/contact/',
    edit({ contact: { phone, phones: [desk, { label: 'Bills', number: `${phone} ext. 3` }] } }),
    `${phone}</a> <span class="kind"><bdi dir="ltr">Desk</bdi></span></dd></div><div><dt><bdi dir="ltr">Bills<`
  ],
  ['a form without offers', '/contact/', nothing, '<form']
]
const omitted: [fact: string, path: string, edits: Edits, html: string][] = [
  ['its name as its English name', '/about/', edit({ name_en: english.profile.name }), 'Name in English'],
  [
    'the heading of contact details without details',
    '/contact/',
    edit({ ...nowhere, same_as: ['https://social.example/us'] }),
    contactDetails
  ],
  ['the number twice', '/contact/', edit({ contact: { whatsapp, phone } }), '>+97260000000<'],
  ['other services', '/services/tune-up/', { 'services#/examples': [tuneUp] }, 'Other services'],
  ['the questions of an empty topic', '/', { 'faq#/categories': [parking] }, words.home.questions],
  ['an empty topic', '/faq/', { 'faq#/categories/1': parking }, 'Parking'],
  ['what is offered without services', '/for-ai/', packagesOnly, words.forAi.offered],
  ['a subject without offers', '/contact/', nothing, '<select']
]

t.test('a page of a business', async (t) => {
  for (const [fact, path, edits, html] of shown)
    t.test(`shows ${fact}`, async (t) => t.match((await open(t, edits)).html(path), html))
  for (const [fact, path, edits, html] of omitted)
    t.test(`omits ${fact}`, async (t) => t.notMatch((await open(t, edits)).html(path), html))

  t.test('states its language and country for link previews', async (t) => {
    for (const [language, country, locale] of [
      ['en', 'GB', 'en_GB'],
      ['en-US', 'GB', 'en_US'],
      ['en', 'England', 'en_GB'],
      ['en', 'Ruritania', 'en_US'],
      ['he', undefined, 'he_IL'],
      ['de-CH-1996', 'DE', 'de_CH']
    ] as const) {
      const { html } = await open(t, { 'profile#/address/country': country, 'faq#/language': language })
      t.match(html('/'), `property="og:locale" content="${locale}"`)
    }
  })

  t.test('shows a name next to its logo, unless the logo is so wide that it contains the name', async (t) => {
    const name = '>Quiet Harbor Automations</span></a>'
    for (const [width, start] of [
      [89, '<span'],
      [90, '<span class="visually-hidden"']
    ] as const) {
      const logo = { src: `${baseUrl}/logo.svg`, alt: 'Logo', width, height: 30 }
      const html = await pageOf('/', { ...english, profile: { ...english.profile, logo } })
      t.match(html, start + name)
    }
  })

  t.test('has the words, the direction and the room for the script of its language', async (t) => {
    for (const [language, html] of [
      ['cy-GB', /<html lang="cy-GB" dir="ltr">.*<h1>Pricing<\/h1>/],
      ['yi', '<html lang="yi" dir="rtl"'],
      ['ar', '<html lang="ar" dir="rtl" class="tall">']
    ] as const)
      t.match(await pageOf('/pricing/', { ...english, faq: { ...english.faq, language } }), html)
  })
})

t.test('the page for agents names the operations of the API in its language', async (t) => {
  const ids = operations.map(({ operationId }) => operationId)
  t.same(Object.keys(words.forAi.operations), ids)
  const hebrew = await facts(shippedData)
  t.match(await pageOf('/for-ai/', hebrew), 'services.json</code></a> <span>כל השירותים</span>')
  const more = operations.slice(0, 1).map((row) => ({ ...row, operationId: 'getMore', summary: 'Get more' }))
  const versions = [{ name: 'v1', operations: more }]
  t.match(await pageOf('/for-ai/', english, { versions }), '<span>Get more</span>')
  t.notMatch(await pageOf('/for-ai/', hebrew, { versions }), 'Get more', 'others are in English only')
})

t.test('categories without services', async (t) => {
  const categories = ['Wheels', 'Frames'].map((name) => ({
    id: name.toLowerCase(),
    name,
    url: `${baseUrl}/services/#${name.toLowerCase()}`
  }))
  const onRequest = withCatalog({ categories, services: [] })

  t.test('are listed by name if they have no prices, apart from the services', async (t) => {
    for (const business of [withCatalog({ categories }), onRequest]) {
      const html = await pageOf('/services/', business)
      for (const { id, name } of categories) {
        t.match(html, `<li class="price-line" id="${id}"><span>${name}</span></li>`)
        t.notMatch(html, `>${name}</h`)
      }
      t.notMatch(html, /<ul class="services"><\/ul>|<section class="group"/)
      for (const [path, heading] of [
        ['/services/', 'h2'],
        ['/for-ai/', 'h3']
      ] as const) {
        const start = `<${heading}>Categories</${heading}><ul class="price-lines">`
        const hasHeading = (await pageOf(path, business)).includes(start)
        t.equal(hasHeading, business !== onRequest, 'between them and the services')
      }
    }
    const html = await pageOf('/services/', onRequest)
    t.match(html, '<title>Services, Portland | ')
    t.match(html, 'Automations: Services. Portland · Wheels · Frames."')
    t.notMatch(html, words.services.title)
    const list = /<ul class="price-lines">(<li [^>]*><span>(Wheels|Frames)<\/span><\/li>){2}/
    for (const path of ['/', '/for-ai/']) t.match(await pageOf(path, onRequest), list)
    t.match(await pageOf('/contact/', onRequest), '<option value="category=wheels">Wheels</option>')
  })

  t.test('have their prices and the tax', async (t) => {
    const focused = { kind: 'from' as const, amount: '77' }
    const catalog = { categories: [{ id: 'wheels', name: 'Wheels', url: '/services/#wheels', focused }] }
    const tax = { included: true, name: 'VAT' }
    const priced = { ...withCatalog({ ...catalog, services: [] }), pricing: { ...english.pricing, tax } }
    const html = await pageOf('/services/', priced)
    t.match(html, /Wheels.*77.*<p class="note tax-note">[^<]*VAT/s)
    for (const path of ['/', '/for-ai/']) t.match(await pageOf(path, priced), /price-line.*Wheels.*77/s)
    t.match(await pageOf('/', priced), 'class="quiet-link" href="/services/"')
  })
})

t.test('a large catalogue is listed only on the page of services', async (t) => {
  const services = Array.from({ length: 150 }, (_, index) => ({
    ...first,
    id: `service-${index}`,
    name: `Service ${index}`
  }))
  const large = withCatalog({ services })
  const documentation = await pageOf('/developers/', large)
  t.match(documentation, 'The ids are in the catalog')
  t.match(await pageOf('/for-ai/', large), '<a href="/services/">The remaining services')
  t.notMatch(await pageOf('/contact/', large), 'service=service-149')
  t.match(await pageOf('/services/', large), /<h2>More services<\/h2>.*>Service 149</s)
  t.match(await pageOf('/pricing/', large), /<a class="quiet-link" href="\/services\/">All services/)
})

t.test('a category lists each of its services, also beyond those that are shown in full', async (t) => {
  const url = `${baseUrl}/services/`
  const categories = ['early', 'late', 'empty'].map((id) => ({
    id,
    name: `Group ${id}`,
    url: `${url}#${id}`
  }))
  const services = Array.from({ length: 110 }, (_, index) => {
    const category = index < 99 || index === 109 ? 'early' : index < 105 ? 'late' : undefined
    return { ...first, id: `service-${index}`, name: `Service ${index}`, ...(category && { category }) }
  })
  const html = await pageOf('/services/', withCatalog({ categories, services }))
  const [groups = '', none] = html.split('<ul class="price-lines"><li class="price-line" id="empty">')
  const [, early = '', late = '', rest = ''] = groups.split('<section class="group"')
  t.ok(none, 'only the category without services is in the list of such categories')
  t.match(html, /filter-services\./)
  const count = (text: string) => (text.match(/<li class="(?:service|price-line)"/g) ?? []).length
  t.same([early, late, rest].map(count), [100, 6, 4])
  t.match(early, /class="price-line">.*>Service 109</)
  t.match(late, /class="service">.*>Service 99<.*class="price-line">.*>Service 104</s)
})

t.test('the developer page explains every error code once, in a table that scrolls', async (t) => {
  const html = await pageOf('/developers/', english)
  for (const code of Object.keys(statuses))
    t.equal(html.split(`<th scope="row"><code>${code}</code></th>`).length, 2, code)
  t.match(html, /<section class="scroller" tabindex="0" aria-labelledby="errors"><table.*<td>404<\/td>/s)
  t.match(html, '<td>400, 408, 412, 415, 416, 417, 431</td>')
})

t.test('an operation without items shows its path with {id}', async (t) => {
  const html = await pageOf('/developers/', withCatalog({ services: [] }))
  t.match(plain(html), `curl ${baseUrl}/api/v1/services/{id}.json`)
  t.notMatch(/ id="getService">.*?<\/section>/s.exec(html)?.[0], 'Valid ids')
})
