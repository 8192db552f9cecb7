import fc from 'fast-check'
import t from 'tap'
import { checkSchema } from '../../src/business/check-schema.ts'
import { checkText } from '../../src/business/check-text.ts'
import { fileSchemas } from '../../src/business/load.ts'
import { operations, readBody } from '../../src/business/operations.ts'
import { checkRules } from '../../src/business/rules.ts'
import { baseUrl, dataWith, facts } from '../helper.ts'

const body = async (operationId: string, id: string, dataDir: string) => {
  const operation = operations.find((row) => row.operationId === operationId)
  return operation && readBody(operation, await facts(dataDir), id)
}

t.test('the business', async (t) => {
  t.test('fills in what the files leave out', async (t) => {
    const { profile, services, pricing, faq } = await facts()
    t.equal(profile.url, `${baseUrl}/`)
    t.equal(profile.contact.contact_page, `${baseUrl}/contact/`)
    t.match(profile.pricing_model, { currency: 'ILS', entry_price_ils: 1900, max_project_ils: 48000 })
    t.equal(profile.links?.pricing, `${baseUrl}/pricing/`)
    t.equal(services.currency, 'ILS')
    t.same(services.contact, profile.contact)
    t.equal(services.categories[0]?.url, `${baseUrl}/services/#whatsapp-bots`)
    t.equal(services.examples[0]?.url, `${baseUrl}/services/leads/`)
    t.equal(pricing.quote_url, `${baseUrl}/contact/`)
    t.equal(pricing.packages[0]?.url, `${baseUrl}/pricing/#bot-starter`)
    t.match(pricing.packages[0]?.price_display, /^\u200f?2,900\s\u200f?₪$/)
    t.equal(faq.source, `${baseUrl}/faq/`)
  })

  t.test('keeps what the files say, with paths made absolute', async (t) => {
    const dataDir = dataWith(t, {
      'profile#/url': 'https://www.nahat.example/',
      'profile#/contact/contact_page': '/talk/',
      'services#/categories/0/url': '/bots/',
      'services#/examples/0/url': 'https://other.example/leads',
      'services#/contact': { email: 'shalom@nahat.example' },
      'pricing#/packages/0/price_display': '2,900 ש״ח',
      'pricing#/packages/0/url': '/starter/',
      'faq#/source': '/questions/'
    })
    const { profile, services, pricing, faq } = await facts(dataDir)
    t.equal(profile.url, 'https://www.nahat.example/')
    t.equal(services.categories[0]?.url, `${baseUrl}/bots/`)
    t.equal(services.examples[0]?.url, 'https://other.example/leads')
    t.equal(services.contact?.email, 'shalom@nahat.example')
    t.match(pricing.packages[0], { price_display: '2,900 ש״ח', url: `${baseUrl}/starter/` })
    t.equal(pricing.quote_url, `${baseUrl}/talk/`)
    t.equal(faq.source, `${baseUrl}/questions/`)
    t.notOk('$schema' in profile)
  })

  t.test('writes an address with letters that a URI does not have as a URI', async (t) => {
    const dataDir = dataWith(t, {
      'services#/examples/0/url': '/שירותים/לידים/#מחיר',
      'services#/examples/1/url': 'https://דוגמה.example/%D7%90?ב',
      'services#/examples/2/url': 'https://other.example/-50%/?q=a|"b"'
    })
    const { services } = await facts(dataDir)
    t.same(
      services.examples.slice(0, 3).map(({ url }) => url),
      [
        `${baseUrl}${encodeURI('/שירותים/לידים/#מחיר')}`,
        'https://xn--6dbbec0c.example/%D7%90?%D7%91',
        'https://other.example/-50%25/?q=a%7C%22b%22'
      ]
    )
  })

  t.test('asks for a quote where a page can be told for what, and as given where not', async (t) => {
    const page = dataWith(t, { 'pricing#/quote_url': 'https://forms.example/quote?from=site' })
    t.match(await body('getService', 'leads', page), {
      quote_url: 'https://forms.example/quote?from=site&service=leads'
    })
    t.match(await body('getPackage', 'bot-full', page), {
      quote_url: 'https://forms.example/quote?from=site&package=bot-full'
    })
    const mail = dataWith(t, { 'pricing#/quote_url': 'mailto:shalom@nahat.example' })
    t.match(await body('getService', 'leads', mail), { quote_url: 'mailto:shalom@nahat.example' })
  })

  t.test('has no body for a package whose price is on request, nor a price display', async (t) => {
    const dataDir = dataWith(t, { 'pricing#/packages/2/one_time_ils': null })
    const { pricing } = await facts(dataDir)
    t.equal(pricing.packages[2]?.one_time_ils, null)
    t.notOk(pricing.packages[2]?.price_display)
    t.equal(await body('getPackage', 'bot-full', dataDir), undefined)
  })

  t.test('leaves out what neither the files nor the site say', async (t) => {
    const dataDir = dataWith(t, {
      'profile#/links': undefined,
      'profile#/contact': {},
      'profile#/pricing_model': {},
      'pricing#/entry_price_ils': undefined,
      'pricing#/max_project_ils': undefined,
      'pricing#/packages/1/monthly_operations': null,
      'services#/pricing_note': undefined
    })
    const { profile } = await facts(dataDir)
    t.same(profile.pricing_model, { currency: 'ILS' })
    t.same(profile.contact, { contact_page: `${baseUrl}/contact/` })
    t.notOk('monthly_operations' in Object(await body('getPackage', 'bot-business', dataDir)))
    t.notOk('pricing_note' in Object(await body('getService', 'leads', dataDir)))
  })

  t.test('gets a value or findings from any JSON, never an exception', async (t) => {
    const schemas = Object.values(fileSchemas(operations))
    const property = fc.property(fc.jsonValue(), fc.constantFrom(...schemas), (value, schema) => {
      const checked = checkSchema(value, schema)
      Array.from(checkText(value))
      checkRules({ profile: value, services: value, pricing: value, faq: value })
      return 'value' in checked || Array.from(checked.problems).length > 0
    })
    t.doesNotThrow(() => fc.assert(property, { numRuns: 200 }))
  })
})
