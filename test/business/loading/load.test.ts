import { join } from 'node:path'
import t from 'tap'
import {
  describeProblems,
  loadBusiness,
  readBusiness,
  readBusinessInThread
} from '../../../src/business/loading/load.ts'
import { operations } from '../../../src/business/operations.ts'
import { writeProfile } from '../../../src/business/v1.ts'
import { baseUrl, facts, siteDir } from '../../helper.ts'
import { shop, shopWith } from '../shop.ts'

const body = async (operationId: string, id: string, dataDir: string) => {
  const operation = operations.find((row) => row.operationId === operationId)
  return operation?.read(await facts(dataDir), new Date(), id)
}

t.test('the business', async (t) => {
  t.test('is an error if the file system cannot list its files', async (t) => {
    const dataDir = 'x'.repeat(300)
    await t.rejects(loadBusiness({ dataDir, baseUrl, siteDir: shop }), { code: 'ENAMETOOLONG' })
  })

  t.test('has only missing files if the folder was deleted', async (t) => {
    const dataDir = join(t.testdir(), 'deleted')
    t.match(await loadBusiness({ dataDir, baseUrl, siteDir: shop }), {
      problems: [/\/deleted\/profile\.json: is missing\. Create it/, /services/, /pricing/, /faq/]
    })
  })

  t.test('fills in the fields that the files omit', async (t) => {
    const { profile, catalog, pricing, faq } = await facts(shop)
    t.equal(profile.url, `${baseUrl}/`)
    t.equal(profile.contact.contact_page, `${baseUrl}/contact/`)
    t.match(profile.pricing_model, { currency: 'USD', lowest: { amount: '20' }, highest: { amount: '4000' } })
    t.equal(profile.links?.pricing, `${baseUrl}/pricing/`)
    t.equal(catalog.currency, 'USD')
    t.same(catalog.contact, profile.contact)
    t.equal(catalog.categories[0]?.url, `${baseUrl}/services/#clothes`)
    t.equal(catalog.services[0]?.url, `${baseUrl}/services/zips/`)
    t.notOk('quote_url' in pricing)
    t.equal(pricing.packages[0]?.url, `${baseUrl}/pricing/#small`)
    t.equal(pricing.packages[2]?.price_display, '$1,800')
    t.equal(faq.source, `${baseUrl}/faq/`)
  })

  t.test('keeps the fields of the files, with absolute URLs for paths', async (t) => {
    const dataDir = shopWith(t, {
      'profile#/url': 'https://www.repairs.example/',
      'profile#/contact/contact_page': '/talk/',
      'services#/categories/0/url': '/mending/',
      'services#/examples/0/url': 'https://other.example/zips',
      'services#/contact': { email: 'hello@repairs.example' },
      'pricing#/quote_url': '/talk/',
      'pricing#/packages/0/price_display': '40 dollars',
      'pricing#/packages/0/url': '/small/',
      'faq#/source': '/questions/'
    })
    const { profile, catalog, pricing, faq } = await facts(dataDir)
    t.equal(profile.url, 'https://www.repairs.example/')
    t.equal(catalog.categories[0]?.url, `${baseUrl}/mending/`)
    t.equal(catalog.services[0]?.url, 'https://other.example/zips')
    t.equal(catalog.contact?.email, 'hello@repairs.example')
    t.match(pricing.packages[0], { price_display: '40 dollars', url: `${baseUrl}/small/` })
    t.equal(pricing.quote_url, `${baseUrl}/talk/`)
    t.equal(faq.source, `${baseUrl}/questions/`)
    t.notOk('$schema' in profile)
  })

  t.test('percent-encodes characters that a URI cannot contain', async (t) => {
    const dataDir = shopWith(t, {
      'services#/examples/0/url': '/שירותים/לידים/#מחיר',
      'services#/examples/1/url': 'https://דוגמה.example/%D7%90?ב',
      'services#/examples/2/url': 'https://other.example/-50%/?q=a|"b"'
    })
    const { catalog } = await facts(dataDir)
    t.same(
      catalog.services.map(({ url }) => url),
      [
        `${baseUrl}${encodeURI('/שירותים/לידים/#מחיר')}`,
        'https://xn--6dbbec0c.example/%D7%90?%D7%91',
        'https://other.example/-50%25/?q=a%7C%22b%22'
      ]
    )
  })

  t.test('adds the service or package to the quote URL of its own page only', async (t) => {
    const page = shopWith(t, { 'pricing#/quote_url': `${baseUrl}/quote?from=site` })
    t.match(await body('getService', 'zips', page), {
      quote_url: `${baseUrl}/quote?from=site&service=zips`
    })
    t.match(await body('getPackage', 'large', page), {
      quote_url: `${baseUrl}/quote?from=site&package=large`
    })
    for (const quote_url of ['mailto:hello@repairs.example', 'https://forms.example/quote?from=site'])
      t.match(await body('getService', 'zips', shopWith(t, { 'pricing#/quote_url': quote_url })), {
        quote_url
      })
  })

  t.test('has no body and no display price for a package on request', async (t) => {
    const dataDir = shopWith(t, { 'pricing#/packages/2/one_time_ils': null })
    const { pricing } = await facts(dataDir)
    t.equal(pricing.packages[2]?.price, undefined)
    t.notOk(pricing.packages[2]?.price_display)
    t.equal(await body('getPackage', 'large', dataDir), undefined)
  })

  t.test('may have an email address in the other of its forms', async (t) => {
    const dataDir = shopWith(t, {
      'profile#/contact/email': 'Info@müller.example',
      'services#/contact': { email: 'info@xn--mller-kva.example' }
    })
    t.equal((await facts(dataDir)).profile.contact.email, 'Info@xn--mller-kva.example')
  })

  t.test('omits optional fields that neither the files nor the site have', async (t) => {
    const dataDir = shopWith(t, {
      'profile#/links': undefined,
      'profile#/contact': {},
      'profile#/pricing_model': {},
      'pricing#/entry_price_ils': undefined,
      'pricing#/max_project_ils': undefined,
      'pricing#/packages/1/monthly_operations': null,
      'services#/pricing_note': undefined
    })
    const { profile } = await facts(dataDir)
    t.same(writeProfile(profile).pricing_model, { currency: 'USD' })
    t.same(profile.contact, { contact_page: `${baseUrl}/contact/` })
    t.notMatch(await body('getPackage', 'medium', dataDir), { monthly_operations: /|/ })
    t.notMatch(await body('getService', 'zips', dataDir), { pricing_note: /|/ })
  })
})

