import { t } from 'tap'
import type { Business } from '../../src/business/business.ts'
import { operations } from '../../src/business/operations.ts'
import { wordsFor } from '../../src/business/words.ts'
import { listBuiltIn } from '../../src/site/page-table.ts'
import { baseUrl, facts } from '../helper.ts'
import { builtInPages, englishData, settings, shippedData } from './sample.ts'

const pageOf = async (path: string, business: Business, given: Parameters<typeof settings>[0] = {}) =>
  (await builtInPages(business, await settings(given))).render(path)?.html ?? ''

const textOf = (html: string) => html.replace(/<[^>]+>/g, '')

t.test('the site of a business', async (t) => {
  const business = await facts(englishData)
  const withProfile = (profile: Partial<Business['profile']>): Business => ({
    ...business,
    profile: { ...business.profile, ...profile }
  })

  t.test('shows its tagline and what it is not on the about page', async (t) => {
    const edited = withProfile({ tagline: 'Less typing', not_category: 'Not an agency!' })
    const html = await pageOf('/about/', edited)
    t.match(html, '<p class="lead">Less typing</p>')
    t.match(html, '<p>Not an agency!</p>')
    t.match(await pageOf('/for-ai/', edited), '<p>Not an agency!</p>')
  })

  t.test('shows its English name only if it differs from its name', async (t) => {
    const { name } = business.profile
    t.notMatch(await pageOf('/about/', withProfile({ name_en: name })), 'Name in English')
    t.match(await pageOf('/about/', withProfile({ name_en: 'Harbor' })), 'Name in English')
  })

  t.test('shows its country by name, or as in the data if that is no code', async (t) => {
    const html = await pageOf('/about/', withProfile({ address: { country: 'Portugal' } }))
    t.match(html, '<h2>Address</h2><address>Portugal</address>')
    t.notMatch(await pageOf('/about/', withProfile({ address: {}, founder: 'Ada' })), '<h2>Address')
    t.match(await pageOf('/about/', withProfile({ service_area: { country: 'PT' } })), '<bdi>Portugal</bdi>')
    t.notMatch(await pageOf('/about/', withProfile({ service_area: { by_train: true } })), 'Where we work')
  })

  t.test('states its language and country for link previews', async (t) => {
    const localeOf = async (language: string, country: string | undefined) => {
      const html = await pageOf('/', {
        ...withProfile({ address: country === undefined ? {} : { country } }),
        faq: { ...business.faq, language }
      })
      return /property="og:locale" content="([^"]*)"/.exec(html)?.[1]
    }
    t.equal(await localeOf('en', 'GB'), 'en_GB')
    t.equal(await localeOf('en-US', 'GB'), 'en_US')
    t.equal(await localeOf('en', 'England'), 'en_US')
    t.equal(await localeOf('he', undefined), 'he_IL')
    t.equal(await localeOf('de-CH-1996', 'DE'), 'de_CH', 'without variants')
  })

  t.test('names the operations of the API in its language on the page for agents', async (t) => {
    const { operations: names } = wordsFor('en').forAi
    t.same(
      Object.keys(names),
      operations.map(({ operationId }) => operationId)
    )
    const hebrew = await pageOf('/for-ai/', await facts(shippedData))
    t.match(hebrew, 'services.json</code></a> <span>כל השירותים</span>')
    const [first] = operations
    const rows = first ? [{ ...first, operationId: 'getMore', summary: 'Get more' }] : []
    const other = await pageOf('/for-ai/', business, { versions: [{ name: 'v1', operations: rows }] })
    t.match(other, '<span>Get more</span>')
    const shipped = await facts(shippedData)
    const without = await pageOf('/for-ai/', shipped, { versions: [{ name: 'v1', operations: rows }] })
    t.notMatch(without, 'Get more', 'a summary without words is in English only')
  })

  t.test('shows the numbers of its track record', async (t) => {
    const html = await pageOf(
      '/about/',
      withProfile({ track_record: { projects_delivered: 1200, since: 2019, x: 3 } })
    )
    t.match(html, '<dt>Projects delivered</dt><dd>1,200</dd>')
    t.match(html, '<dt>In business since</dt><dd>2019</dd>')
    t.equal(html.match(/<dl class="record">.*?<\/dl>/)?.[0].match(/<dt>/g)?.length, 3)
    t.match(html, '<dt>X</dt><dd>3</dd>')
  })

  t.test('has the heading of contact details only above a way to contact it or a place', async (t) => {
    const heading = `<h2>${wordsFor('en').contact.details}</h2>`
    const nowhere = { contact: {}, address: {}, service_area: {} }
    const profile = { ...nowhere, same_as: ['https://social.example/us'] }
    t.notMatch(await pageOf('/contact/', withProfile(profile)), heading)
    const places = [{ address: { locality: 'Leeds' } }, { geo: { latitude: 53.8, longitude: -1.5 } }]
    for (const place of [...places, { service_area: { country: 'GB' } }])
      t.match(await pageOf('/contact/', withProfile({ ...nowhere, ...place })), heading)
  })

  t.test('shows the text "WhatsApp" for a WhatsApp link without a number', async (t) => {
    const whatsapp = 'https://chat.example/business'
    const html = await pageOf('/contact/', withProfile({ contact: { whatsapp, email: 'a@b.example' } }))
    t.match(html, `<a href="${whatsapp}" dir="ltr">WhatsApp</a>`)
    t.match(html, '<a class="button outline" data-send="email" href="mailto:a@b.example">')
  })

  t.test('shows the number of a WhatsApp link, once if a telephone has it too', async (t) => {
    const whatsapp = 'https://wa.me/97260000000'
    t.match(await pageOf('/contact/', withProfile({ contact: { whatsapp } })), '>+97260000000<')
    const html = await pageOf('/contact/', withProfile({ contact: { whatsapp, phone: '+972-6-000-0000' } }))
    t.notMatch(html, '>+97260000000<')
    const other = `<a class="kind whatsapp" href="${whatsapp}">WhatsApp</a>`
    t.match(html, `<a href="tel:+97260000000" dir="ltr">+972-6-000-0000</a> ${other}`)
    const phones = [{ label: 'Desk', number: '+972-6-000-0000' }]
    t.match(
      await pageOf('/contact/', withProfile({ contact: { whatsapp, phone: '+972-6-000-0001', phones } })),
      `<a href="tel:+97260000000" dir="ltr">+972-6-000-0000</a> ${other}`
    )
    const more = [
      { label: 'Desk', number: '+972-6-000-0000' },
      { label: 'Bills', number: '+972-6-000-0000 ext. 3' }
    ]
    t.match(
      await pageOf('/contact/', withProfile({ contact: { phone: '+972-6-000-0000', phones: more } })),
      /dir="ltr">\+972-6-000-0000<\/a> <span class="kind"><bdi>Desk<\/bdi><\/span><\/dd><\/div><div><dt><bdi>Bills</
    )
  })

  t.test('shows a name next to its logo, unless the logo is so wide that it contains the name', async (t) => {
    const brandOf = async (width: number) => {
      const logo = { src: '/logo.svg', alt: 'Logo', width, height: 30 }
      return /<a class="brand".*?<\/a>/.exec(await pageOf('/', withProfile({ logo })))?.[0]
    }
    t.match(await brandOf(89), '<span>Quiet Harbor Automations</span>')
    t.match(await brandOf(90), '<span class="visually-hidden">Quiet Harbor Automations</span>')
  })

  t.test('omits lists of other services and of questions if they are empty', async (t) => {
    const catalog = { ...business.catalog, services: business.catalog.services.slice(0, 1) }
    t.notMatch(await pageOf('/services/invoices/', { ...business, catalog }), 'Other services')
    const faq = { ...business.faq, categories: [{ name: 'Money', items: [] }] }
    t.notMatch(await pageOf('/', { ...business, faq }), wordsFor('en').home.questions)
    t.notOk(listBuiltIn({ ...business, faq }, false).has('/faq/'))
  })

  t.test('lists categories without services and prices by name, apart from the services', async (t) => {
    const names = ['Wheels', 'Frames']
    const categories = names.map((name) => ({
      id: name.toLowerCase(),
      name,
      url: `${baseUrl}/services/#${name.toLowerCase()}`
    }))
    const given = [
      { ...business.catalog, categories },
      { ...business.catalog, categories, services: [] }
    ]
    for (const catalog of given) {
      const html = await pageOf('/services/', { ...business, catalog })
      for (const name of names) {
        t.match(
          html,
          new RegExp(`<li class="price-line" id="${name.toLowerCase()}"><span>${name}</span></li>`)
        )
        t.notMatch(html, `>${name}</h`)
      }
      t.notMatch(html, /<ul class="services"><\/ul>|<section class="group"/)
      for (const [path, heading] of [
        ['/services/', 'h2'],
        ['/for-ai/', 'h3']
      ] as const)
        t.equal(
          (await pageOf(path, { ...business, catalog })).includes(
            `<${heading}>Categories</${heading}><ul class="price-lines">`
          ),
          catalog.services.length > 0,
          'a heading is between them and the services'
        )
    }
    const onRequest = { ...business, catalog: { ...business.catalog, categories, services: [] } }
    t.match(await pageOf('/services/', onRequest), '<title>Services, Portland | ')
    t.match(await pageOf('/services/', onRequest), 'Automations: Services. Portland · Wheels · Frames."')
    t.notMatch(await pageOf('/services/', onRequest), wordsFor('en').services.title)
    for (const path of ['/', '/for-ai/'])
      t.match(
        await pageOf(path, onRequest),
        /<ul class="price-lines">(<li [^>]*><span>(Wheels|Frames)<\/span><\/li>){2}/
      )
    t.match(await pageOf('/contact/', onRequest), '<option value="category=wheels">Wheels</option>')
  })

  t.test('shows the prices and the tax of categories without services', async (t) => {
    const price = { kind: 'from' as const, amount: '77' }
    const categories = [{ id: 'wheels', name: 'Wheels', url: '/services/#wheels', focused: price }]
    const catalog = { ...business.catalog, categories, services: [] }
    const tax = { included: true, name: 'VAT' }
    const priced = { ...business, catalog, pricing: { ...business.pricing, tax } }
    const html = await pageOf('/services/', priced)
    t.notMatch(html, 'id="allServices"')
    t.match(html, /Wheels.*77.*<p class="note tax-note">[^<]*VAT/s)
    for (const path of ['/', '/for-ai/']) t.match(await pageOf(path, priced), /price-line.*Wheels.*77/s)
    t.match(await pageOf('/', priced), 'class="quiet-link" href="/services/"')
  })

  t.test(
    'offers nothing, and no subject for a message, without services, categories and packages',
    async (t) => {
      const catalog = { ...business.catalog, categories: [], services: [] }
      const empty = { ...business, catalog, pricing: { ...business.pricing, packages: [] } }
      t.notMatch(await pageOf('/for-ai/', empty), wordsFor('en').forAi.offered)
      t.match(await pageOf('/contact/', empty), '<form')
      t.notMatch(await pageOf('/contact/', empty), '<select')
    }
  )

  t.test('shows a long tagline in smaller letters', async (t) => {
    t.match(await pageOf('/', withProfile({ tagline: 'Less typing. '.repeat(10) })), '<h1 class="long">')
  })

  t.test('links to its own URLs by path and to other sites by URL', async (t) => {
    const [first] = business.catalog.services
    for (const [url, link] of [
      ['https://elsewhere.example/x', 'https://elsewhere.example/x'],
      [baseUrl, '/'],
      [`${baseUrl}/services/invoices/`, '/services/invoices/']
    ] as const) {
      const price = { kind: 'from' as const, amount: '1400' }
      const services = [{ ...first, id: 'invoices', name: 'Invoices', price, url }]
      const catalog = { ...business.catalog, services }
      t.match(await pageOf('/services/', { ...business, catalog }), `<a href="${link}">Invoices</a>`)
      t.match(await pageOf('/pricing/', { ...business, catalog }), `<a href="${link}">Invoices</a>`)
      t.match(await pageOf('/for-ai/', { ...business, catalog }), `<a href="${link}">Invoices</a>`)
    }
  })

  t.test('shows a package without the text of its price', async (t) => {
    const { quote_url: _, ...rest } = business.pricing
    const packages = rest.packages.map(({ price_display: _, ...item }) => item)
    const bare = { ...business, pricing: { ...rest, packages } }
    t.match(await pageOf('/', bare), '<a href="/pricing/#small">Small</a>')
    t.match(await pageOf('/for-ai/', bare), '<a href="/pricing/#small">Small</a>')
    t.match(await pageOf('/pricing/', bare), '<span class="money">$1,500</span>')
    t.notMatch(await pageOf('/pricing/', bare), 'Ask for a quote')
    t.notMatch(await pageOf('/services/invoices/', bare), 'Ask for a quote')
  })

  t.test('has English words for a language without a file of words', async (t) => {
    const welsh = { ...business, faq: { ...business.faq, language: 'cy-GB' } }
    t.match(await pageOf('/pricing/', welsh), /<html lang="cy-GB" dir="ltr">.*<h1>Pricing<\/h1>/)
    const yiddish = { ...business, faq: { ...business.faq, language: 'yi' } }
    t.match(await pageOf('/pricing/', yiddish), /<html lang="yi" dir="rtl"/)
    const arabic = { ...business, faq: { ...business.faq, language: 'ar' } }
    t.match(
      await pageOf('/pricing/', arabic),
      '<html lang="ar" dir="rtl" class="tall">',
      'whose script needs more room'
    )
  })
})

