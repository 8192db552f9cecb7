import t from 'tap'
import { limits } from '../../../src/business/limits.ts'
import type { Edits } from '../../helper.ts'
import { byLine, type Mistake, testMistakes } from '../shop.ts'

/** Returns branches in this many time zones, each in another one than London. */
const locationsIn = (count: number) =>
  Intl.supportedValuesOf('timeZone')
    .filter((timezone) => timezone.startsWith('America/'))
    .slice(0, count)
    .map((timezone, index) => ({ id: `b${index}`, name: `Branch ${index}`, timezone, address: {} }))

/** Returns an entry of times, such as `09:00–13:00`; without them, the place is closed. */
const entry = (day: object, times?: string) => {
  const [opens, closes] = times?.split('–') ?? []
  return { ...day, ...(times && { opens, closes }) }
}
const on = (from: string, times?: string, to?: string) => entry({ from, ...(to && { to }) }, times)
const mondays = (...times: string[]) => times.map((interval) => entry({ day: 'monday' }, interval))

const hours = { 'profile#/timezone': 'Europe/London', 'profile#/opening_hours': mondays('09:00–13:00') }
const weekly = (opening_hours: unknown) => ({ ...hours, 'profile#/opening_hours': opening_hours })
const special = (...entries: object[]) => ({ ...hours, 'profile#/special_hours': entries })
const branch = { id: 'harbour', name: 'Harbour', address: {} }
const locations = (...list: object[]) => ({ 'profile#/locations': list })

const needsZone =
  '/timezone: is missing, but opening hours need it. Write an IANA name, such as Europe/London.'
const noZone = (place: string, value: string, name: string) =>
  `${place}: is not the IANA name of a time zone, got "${value}". Did you mean "${name}"?`
const needs = (missing: string, stated: string) =>
  `/special_hours/0/${missing}: is missing, but the entry has ${stated}. Write both, or neither if the place is closed.`
const notBefore = (from: string, to: string) =>
  `/special_hours/0/to: must not be before /special_hours/0/from (${from}), got "${to}". Swap the two.`
const contradicts = (closed: number, open: number) =>
  `/special_hours/1: contradicts /special_hours/0: on 2027-01-03, /special_hours/${closed} is closed and /special_hours/${open} has times. Delete one of the two.`
const overlaps = (list: string, first: string, date: string, second: string) =>
  `/${list}/1: overlaps /${list}/0 (${first}) on ${date}, got "${second}". Change one of the two, or delete it.`

