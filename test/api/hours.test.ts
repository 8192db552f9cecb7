import t, { type Test } from 'tap'
import { type Place, readHours } from '../../src/business/opening-hours.ts'
import { weekdays } from '../../src/business/schemas/hours.ts'
import { build, buildWhole, dataWith, facts, listen } from '../helper.ts'

const opening_hours = weekdays.map((day) => ({ day, opens: '09:00', closes: '17:00' }))
const special_hours = [{ from: '2027-01-31', name: 'Stocktaking' }]
const hours = { timezone: 'Asia/Jerusalem', opening_hours, special_hours }
const branch = { id: 'harbour', name: 'Harbour', address: {}, timezone: 'Europe/London', opening_hours }

const open = (t: Test, source?: string) => {
  const fields = Object.entries({ ...hours, locations: [branch] })
  const edits = Object.fromEntries(fields.map(([name, value]) => [`profile#/${name}`, value]))
  return facts(dataWith(t, edits, source))
}

const path = '/api/v1/hours.json'

t.test('the opening hours', async (t) => {
  t.test('do not exist without data', async (t) => {
    const app = await build(t)
    for (const url of [path, '/api/hours.json']) t.equal((await app.inject(url)).statusCode, 404)
    t.notMatch((await app.inject('/openapi.json')).body, /hours\.json|getOpeningHours/)
  })

  t.test('are named to agents, if they exist', async (t) => {
    const read = async (app: Awaited<ReturnType<typeof build>>) => {
      const card = (await app.inject('/.well-known/mcp.json')).json()
      const paths = ['/llms.txt', '/.well-known/agent-skills/business-facts/SKILL.md']
      const documents = await Promise.all(paths.map(async (url) => (await app.inject(url)).body))
      return [card.instructions, ...documents].map((text) => /get_opening_hours/.test(text))
    }
    const minimal = 'test/fixtures/minimal'
    t.same(await read(await build(t, { business: await open(t, minimal) })), Array(3).fill(true))
    t.same(await read(await build(t, { business: await facts(minimal) })), Array(3).fill(false))
  })

  t.test('say that the night before may be running, if a place is open past midnight', async (t) => {
    const noteIn = async (closes: string) => {
      const opening_hours = [{ day: 'friday', opens: '18:00', closes }]
      const dataDir = dataWith(t, {
        'profile#/timezone': 'Asia/Jerusalem',
        'profile#/opening_hours': opening_hours
      })
      const app = await build(t, { business: await facts(dataDir) })
      return (await app.inject('/llms.txt')).body.includes('may still be running')
    }
    t.equal(await noteIn('02:00'), true)
    t.equal(await noteIn('23:00'), false)
  })

  t.test('have the next 14 local dates of each place', async (t) => {
    const now = new Date('2027-01-30T23:00:00Z')
    const app = await build(t, { business: await open(t), now: () => now })
    const response = await app.inject(path)
    const { name: _, address: __, ...place } = branch
    const main = { id: 'main', ...hours }
    const readDays = (from: Place) => readHours([from], now).locations.flatMap(({ days }) => days)
    t.same(response.json(), {
      locations: [
        { ...main, days: readDays(main) },
        {
          id: 'harbour',
          name: 'Harbour',
          ...{ timezone: place.timezone, opening_hours },
          days: readDays(branch)
        }
      ]
    })
    const [first, second] = response.json().locations
    t.same([first.days[0].date, second.days[0].date], ['2027-01-31', '2027-01-30'])
    t.same(first.days[0], { date: '2027-01-31', name: 'Stocktaking', intervals: [] })
    t.equal((await app.inject('/api/hours.json')).body, response.body)
  })

  t.test('change at the midnight of each zone, in the cache too', async (t) => {
    let now = new Date('2027-01-30T12:00:00Z')
    const { listener, cache } = await buildWhole(t, { business: await open(t), now: () => now })
    const url = (await listen(t, listener)) + path
    const get = async (headers = {}) => {
      const response = await fetch(url, { headers })
      const { etag = '', 'cache-control': control } = Object.fromEntries(response.headers)
      return { status: response.status, control, etag, body: await response.text() }
    }
    const noon = await get()
    t.match(noon, { status: 200, control: 'public, max-age=300' })
    t.same(await get(), noon)
    t.equal(cache.hits, 1)

    // The earliest midnight is in Jerusalem.
    const moments: [time: string, control: string][] = [
      ['2027-01-30T21:54:59Z', 'public, max-age=300'],
      ['2027-01-30T21:55:00.001Z', 'public, max-age=299'],
      ['2027-01-30T21:59:58.500Z', 'public, max-age=1'],
      ['2027-01-30T21:59:59.999Z', 'public, max-age=0']
    ]
    for (const [time, control] of moments) {
      now = new Date(time)
      t.same(await get(), { ...noon, control }, time)
      const notModified = await get({ 'if-none-match': noon.etag })
      t.match(notModified, { status: 304, control, etag: noon.etag }, `${time}, 304`)
    }
    t.equal(cache.hits, 9)

    now = new Date('2027-01-30T22:00:00Z')
    const changed = await get({ 'if-none-match': noon.etag })
    t.match(changed, { status: 200, control: 'public, max-age=300' })
    t.not(changed.etag, noon.etag)
    t.equal(JSON.parse(changed.body).locations[0].days[0].date, '2027-01-31')
    t.equal(JSON.parse(changed.body).locations[1].days[0].date, '2027-01-30')
    t.equal(cache.hits, 9)
    t.match(await get({ 'if-none-match': changed.etag }), { status: 304 })
    t.equal(cache.hits, 10)

    now = new Date('2027-01-31T00:00:00Z')
    t.equal(JSON.parse((await get()).body).locations[1].days[0].date, '2027-01-31')
    now = new Date('2027-01-31T23:59:00Z')
    t.match(await get(), { control: 'public, max-age=60' }, 'a new response too')
    t.equal(cache.hits, 10)
  })
})