t.test('a large catalogue is listed only on the page of services', async (t) => {
  const business = await facts(englishData)
  const [first] = business.catalog.services
  if (first === undefined) throw new Error('the sample has no service')
  const examples = Array.from({ length: 150 }, (_, index) => ({
    ...first,
    id: `service-${index}`,
    name: `Service ${index}`
  }))
  const large = { ...business, catalog: { ...business.catalog, services: examples } }
  const documentation = await pageOf('/developers/', large)
  t.match(documentation, 'The ids are in the catalog')
  t.match(textOf(documentation), `curl ${baseUrl}/api/v1/services/service-0.json`)
  t.match(await pageOf('/for-ai/', large), '<a href="/services/">The remaining services')
  t.notMatch(await pageOf('/contact/', large), 'service=service-149')
  const [, more = ''] = (await pageOf('/services/', large)).split('<h2>More services</h2>')
  t.ok(more.includes('>Service 149<'))
  t.match(await pageOf('/pricing/', large), /<a class="quiet-link" href="\/services\/">All services/)
})

t.test('a category lists each of its services, also beyond those that are shown in full', async (t) => {
  const business = await facts(englishData)
  const [first] = business.catalog.services
  if (first === undefined) throw new Error('the sample has no service')
  const url = `${baseUrl}/services/`
  const categories = ['early', 'late', 'empty'].map((id) => ({
    id,
    name: `Group ${id}`,
    url: `${url}#${id}`
  }))
  const examples = Array.from({ length: 110 }, (_, index) => {
    const category = index < 99 || index === 109 ? 'early' : index < 105 ? 'late' : undefined
    return { ...first, id: `service-${index}`, name: `Service ${index}`, ...(category && { category }) }
  })
  const html = await pageOf('/services/', {
    ...business,
    catalog: { ...business.catalog, categories, services: examples }
  })
  const [groups = '', empty] = html.split('<ul class="price-lines"><li class="price-line" id="empty">')
  const [, early = '', late = '', rest = ''] = groups.split('<section class="group"')
  t.ok(empty, 'only the category without services is in the list of such categories')
  t.match(html, /filter-services\./)
  const count = (text: string) => (text.match(/<li class="(?:service|price-line)"/g) ?? []).length
  t.same([early, late, rest].map(count), [100, 6, 4])
  t.match(early, /class="price-line">.*>Service 109</)
  t.match(late, /class="service">.*>Service 99<.*class="price-line">.*>Service 104</s)
})

