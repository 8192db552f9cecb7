import t from 'tap'
import { formatProblem } from '../../src/business/problem.ts'
import { compare } from '../../src/site/compare.ts'
import { findDisparities } from '../../src/site/parity.ts'
import { baseUrl, config, dataWith, facts, readSite } from '../helper.ts'
import { folder } from './folder.ts'

const disparities = async (siteDir: string, dataDir?: string) => {
  const business = await facts(dataDir)
  const site = await readSite({ ...config, siteDir }, business)
  const warn = (message: string) => void t.fail(message)
  return (await findDisparities(business, site, { baseUrl, compare, warn })).map(formatProblem)
}

t.test('the parity of pages and data', async (t) => {
  t.test('holds for the built-in website', async (t) => {
    t.same(await disparities('site'), [])
    const onRequest = dataWith(t, {
      'pricing#/packages/2/one_time_ils': null,
      'pricing#/packages/2/price': undefined,
      'profile#/links': undefined
    })
    t.same(await disparities('site', onRequest), [], 'a price on request is not compared')
  })

  t.test('reports names and prices that a custom website does not show, with both prices', async (t) => {
    const { services, pricing } = await facts()
    const price = (amount: unknown) => `<p>${Number(amount).toLocaleString('he')} ₪</p>`
    const section = ({ id, name }: { id: string; name: string }, ...amounts: unknown[]) =>
      `<section id="${id}"><h2>${name}</h2>${amounts.map(price).join('')}</section>`
    const categories = services.categories.map((item) =>
      section(item, item.focused_scope_from_ils, item.full_build_from_ils)
    )
    const pages = Object.fromEntries(
      services.examples.map(({ id, name, from_ils }) => [
        `services/${id}/index.html`,
        `<title>${name}</title><script>1 ₪</script><main><h1>${name}</h1>${price(from_ils)}</main>`
      ])
    )
    const site = {
      ...pages,
      'index.html': '<h1>ביתי</h1>',
      ...Object.fromEntries(['about', 'contact', 'faq'].map((name) => [`${name}/index.html`, '<h1>x</h1>'])),
      'services/index.html': categories.join(''),
      'pricing/index.html': pricing.packages.map((item) => section(item, item.one_time_ils)).join('')
    }
    t.same(await disparities(folder(t, site)), [])

    const wrong: Record<string, string> = {
      ...site,
      'services/leads/index.html': '<h1>ריכוז לידים\n מכל הערוצים</h1><p>החל מ-3,900 ₪</p>',
      'services/faq/index.html': '<h1>מענה אוטומטי לשאלות נפוצות</h1><p>התקשרו</p>',
      'services/crm/index.html': '<h1>CRM אחר</h1><p>4,900 ש״ח</p>',
      'services/index.html': categories.slice(1).join('')
    }
    for (const name of ['services/store', 'about', 'contact']) delete wrong[`${name}/index.html`]
    t.same(await disparities(folder(t, wrong)), [
      '/services/leads/: shows 3900, but services.json /examples/0 (leads) says 3400',
      '/services/faq/: shows no price, but services.json /examples/1 (faq) says 2400',
      '/services/crm/: does not show the name "CRM שמתעדכן מעצמו" of services.json /examples/3 (crm)',
      '/services/store/: page does not exist, but services.json /examples/7 (store) links to it',
      '/services/#whatsapp-bots: no element has the id "whatsapp-bots", which services.json /categories/0 (whatsapp-bots) links to',
      '/about/: page does not exist, but profile.json /links/about links to it',
      '/contact/: page does not exist, but profile.json /contact/contact_page links to it'
    ])
  })

  t.test('reports a missing page for any encoding of its URL', async (t) => {
    for (const [url, path] of [
      ['/sale-50%/', '/sale-50%/'],
      ['/%F9/#%F9', '/%F9/#%F9'],
      ['/מבצע/', '/מבצע/']
    ]) {
      const dataDir = dataWith(t, { 'services#/examples/0/url': url })
      t.same(await disparities('site', dataDir), [
        `${path}: page does not exist, but services.json /examples/0 (leads) links to it`
      ])
    }
  })

  t.test('skips URLs of other sites', async (t) => {
    const dataDir = dataWith(t, { 'services#/examples/0/url': 'https://other.example/leads' })
    t.same(await disparities('site', dataDir), [])
  })

  t.test('reads a price after a name that ends with a number', async (t) => {
    for (const name of ['Course A1', 'Level 2']) {
      const dataDir = dataWith(t, {
        'faq#/language': 'en',
        'services#/examples/0/name': name,
        'services#/examples/0/summary': undefined,
        'services#/examples/0/price': { kind: 'fixed', amount: '3400' }
      })
      t.same(await disparities('site', dataDir), [], name)
    }
  })
})
