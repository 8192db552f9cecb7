import { readFileSync } from 'node:fs'
import { runInNewContext } from 'node:vm'
import { type Element, isTag, type ParentNode } from 'domhandler'
import { DomUtils, parseDocument } from 'htmlparser2'
import t, { type Test } from 'tap'
import { type OpeningHours, weekdays } from '../../src/business/schemas/hours.ts'
import { buildWhole, createGate, dataWith, facts, serve } from '../helper.ts'
import { callTool } from '../requests.ts'
import { editProfile as edit, englishData, nodesOf, open as openPages, shippedData } from './sample.ts'

const opening_hours: OpeningHours[] = [
  { day: 'monday', opens: '14:00', closes: '17:30' },
  { day: 'monday', opens: '09:00', closes: '13:00' },
  { day: 'monday', opens: '19:00', closes: '20:00' },
  { day: 'tuesday', opens: '09:00', closes: '13:00' },
  { day: 'wednesday', opens: '12:00', closes: '00:00' },
  { day: 'friday', opens: '18:00', closes: '02:00' },
  { day: 'saturday', opens: '00:00', closes: '00:00' },
  { day: 'sunday', opens: '08:00', closes: '08:00' }
]
const special_hours = [
  { from: '2027-02-01', name: 'Stocktaking' },
  { from: '2027-01-30', to: '2027-01-31', opens: '10:00', closes: '12:00', name: 'Fair' },
  { from: '2027-01-30', to: '2027-01-31', opens: '20:00', closes: '01:00' }
]
const address = { street: '1 Example Street', locality: 'Leeds', country: 'GB' }
const profile = { timezone: 'Europe/London', opening_hours, special_hours, by_appointment: false, address }
const location = { id: 'harbour', name: 'Harbour', address, timezone: 'Asia/Kolkata', opening_hours: [] }

/** Serves the English business at a time, which the last function changes. */
async function open(t: Test, fields: object, time: string) {
  let now = new Date(time)
  const site = await serve(t, edit(fields), englishData, { now: () => now })
  const setTime = (next: string) => {
    now = new Date(next)
  }
  return { ...site, setTime }
}

/** Returns a function that renders a page of a business at a time. */
const openHtml = async (t: Test, fields: object, time: string, source = englishData) =>
  (await openPages(t, edit(fields), source, { now: () => new Date(time) })).html

