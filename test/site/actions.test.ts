import t from 'tap'
import { build, dataWith, type Edits, facts, problems } from '../helper.ts'
import { folder } from './folder.ts'

const booking = 'https://bookings.example/salon'
const phone = '+44 113 496 0001'
const actions = [
  { kind: 'book', label: 'Book a visit', href: booking },
  { kind: 'call', href: 'tel:+441134960001' },
  { kind: 'order', href: '/services/' },
  { kind: 'message', href: 'mailto:desk@salon.example' }
]
const fixed = { kind: 'fixed', amount: '30' }

/** Opens a salon with these edits, and returns a function that reads a path. */
async function open(edits: Edits = {}, siteDir?: string) {
  const business = await facts(
    dataWith(
      t,
      {
        'profile#/contact': { phone, whatsapp: 'https://wa.me/441134960002' },
        'profile#/actions': actions,
        'services#/examples': [
          { id: 'cut', name: 'Cut', price: fixed },
          {
            id: 'pain',
            name: 'Urgent pain',
            price: { kind: 'on_request' },
            actions: [{ kind: 'call', label: 'Call now', href: 'tel:+441134960009' }]
          }
        ],
        'pricing#/quote_url': '/contact/',
        'pricing#/packages': [
          {
            id: 'year',
            name: 'Year',
            price: fixed,
            actions: [{ kind: 'buy', href: 'https://shop.example/year' }]
          }
        ],
        'faq#/language': 'en',
        ...edits
      },
      'test/fixtures/minimal'
    )
  )
  const app = await build(t, { business }, siteDir ? { siteDir } : {})
  const read = async (path: string) => (await app.inject(path)).body
  const call = async (method: string, params: object = {}) => {
    const payload = { jsonrpc: '2.0', id: 1, method, params }
    return (await app.inject({ method: 'POST', url: '/mcp', payload })).json().result
  }
  return { read, call }
}

/** Returns the buttons in a part of a page: each with its target, and whether it is the main one. */
const buttonsIn = (html: string, part: RegExp) =>
  Array.from(
    (part.exec(html)?.[0] ?? '').matchAll(/<a class="button([^"]*)" href="([^"]*)"/g),
    ([, look = '', href]) => `${href}${look.includes('outline') ? '' : ' main'}`
  )
const header = /<header class="site-header.*?<\/header>/s
const hero = /<section class="hero.*?<\/section>/s
const bar = /<nav class="contact-bar".*?<\/nav>/s
const closing = /<section class="closing">.*?<\/section>/s
const offer = /<div class="offer">.*?<\/div>/s

t.test('the first action of the business is the main button of every page', async (t) => {
  const { read } = await open()
  const home = await read('/')
  t.same(buttonsIn(home, header), [`${booking} main`])
  t.match(home, /<nav aria-label="Menu">.*<a href="\/contact\/">Talk to us<\/a>/s)
  const shown = [`${booking} main`, 'tel:+441134960001', '/services/']
  t.same(buttonsIn(home, hero), [...shown, '/pricing/'])
  t.same(buttonsIn(home, closing), [...shown, '/contact/'])
  t.same(buttonsIn(home, bar), [`${booking} main`, 'tel:+441134960001', 'https://wa.me/441134960002'])
  const cut = await read('/services/cut/')
  t.same(buttonsIn(cut, offer), [`${booking} main`])
  t.match(offer.exec(cut)?.[0], 'href="tel:+441134960001"')
  t.same(buttonsIn(await read('/contact/'), /<div class="direct-contact">.*?<\/div>/s), [
    `${booking} main`,
    '/services/',
    'mailto:desk@salon.example'
  ])
  t.match(home, />Book a visit<.*>Call<.*>Order</s)
})

t.test('the actions of an item come before those of the business', async (t) => {
  const { read } = await open({
    'profile#/people': [{ name: 'Ada', actions: [{ kind: 'book', href: `${booking}/ada` }] }],
    'profile#/locations': [
      {
        id: 'quay',
        name: 'Quay',
        address: { locality: 'Leeds' },
        actions: [{ kind: 'pay', href: 'https://pay.example/quay' }]
      }
    ]
  })
  const page = await read('/services/pain/')
  t.same(buttonsIn(page, offer), ['tel:+441134960009 main', booking, '/contact/#service=pain'])
  const pricing = await read('/pricing/')
  t.same(buttonsIn(pricing, /<article class="package.*?<\/article>/s), [
    'https://shop.example/year main',
    booking
  ])
  t.match(pricing, 'aria-label="Buy: Year"')
  t.match(await read('/about/'), `href="${booking}/ada" aria-label="Book: Ada"`)
  t.match(await read('/contact/'), 'href="https://pay.example/quay" aria-label="Pay: Quay"')
  const [, json = ''] = /<script type="application\/ld\+json">([^<]*)/.exec(page) ?? []
  const [, service] = JSON.parse(json)['@graph']
  t.same(service.potentialAction, [
    { '@type': 'CommunicateAction', name: 'Call now', target: 'tel:+441134960009' }
  ])
})