t.test('reading the data in a worker thread', async (t) => {
  t.test('returns the same business as the main thread', async (t) => {
    const settings = { dataDir: shop, baseUrl, siteDir }
    t.same(await readBusinessInThread(settings), await readBusiness(settings))
  })

  t.test('rejects with the same problems as the main thread', async (t) => {
    const dataDir = shopWith(t, { 'profile#/name': '' })
    const message = `${dataDir}/profile.json:3:11 /name: must not be empty, got "". Write a text.`
    await t.rejects(readBusinessInThread({ dataDir, baseUrl, siteDir }), { message, lines: [message] })
    await t.rejects(readBusiness({ dataDir, baseUrl, siteDir }), { message, lines: [message] })
  })

  t.test('rejects data for which the thread has too little memory', async (t) => {
    const limits = { maxOldGenerationSizeMb: 12, maxYoungGenerationSizeMb: 4 }
    const dataDir = shopWith(t, {
      'profile#/track_record': { list: Array.from({ length: 60_000 }, () => ({})) }
    })
    await t.rejects(readBusinessInThread({ dataDir, baseUrl, siteDir }, undefined, limits), {
      message: `${dataDir}: checking the data files needs more memory than the server allows`
    })
  })
})

t.test('a problem of a data file', async (t) => {
  const problem = { file: 'site', pointer: '/menu/0/href', message: 'is wrong' }

  t.test('has the path of the file, and the line and column of its value', async (t) => {
    for (const mark of ['', '\ufeff']) {
      const dataDir = t.testdir({ 'site.json': `${mark}{\n  "menu": [{ "href": "/a/" }]\n}` })
      const line = `${dataDir}/site.json:2:22 /menu/0/href: is wrong`
      t.same(await describeProblems(dataDir, [problem]), [line])
    }
  })

  t.test('has no line if the file cannot be read', async (t) => {
    const dataDir = t.testdir()
    t.same(await describeProblems(dataDir, [problem]), [`${dataDir}/site.json /menu/0/href: is wrong`])
  })
})