/** Returns the lines of Markdown until the next heading. */
const lines = (text: string) => text.replace(/\n#.*/s, '').split(/\n+/).filter(Boolean)

t.test('the contact page', async (t) => {
  t.test('shows the hours of each place and the special hours that are not past', async (t) => {
    const { read } = await open(t, { ...profile, locations: [location] }, '2027-01-31T12:00:00Z')
    const body = await read('/contact.md')
    const [, main = '', branch = ''] = body.split('#### Opening hours')
    t.same(lines(main), [
      '| Day | Hours |',
      '| --- | --- |',
      '| Monday | 09:00–13:00, 14:00–17:30, 19:00–20:00 |',
      '| Tuesday | 09:00–13:00 |',
      '| Wednesday | 12:00–00:00 |',
      '| Thursday | Closed |',
      '| Friday | 18:00–02:00 (next day) |',
      '| Saturday | Open 24 hours |',
      '| Sunday | 08:00–08:00 (next day) |',
      'Special hours',
      '- Fair: 30–31 January 2027 10:00–12:00',
      '- 30–31 January 2027 20:00–01:00 (next day)',
      '- Stocktaking: 1 February 2027 Closed',
      'Times are local (Europe/London).',
      'No appointment needed.'
    ])
    t.match(body, '## Where to find us\n\n### Quiet Harbor Automations\n')
    t.same(lines(branch).slice(0, 3), ['| Day | Hours |', '| --- | --- |', '| Monday | Closed |'])
    t.match(body, 'Times are local (Asia/Kolkata).')
  })

  t.test('names the time zone for agents, and on pages only if places have different ones', async (t) => {
    const branch = { ...location, timezone: 'Europe/London' }
    const html = await openHtml(t, { ...profile, locations: [branch] }, '2027-01-31T12:00:00Z')
    for (const path of ['/contact/', '/about/']) t.notMatch(html(path), 'Times are local', path)
    t.equal(html('/for-ai/').match(/Times are local/g)?.length, 2)
  })

  t.test('writes times as people in the country do, with 24 hours if it is unknown', async (t) => {
    const cellOf = async (country: string | undefined, language = 'en', day = 'friday') => {
      const edits = { ...edit({ ...profile, address: { country } }), 'faq#/language': language }
      const html = (await openPages(t, edits)).html('/contact/')
      return new RegExp(`<tr data-day="${day}">.*?<td>(.*?)</td>`).exec(html)?.[1]?.replace(/<[^>]+>/g, '')
    }
    t.equal(await cellOf('US'), '6:00 PM–2:00 AM (next day)')
    t.equal(await cellOf(undefined, 'en-US', 'monday'), '9:00 AM–1:00 PM, 2:00 PM–5:30 PM, 7:00 PM–8:00 PM')
    t.equal(await cellOf('US', 'en', 'saturday'), 'Open 24 hours')
    for (const [country, language] of [[undefined], ['GB'], ['PT'], ['US', 'en-GB']] as const)
      t.equal(await cellOf(country, language), '18:00–02:00 (next day)')
    t.match(await cellOf('IL', 'he'), /^18:00–02:00 /)
    t.match(await cellOf('EG', 'ar'), /^18:00–02:00 /, 'other words than am and pm')
    t.equal(await cellOf('EG', 'ar', 'monday'), '09:00–13:00، 14:00–17:30، 19:00–20:00')
  })

  t.test('shows a Hebrew week from Sunday, with times from left to right', async (t) => {
    const fields = { ...profile, address: {}, by_appointment: true }
    const body = (await openHtml(t, fields, '2027-02-02T12:00:00Z', shippedData))('/contact/')
    const rows = Array.from(body.matchAll(/<tr data-day="(\w+)">(.*?)<\/tr>/g), ([, day, row]) => ({
      day,
      row
    }))
    t.equal(rows[0]?.day, 'sunday')
    t.equal(
      rows[5]?.row,
      '<th scope="row">יום שישי</th><td><bdi dir="ltr" class="unbroken">18:00–02:00</bdi> (למחרת)</td>'
    )
    t.match(body, 'הגעה בתיאום מראש בלבד.')
    t.notMatch(body, 'שעות מיוחדות')
  })

  t.test('has Arabic times and dates from right to left', async (t) => {
    const special_hours = [{ from: '2026-12-24', to: '2026-12-26' }]
    const edits = {
      ...edit({ ...profile, special_hours, tagline: 'هاتف 04–1234567' }),
      'faq#/language': 'ar'
    }
    const now = () => new Date('2026-12-01T12:00:00Z')
    const html = (await openPages(t, edits, englishData, { now })).html('/contact/')
    t.match(html, '<bdi dir="ltr" class="unbroken">04–1234567</bdi>')
    for (const range of ['18:00–02:00', '24–26'])
      t.match(html, `<bdi dir="rtl" class="unbroken">${range}</bdi>`)
  })

  t.test('writes a range of dates once, with the days of one month from left to right', async (t) => {
    const special_hours = [
      { from: '2026-12-24', to: '2026-12-26' },
      { from: '2026-12-30', to: '2027-01-02' }
    ]
    const read = async (source: string) =>
      (await openHtml(t, { ...profile, special_hours }, '2026-12-01T12:00:00Z', source))('/contact/')
    const english = await read(englishData)
    t.match(english, '<span class="unbroken">24–26 December 2026</span>')
    t.match(
      english,
      '<span class="unbroken">30 December 2026 –</span> <span class="unbroken">2 January 2027</span>'
    )
    t.match(await read(shippedData), '<bdi dir="ltr" class="unbroken">24–26</bdi> בדצמבר 2026</span>')
  })

  t.test('folds the special hours after the next 60 days', async (t) => {
    const special_hours = [
      { name: 'Soon', from: '2027-04-01' },
      { name: 'Too late', from: '2027-04-02', to: '2027-04-09' },
      { name: 'Spring', from: '2027-03-01' },
      { name: 'Summer', from: '2027-08-01' }
    ]
    const { read, setTime } = await open(t, { ...profile, special_hours }, '2027-02-01T12:00:00Z')
    const pattern =
      /<p>Special hours<\/p><ul>(.*?)<\/ul><details><summary>Later dates<\/summary>(.*?)<\/details>/
    const listNames = async () => {
      const [, open = '', folded = ''] = pattern.exec(await read('/contact/')) ?? []
      return [open, folded].map((html) => html.match(/(?<=<bdi dir="ltr">)[A-Z][a-z ]+(?=<\/bdi>:)/g))
    }
    t.same(await listNames(), [
      ['Spring', 'Soon'],
      ['Too late', 'Summer']
    ])
    t.match(await read('/contact.md'), '\n**Later dates**\n\n- Too late: 2–9 April 2027 Closed\n- Summer:')
    setTime('2027-02-02T12:00:00Z')
    t.same(await listNames(), [['Spring', 'Soon', 'Too late'], ['Summer']])
    setTime('2027-04-10T12:00:00Z')
    t.match(await read('/contact/'), '<p>Special hours</p><details><summary>Later dates</summary>')
  })

  t.test('says nothing about hours that are unknown', async (t) => {
    const html = await openHtml(t, { timezone: 'Europe/London' }, '2027-01-31T12:00:00Z')
    t.notMatch(html('/contact/'), /Opening hours|openingHours|hours\.\w+\.js|appointment|Europe/)
  })

  t.test('has JSON-LD that Google reads: closed dates, whole days, nights', async (t) => {
    const html = await openHtml(t, { ...profile, locations: [location] }, '2027-02-01T12:00:00Z')
    const nodes = nodesOf(html('/contact/'))
    const node = nodes.find((item: object) => 'openingHoursSpecification' in item)
    const specification = (fields: object) => ({ '@type': 'OpeningHoursSpecification', ...fields })
    t.same(node.openingHoursSpecification, [
      specification({ dayOfWeek: ['Monday'], opens: '14:00', closes: '17:30' }),
      specification({ dayOfWeek: ['Monday', 'Tuesday'], opens: '09:00', closes: '13:00' }),
      specification({ dayOfWeek: ['Monday'], opens: '19:00', closes: '20:00' }),
      specification({ dayOfWeek: ['Wednesday'], opens: '12:00', closes: '00:00' }),
      specification({ dayOfWeek: ['Friday'], opens: '18:00', closes: '02:00' }),
      specification({ dayOfWeek: ['Saturday'], opens: '00:00', closes: '23:59' }),
      specification({ dayOfWeek: ['Sunday'], opens: '08:00', closes: '07:59' })
    ])
    const closed = { opens: '00:00', closes: '00:00' }
    const dates = { validFrom: '2027-02-01', validThrough: '2027-02-01' }
    t.same(node.specialOpeningHoursSpecification, [
      specification({ name: 'Stocktaking', ...dates, ...closed })
    ])
    const dayOfWeek = 'Monday Tuesday Wednesday Thursday Friday Saturday Sunday'.split(' ')
    t.same(node.subOrganization[0].openingHoursSpecification, [specification({ dayOfWeek, ...closed })])
  })
})

t.test('no page states the week without the special hours that replace it', async (t) => {
  const { read, setTime } = await open(t, profile, '2027-01-22T12:00:00Z')
  const footer = /footer-hours.*<a href="\/contact\/">Special hours</
  t.notMatch(await read('/index.md'), 'Fair', 'more than a week before')
  for (const path of ['/faq/', '/nope/']) t.match(await read(path), footer, path)
  setTime('2027-01-26T12:00:00Z')
  t.match(
    await read('/index.md'),
    /18:00–02:00 \(next day\).* · Fair: 30–31 January 2027 10:00–12:00 · 30–31/s
  )
  t.match(await read('/index.md'), 'Stocktaking: 1 February 2027 Closed')
  setTime('2027-02-02T12:00:00Z')
  t.notMatch(await read('/index.md'), 'Stocktaking')
  for (const path of ['/faq/', '/nope/']) t.notMatch(await read(path), footer, path)
})

t.test('special hours leave every form of the page when they are past', async (t) => {
  const { app, setTime } = await open(t, profile, '2027-01-31T12:00:00Z')
  const id = 'pages/contact/'
  const read = async () => {
    const paths = ['/contact/', '/contact.md', '/for-ai/', '/llms-full.txt', '/']
    const markdown = { url: '/contact/', headers: { accept: 'text/markdown' } }
    const responses = await Promise.all([markdown, ...paths].map((request) => app.inject(request)))
    const bodies = [...responses.map(({ body }) => body), (await callTool(app, 'fetch', { id })).text]
    const { results } = await callTool(app, 'search', { query: 'Stocktaking' })
    return {
      isFound: results.some((result: { id: string }) => result.id === id),
      ages: responses.map(({ headers }) => String(headers['cache-control']).replace(/^\w+, /, '')),
      // The sample responses on /developers/ have past dates, as the API does.
      names: bodies
        .map((body) => body.replace(/```.*?```/gs, ''))
        .map((body) => ['Fair', 'Stocktaking'].filter((name) => body.includes(name)))
    }
  }
  const same = <T>(value: T, count: number) => Array.from({ length: count }, () => value)
  const isFound = true
  const before = { isFound, ages: same('max-age=300', 6), names: same(['Fair', 'Stocktaking'], 7) }
  t.same(await read(), before)
  t.same(await read(), before, 'from the caches')

  setTime('2027-01-31T23:59:30Z')
  t.same(await read(), { ...before, ages: same('max-age=30', 6) })

  setTime('2027-02-01T00:00:00Z')
  t.same(await read(), { ...before, names: same(['Stocktaking'], 7) })

  setTime('2027-02-02T00:00:00Z')
  t.match(await read(), { isFound: false, names: same([], 7) })
  setTime('2027-02-02T23:59:30Z')
  t.same((await read()).ages.slice(0, 4), same('max-age=300', 4), 'pages without dates do not expire')
})

t.test('Markdown whose conversion began before midnight is converted again, once for all', async (t) => {
  let now = new Date('2027-02-01T23:59:59Z')
  const business = await facts(dataWith(t, edit(profile), englishData))
  const { asMarkdown, converter } = (await buildWhole(t, { business, now: () => now })).site
  const { htmlToMarkdown } = converter
  const { open: begin, opened: begun } = createGate()
  converter.htmlToMarkdown = (page) => {
    begin()
    return htmlToMarkdown(page)
  }
  const texts = [1, 2].map(() => asMarkdown.readText('/contact/'))
  await begun
  now = new Date('2027-02-02T00:00:00Z')
  for (const text of await Promise.all(texts)) t.notMatch(text, 'Stocktaking')
  t.equal(converter.counts.success, 2)
})

/** Runs the script on a page at a time. Returns the text of the elements that it marks. */
function runScript(html: string, time: string): string[] {
  const marked: string[] = []
  const wrap = (element: Element): object => ({
    dataset: Object.fromEntries(
      Object.entries(element.attribs).map(([name, value]) => [name.replace(/^data-/, ''), value])
    ),
    querySelectorAll: (selector: string) => select(element, selector),
    set textContent(text: string) {
      marked.push(text)
    },
    setAttribute: (name: string, value: string) => marked.push(`${name}=${value}`),
    closest: () => null,
    firstElementChild: {
      append: (text: string) =>
        marked.push(DomUtils.textContent(element.children.filter(isTag).slice(0, 1)) + text)
    }
  })
  const select = ({ children }: ParentNode, selector: string) => {
    const [, name = '', value] = /^\[([\w-]+)(?:=(\w+))?\]$/.exec(selector) ?? []
    const isFound = ({ attribs }: Element) => name in attribs && (value ?? attribs[name]) === attribs[name]
    return DomUtils.findAll(isFound, children).map(wrap)
  }
  const page = parseDocument(html)
  const document = { querySelectorAll: (selector: string) => select(page, selector) }
  class Clock extends Intl.DateTimeFormat {
    override formatToParts() {
      return super.formatToParts(new Date(time))
    }
  }
  const script = readFileSync('src/site/assets/hours.js', 'utf8')
  runInNewContext(script, { document, Intl: { DateTimeFormat: Clock } })
  return marked
}

t.test('the script marks today in the time zone of each place, and in the special hours', async (t) => {
  const hours = weekdays.map((day) => ({ day, opens: '09:00', closes: '17:00' }))
  const places = { opening_hours: hours, locations: [{ ...location, opening_hours: hours }] }
  const body = (await openHtml(t, { ...profile, ...places }, '2027-01-31T12:00:00Z'))('/contact/')
  const special = 'Stocktaking: 1 February 2027 (today)'
  for (const [time, ...marked] of [
    ['2027-02-02T20:00:00Z', 'Tuesday (today)', 'Wednesday (today)'],
    ['2027-02-01T12:00:00Z', special, 'Monday (today)']
  ] as const)
    t.same(
      runScript(body, time),
      marked.flatMap((text) => ['aria-current=date', text])
    )
})

t.test('the script says on the home page whether the place is open', async (t) => {
  const opening_hours = [
    { day: 'monday', opens: '09:00', closes: '13:00' },
    { day: 'monday', opens: '14:00', closes: '17:30' },
    { day: 'friday', opens: '18:00', closes: '02:00' },
    { day: 'sunday', opens: '00:00', closes: '00:00' }
  ]
  const special_hours = [
    { name: 'Fair', from: '2027-02-02', opens: '10:00', closes: '12:00' },
    { name: 'Holidays', from: '2027-02-05' },
    { name: 'Spring', from: '2027-02-03' }
  ]
  const body = (await openHtml(t, { ...profile, opening_hours, special_hours }, '2027-01-25T12:00:00Z'))('/')
  for (const [time, text] of [
    ['2027-01-25T12:59:00Z', 'Open now until 13:00'],
    ['2027-01-25T13:00:00Z', 'Closed now, opens today 14:00'],
    ['2027-01-25T17:30:00Z', 'Closed now, opens Friday 18:00'],
    ['2027-01-29T20:00:00Z', 'Open now until 02:00'],
    ['2027-01-30T01:30:00Z', 'Open now until 02:00'],
    ['2027-01-30T02:00:00Z', 'Closed now, opens Sunday 00:00'],
    // Midnight to midnight, and then from 9:00.
    ['2027-01-31T12:00:00Z', 'Open now until 00:00'],
    ['2027-02-01T18:00:00Z', 'Closed now, opens Tuesday 10:00'],
    ['2027-02-02T11:00:00Z', 'Open now until 12:00'],
    ['2027-02-05T19:00:00Z', 'Closed now, opens Sunday 00:00']
  ] as const)
    t.same(runScript(body, time), [text], time)
  const always = weekdays.map((day) => ({ day, opens: '00:00', closes: '00:00' }))
  const party = [
    { from: '2027-01-25', opens: '20:00', closes: '04:00' },
    { from: '2027-01-26', opens: '01:00', closes: '02:00' },
    { from: '2027-01-29' }
  ]
  for (const [why, hours, time, ...texts] of [
    ['a special day', { special_hours: party }, '2027-01-26T00:30:00Z', 'Open now until 04:00'],
    ['no night', { special_hours: party }, '2027-01-30T00:30:00Z', 'Closed now, opens Sunday 00:00'],
    ['always open', { opening_hours: always, special_hours: [] }, '2027-01-25T12:00:00Z']
  ] as const) {
    const html = await openHtml(t, { ...profile, opening_hours, ...hours }, time)
    t.same(runScript(html('/'), time), texts, why)
  }
})
