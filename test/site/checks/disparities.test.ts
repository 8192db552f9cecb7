import t from 'tap'
import { formatProblem } from '../../../src/business/problem.ts'
import { findDisparities } from '../../../src/site/checks/disparities.ts'
import { compare } from '../../../src/site/markdown/compare.ts'
import { baseUrl, config, dataWith, facts, readSite } from '../../helper.ts'
import { folder } from '../folder.ts'
import { englishData } from '../sample.ts'

const disparities = async (siteDir: string, given = facts()) => {
  const business = await given
  const { pages } = await readSite({ ...config, siteDir }, business)
  const warn = (message: string) => void t.fail(message)
  return (await findDisparities(business, pages, { baseUrl, compare, warn, isCancelled: () => false })).map(
    formatProblem
  )
}

t.test('the parity of pages and data', async (t) => {
  t.test('holds for the built-in website', async (t) => {
    t.same(await disparities('site'), [])
    const onRequest = dataWith(t, {
      'pricing#/packages/2/one_time_ils': null,
      'pricing#/packages/2/price': undefined,
      'profile#/links': undefined
    })
    t.same(await disparities('site', facts(onRequest)), [], 'a price on request is not compared')
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
    wrong['contact.html'] = '<h1>x</h1>'
    t.same(await disparities(folder(t, wrong)), [
      'services.json /categories/0/url: the page has no element with the id "whatsapp-bots", got "/services/#whatsapp-bots". Add the id to the element that shows "בוטים לוואטסאפ", or correct the URL.',
      'pricing.json /quote_url: page does not exist, got "/contact/". Did you mean "/contact"?',
      'profile.json /contact/contact_page: page does not exist, got "/contact/". Did you mean "/contact"?',
      'profile.json /links/about: page does not exist, got "/about/". Add the page, or write the URL of another page.',
      'services.json /examples/0/from_ils: is not on /services/leads/, which shows 3900, got 3400. Correct it here or on the page, or write the URL of another page in /examples/0/url.',
      'services.json /examples/1/from_ils: is not on /services/faq/, which shows no price, got 2400. Write it there with its currency, such as 2400 ILS, or write the URL of another page in /examples/1/url.',
      'services.json /examples/3/name: is not on /services/crm/, got "CRM שמתעדכן מעצמו". Write it there, correct it here, or write the URL of another page in /examples/3/url.',
      'services.json /examples/7/url: page does not exist, got "/services/store/". Add the page, or write the URL of the page that shows "טיפול בהזמנות מהחנות המקוונת".'
    ])
  })

  t.test('reports a missing page for any encoding of its URL', async (t) => {
    for (const [url, path] of [
      ['/sale-50%/', '/sale-50%/'],
      ['/%F9/#%F9', '/%F9/#%F9'],
      ['/מבצע/', '/מבצע/']
    ]) {
      const dataDir = dataWith(t, { 'services#/examples/0/url': url })
      t.same(await disparities('site', facts(dataDir)), [
        `services.json /examples/0/url: page does not exist, got "${path}". Add the page, or write the URL of the page that shows "ריכוז לידים מכל הערוצים".`
      ])
    }
  })

  t.test('skips URLs of other sites', async (t) => {
    const dataDir = dataWith(t, { 'services#/examples/0/url': 'https://other.example/leads' })
    t.same(await disparities('site', facts(dataDir)), [])
  })

  t.test('names the field of each amount of a price and a category', async (t) => {
    const dataDir = dataWith(
      t,
      {
        'services#/examples': [
          {
            id: 'tune-up',
            name: 'Tune-up',
            price: { kind: 'range', amount: '12.50', max: '20.00' },
            url: '/repairs#tune-up'
          }
        ],
        'services#/categories': [
          {
            id: 'repairs',
            name: 'Repairs',
            focused_scope_from_ils: 10,
            full_build_from_ils: 30,
            url: '/repairs'
          }
        ],
        'pricing#/packages': [
          { id: 'gold', name: 'Gold', price: { kind: 'fixed', amount: '50' }, url: '/gold' }
        ]
      },
      englishData
    )
    // Loaded before the other folder replaces this one.
    const business = Promise.resolve(await facts(dataDir))
    const siteDir = folder(t, {
      'index.html': '<h1>Shop</h1>',
      'repairs.html': '<h1>Repairs</h1><p>from $10</p><p id="tune-up">Tune-up: $12.50 to $18</p>',
      'gold.html': '<h1>Gold</h1><p>$55</p>',
      'faq.html': '<h1>Questions</h1>'
    })
    const found = await disparities(siteDir, business)
    t.same(
      found.filter((line) => !line.startsWith('profile.json')),
      [
        'services.json /categories/0/full_build_from_ils: is not on /repairs, which shows 10, 12.5, 18, got 30. Correct it here or on the page, or write the URL of another page in /categories/0/url.',
        'services.json /examples/0/price/max: is not on /repairs#tune-up, which shows 12.5, 18, got "20.00". Correct it here or on the page, or write the URL of another page in /examples/0/url.',
        'pricing.json /packages/0/price/amount: is not on /gold, which shows 55, got "50". Correct it here or on the page, or write the URL of another page in /packages/0/url.',
        'faq.json /source: page does not exist, got "/faq/". Did you mean "/faq"?'
      ]
    )
  })

  t.test('reads a price after a name that ends with a number', async (t) => {
    for (const name of ['Course A1', 'Level 2']) {
      const dataDir = dataWith(t, {
        'faq#/language': 'en',
        'services#/examples/0/name': name,
        'services#/examples/0/summary': undefined,
        'services#/examples/0/price': { kind: 'fixed', amount: '3400' }
      })
      t.same(await disparities('site', facts(dataDir)), [], name)
    }
  })
})
