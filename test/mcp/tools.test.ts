import { isDeepStrictEqual } from 'node:util'
import { Ajv } from 'ajv'
import addFormats from 'ajv-formats'
import t, { type Test } from 'tap'
import { fieldOf } from '../../src/base/json-value.ts'
import { openLibrary } from '../../src/mcp/library.ts'
import type { Tool } from '../../src/mcp/methods.ts'
import { baseUrl, dataWith, facts } from '../helper.ts'
import { contextWith, openOnSunday, repeatService, toolsOf } from './context.ts'

/** Returns the arguments to call a tool with: every id, and dates inside and after the dates of the API. */
async function listArguments({ name, listIds, inputSchema }: Tool): Promise<Record<string, unknown>[]> {
  if (name === 'search') return [{ query: 'price' }, { query: 'zzzz' }]
  if (listIds) return ((await listIds()) ?? []).map((id) => ({ id }))
  return fieldOf(inputSchema.properties, 'date') ? [{}, { date: '2027-01-31' }, { date: '2027-12-31' }] : [{}]
}

const folders = ['hebrew', 'guesthouse', 'minimal'].map((name) => `test/fixtures/${name}`)

/** Returns the data of a business whose services are many, have long lists, or have long texts. */
async function readLarge(t: Test): Promise<string[]> {
  const texts = (count: number, length: number) =>
    Array.from({ length: count }, (_, index) => `${index} `.padEnd(length, 'x'))
  const lists = [
    repeatService(51),
    repeatService(2, () => ({ includes: texts(60, 10) })),
    repeatService(50, () => ({ includes: texts(45, 1000) })),
    repeatService(1, () => ({ includes: texts(200, 5000) }))
  ]
  return (await Promise.all(lists)).map((examples) => dataWith(t, { 'services#/examples': examples }))
}

t.test('every result of every tool', async (t) => {
  const ajv = addFormats.default(new Ajv({ strict: false, allErrors: true, code: { optimize: false } }))
  for (const folder of [...folders, ...(await readLarge(t))]) {
    const { tools, call } = await toolsOf(await facts(folder))
    for (const tool of tools) {
      const validate = ajv.compile(tool.outputSchema)
      const failed: unknown[] = []
      for (const args of await listArguments(tool)) {
        const { result, text, isError } = await call(tool.name, args)
        const isSame = isDeepStrictEqual(JSON.parse(text), result)
        if (isError || !isSame || !validate(result) || text.length > 2 ** 19)
          failed.push({ args, text: text.slice(0, 100), errors: validate.errors })
      }
      t.same(failed, [], `${tool.name} of ${folder} meets its output schema, and its text has the same facts`)
    }
  }
})

t.test('the tool of the profile says that it has the ways to pay, if the business states them', async (t) => {
  for (const payment_accepted of [['Card'], undefined]) {
    const { tools } = await toolsOf(
      await facts(dataWith(t, { 'profile#/payment_accepted': payment_accepted }))
    )
    const profile = tools.find(({ name }) => name === 'get_business_profile')
    t.equal(profile?.description.includes('the ways to pay'), payment_accepted !== undefined)
  }
})

t.test('a list of more than 50 entries', async (t) => {
  const items = (topic: string) =>
    Array.from({ length: 40 }, (_, index) => ({ question: `${topic} ${index}?`, answer: 'Yes.' }))
  const dataDir = dataWith(t, {
    'services#/examples': await repeatService(51),
    'faq#/categories': ['Hours', 'Prices', 'Terms'].map((name) => ({ name, items: items(name) }))
  })
  const { call, tools } = await toolsOf(await facts(dataDir))

  t.test('is cut, with a note on the others', async (t) => {
    for (const { name, description } of tools)
      t.equal(
        description.includes('at most 50 entries'),
        ['list_services', 'list_faq'].includes(name),
        `the description of ${name}`
      )
    const { result, text } = await call('list_services')
    t.equal(result.examples.length, 50)
    const url = `${baseUrl}/api/v1/services.json`
    const others = `Find the others with search and fetch; all are at ${url}.`
    t.equal(result.note, `examples has 50 of 51 entries. ${others}`)
    t.equal(text, JSON.stringify(result))
    t.match((await call('get_service', { id: 's50' })).result, { id: 's50' })
  })

  t.test('is cut over all topics of the questions', async (t) => {
    const { categories, note } = (await call('list_faq')).result
    t.match(
      categories,
      [40, 10, 0].map((length) => ({ items: { length } }))
    )
    t.match(note, 'items has 50 of 120 entries')
  })

  t.test('counts the questions of the topics that are cut off', async (t) => {
    const topics = Array.from({ length: 60 }, (_, index) => ({
      name: `Topic ${index}`,
      items: items(`${index}`).slice(0, 2)
    }))
    const { call } = await toolsOf(await facts(dataWith(t, { 'faq#/categories': topics })))
    const { note } = (await call('list_faq')).result
    t.match(note, 'categories has 50 of 60 entries, items has 50 of 120 entries')
  })

  t.test('is cut without ids too, but dates with other hours are complete', async (t) => {
    const edits = {
      'profile#/same_as': Array.from({ length: 51 }, (_, index) => `https://social.example/${index}`),
      'profile#/timezone': 'UTC',
      'profile#/opening_hours': [],
      'profile#/special_hours': Array.from({ length: 51 }, (_, index) => ({ from: `${2027 + index}-01-31` }))
    }
    const { call } = await toolsOf(await facts(dataWith(t, edits)))
    const { same_as, special_hours, note } = (await call('get_business_profile')).result
    t.same([same_as.length, special_hours.length], [50, 51])
    t.match(note, /^same_as has 50 of 51 entries\. Find the others/)
  })
})