t.test('one link may be for two things', async (t) => {
  const order = { kind: 'order', href: booking }
  const { read } = await open({ 'profile#/actions': [...actions.slice(0, 1), order] })
  t.same(buttonsIn(await read('/'), hero), [`${booking} main`, booking, '/pricing/'])
})

t.test('the reply time is not next to a button for emergencies', async (t) => {
  const urgent = { label: 'Night', number: '+44 113 496 0009', kind: 'emergency' }
  const { read } = await open({
    'profile#/contact': { phone, phones: [urgent] },
    'profile#/reply_time': 'the same day'
  })
  t.match(offer.exec(await read('/services/cut/'))?.[0], 'the same day')
  t.notMatch(offer.exec(await read('/services/pain/'))?.[0], 'the same day')
})

t.test('an action that asks for a quote replaces the button for one', async (t) => {
  const href = 'https://quotes.example/'
  const { read } = await open({ 'profile#/actions': [{ kind: 'quote', href }] })
  t.same(buttonsIn(await read('/services/pain/'), offer), ['tel:+441134960009 main', href])
  t.match(await read('/services/pain/'), 'Ask for a quote')
})

t.test('a business with actions only has a contact page with them', async (t) => {
  const { read } = await open({ 'profile#/contact': {}, 'profile#/actions': actions.slice(0, 1) })
  t.same(buttonsIn(await read('/contact/'), /<main.*<\/main>/s), [`${booking} main`])
  t.same(buttonsIn(await read('/'), bar), [`${booking} main`])
})

t.test('the menu of the owner that has the contact page gets no second link to it', async (t) => {
  const { read } = await open({ site: { menu: [{ label: 'Write', href: '/contact/' }] } })
  t.equal((await read('/')).match(header)?.[0].match(/"\/contact\/"/g)?.length, 1)
})

t.test('documents for agents say where to book, and that nothing here can', async (t) => {
  const { read, call } = await open()
  for (const path of ['/llms.txt', '/.well-known/mcp']) {
    const text = await read(path)
    t.match(
      text,
      `Send people to these links: book at ${booking}, call at tel:+441134960001, order at `,
      path
    )
    t.match(text, 'actions` of its own, they come before those of the business', path)
    t.match(text, 'you cannot book, order, pay or submit anything', path)
  }
  t.match(await read('/for-ai/'), new RegExp(`<dt>Book a visit</dt><dd><bdi><a href="${booking}"`))
  const { tools } = await call('tools/list')
  t.match(tools[0], { name: 'get_business_profile', description: /where to book.*nothing here does that/ })
  const { structuredContent } = await call('tools/call', { name: 'get_business_profile', arguments: {} })
  t.equal(structuredContent.actions[2].href, 'https://nahat.example/services/')
})

t.test('documents for agents name the first eight actions', async (t) => {
  const many = Array.from({ length: 9 }, (_, index) => ({ kind: 'book', href: `${booking}/${index + 1}` }))
  const { read } = await open({ 'profile#/actions': many })
  t.match(await read('/llms.txt'), `book at ${booking}/8.`)
})

t.test('a page of an action that does not exist is a problem, and other schemes are', async (t) => {
  const problemsOf = async (href: string) => problems(t, { 'profile#/actions': [{ kind: 'book', href }] })
  for (const href of ['javascript:alert(1)', 'data:text/html,x', 'sms:+441134960001', '//evil.example/'])
    t.match(await problemsOf(href), [/^profile\.json \/actions\/0\/href: /], href)
  t.same(await problemsOf('tel:*2700'), [])
  t.match(await problems(t, { 'profile#/actions': [{ kind: 'reserve', href: booking }] }), [
    /kind: must be one of "book", "order"/
  ])
  const siteDir = folder(t, { 'index.html': '<title>Own</title><p>Own page' })
  const { read } = await open({ 'profile#/actions': [{ kind: 'book', href: '/book/' }] }, siteDir)
  t.notMatch(await read('/for-ai/'), 'href="/book/"')
})
