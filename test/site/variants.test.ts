import { t } from 'tap'
import type { Business } from '../../src/business/business.ts'
import { operations } from '../../src/business/operations.ts'
import type { SiteSettings } from '../../src/site/page-context.ts'
import { createBuiltInPages } from '../../src/site/render.ts'
import { wordsFor } from '../../src/site/words.ts'
import { baseUrl, facts } from '../helper.ts'
import { englishData, settings } from './sample.ts'

const pageOf = async (path: string, business: Business, given: Partial<SiteSettings> = {}) =>
  createBuiltInPages(business, await settings(given)).render(path)?.html ?? ''

t.test('a business of which little is known', async (t) => {
  const business = await facts(englishData)
  const withProfile = (profile: Partial<Business['profile']>): Business => ({
    ...business,
    profile: { ...business.profile, ...profile }
  })

  t.test('has a page of its own for who it is', async (t) => {
    const html = await pageOf(
      '/about/',
      withProfile({ tagline: 'Less typing', not_category: 'Not an agency!' })
    )
    t.match(html, '<p class="lead">Less typing</p>')
    t.match(html, '<p>Not an agency!</p>')
  })

  t.test('is named in English only where that is another name', async (t) => {
    const { name } = business.profile
    t.notMatch(await pageOf('/about/', withProfile({ name_en: name })), 'Name in English')
    t.match(await pageOf('/about/', withProfile({ name_en: 'Harbor' })), 'Name in English')
  })

  t.test('names its country as the data do', async (t) => {
    const html = await pageOf('/about/', withProfile({ address: { country: 'Portugal' } }))
    t.match(html, '<bdi>Portugal</bdi>')
    t.notMatch(await pageOf('/about/', withProfile({ address: {} })), '<dt>Address')
    t.match(await pageOf('/about/', withProfile({ service_area: { country: 'PT' } })), '<bdi>Portugal</bdi>')
    t.notMatch(await pageOf('/about/', withProfile({ service_area: { by_train: true } })), 'Where we work')
  })

  t.test('shows of its track record the numbers that have words', async (t) => {
    const html = await pageOf(
      '/about/',
      withProfile({ track_record: { projects_delivered: 1200, since: 2019, x: 3 } })
    )
    t.match(html, '<dt>projects delivered</dt><dd>1,200</dd>')
    t.match(html, '<dt>the year we began</dt><dd>2019</dd>')
    t.equal(html.match(/<dl class="record">.*?<\/dl>/)?.[0].match(/<dt>/g)?.length, 2)
  })

  t.test('is written to where its WhatsApp link leads', async (t) => {
    const whatsapp = 'https://chat.example/business'
    const html = await pageOf('/contact/', withProfile({ contact: { whatsapp, email: 'a@b.example' } }))
    t.match(html, `<a href="${whatsapp}" dir="ltr">WhatsApp</a>`)
    const alone = { whatsapp: 'https://wa.me/97260000000' }
    t.match(await pageOf('/contact/', withProfile({ contact: alone })), '+97260000000')
    const both = { ...alone, phone: '+972-6-000-0000' }
    t.notMatch(
      await pageOf('/contact/', withProfile({ contact: both })),
      '>+97260000000<',
      'one number, one form'
    )
    t.match(html, '<a class="button outline" data-send="email" href="mailto:a@b.example">')
  })

  t.test('shows no empty lists of other services or of questions', async (t) => {
    const services = { ...business.services, examples: business.services.examples.slice(0, 1) }
    t.notMatch(await pageOf('/services/invoices/', { ...business, services }), 'Other services')
    const faq = { ...business.faq, categories: [{ name: 'Money', items: [] }] }
    t.notMatch(await pageOf('/', { ...business, faq }), 'People ask us')
    t.notMatch(await pageOf('/faq/', { ...business, faq }), 'FAQPage')
  })

  t.test('has its headline in small letters where it is long', async (t) => {
    t.match(await pageOf('/', withProfile({ tagline: 'Less typing. '.repeat(10) })), '<h1 class="long">')
  })

  t.test('links to its own addresses by path and to others as they are', async (t) => {
    const [first] = business.services.examples
    const urls = ['https://elsewhere.example/x', baseUrl, undefined]
    for (const [index, link] of ['https://elsewhere.example/x', '/', '/services/invoices/'].entries()) {
      const { url: _, ...example } = { ...first, id: 'invoices', name: 'Invoices', from_ils: 1400 }
      const url = urls[index]
      const examples = [{ ...example, ...(url !== undefined && { url }) }]
      const services = { ...business.services, examples }
      t.match(await pageOf('/services/', { ...business, services }), `<a href="${link}">Invoices</a>`)
      t.match(await pageOf('/pricing/', { ...business, services }), `<a href="${link}">Invoices</a>`)
    }
  })

  t.test('has links to its packages where the data give none', async (t) => {
    const { quote_url: _, ...rest } = business.pricing
    const packages = rest.packages.map(({ url: _, price_display: __, ...item }) => item)
    const bare = { ...business, pricing: { ...rest, packages } }
    t.match(await pageOf('/', bare), '<a href="/pricing/#small">Small</a>')
    t.match(await pageOf('/for-ai/', bare), '<a href="/pricing/#small">Small</a>')
    t.match(await pageOf('/pricing/', bare), '<bdi class="money">$1,500</bdi>')
    t.notMatch(await pageOf('/pricing/', bare), 'Ask for a quote')
    t.notMatch(await pageOf('/services/invoices/', bare), 'Ask for a quote')
  })

  t.test('says in English what is fixed where its language has no words here', async (t) => {
    const french = { ...business, faq: { ...business.faq, language: 'fr-CA' } }
    t.match(await pageOf('/pricing/', french), /<html lang="fr-CA" dir="ltr">.*<h1>Pricing<\/h1>/)
    const arabic = { ...business, faq: { ...business.faq, language: 'ar' } }
    t.match(await pageOf('/pricing/', arabic), '<html lang="ar" dir="rtl">')
  })
})

