import t, { type Test } from 'tap'
import { buildWhole, dataWith, type Edits, facts, folderWith } from '../../helper.ts'
import { englishData } from '../sample.ts'

/** Checks a site with files and the English business with edits. Returns the problems and the warnings as lines. */
async function check(t: Test, files: Record<string, string>, edits: Edits = {}) {
  const business = await facts(dataWith(t, edits, englishData))
  const app = await buildWhole(t, { business }, { siteDir: folderWith(t, files) })
  const { problems, warnings } = await app.checkSite()
  const shorten = (line: string) =>
    line
      .replace(/^\S*?(\w+\.json)\S*/, '$1')
      .replace(/ Add the page, or.*| (?:Correct it here|Write it there).*/, '')
  return { problems: problems.map(shorten), warnings: warnings.map(shorten) }
}

const fixed = (id: string, name: string, amount: string, url = `/list#${id}`) => ({
  ...{ id, name, url },
  price: { kind: 'fixed', amount }
})

const pagesOf = (count: number) =>
  Object.fromEntries(Array.from({ length: count }, (_, index) => [`z${index}.html`, 'x']))

t.test('the built-in pages state the data', async (t) => {
  t.same((await check(t, {})).problems, [])
})

t.test('another amount in a text of the data does not contradict a price', async (t) => {
  const summary = 'Deposit: $50.'
  const services = [
    { id: 'bike', name: 'Bike', summary, price: { kind: 'fixed', amount: '12.50' } },
    { id: 'bell', name: 'Bell', summary, price: { kind: 'fixed', amount: '0' } }
  ]
  t.same((await check(t, {}, { 'services#/examples': services })).problems, [])
  const questions = [{ question: 'Is there a deposit for a bike?', answer: 'Yes, $40.' }]
  const found = await check(
    t,
    {
      'bike.html': '<section><h1>Bike</h1><p>Deposit $40</section><section><p>$12.50</section>',
      'offers.html': '<h1>Offers</h1><h2>Bike</h2><p>Deposit $50<h2>Bell</h2><p>$60 lock'
    },
    {
      'services#/examples': [{ ...services[0], url: '/bike' }, services[1]],
      'faq#/categories': [{ name: 'All', items: questions }],
      'pricing#/notes': ['The lock of a bell is $60.']
    }
  )
  t.same(found.problems, [])
  t.notMatch(found.warnings.join(), 'which shows')
})

t.test('a page of the owner with other names and prices is a problem at each field', async (t) => {
  const services = [
    fixed('cut', "Lady's cut", '20'),
    fixed('wash', 'Wash', '10'),
    fixed('swap', 'Swap', '60'),
    fixed('gone', 'Gone', '5'),
    fixed('quiet', 'Quiet', '7'),
    fixed('dye', 'Dye', '12.50', '/dye/'),
    { ...fixed('zip', 'Zip', '10', '/zip'), price: { kind: 'range', amount: '10', max: '20.00' } },
    fixed('other', 'Other', '1', 'https://other.example/')
  ]
  const categories = [
    { id: 'repairs', name: 'Repairs', focused_scope_from_ils: 10, full_build_from_ils: 30, url: '/zip' }
  ]
  const { problems } = await check(
    t,
    {
      'index.html': '<h1>Shop</h1>',
      'list.html': `<ul><li id="cut"><b>Lady’s  cut</b> $20
        <li><h3 id="wash">Wash</h3><p>$10 per visit</p>
        <li id="swap"><b>Swap</b> $70
        <li id="gone" hidden><b>Gone</b> $5
        <li id="quiet"><b>Quiet</b></ul><p>Delivery $60`,
      'dye/index.html': '<h1>Dye</h1><p>$13<p>From $1</p>',
      'zip.html': '<h1>Repairs</h1><p>from $10</p><h2>Zip</h2> <p>$10 to $18</p>'
    },
    {
      'services#/categories': categories,
      'services#/examples': services,
      'pricing#/packages': [],
      'profile#/links': undefined
    }
  )
  t.same(
    problems.filter((line) => line.startsWith('services.json')),
    [
      'services.json /categories/0/full_build_from_ils: is not on /zip, which shows 10, got 30.',
      'services.json /examples/2/price/amount: is not on /list#swap, which shows 70, got "60".',
      'services.json /examples/3/url: the page has no element with the id "gone", got "/list#gone". Add the id to the element that it means, or correct the URL.',
      'services.json /examples/4/price/amount: is not on /list#quiet, which shows no price, got "7".',
      'services.json /examples/5/price/amount: is not on /dye/, which shows 13, 1, got "12.50".',
      'services.json /examples/6/price/max: is not on /zip, which shows 10, 18, got "20.00".'
    ]
  )
})

