import t, { type Test } from 'tap'
import { listNewsNotes } from '../../src/business/notes.ts'
import { loadTemporal } from '../../src/business/opening-hours.ts'
import { build, dataWith, type Edits, facts } from '../helper.ts'
import { shipped } from '../shipped.ts'
import { builtInPages, englishData, settings } from './sample.ts'

const address = { street: '1 Example Street', locality: 'Leeds', country: 'GB' }
const image = { src: '/images/workshop.jpg', alt: 'The workshop', width: 1200, height: 800 }

await loadTemporal()

/** Renders the home page of the English business with edits. */
async function render(t: Test, edits: Edits, change = (profile: object): object => profile): Promise<string> {
  const given = await facts(dataWith(t, edits, englishData))
  const business = { ...given, profile: { ...given.profile, ...change(given.profile) } }
  return (await builtInPages(business, await settings())).render('/').html
}

const classOf = (html: string) => /<section class="hero (\w+)">/.exec(html)?.[1]
const stripOf = (html: string) =>
  (/<dl class="strip">(.*?)<\/dl>/s.exec(html)?.[1] ?? '').replace(/<[^>]+>/g, '|')

t.test('the hero', async (t) => {
  t.test('has the image of the profile next to the text, unless site.json says otherwise', async (t) => {
    const withImage = () => ({ image })
    t.equal(classOf(await render(t, {})), 'plain')
    const split = await render(t, {}, withImage)
    t.equal(classOf(split), 'split')
    t.match(split, /<section class="hero split">.*<img(?=[^>]* src="\/images\/workshop.jpg")(?![^>]*lazy)/s)
    for (const [hero, look, hasLine] of [
      ['split', 'split', false],
      ['cover', 'cover', false],
      ['plain', 'plain', false],
      ['line', 'plain', true]
    ] as const) {
      const html = await render(t, { 'site#/hero': hero }, withImage)
      t.equal(classOf(html), look, hero)
      t.equal(html.includes('<svg class="line"'), hasLine, hero)
      t.equal(html.includes('src="/images/workshop.jpg"'), look === hero && hero !== 'plain', hero)
    }
    t.equal(classOf(await render(t, { 'site#/hero': 'cover' })), 'plain', 'without an image')
  })

  t.test('has only the facts that the data has', async (t) => {
    const phones = [{ label: 'Night', number: '+44 113 496 0002', kind: 'emergency' }]
    const hours = [
      ...['monday', 'tuesday', 'wednesday', 'friday'].map((day) => ({
        day,
        opens: '09:00',
        closes: '17:00'
      })),
      { day: 'thursday', opens: '14:00', closes: '20:00' },
      { day: 'thursday', opens: '09:00', closes: '13:00' }
    ]
    const edits = { 'profile#/timezone': 'Europe/London', 'profile#/opening_hours': hours }
    const stated = { 'profile#/address': address, 'profile#/contact/phone': '+44 113 496 0001' }
    const full = stripOf(await render(t, { ...edits, ...stated, 'profile#/contact/phones': phones }))
    t.match(full, /Opening hours\|+Mon–Wed, Fri \|09:00–17:00\|+ ·\|+ \|Thu \|09:00–13:00\|, \|14:00–20:00\|/)
    t.match(
      full,
      /Address\|+1 Example Street, Leeds[^|]*\|+Phone\|+\+44 113 496 0001\|+In an emergency\|+\+44 113 496 0002/
    )
    const none = {
      'profile#/address': undefined,
      'profile#/service_area': undefined,
      'profile#/contact': { email: 'desk@shop.example' },
      'profile#/opening_hours': undefined,
      'services#/contact': undefined
    }
    t.equal(stripOf(await render(t, none)), '')
    const area = { places: ['Leeds', 'York'], radius: { value: 5, unit: 'mi' }, note: 'Not on Sundays.' }
    const mobile = { ...none, 'profile#/address': { locality: 'Leeds' }, 'profile#/service_area': area }
    t.match(stripOf(await render(t, mobile)), /^\|+Where we work\|+Leeds and York, within 5 mi\|+$/)
    const town = { ...none, 'profile#/address': { locality: 'Leeds' }, 'profile#/opening_hours': [] }
    t.match(
      stripOf(await render(t, { ...town, 'profile#/timezone': 'Europe/London' })),
      /^\|+Address\|+Leeds\|+$/
    )
  })
})

t.test('the home page', async (t) => {
  t.test('has the sections of site.json in their order', async (t) => {
    const home = ['contact', { section: 'services', layout: 'cards', ids: ['invoices'] }, 'questions']
    const html = await render(t, { 'site#/home': home })
    const [, main = ''] = html.split('<main')
    const order = ['class="closing"', 'class="service-cards"', 'class="questions"'].map((part) =>
      main.indexOf(part)
    )
    t.same(
      order,
      order.toSorted((a, b) => a - b)
    )
    t.ok(order.every((at) => at > 0))
    t.equal(main.match(/class="service-card"/g)?.length, 1)
    t.notMatch(main, 'class="packages')
  })

  t.test('of every business that is shipped has each of its sections', async (t) => {
    const folders = [...shipped, { name: 'guesthouse', dataDir: 'test/fixtures/guesthouse', siteDir: 'site' }]
    for (const { name, dataDir, siteDir } of folders) {
      const business = await facts(dataDir, undefined, undefined, siteDir)
      const { html } = (await builtInPages(business, await settings())).render('/')
      const sections = business.site?.home ?? []
      t.ok((html.match(/<section|<dl class="record"/g)?.length ?? 0) > sections.length, name)
    }
  })
})