t.test('the developer page announces the end of a version', async (t) => {
  const business = await facts(englishData)
  const deprecation = { announced: '2027-01-31', ends: '2028-02-29', documentation: '/developers/#v2' }
  const versions = [
    { name: 'v1', operations, deprecation },
    { name: 'v2', operations }
  ]
  const html = await pageOf('/developers/', business, { versions })
  t.match(textOf(html), 'v1 ends on February 29, 2028. This was announced on January 31, 2027.')
  t.match(textOf(html), `curl ${baseUrl}/api/v2/profile.json`)
  t.notMatch(html, 'not guaranteed to stay')
})

t.test('the developer page explains every error code once', async (t) => {
  const html = await pageOf('/developers/', await facts(englishData))
  for (const code of [
    'bad_request',
    'not_found',
    'method_not_allowed',
    'not_acceptable',
    'internal_error',
    'unavailable'
  ]) {
    t.equal(html.split(`<th scope="row"><code>${code}</code></th>`).length, 2, code)
  }
  t.match(
    html,
    /<section class="scroller" tabindex="0" aria-labelledby="errors"><table.*<td>404<\/td>/s,
    'a table that is wider than a phone scrolls'
  )
  t.match(html, '<td>400, 408, 412, 417, 431</td>')
})

t.test('an operation without items shows its path with {id}', async (t) => {
  const business = await facts(englishData)
  const html = await pageOf('/developers/', { ...business, catalog: { ...business.catalog, services: [] } })
  t.match(textOf(html), `curl ${baseUrl}/api/v1/services/{id}.json`)
})

t.test('a site without a version of the API throws', async (t) => {
  await t.rejects(pageOf('/', await facts(englishData), { versions: [] }), /at least one version/)
})