t.test('the hours of one date', async (t) => {
  const dataDir = dataWith(t, {
    ...openOnSunday,
    'profile#/special_hours': [{ name: 'Spring', from: '2027-04-25', opens: '10:00', closes: '12:00' }]
  })
  const { call } = await toolsOf(await facts(dataDir))
  const read = async (date: string) => (await call('get_opening_hours', { date })).result

  t.test('are the hours of the published dates', async (t) => {
    const { locations } = (await call('get_opening_hours')).result
    t.equal(locations[0].days.length, 14)
    for (const day of locations[0].days) {
      t.same(await read(day.date), { locations: [{ ...locations[0], days: [day] }] })
    }
  })

  t.test('follow from the weekly hours and special dates after them, and the result says so', async (t) => {
    const [weekly, special] = [await read('2027-04-18'), await read('2027-04-25')]
    const [opens, closes] = ['2027-04-18T09:00:00+03:00', '2027-04-18T17:00:00+03:00']
    t.same(weekly.locations[0].days, [{ date: '2027-04-18', intervals: [{ opens, closes }] }])
    const intervals = [{ opens: '2027-04-25T10:00:00+03:00' }]
    t.match(special.locations[0].days, [{ date: '2027-04-25', name: 'Spring', intervals }])
    t.match(weekly.note, /^2027-04-18 is after 2027-02-12, the last date of the published hours\. /)
    t.same((await read('2027-04-19')).locations[0].days[0].intervals, [])
  })

  t.test('exist from today to a year ahead', async (t) => {
    const range = 'must be from 2027-01-30 to 2028-01-30'
    for (const date of ['2027-01-29', '2028-01-31'])
      t.equal((await call('get_opening_hours', { date })).text, `date ${range}, got "${date}".`)
    for (const date of ['tomorrow', '2027-02-30', '2028', '2027-03', 7])
      t.match((await call('get_opening_hours', { date })).text, /^date must be a (date such as|string)/)
    for (const date of ['2027-01-30', '2028-01-30'])
      t.equal((await read(date)).locations[0].days[0].date, date)
  })

  t.test('begin with the first of today’s dates if the places have several', async (t) => {
    const locations = [
      { id: 'far', name: 'Far', timezone: 'Pacific/Kiritimati', opening_hours: [] },
      { id: 'west', name: 'West', timezone: 'Pacific/Pago_Pago', opening_hours: [] }
    ].map((place) => ({ ...place, address: { locality: 'Town' } }))
    const edits = { 'profile#/locations': locations }
    const { call } = await toolsOf(await facts(dataWith(t, edits)))
    const { text } = await call('get_opening_hours', { date: '2027-01-29' })
    t.match(text, /must be from 2027-01-30 to/)
    const { result } = await call('get_opening_hours', { date: '2027-03-01' })
    const place = { days: [{ date: '2027-03-01' }] }
    t.match(result.locations, [place, place])
  })
})

t.test('the hours of more than 50 places on one date are cut, and the note says so too', async (t) => {
  const place = { name: 'Branch', timezone: 'UTC', opening_hours: [], address: { locality: 'Town' } }
  const locations = Array.from({ length: 51 }, (_, index) => ({ ...place, id: `branch-${index}` }))
  const { call } = await toolsOf(await facts(dataWith(t, { 'profile#/locations': locations })))
  const { result } = await call('get_opening_hours', { date: '2027-04-18' })
  t.equal(result.locations.length, 50)
  t.match(result.note, /^locations has 50 of \d+ entries\. .*hours\.json\. 2027-04-18 is after 2027-02-12/)
})

t.test('a missing id gets a short list of valid ids, the most similar one first', async (t) => {
  const examples = await repeatService(201, (index) => ({ id: `service-no-${index}` }))
  const many = await toolsOf(await facts(dataWith(t, { 'services#/examples': examples })))
  const few = await toolsOf(await facts())
  const long = 'x'.repeat(5000)
  for (const [call, tool, id, others] of [
    [many.call, 'get_service', 'servicee-no-150', /^service-no-150, service-no-0, .* and 181 more; got/],
    [few.call, 'get_service', 'stor', /^store, leads, /],
    [few.call, 'get_package', 7, /^bot-starter, bot-business, bot-full; got "7"\.$/],
    [few.call, 'get_service', { toString: 1 }, / got {"toString":1}\.$/],
    [few.call, 'fetch', { toString: 1 }, / got {"toString":1}\./],
    [few.call, 'fetch', long, /^services\/leads, .* and \d+ more; got "x{199}…"\. Take the id from/]
  ] as const) {
    const { text, isError, result } = await call(tool, { id })
    // Some clients would compare a result with the output schema.
    t.same([isError, result], [true, undefined])
    t.match(text.replace('id must be one of: ', ''), others)
    t.ok(text.length < 1500)
  }
})

t.test('a document of one line that is too long for a model ends after a whole character', async (t) => {
  const [, fetch] = openLibrary(await contextWith(['/'], () => '😀'.repeat(2 ** 18))).tools
  t.match(await fetch?.call({ id: 'pages/' }), { text: /😀…\n\nThe rest is at \S+ …$/ })
})
