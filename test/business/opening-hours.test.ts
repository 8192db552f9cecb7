import { deepEqual, equal } from 'node:assert/strict'
import fc from 'fast-check'
import t from 'tap'
import { memoise } from '../../src/base/cache.ts'
import {
  createMidnights,
  listPlaces,
  loadTemporal,
  type Place,
  readHours
} from '../../src/business/opening-hours.ts'
import { type OpeningHours, weekdays } from '../../src/business/schemas/hours.ts'
import { facts } from '../helper.ts'
import { amount } from '../random.ts'

const day = 86_400_000
const minute = 60_000

const formatIn = memoise(
  (timeZone: string) => new Intl.DateTimeFormat('sv', { timeZone, dateStyle: 'short', timeStyle: 'medium' })
)

/** Returns the local date and time of an instant by Intl only, such as `2027-01-31 09:00:00`. */
const writeLocal = (zone: string, time: number): string => formatIn(zone).format(time)

const toDate = (zone: string, time: number): string => writeLocal(zone, time).slice(0, 10)

/** Returns the local time of an instant as if it were UTC. */
const toLocal = (zone: string, time: number): number =>
  Date.parse(`${writeLocal(zone, time).replace(' ', 'T')}Z`)

/** Returns the first and last instant with a local time; a time in a gap moves forward by the length of the gap. */
function toInstants(zone: string, local: number): { first: number; last: number } {
  const offsets = [-day, 0, day].map((distance) => toLocal(zone, local + distance) - (local + distance))
  const times = offsets.map((offset) => local - offset).filter((time) => toLocal(zone, time) === local)
  const moved = local - Number(offsets[0])
  return times.length === 0
    ? { first: moved, last: moved }
    : { first: Math.min(...times), last: Math.max(...times) }
}

const toMinutes = (text: string) => Number(text.slice(0, 2)) * 60 + Number(text.slice(3))

/** Returns the intervals of a date in milliseconds, as Intl has its zone. */
function expectIntervals(zone: string, date: string, hours: OpeningHours[]) {
  const midnight = Date.parse(`${date}T00:00:00Z`)
  const weekday = weekdays[(new Date(midnight).getUTCDay() + 6) % 7]
  return hours
    .filter((entry) => entry.day === weekday)
    .map(({ opens, closes }) => {
      const night = toMinutes(closes) > toMinutes(opens) ? 0 : day
      return {
        opens: toInstants(zone, midnight + toMinutes(opens) * minute).first,
        closes: toInstants(zone, midnight + night + toMinutes(closes) * minute).last
      }
    })
    .filter(({ opens, closes }) => opens < closes)
    .sort((a, b) => a.opens - b.opens)
}

/** Returns the next 14 dates that a zone has, by its local time in each quarter of an hour. */
function expectDates(zone: string, now: number): string[] {
  const dates = new Set<string>()
  for (let time = now; dates.size < 14; time += 15 * minute) dates.add(toDate(zone, time))
  return [...dates]
}

// The days around these times have every kind of change of the clock.
const changes: [zone: string, time: string][] = [
  ['Asia/Jerusalem', '2026-03-27T00:00:00Z'],
  ['Asia/Jerusalem', '2026-10-24T23:00:00Z'],
  ['Europe/London', '2026-03-29T01:00:00Z'],
  ['Europe/London', '2026-10-25T01:00:00Z'],
  ['Asia/Kolkata', '2026-10-25T01:00:00Z'],
  ['Australia/Lord_Howe', '2026-04-04T15:00:00Z'],
  ['Australia/Lord_Howe', '2026-10-03T15:30:00Z'],
  // No midnight on one date, two midnights on the other.
  ['America/Havana', '2027-03-14T05:00:00Z'],
  ['America/Havana', '2026-11-01T05:00:00Z'],
  ['Africa/Cairo', '2026-04-23T22:00:00Z'],
  ['Africa/Cairo', '2026-10-29T21:00:00Z']
]
const zones = [
  ...new Set(changes.map(([zone]) => zone)),
  'Asia/Beirut',
  'Atlantic/Azores',
  'Asia/Kathmandu',
  'UTC'
]

const anyInstant = fc.oneof(
  fc
    .tuple(fc.constantFrom(...changes), fc.integer({ min: -15 * 1440, max: 2 * 1440 }))
    .map(([[zone, time], minutes]) => ({ zone, now: Date.parse(time) + minutes * minute })),
  fc.record({
    zone: fc.constantFrom(...zones),
    now: fc
      .integer({ min: Date.parse('2020-01-01') / minute, max: Date.parse('2037-12-01') / minute })
      .map((minutes) => minutes * minute)
  })
)
const anyTime = fc
  .oneof(
    fc.integer({ min: 0, max: 1439 }),
    fc.integer({ min: 0, max: 13 }).map((quarter) => quarter * 15)
  )
  .map((value) => [Math.floor(value / 60), value % 60].map((part) => String(part).padStart(2, '0')).join(':'))
const anyHours = fc.array(fc.record({ day: fc.constantFrom(...weekdays), opens: anyTime, closes: anyTime }), {
  maxLength: 14
})

/** The instants a number of minutes before each change. A property is tried with these first, then with random ones. */
const before = (minutes: number) =>
  changes.map(([zone, time]) => ({ zone, now: Date.parse(time) - minutes * minute }))