t.test('a page of the owner that no fact links to may not state another price', async (t) => {
  const services = [fixed('cut', 'Full cut', '20', '/services/cut/'), fixed('dye', 'Dye', '30', '/colours')]
  const files = {
    'winter.md': '---\ntitle: Winter\n---\n\n| Full cut | $25 |\n| -- | -- |\n| Dye | $30 |',
    'spring.html': '<h1>Spring</h1><ul><li>Full cut $24',
    'colours.html': '<h1>Colours</h1><p>Dye $30',
    'team/index.html': '<h1>Team</h1><p>Full cut: $20'
  }
  const { problems, warnings } = await check(t, files, { 'services#/examples': services })
  t.same(problems, [])
  const line = 'services.json /examples/0/price/amount: is not on /spring, which shows 24, got "20".'
  t.same(
    warnings.filter((text) => text.includes('which shows')),
    [line]
  )
  const stale = Array.from({ length: 25 }, (_, index) => fixed(`s${index}`, `Job ${index}`, '5', '/all'))
  const list = stale.map(({ name }) => `<li>${name} $6`).join('')
  const many = { 'all.html': list.replaceAll('$6', '$5'), 'old.html': list, ...pagesOf(300) }
  const found = await check(t, many, { 'services#/examples': stale })
  t.equal(found.warnings.filter((text) => text.includes('is not on /old')).length, 20, 'of a large site too')
  t.ok(found.warnings.includes('SITE_DIR: 5 more prices differ on other pages'))
})

t.test('more than a hundred problems are counted', async (t) => {
  const services = Array.from({ length: 250 }, (_, index) => fixed(`s${index}`, `Job ${index}`, '5', '/all'))
  const files = { 'index.html': 'x', 'all.html': `<p>Job 0: ${'$6, $7, '.repeat(9)}` }
  const { problems } = await check(t, files, { 'services#/examples': services })
  const found = problems.filter((line) => !line.includes('does not exist'))
  t.equal(found.length, 101)
  const first = 'services.json /examples/0/price/amount: is not on /all, which shows 6, 7, got "5".'
  t.ok(found.includes(first))
  t.match(found.at(-1), /^SITE_DIR: \d+ more facts are missing from their pages/)
})

t.test('a page that is too large is left out, with a warning', async (t) => {
  const pages = { 'index.html': 'x', 'a.html': '<br>'.repeat(200_001), 'b.html': 'x'.repeat(2_000_001) }
  const services = ['a', 'b'].map((id) => fixed(id, id, '5', `/${id}`))
  const { warnings } = await check(t, pages, { 'services#/examples': services })
  const reasons = ['it has more than 200000 elements', 'it is larger than 2 MB']
  for (const [index, reason] of reasons.entries()) {
    const path = `services.json /examples/${index}/url: links to ${['/a', '/b'][index]}`
    const rest = 'Show the facts on a smaller page.'
    t.ok(warnings.includes(`${path}, which is not checked against the data, because ${reason}. ${rest}`))
  }
})

t.test('texts that no page of the owner shows, and links to other numbers, are warnings', async (t) => {
  const edits = {
    'profile#/contact/phone': '020 7946 0018',
    'profile#/contact/email': 'info@shop.example',
    'profile#/timezone': 'Europe/London',
    'profile#/opening_hours': [{ day: 'monday', opens: '09:00', closes: '17:30' }],
    'profile#/people': [{ name: 'Ada Wheel', role: 'Builder of wheels' }],
    'profile#/testimonials': [{ quote: 'They were quick.', name: 'Bo Rider' }]
  }
  const call = '<a href="tel:+442079460019">Call</a>'
  const { warnings } = await check(t, { 'index.html': `<h1>Shop</h1>Ada Wheel${call}` }, edits)
  for (const line of [
    '/contact/phone: is not on /, whose links call +442079460019\n',
    '/people/0/role: no page shows this text, got "Builder of wheels". Write it on a page, or correct the file.\n',
    '/contact/phone: no page shows the phone, got "020 7946 0018".',
    '/contact/email: no page shows the email, got "info@shop.example".',
    '/opening_hours: no page shows the hours, got "monday 09:00–17:30; '
  ])
    t.match(`${warnings.join('\n')}\n`, `profile.json ${line}`)
  t.notMatch(warnings.join(), '"Ada Wheel"')
  const contact = '<h1>Contact</h1><p>Call 020 7946 0018, info@shop.example, Mo 9 am to 5:30 pm'
  const one = await check(t, { 'contact/index.html': contact, 'faq/index.html': '<h1>FAQ' }, edits)
  t.notMatch(one.warnings.join(), /no page shows the/)
  t.match(one.warnings.join('\n'), /^faq\.json /m, 'the page of the owner shows no question')
  const story = Array.from({ length: 22 }, (_, index) => `Paragraph ${index}`)
  const long = await check(t, { 'index.html': '<h1>Shop' }, { ...edits, 'profile#/story': story })
  t.match(long.warnings.at(-1), /^DATA_DIR: \d+ more texts are on no page\. /)
  const pages = Array.from({ length: 301 }, (_, index) => [`${index}.html`, 'x'])
  const large = await check(t, { 'index.html': '<h1>Shop', ...Object.fromEntries(pages) }, edits)
  t.notMatch(large.warnings.join(), 'no page shows', 'a site with many pages is not read')
  t.match(large.warnings.join('\n'), /because of more than 300 pages or 1000 texts$/m)
})
