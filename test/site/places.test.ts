import t, { type Test } from 'tap'
import { baseUrl, build, dataWith, type Edits, facts } from '../helper.ts'
import { englishData } from './sample.ts'

const guesthouse = 'test/fixtures/guesthouse'
const address = { street: '1 Example Street', locality: 'Leeds', country: 'GB' }

async function open(t: Test, fields: object, { source = englishData, time = '2027-01-31T12:00:00Z' } = {}) {
  const edits: Edits = Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [`profile#/${name}`, value])
  )
  let now = new Date(time)
  const app = await build(t, { business: await facts(dataWith(t, edits, source)), now: () => now })
  const get = async (url: string, headers = {}) => app.inject({ url, headers })
  const read = async (url: string) => (await get(url)).body
  const readMarkdown = async (url: string) => (await get(url, { accept: 'text/markdown' })).body
  const rpc = async (method: string, params: object) => {
    const payload = { jsonrpc: '2.0', id: 1, method, params }
    return (await app.inject({ method: 'POST', url: '/mcp', payload })).json().result
  }
  const node = async (url: string) => {
    const json = /<script type="application\/ld\+json">([^<]*)/.exec(await read(url))?.[1] ?? '{}'
    return JSON.parse(json)['@graph']?.find(
      (item: Record<string, unknown>) => item.address ?? item.areaServed
    )
  }
  const setTime = (next: string) => {
    now = new Date(next)
  }
  return { get, read, readMarkdown, rpc, node, setTime }
}

t.test('a number for emergencies', async (t) => {
  const phones = [
    { label: 'Night line', number: '+44 113 496 0002', kind: 'emergency' },
    { label: 'Desk', number: '+44 113 496 0003' },
    { label: 'Texts', number: '+44 113 496 0004', kind: 'text' },
    { label: 'Office', number: '+44 113 496 0005', kind: 'fax' },
    { label: 'Fax', number: '+44 113 496 0006', kind: 'fax' }
  ]
  const fields = { address, reply_time: 'in two days', contact: { email: 'desk@shop.example', phones } }

  t.test('comes first on the contact page, and is on the about page and in llms.txt', async (t) => {
    const { read, readMarkdown } = await open(t, fields)
    const contact = await readMarkdown('/contact/')
    const emergency = contact.indexOf('[In an emergency: Night line +44 113 496 0002](tel:+441134960002)')
    t.ok(emergency > 0)
    t.ok(emergency < contact.indexOf('+44 113 496 0003'))
    t.match(await read('/about/'), /In an emergency:/)
    t.match(await read('/llms.txt'), 'In an emergency, people call +44 113 496 0002 (Night line).')
  })

  t.test('is no general way to get in touch, and has no reply time next to it', async (t) => {
    const { read, readMarkdown } = await open(t, fields)
    const bar = /<nav class="contact-bar".*?<\/nav>/s.exec(await read('/'))?.[0] ?? ''
    t.match(bar, 'tel:+441134960003')
    t.notMatch(bar, '0002')
    const [, list = ''] = (await readMarkdown('/contact/')).split('## Or directly')
    t.match(list, 'Reply time for messages: in two days')
    t.notMatch(list, 'Night line')
    const alone = await open(t, { ...fields, contact: { phones: phones.slice(0, 1) } })
    t.notMatch(await alone.read('/'), 'class="contact-bar"')
  })

  t.test('is next to numbers for text messages and a fax, which nobody calls', async (t) => {
    const { readMarkdown, read } = await open(t, fields)
    const contact = await readMarkdown('/contact/')
    t.match(contact, '**Texts (text messages)**: [+44 113 496 0004](sms:+441134960004)')
    t.match(contact, '**Office (fax)**: +44 113 496 0005')
    t.match(contact, '**Fax**: +44 113 496 0006')
    t.notMatch(await read('/contact/'), 'tel:+441134960005')
  })

  t.test('has a contact type, hours and a property for a fax in JSON-LD', async (t) => {
    const { node } = await open(t, {}, { source: guesthouse })
    t.match((await node('/contact/')).contactPoint, [
      { contactType: 'Bar', telephone: '+351 000 000 101' },
      {
        name: 'Night porter',
        contactType: 'emergency',
        telephone: '+351 000 000 102',
        hoursAvailable: [{ dayOfWeek: ['Friday', 'Saturday'], opens: '22:00', closes: '08:00' }]
      },
      { contactType: 'Late arrivals', telephone: '+351 000 000 103' },
      { contactType: 'Group bookings', faxNumber: '+351 000 000 104' }
    ])
  })

  t.test('may be the only fact about hours', async (t) => {
    const { read } = await open(t, {
      address,
      timezone: 'Europe/London',
      contact: {
        phones: [{ ...phones[0], opening_hours: [{ day: 'monday', opens: '09:00', closes: '17:00' }] }]
      }
    })
    t.match(await read('/contact/'), /<bdi>Night line<\/bdi>: Opening hours<\/h2>.*09:00.*17:00/s)
    t.match(await read('/contact/'), /src="\/assets\/hours\.\w+\.js"/)
  })
})