t.test('a large catalogue is named and not listed where a list is no help', async (t) => {
  const business = await facts(englishData)
  const [first] = business.services.examples
  if (first === undefined) throw new Error('the sample has a service')
  const examples = Array.from({ length: 150 }, (_, index) => ({ ...first, id: `service-${index}` }))
  const large = { ...business, services: { ...business.services, examples } }
  t.match(
    await pageOf('/developers/', large),
    /The ids are in the catalog.*<input id="getServiceId"[^>]* value="service-0"/s
  )
  t.match(await pageOf('/for-ai/', large), '<a href="/services/">The remaining services')
  t.notMatch(await pageOf('/contact/', large), 'service=service-149')
})

t.test('a version that ends is announced', async (t) => {
  const business = await facts(englishData)
  const deprecation = { announced: '2027-01-31', ends: '2028-02-29', documentation: '/developers/#v2' }
  const versions = [
    { name: 'v1', operations, deprecation },
    { name: 'v2', operations }
  ]
  const html = await pageOf('/developers/', business, { versions })
  t.match(html, /<code dir="ltr">v1<\/code><\/th><td>January 31, 2027<\/td><td>February 29, 2028<\/td>/)
  t.match(html, `curl ${baseUrl}/api/v2/profile.json`)
  t.notMatch(html, 'not guaranteed to stay')
})

t.test('every code of an error is explained once', async (t) => {
  const html = await pageOf('/developers/', await facts(englishData))
  for (const code of Object.keys(wordsFor('en').developers.whenOf)) {
    t.equal(html.split(`<th scope="row"><code dir="ltr">${code}</code></th>`).length, 2, code)
  }
})

t.test('operations without an item say what address an item would have', async (t) => {
  const business = await facts(englishData)
  const html = await pageOf('/developers/', { ...business, services: { ...business.services, examples: [] } })
  t.match(html, `curl ${baseUrl}/api/v1/services/{id}.json`)
})

t.test('a site without a version of the API is refused', async (t) => {
  await t.rejects(pageOf('/', await facts(englishData), { versions: [] }), /needs a version/)
})
