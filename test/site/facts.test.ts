import { t } from 'tap'
import type { Business } from '../../src/business/business.ts'
import { build, facts } from '../helper.ts'
import {
  builtInPages,
  editProfile,
  englishData,
  listNodes,
  open,
  renderAll,
  shippedData,
  versionsOf
} from './sample.ts'

const render = async (business: Business) =>
  renderAll(await builtInPages(business, { versions: versionsOf(business) }))

const nodesIn = (pages: { html: string }[]) => pages.flatMap(({ html }) => listNodes(html))

t.test('the pages of an English business in dollars have no Hebrew and no shekel sign', async (t) => {
  for (const { path, html } of await render(await facts(englishData))) {
    t.notMatch(html, /[\u0590-\u05ff₪]|ILS/, path)
    t.match(html, '<html lang="en" dir="ltr">')
  }
})

t.test('a Hebrew list has a maqaf before a word in other letters or a number', async (t) => {
  const readPayment = async (...payment_accepted: string[]) => {
    const { html } = await open(t, editProfile({ payment_accepted }), shippedData)
    const [, text] = /<dt>איך משלמים<\/dt><dd><bdi dir="rtl">(.*?)<\/bdi>/.exec(html('/about/')) ?? []
    return text?.replace(/<[^>]+>/g, '')
  }
  t.equal(await readPayment('מזומן', 'שיק-דחוי', 'Bit ו-PayBox'), 'מזומן, שיק-דחוי ו־Bit ו-PayBox')
  t.equal(await readPayment('מזומן', '3 תשלומים'), 'מזומן ו־3 תשלומים')
  t.equal(await readPayment('מזומן', 'ביט'), 'מזומן וביט')
})

t.test('the home page states the starting price and the pricing model in separate paragraphs', async (t) => {
  const app = await build(t, { business: await facts(shippedData) })
  const expected = '\n\nהחל מ־1,900 ₪ לפני מע״מ\n\nתשלום חד־פעמי על ההקמה, לא מנוי.\n\n'
  t.match((await app.inject('/index.md')).body, expected)
})

t.test('a package that is priced on request has no offer', async (t) => {
  const business = await facts(englishData)
  const onRequest = business.pricing.packages.filter(({ price }) => price === undefined)
  t.ok(onRequest.length > 0)
  const nodes = nodesIn(await render(business))
  for (const { name } of onRequest) {
    const found = nodes.filter((node) => node['@type'] === 'Service' && node.name === name)
    t.ok(found.length > 0 && found.every((node) => !('offers' in node)), name)
  }
})

t.test('HTML in the data is escaped', async (t) => {
  const business = await facts(englishData)
  const name = 'R&D </script><script>alert(1)</script>'
  const pages = await render({ ...business, profile: { ...business.profile, name } })
  for (const { path, html } of pages) t.notMatch(html, '<script>alert', path)
  t.ok(nodesIn(pages).some((node) => node.name === name))
})

t.test('JSON-LD has the regions of the service area in their country, or what the data has', async (t) => {
  const readArea = async (service_area: object) => {
    const { html } = await open(t, editProfile({ service_area }))
    return listNodes(html('/')).find((node) => 'areaServed' in node)?.areaServed
  }
  const country = { '@type': 'Country', name: 'US' }
  t.same(await readArea({ regions: ['North', 'South'], country: 'US' }), [
    { '@type': 'Place', name: 'North', containedInPlace: country },
    { '@type': 'Place', name: 'South', containedInPlace: country }
  ])
  t.same(await readArea({ regions: ['North'] }), ['North'])
  t.same(await readArea({ regions: [], country: 'US' }), 'US')
  t.same(await readArea({ radius_km: 40, country: 'US' }), undefined)
  const cities = { cities: ['Austin', 'Buda'], city: 'Kyle', radius_km: 30 }
  t.same(await readArea(cities), ['Austin', 'Buda', 'Kyle'])
  t.same(await readArea({ regions: [1], remote: true }), undefined)
})

t.test('the pages of a business with few facts have no empty lists and no missing values', async (t) => {
  const business = await facts(englishData)
  const empty = {
    ...business,
    profile: { ...business.profile, contact: {}, address: {}, service_area: { regions: [] } },
    catalog: { ...business.catalog, categories: [], services: [] },
    faq: { ...business.faq, categories: [] }
  }
  for (const { path, html } of await render(empty))
    t.notMatch(html, /undefined|<(ul|dl|ol)[^>]*><\/\1>/, path)
})