t.test('the footer', async (t) => {
  t.test('links to the pages for programs in its last line, unless site.json says no', async (t) => {
    const read = async (edits: Edits) => {
      const app = await build(t, { business: await facts(dataWith(t, edits, englishData)) })
      return (await app.inject('/')).body.split('<footer')[1] ?? ''
    }
    const shown = await read({})
    t.match(shown, /<\/nav><div class="small-print">.*href="\/for-ai\/".*href="\/developers\/"/s)
    const hidden = await read({ 'site#/program_links': false })
    t.notMatch(hidden, /href="\/(for-ai|developers)\/"/)
  })
})

t.test('a closure', async (t) => {
  const day = { day: 'thursday', opens: '09:00', closes: '17:00' }
  const special_hours = [
    { name: 'Holidays', from: '2027-02-02', to: '2027-02-05' },
    { name: 'Fair', from: '2027-02-11', opens: '10:00', closes: '12:00' },
    { name: 'Founders’ day', from: '2020-03-01', every_year: true }
  ]
  const edits = {
    'profile#/timezone': 'Europe/London',
    'profile#/opening_hours': [day],
    'profile#/special_hours': special_hours
  }
  const text = 'Closed today: Holidays. Open again: Thursday, February 11.'

  t.test('is on every page while it lasts, in the time zone of the place', async (t) => {
    let now = new Date('2027-02-01T23:59:30Z')
    const app = await build(t, { business: await facts(dataWith(t, edits, englishData)), now: () => now })
    const read = async (url: string) => {
      const html = await app.inject(url)
      const markdown = await app.inject({ url, headers: { accept: 'text/markdown' } })
      const plain = [html, markdown].map(({ body }) => body.replace(/<[^>]+>/g, '').includes(text))
      return { plain, control: html.headers['cache-control'] }
    }
    for (const url of ['/', '/privacy/', '/developers/']) {
      now = new Date('2027-02-01T23:59:30Z')
      t.same(await read(url), { plain: [false, false], control: 'public, max-age=30' }, url)
      now = new Date('2027-02-02T00:00:00Z')
      t.same((await read(url)).plain, [true, true], url)
      now = new Date('2027-02-05T23:59:50Z')
      t.same(await read(url), { plain: [true, true], control: 'public, max-age=10' }, url)
      now = new Date('2027-02-06T00:00:00Z')
      t.same((await read(url)).plain, [false, false], url)
    }
    now = new Date('2027-03-01T12:00:00Z')
    t.match((await app.inject('/privacy/')).body, 'Founders’ day')
  })

  t.test('is in llms.txt, llms-full.txt and the instructions of MCP while it lasts', async (t) => {
    let now = new Date('2027-02-01T23:59:59Z')
    const app = await build(t, { business: await facts(dataWith(t, edits, englishData)), now: () => now })
    const clientInfo = { name: 'test', version: '1' }
    const params = { protocolVersion: '2025-06-18', capabilities: {}, clientInfo }
    const payload = { jsonrpc: '2.0', id: 1, method: 'initialize', params }
    const isIn = async () => {
      const texts = [
        (await app.inject('/llms.txt')).body,
        (await app.inject('/llms-full.txt')).body,
        (await app.inject({ method: 'POST', url: '/mcp', payload })).json().result.instructions
      ]
      return texts.map((body) =>
        /is closed until 2027-02-05 \(Holidays\), and opens again on 2027-02-11\./.test(body)
      )
    }
    t.same(await isIn(), [false, false, false])
    now = new Date('2027-02-02T00:00:00Z')
    t.same(await isIn(), [true, true, true])
    now = new Date('2027-02-06T00:00:00Z')
    t.same(await isIn(), [false, false, false])
  })

  t.test('names its place if there are several, and no date if it does not open for long', async (t) => {
    const place = {
      id: 'pier',
      name: 'Pier',
      address,
      opening_hours: [],
      special_hours: [{ from: '2027-02-02' }]
    }
    const business = await facts(dataWith(t, { ...edits, 'profile#/locations': [place] }, englishData))
    const pages = await builtInPages(
      business,
      await settings({ now: () => new Date('2027-02-02T12:00:00Z') })
    )
    const notices = Array.from(
      pages.render('/contact/').html.matchAll(/<p class="notice".*?<\/p>/gs),
      ([found]) => found.replace(/<[^>]+>/g, '')
    )
    t.same(notices, [`${business.profile.name}: ${text}`, 'Pier: Closed today.'])
    t.match(listNewsNotes(business, pages.context.now(), pages.context.listClosures(pages.context.now())), [
      /Holidays/,
      'Pier is closed until 2027-02-02.'
    ])
  })

  t.test('that comes next is in a file too, where a script shows it', async (t) => {
    const business = await facts(dataWith(t, edits, englishData))
    const given = { isExport: true, now: () => new Date('2027-02-01T12:00:00Z') }
    const { html } = (await builtInPages(business, await settings(given))).render('/contact/')
    t.match(
      html,
      /<p class="notice" hidden data-start="2027-02-02T00:00:00.000Z" data-end="2027-02-06T00:00:00.000Z">/
    )
    t.match(html, /notice\.\w+\.js/)
  })
})