t.test('a note on appointments is next to them, or alone', async (t) => {
  const { readMarkdown } = await open(t, {
    address,
    by_appointment: true,
    by_appointment_note: 'except emergencies'
  })
  t.match(await readMarkdown('/about/'), 'By appointment only. Except emergencies.')
  const alone = await open(t, { address, by_appointment_note: 'Call before you come.' })
  t.match(await alone.readMarkdown('/for-ai/'), 'Call before you come.')
})

t.test('dates that recur each year', async (t) => {
  const special_hours = [
    { name: 'Holidays', from: '2020-12-24', to: '2021-01-02', every_year: true },
    { name: 'May Day', from: '2020-05-01', every_year: true, opens: '10:00', closes: '12:00' },
    { name: 'Fair', from: '2027-02-03' }
  ]
  const fields = { address, timezone: 'Europe/London', opening_hours: [], special_hours }

  t.test('have no year on pages, come last and never leave', async (t) => {
    const { readMarkdown, get, setTime } = await open(t, fields)
    const list =
      '- Fair: 3 February 2027 Closed\n\n**Later dates**\n\n- May Day: 1 May 10:00–12:00\n- Holidays: 24 December – 2 January Closed'
    t.match(await readMarkdown('/contact/'), list)
    setTime('2031-03-01T00:00:00Z')
    const later = await readMarkdown('/contact/')
    t.match(later, 'Special hours\n\n**Later dates**\n\n- May Day: 1 May')
    setTime('2031-03-01T23:59:30Z')
    t.match((await get('/contact/')).headers['cache-control'], 'max-age=30', 'because JSON-LD has dates')
  })

  t.test('have the dates of the next year in JSON-LD, without those with hours of their own', async (t) => {
    const christmas = { name: 'Christmas', from: '2027-12-25', opens: '10:00', closes: '11:00' }
    const { node } = await open(
      t,
      { ...fields, special_hours: [...special_hours, christmas, { from: '2024-02-29', every_year: true }] },
      { time: '2027-01-01T12:00:00Z' }
    )
    t.same(
      (await node('/contact/')).specialOpeningHoursSpecification.map(
        ({ name, validFrom, validThrough }: Record<string, string>) => [name, validFrom, validThrough]
      ),
      [
        ['Holidays', '2027-01-01', '2027-01-02'],
        ['Holidays', '2027-12-24', '2027-12-24'],
        ['Holidays', '2027-12-26', '2028-01-01'],
        ['Fair', '2027-02-03', '2027-02-03'],
        ['May Day', '2027-05-01', '2027-05-01'],
        ['Christmas', '2027-12-25', '2027-12-25']
      ]
    )
  })
})

t.test('a notice', async (t) => {
  const notice = { text: 'We move.', from: '2027-02-01', to: '2027-02-02', href: '/faq/' }
  const pages = ['/', '/contact/', '/developers/', '/privacy/', '/llms-full.txt', '/llms.txt']
  const fields = { timezone: 'Europe/London', address, notice }

  t.test('is on every page, in llms.txt and in MCP while it holds', async (t) => {
    const { read, readMarkdown, get, rpc, setTime } = await open(t, fields, { time: '2027-01-31T23:59:30Z' })
    const page = { uri: `${baseUrl}/about.md` }
    const isIn = async (url: string) => (await read(url)).includes('We move.')
    for (const url of pages) {
      t.notOk(await isIn(url), url)
      t.match((await get(url)).headers['cache-control'], 'max-age=30', url)
    }
    t.notMatch((await rpc('resources/read', page)).contents[0].text, 'We move.')
    setTime('2027-02-01T00:00:00Z')
    for (const url of pages) t.ok(await isIn(url), url)
    t.match(await readMarkdown('/about/'), `We move. [About this notice](${baseUrl}/faq/)`)
    t.match(await read('/llms.txt'), 'Notice until 2027-02-02: We move.')
    t.match((await rpc('resources/read', page)).contents[0].text, 'We move.')
    t.notOk(await isIn('/missing/'), 'not on the 404 page')
    t.match(await read('/'), 'data-end="2027-02-03T00:00:00.000Z"')
    setTime('2027-02-03T00:00:00Z')
    for (const url of pages) t.notOk(await isIn(url), url)
    t.equal((await get('/')).headers['cache-control'], 'public, max-age=300')
  })

  t.test('is in the instructions of the MCP server', async (t) => {
    const { rpc } = await open(t, fields, { time: '2027-02-01T12:00:00Z' })
    const { instructions } = await rpc('initialize', {
      protocolVersion: '2025-06-18',
      capabilities: {},
      clientInfo: { name: 'test', version: '1' }
    })
    t.match(instructions, 'Notice until 2027-02-02: We move.')
  })

  t.test('changes pages at the earlier of midnight and its own dates', async (t) => {
    const special_hours = [{ from: '2027-02-10' }]
    const hours = { opening_hours: [], special_hours }
    const london = await open(t, { ...fields, ...hours }, { time: '2027-01-31T23:59:30Z' })
    t.match((await london.get('/contact/')).headers['cache-control'], 'max-age=30')
    const other = { timezone: 'Asia/Tokyo', notice: { ...notice, to: '2027-02-09' } }
    const tokyo = await open(t, { ...fields, ...hours, ...other }, { time: '2027-02-08T14:59:30Z' })
    t.match((await tokyo.get('/contact/')).headers['cache-control'], 'max-age=30')
  })

  t.test('has its own language on a page in another one', async (t) => {
    const { read } = await open(
      t,
      { ...fields, notice: { text: 'נסגר.', href: '/faq/' } },
      { source: 'test/fixtures/hebrew', time: '2027-02-01T12:00:00Z' }
    )
    t.match(
      await read('/developers/'),
      '<p class="notice"><bdi lang="he" dir="rtl">נסגר.</bdi> <a href="/faq/">About this notice</a></p>'
    )
  })

  t.test('without dates is constant', async (t) => {
    const { read, get } = await open(t, { address, notice: { text: 'We move.' } })
    t.match(await read('/'), '<p class="notice"><bdi>We move.</bdi> </p>')
    t.notMatch(await read('/'), 'notice.js')
    t.match(await read('/llms.txt'), 'Notice: We move.')
    t.equal((await get('/')).headers['cache-control'], 'public, max-age=300')
  })
})