// In the hour of every change, a time falls into these.
const allHours = weekdays.flatMap((day) => [
  { day, opens: '00:15', closes: '02:45' },
  { day, opens: '22:30', closes: '00:00' }
])

const place = (timezone: string, opening_hours: OpeningHours[] = []) => ({
  id: 'main',
  timezone,
  opening_hours
})

const readDays = (from: Place, now: number | string) =>
  readHours([from], new Date(now)).locations.flatMap(({ days }) => days)

t.test('opening hours', async (t) => {
  await loadTemporal()

  t.test('of any zone and time are those that Intl has', async () => {
    fc.assert(
      fc.property(anyInstant, anyHours, ({ zone, now }, hours) => {
        const days = readDays(place(zone, hours), now)
        deepEqual(
          days.map(({ date }) => date),
          expectDates(zone, now)
        )
        for (const { date, intervals } of days) {
          const times = intervals.map((interval) => ({
            opens: Date.parse(interval.opens),
            closes: Date.parse(interval.closes)
          }))
          deepEqual(times, expectIntervals(zone, date, hours), date)
          // The text has the local time and the offset of the zone.
          for (const { opens } of intervals)
            equal(opens.slice(0, 19), new Date(toLocal(zone, Date.parse(opens))).toISOString().slice(0, 19))
        }
      }),
      { numRuns: amount(60, 600), examples: before(60).map((instant) => [instant, allHours]) }
    )
  })

  t.test('change when the local date of any zone changes', async () => {
    fc.assert(
      fc.property(anyInstant, fc.constantFrom(...zones), ({ zone, now }, other) => {
        const expected = [zone, other].map((timezone) => {
          const today = toDate(timezone, now)
          let time = now + minute
          while (toDate(timezone, time) === today) time += minute
          return time
        })
        equal(createMidnights([place(zone), place(other)])(new Date(now))?.getTime(), Math.min(...expected))
      }),
      {
        numRuns: amount(60, 600),
        examples: [...before(60), ...before(1)].map((instant) => [instant, instant.zone])
      }
    )
  })

  /** Returns each date, with its name and its intervals, as one line. */
  const listLines = (from: Place, now: string) =>
    readDays(from, now).map(({ date, name, intervals }) =>
      [date, name ?? [], ...intervals.map(({ opens, closes }) => `${opens}–${closes}`)].flat().join(' ')
    )

  t.test('of special dates replace the weekly ones, and a night before them stays', async (t) => {
    const opening_hours: OpeningHours[] = weekdays.map((day) => ({ day, opens: '20:00', closes: '01:00' }))
    const special_hours = [
      { from: '2027-01-01', to: '2027-01-02', name: 'New Year' },
      { from: '2027-01-03', opens: '10:00', closes: '12:00' },
      { from: '2027-01-03', opens: '14:00', closes: '16:00', name: 'Half a day' }
    ]
    const jerusalem = { ...place('Asia/Jerusalem', opening_hours), special_hours }
    t.same(listLines(jerusalem, '2026-12-31T12:00:00Z').slice(0, 5), [
      '2026-12-31 2026-12-31T20:00:00+02:00–2027-01-01T01:00:00+02:00',
      '2027-01-01 New Year',
      '2027-01-02 New Year',
      '2027-01-03 Half a day 2027-01-03T10:00:00+02:00–2027-01-03T12:00:00+02:00 2027-01-03T14:00:00+02:00–2027-01-03T16:00:00+02:00',
      '2027-01-04 2027-01-04T20:00:00+02:00–2027-01-05T01:00:00+02:00'
    ])
  })

  t.test('belong to places: the main address first, each with its zone', async (t) => {
    const { profile } = await facts()
    const location = { name: 'Harbour', address: {} }
    const zone = { timezone: 'Europe/London' }
    const special_hours = [{ from: '2027-01-01' }]
    const locations = [
      { ...location, id: 'first', opening_hours: [], special_hours, timezone: 'Asia/Kolkata' },
      { ...location, id: 'second' },
      { ...location, id: 'third', opening_hours: [] }
    ]
    const known = { opening_hours: [] }
    t.same(listPlaces({ ...profile, ...zone, ...known, locations }), [
      { id: 'main', ...zone, ...known },
      { id: 'first', name: 'Harbour', timezone: 'Asia/Kolkata', ...known, special_hours },
      { id: 'third', name: 'Harbour', ...zone, ...known }
    ])
    t.same(listPlaces(profile), [])
  })

  t.test('compute each midnight once', async (t) => {
    const nextMidnight = createMidnights([place('Europe/London'), place('Asia/Jerusalem')])
    const first = nextMidnight(new Date('2027-01-01T12:00:00Z'))
    t.same(first, new Date('2027-01-01T22:00:00Z'))
    t.equal(nextMidnight(new Date('2027-01-01T21:59:59.999Z')), first)
    t.same(nextMidnight(new Date('2027-01-01T22:00:00Z')), new Date('2027-01-02T00:00:00Z'))
    t.same(nextMidnight(new Date('2027-01-01T12:00:00Z')), first, 'a clock that was set back')
    t.equal(createMidnights([])(new Date()), undefined)
  })
})
