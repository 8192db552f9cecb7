import t from 'tap'
import { formatProblem } from '../../src/base/problem.ts'
import { findDisparities } from '../../src/site/checks/pages.ts'
import { baseUrl, config, dataWith, facts, readSite } from '../helper.ts'
import { folder } from '../site/folder.ts'
import { englishData } from '../site/sample.ts'
import { compare } from './compare.ts'

const disparities = async (
  siteDir: string,
  given = facts(),
  warn = (message: string) => void t.fail(message)
) => {
  const business = await given
  const { context } = await readSite({ ...config, siteDir }, business)
  const { pages } = context.resources
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
    const { catalog, pricing } = await facts()
    const price = (amount: unknown) => `<p>${Number(amount).toLocaleString('he')} ₪</p>`
    const section = ({ id, name }: { id: string; name: string }, ...amounts: unknown[]) =>
      `<section id="${id}"><h2>${name}</h2>${amounts.map(price).join('')}</section>`
    const categories = catalog.categories.map((item) =>
      section(item, item.focused?.amount, item.full?.amount)
    )
    const pages = Object.fromEntries(
      catalog.services.map(({ id, name, ...service }) => [
        `services/${id}/index.html`,
        `<title>${name}</title><script>1 ₪</script><main><h1>${name}</h1>${price(service.price.amount)}</main>`
      ])
    )
    const site = {
      ...pages,
      'index.html': '<h1>ביתי</h1>',
      ...Object.fromEntries(['about', 'contact', 'faq'].map((name) => [`${name}/index.html`, '<h1>x</h1>'])),
      'services/index.html': categories.join(''),
      'pricing/index.html': pricing.packages.map((item) => section(item, item.price?.amount)).join('')
    }
    t.same(await disparities(folder(t, site)), [])
    const raised = Object.entries(site).map(([path, html]) => [
      path,
      html
        .replaceAll('</h1>', ' 1<sup>2</sup></h1>')
        .replaceAll(' ₪</p>', '<b style="vertical-align: top"><small>00</small></b> ₪<sup>1</sup></p>')
    ])
    t.same(
      await disparities(folder(t, Object.fromEntries(raised))),
      [],
      'decimals and footnotes may be raised'
    )

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

  t.test('accepts an amount with the tax added to it, if the data excludes tax', async (t) => {
    const vat = { included: false, rate_percent: 20 }
    const service = (id: string, amount: string, fields = {}) => ({
      ...{ id, name: `Job ${id}`, price: { kind: 'fixed', amount }, url: `/jobs#${id}` },
      ...fields
    })
    const range = { kind: 'range', amount: '10', max: '33.33' }
    const edits = {
      'pricing#/tax': vat,
      'services#/categories': [],
      'services#/examples': [
        service('trouser-hem', '12.50'),
        service('zip', '12.50', { price: range }),
        service('reduced', '12.50', { tax: { ...vat, rate_percent: 5 } }),
        service('exempt', '12.50', { tax: { exempt: true } }),
        service('included', '12.50', { tax: { ...vat, included: true } }),
        service('no-rate', '12.50', { tax: { included: false } })
      ],
      'pricing#/packages': [
        { id: 'gold', name: 'Gold', price: { kind: 'fixed', amount: '50' }, url: '/gold' }
      ]
    }
    const business = Promise.resolve(await facts(dataWith(t, edits, englishData)))
    const shown = {
      'trouser-hem': '15.00 including VAT',
      zip: '12 to $40.00',
      reduced: '13.13',
      exempt: '15.00',
      included: '15.00',
      'no-rate': '15.00'
    }
    const sections = Object.entries(shown).map(([id, price]) => `<p id="${id}">Job ${id}: $${price}</p>`)
    const siteDir = folder(t, {
      'index.html': '<h1>Shop</h1>',
      'jobs.html': sections.join(''),
      'gold.html': '<h1>Gold</h1><p>$60</p>'
    })
    const problems = (await disparities(siteDir, business)).filter((line) => line.includes('/price/'))
    t.same(
      problems.map((line) => line.replace(/\. Correct.*/, '')),
      ['exempt', 'included', 'no-rate'].map(
        (id, index) =>
          `services.json /examples/${index + 3}/price/amount: is not on /jobs#${id}, which shows 15, got "12.50"`
      )
    )
  })

  t.test('reports what a reader sees next to the name, in the usual spellings', async (t) => {
    const service = (id: string, name: string, price: object) => ({ id, name, ...price, url: `/list#${id}` })
    const fixed = (amount: string, fields = {}) => ({ price: { kind: 'fixed', amount, ...fields } })
    const edits = {
      'services#/categories': [],
      'services#/examples': [
        service('cut', "Lady's cut", fixed('20')),
        service('wash', 'Wash', fixed('10', { unit: 'visit' })),
        service('nail', 'Nail', fixed('8')),
        service('perm', 'Perm', { from_ils: 40 }),
        service('set', 'Set', { from_ils: 50 }),
        service('dye', 'Dye', { from_ils: 30 }),
        service('trim', 'Trim', fixed('15')),
        service('swap', 'Swap', fixed('60')),
        service('gone', 'Gone', fixed('5'))
      ]
    }
    const business = Promise.resolve(await facts(dataWith(t, edits, englishData)))
    const siteDir = folder(t, {
      'index.html': '<h1>Shop</h1>',
      'list.html': `<ul><li id="cut"><b>Lady’s  cut</b> $20
        <li><h3 id="wash">Wash</h3><p>$10 per visit
        <li><a id="nail"></a><b>Nail</b> $8
        <li id="perm"><b>Perm</b> from $40
        <li id="set"><b>Set</b> from $50
        <li id="dye"><b>Dye</b> $30
        <li id="trim"><b>Trim</b> From $15
        <li id="swap"><b>Swap</b> $70
        <li id="gone" hidden><b>Gone</b> $5</ul><p>Delivery $60`
    })
    const warnings: string[] = []
    const problems = await disparities(siteDir, business, (line) => void warnings.push(line))
    const factOf = (line: string) => line.replace(/(?:\. Write it there|\. Correct it here).*/, '')
    t.same(
      warnings.map(factOf),
      [
        'services.json /examples/5/from_ils: contradicts /list#dye, which shows 30 without "from" next to the name',
        'services.json /examples/6/price: contradicts /list#trim, which shows "Trim From $15" next to the name'
      ],
      'only a warning, because the price is there'
    )
    t.same(problems.filter((line) => line.includes('/examples/')).map(factOf), [
      'services.json /examples/7/price/amount: is not on /list#swap, which shows 70, got "60"',
      'services.json /examples/8/name: is not on /list#gone, got "Gone"'
    ])
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