t.test('a service area', async (t) => {
  const geo = { latitude: 53.8, longitude: -1.55 }
  const area = async (service_area: object, further: object = { geo }) => {
    const { node, readMarkdown } = await open(t, { address, service_area, ...further })
    const [, text] = /Where we work: (.*)/.exec(await readMarkdown('/contact/')) ?? []
    return { text, served: (await node('/for-ai/')).areaServed }
  }
  const radius = { value: 25, unit: 'km' }
  const circle = (geoRadius: number) => ({
    '@type': 'GeoCircle',
    geoMidpoint: { '@type': 'GeoCoordinates', ...geo },
    geoRadius
  })

  t.test('is one sentence, and a circle in metres in JSON-LD', async (t) => {
    t.same(await area({ places: ['York', 'Leeds'], radius, remote: true, note: 'Travel is free' }), {
      text: 'York and Leeds, within 25 km, and remotely. Travel is free',
      served: ['York', 'Leeds', circle(25_000)]
    })
    t.same(await area({ country: 'GB', radius: { value: 10, unit: 'mi' } }), {
      text: 'United Kingdom, within 10 mi',
      served: circle(16_093)
    })
    t.same(await area({ note: 'Ask us.' }), { text: 'Ask us.', served: undefined })
    t.same(await area({ remote: true }), { text: 'Remotely', served: undefined })
  })

  t.test('has no circle without coordinates, and no radius in another form', async (t) => {
    t.same(await area({ places: ['York'], radius }, {}), { text: 'York, within 25 km', served: ['York'] })
    for (const radius of ['an hour', { value: 0, unit: 'km' }, { value: 1e9, unit: 'mi' }])
      t.same(await area({ places: ['York'], radius }), { text: 'York', served: ['York'] })
  })
})

t.test('locations', async (t) => {
  const locations = [
    {
      id: 'harbour',
      name: 'Harbour',
      address,
      phone: '+44 113 496 0002',
      amenities: [{ name: 'Parking', note: 'behind' }]
    },
    { id: 'depot', name: 'Depot', address }
  ]

  t.test('have a page and a node if they have more than an address', async (t) => {
    const { read, readMarkdown, get, node } = await open(t, { address, locations })
    t.match(await readMarkdown('/contact/'), /### \[Harbour\]\(\S+\/locations\/harbour\/\)[\s\S]*### Depot\n/)
    t.match(await readMarkdown('/locations/harbour/'), 'Parking, access and more: Parking (behind)')
    t.equal((await get('/locations/depot/')).statusCode, 404)
    t.match(await node('/locations/harbour/'), {
      name: 'Harbour',
      url: `${baseUrl}/locations/harbour/`,
      telephone: '+44 113 496 0002',
      amenityFeature: [
        { '@type': 'LocationFeatureSpecification', name: 'Parking', value: true, description: 'behind' }
      ],
      parentOrganization: { '@id': `${baseUrl}/#business` }
    })
    t.match(await read('/sitemap-1.xml'), '/locations/harbour/')
  })

  t.test('have a body in the API, with the time zone of the business', async (t) => {
    const { get, rpc } = await open(t, { address, locations, timezone: 'Europe/London' })
    const body = { ...locations[1], timezone: 'Europe/London' }
    t.same((await get('/api/v1/locations/depot.json')).json(), body)
    t.same(
      (await rpc('tools/call', { name: 'get_location', arguments: { id: 'depot' } })).structuredContent,
      body
    )
    t.equal((await get('/api/v1/locations/attic.json')).statusCode, 404)
    const plain = await open(t, { address, locations })
    t.same((await plain.get('/api/v1/locations/depot.json')).json(), locations[1])
    const none = await open(t, { address })
    t.equal((await none.get('/api/v1/locations/depot.json')).statusCode, 404)
    t.notMatch(await none.read('/openapi.json'), 'getLocation')
  })
})