// The lines of profile.json that report mistakes in opening hours.
const mistakes: Mistake[] = [
  ...byLine({
    [needsZone]: { 'profile#/opening_hours': mondays('09:00–13:00') },
    [`/locations/0${needsZone}`]: locations({ ...branch, opening_hours: mondays('09:00–13:00') }),
    '/locations/0/tz: is an unknown field, got "Europe/London". Did you mean "timezone"?': locations({
      ...branch,
      tz: 'Europe/London',
      opening_hours: mondays('09:00–13:00')
    }),
    [`/locations: must be in at most ${limits.timezones} different time zones, got ${limits.timezones + 1}`]:
      { ...hours, ...locations(...locationsIn(limits.timezones)) },
    // A field with another name is not missing.
    '/openingHours: is an unknown field, got []. Did you mean "opening_hours"?': {
      'profile#/timezone': 'Europe/London',
      'profile#/openingHours': [],
      'profile#/special_hours': [on('2027-01-01')]
    },
    [noZone('/timezone', 'New York', 'America/New_York')]: { ...hours, 'profile#/timezone': 'New York' },
    [noZone('/locations/0/timezone', 'asia/jerusalem', 'Asia/Jerusalem')]: {
      ...hours,
      ...locations({ ...branch, timezone: 'asia/jerusalem' })
    },
    [notBefore('2027-01-02', '2027-01-01')]: special(on('2027-01-02', '', '2027-01-01')),
    [needs('closes', 'opens')]: special({ from: '2027-01-01', opens: '10:00' }),
    [needs('opens', 'closes')]: special({ from: '2027-01-01', closes: '10:00' }),
    '/special_hours/0/opens: must be a time from 00:00 to 23:59, such as 09:30, got "closed". Omit it: a day without an entry is closed, and so is an entry of "special_hours" without "opens" and "closes".':
      special({ from: '2027-01-01', opens: 'closed' }),
    '/special_hours/0/opens: must be a time from 00:00 to 23:59, such as 09:30, got "10:00-14:00". Write {"opens":"10:00","closes":"14:00"}.':
      special({ from: '2027-01-01', opens: '10:00-14:00' }),
    [contradicts(0, 1)]: special(on('2027-01-01', '', '2027-01-05'), on('2027-01-03', '10:00–14:00')),
    [contradicts(1, 0)]: special(on('2027-01-03', '10:00–14:00'), on('2027-01-01', '', '2027-01-05')),
    [overlaps('opening_hours', '18:00–02:00', 'monday', '23:00–23:30')]: weekly(
      mondays('18:00–02:00', '23:00–23:30')
    ),
    [overlaps('special_hours', '10:00–14:00', '2027-01-02', '13:00–15:00')]: special(
      on('2027-01-01', '10:00–14:00', '2027-01-03'),
      on('2027-01-02', '13:00–15:00')
    ),
    '/opening_hours: is missing, but special_hours replace it on their dates. Write [] if the place is closed on all other dates.':
      { ...special(on('2027-01-01')), 'profile#/opening_hours': undefined },
    '/special_hours/0/from: is not a date in the calendar, got "2027-02-30". The last day of that month is 2027-02-28.':
      special(on('2027-02-30', '', '2027-03-05'), on('2027-03-01', '10:00–14:00')),
    [notBefore('2027-03-05', '2027-02-01')]: special(
      on('2027-03-05', '', '2027-02-01'),
      on('2027-01-01', '10:00–14:00', '2027-12-31')
    ),
    '/opening_hours/1/closes: must be a time from 00:00 to 23:59, such as 09:30, got "27:00". Write two digits for the hour, a colon and two digits for the minutes; midnight is "00:00".':
      weekly(mondays('09:00–13:00', '12:00–27:00')),
    '/locations/0/id: is the id of the main address, got "main". Choose another id.': locations({
      ...branch,
      id: 'main'
    })
  }),
  [
    { ...special({ to: '2027-01-01' }), ...weekly([{ day: 'monday', closes: '13:00' }]) },
    [
      '/opening_hours/0/opens: is missing. Add it, such as "09:00".',
      '/special_hours/0/from: is missing. Add it, such as "2027-01-01".'
    ]
  ],
  [
    { ...weekly('always'), 'profile#/timezone': 5 },
    [
      '/timezone: must be text in quotes, got 5. Write "5".',
      '/opening_hours: must be a list, got "always". Write a list, such as [{"day":"monday","opens":"09:00","closes":"17:30"}].'
    ]
  ]
]

const correct: Edits[] = [
  { ...hours, ...locations(...locationsIn(limits.timezones - 1), branch) },
  locations(...locationsIn(limits.timezones)),
  weekly(mondays('09:00–13:00', '13:00–17:00')),
  weekly(mondays('01:00–03:00', '18:00–02:00')),
  special(on('2027-01-01', '', '2027-01-05'), { from: '2027-01-03', name: 'Fair' }),
  special(
    on('2026-12-25', '', '2027-01-01'),
    ...['10:00–12:00', '12:00–14:00'].map((times) => on('2027-01-02', times))
  ),
  locations({ ...branch, timezone: 'Asia/Jerusalem', opening_hours: mondays('09:00–13:00') })
]

t.test('the check of opening hours reports mistakes, and accepts correct ones', (t) =>
  testMistakes(t, [
    ...mistakes.map(
      ([edits, lines]): Mistake => [edits, [lines].flat().map((line) => `profile.json ${line}`)]
    ),
    ...correct.map((edits): Mistake => [edits, []])
  ])
)
