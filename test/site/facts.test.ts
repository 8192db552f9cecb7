import { t } from 'tap'
import type { Business } from '../../src/business/business.ts'
import { createBuiltInPages } from '../../src/site/render.ts'
import { baseUrl, facts } from '../helper.ts'
import { englishData, settings, shippedData } from './sample.ts'

async function render(business: Business): Promise<{ path: string; html: string }[]> {
  const website = createBuiltInPages(business, await settings())
  return [...website.paths.map((path) => website.render(path)), website.renderNotFound()]
}

/** Every JSON-LD node of the pages, at any depth. */
function nodesIn(pages: { html: string }[]): Record<string, unknown>[] {
  const found: Record<string, unknown>[] = []
  for (const { html } of pages) {
    for (const [, json = ''] of html.matchAll(/<script type="application\/ld\+json">([^<]*)/g)) {
      JSON.parse(json, (_key, value) => {
        if (typeof value === 'object' && value !== null && '@type' in value) found.push(value)
        return value
      })
    }
  }
  return found
}

const minPrices = (nodes: Record<string, unknown>[]) =>
  nodes.filter((node) => node['@type'] === 'PriceSpecification').map(({ minPrice }) => minPrice)

t.test('a business in English and dollars has no Hebrew and no shekel on any page', async (t) => {
  for (const { path, html } of await render(await facts(englishData))) {
    t.notMatch(html, /[\u0590-\u05ff₪]|ILS/, path)
    t.match(html, '<html lang="en" dir="ltr">')
  }
})

t.test('a price that changes changes everywhere', async (t) => {
  const business = await facts(shippedData)
  const { examples } = business.services
  const changed = {
    ...business,
    services: {
      ...business.services,
      examples: examples.map((example) => (example.id === 'crm' ? { ...example, from_ils: 5123 } : example))
    }
  }
  const [before, after] = [await render(business), await render(changed)]
  for (const [index, { path, html }] of before.entries()) {
    const counts = (text: string, amounts: string[]) =>
      amounts.map((amount) => text.split(amount).length - 1).reduce((sum, count) => sum + count, 0)
    const was = counts(html, ['4,900', '4900'])
    // 14,900 and 14900, the price of a package, hold the digits of 4,900.
    const others = counts(html, ['14,900', '14900'])
    const now = after[index]?.html ?? ''
    t.equal(
      counts(now, ['5,123', '5123']),
      was - others,
      `${path} has the new price wherever it had the old one`
    )
    t.equal(counts(now, ['4,900', '4900']), others, `${path} has the old price nowhere`)
  }
  t.ok(after.some(({ html }) => html.includes('5,123')))
})

t.test('the prices of the structured data are those of the facts', async (t) => {
  const business = await facts(shippedData)
  const prices = [
    ...business.services.examples.map(({ from_ils }) => from_ils),
    ...business.pricing.packages.map(({ one_time_ils }) => one_time_ils)
  ]
  t.strictSame(new Set(minPrices(nodesIn(await render(business)))), new Set(prices))
})

t.test('a package that is priced on request has no offer', async (t) => {
  const business = await facts(englishData)
  t.strictSame(new Set(minPrices(nodesIn(await render(business)))), new Set([1400, 5200, 1500, 4200]))
})

t.test('what structured data say of questions is visible on the page', async (t) => {
  const pages = await render(await facts(shippedData))
  const questions = nodesIn(pages).filter((node) => node['@type'] === 'Question')
  t.equal(questions.length, 36)
  const faq = pages.find(({ path }) => path === '/faq/')?.html ?? ''
  for (const { name } of questions) t.ok(faq.includes(`<summary>${name}</summary>`), String(name))
})

t.test('text of the data stays text', async (t) => {
  const business = await facts(englishData)
  const name = 'R&D </script><script>alert(1)</script>'
  const pages = await render({ ...business, profile: { ...business.profile, name } })
  for (const { path, html } of pages) t.notMatch(html, '<script>alert', path)
  t.ok(nodesIn(pages).some((node) => node.name === name))
})

t.test('a business without services, questions and ways to be reached still has its pages', async (t) => {
  const business = await facts(englishData)
  const pages = await render({
    ...business,
    profile: { ...business.profile, contact: {}, address: {}, service_area: { regions: [], remote: true } },
    services: { ...business.services, categories: [], examples: [] },
    faq: { ...business.faq, categories: [] }
  })
  t.equal(pages.length, 11)
  for (const { path, html } of pages)
    t.notMatch(html, /undefined|<(ul|dl|ol)[^>]*><\/\1>|>, and remotely/, path)
})

t.test('a catalogue of ten thousand services is ready at once', async (t) => {
  const business = await facts(englishData)
  const [first] = business.services.examples
  if (first === undefined) throw new Error('the sample has a service')
  const examples = Array.from({ length: 10_000 }, (_, index) => ({
    ...first,
    id: `service-${index}`,
    url: `${baseUrl}/services/service-${index}/`
  }))
  const started = performance.now()
  const website = createBuiltInPages(
    { ...business, services: { ...business.services, examples } },
    await settings()
  )
  t.ok(website.render('/services/service-9999/'))
  t.ok(performance.now() - started < 1000)
  const catalogue = website.render('/services/')?.html ?? ''
  t.ok(catalogue.includes('/services/service-9999/'))
})
