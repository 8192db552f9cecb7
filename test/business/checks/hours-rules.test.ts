import t from 'tap'
import { limits } from '../../../src/business/limits.ts'
import { type Mistake, testMistakes } from '../shop.ts'

const monday = { day: 'monday', opens: '09:00', closes: '13:00' }
/** Returns branches in this many time zones, each in another one than London. */
const locationsIn = (count: number) =>
  Intl.supportedValuesOf('timeZone')
    .filter((timezone) => timezone.startsWith('America/'))
    .slice(0, count)
    .map((timezone, index) => ({ id: `b${index}`, name: `Branch ${index}`, timezone, address: {} }))

const hours = { 'profile#/timezone': 'Europe/London', 'profile#/opening_hours': [monday] }
const special = (...entries: object[]) => ({ ...hours, 'profile#/special_hours': entries })
const branch = { id: 'harbour', name: 'Harbour', address: {} }

// Mistakes in opening hours, and the lines that report them.
const mistakes: Mistake[] = [
  [
    { 'profile#/opening_hours': [monday] },
    'profile.json /timezone: is missing, but opening hours need it. Write an IANA name, such as Europe/London.'
  ],
  [
    { 'profile#/locations': [{ ...branch, opening_hours: [monday] }] },
    'profile.json /timezone: is missing, but opening hours need it. Write an IANA name, such as Europe/London.'
  ],
  [
    { ...hours, 'profile#/locations': locationsIn(limits.timezones) },
    `profile.json /locations: must be in at most ${limits.timezones} different time zones, got ${limits.timezones + 1}`
  ],
  [{ ...hours, 'profile#/locations': locationsIn(limits.timezones - 1) }, []],
  [{ ...hours, 'profile#/locations': [...locationsIn(limits.timezones - 1), branch] }, []],
  [{ 'profile#/locations': locationsIn(limits.timezones) }, []],
  [
    { ...hours, 'profile#/timezone': 'GMT+1' },
    'profile.json /timezone: is not the IANA name of a time zone, got "GMT+1". An offset has no daylight saving time: write a region and a city, such as Europe/Paris.'
  ],
  [
    { ...hours, 'profile#/timezone': '+01:00' },
    'profile.json /timezone: is not the IANA name of a time zone, got "+01:00". An offset has no daylight saving time: write a region and a city, such as Europe/Paris.'
  ],
  [
    { ...hours, 'profile#/timezone': 'New York' },
    'profile.json /timezone: is not the IANA name of a time zone, got "New York". Did you mean "America/New_York"?'
  ],
  [
    { ...hours, 'profile#/timezone': 'Europe/Londn' },
    'profile.json /timezone: is not the IANA name of a time zone, got "Europe/Londn". Did you mean "Europe/London"?'
  ],
  [
    { ...hours, 'profile#/locations': [{ ...branch, timezone: 'asia/jerusalem' }] },
    'profile.json /locations/0/timezone: is not the IANA name of a time zone, got "asia/jerusalem". Did you mean "Asia/Jerusalem"?'
  ],
  [
    special({ from: '2027-02-30' }, { from: '2027-01-01', to: '2027-13-01' }),
    [
      'profile.json /special_hours/0/from: is not a date in the calendar, got "2027-02-30". The last day of that month is 2027-02-28.',
      'profile.json /special_hours/1/to: is not a date in the calendar, got "2027-13-01". Write the year, the month and the day: "2027-01-31".'
    ]
  ],
  [
    special({ from: '2027-01-02', to: '2027-01-01' }),
    'profile.json /special_hours/0/to: must not be before /special_hours/0/from (2027-01-02), got "2027-01-01". Swap the two.'
  ],
  [
    special({ from: '2027-01-01', opens: '10:00' }),
    'profile.json /special_hours/0/closes: is missing, but the entry has opens. Write both, or neither if the place is closed.'
  ],
  [
    special({ from: '2027-01-01', closes: '10:00' }),
    'profile.json /special_hours/0/opens: is missing, but the entry has closes. Write both, or neither if the place is closed.'
  ],
  [
    special(
      { from: '2027-01-01', to: '2027-01-05' },
      { from: '2027-01-03', opens: '10:00', closes: '14:00' }
    ),
    'profile.json /special_hours/1: contradicts /special_hours/0: on 2027-01-03, /special_hours/0 is closed and /special_hours/1 has times. Delete one of the two.'
  ],
  [
    special(
      { from: '2027-01-03', opens: '10:00', closes: '14:00' },
      { from: '2027-01-01', to: '2027-01-05' }
    ),
    'profile.json /special_hours/1: contradicts /special_hours/0: on 2027-01-03, /special_hours/1 is closed and /special_hours/0 has times. Delete one of the two.'
  ],
  [
    { ...hours, 'profile#/opening_hours': [monday, { day: 'monday', opens: '12:00', closes: '17:00' }] },
    'profile.json /opening_hours/1: overlaps /opening_hours/0 (09:00–13:00) on monday, got "12:00–17:00". Change one of the two, or delete it.'
  ],
  [
    {
      ...hours,
      'profile#/opening_hours': [
        { day: 'monday', opens: '18:00', closes: '02:00' },
        { day: 'monday', opens: '23:00', closes: '23:30' }
      ]
    },
    'profile.json /opening_hours/1: overlaps /opening_hours/0 (18:00–02:00) on monday, got "23:00–23:30". Change one of the two, or delete it.'
  ],
  [
    special(
      { from: '2027-01-01', to: '2027-01-03', opens: '10:00', closes: '14:00' },
      { from: '2027-01-02', opens: '13:00', closes: '15:00' }
    ),
    'profile.json /special_hours/1: overlaps /special_hours/0 (10:00–14:00) on 2027-01-02, got "13:00–15:00". Change one of the two, or delete it.'
  ],
  [
    { 'profile#/timezone': 'Europe/London', 'profile#/special_hours': [{ from: '2027-01-01' }] },
    'profile.json /opening_hours: is missing, but special_hours replace it on their dates. Write [] if the place is closed on all other dates.'
  ],
  [
    special(
      { from: '2027-02-30', to: '2027-03-05' },
      { from: '2027-03-01', opens: '10:00', closes: '14:00' }
    ),
    'profile.json /special_hours/0/from: is not a date in the calendar, got "2027-02-30". The last day of that month is 2027-02-28.'
  ],
  [
    special(
      { from: '2027-03-05', to: '2027-02-01' },
      { from: '2027-01-01', to: '2027-12-31', opens: '10:00', closes: '14:00' }
    ),
    'profile.json /special_hours/0/to: must not be before /special_hours/0/from (2027-03-05), got "2027-02-01". Swap the two.'
  ],
  [
    { ...hours, 'profile#/opening_hours': [monday, { day: 'monday', opens: '12:00', closes: '27:00' }] },
    'profile.json /opening_hours/1/closes: must be a time from 00:00 to 23:59, such as 09:30, got "27:00". Write two digits for the hour, a colon and two digits for the minutes; midnight is "00:00".'
  ],
  ...['CST', 'ist'].map(
    (timezone): Mistake => [
      { ...hours, 'profile#/timezone': timezone },
      [
        `profile.json /timezone: is not the IANA name of a time zone, got "${timezone}". Several time zones have this abbreviation: write a region and a city, such as ${timezone === 'CST' ? 'America/Chicago' : 'Asia/Kolkata'}.`
      ]
    ]
  ),
  [
    { 'profile#/locations': [{ ...branch, id: 'main' }] },
    'profile.json /locations/0/id: is the id of the main address, got "main". Choose another id.'
  ],
  [
    {
      ...special({ to: '2027-01-01' }),
      'profile#/opening_hours': [{ day: 'monday', closes: '13:00' }]
    },
    [
      'profile.json /opening_hours/0/opens: is missing. Add it, such as "09:00".',
      'profile.json /special_hours/0/from: is missing. Add it, such as "2027-01-01".'
    ]
  ],
  [
    { ...hours, 'profile#/opening_hours': 'always', 'profile#/timezone': 5 },
    [
      'profile.json /timezone: must be text in quotes, got 5. Write "5".',
      'profile.json /opening_hours: must be a list, got "always". Write a list, such as [{"day":"monday","opens":"09:00","closes":"17:30"}].'
    ]
  ]
]

const correct: Mistake[0][] = [
  { ...hours, 'profile#/opening_hours': [monday, { day: 'monday', opens: '13:00', closes: '17:00' }] },
  special({ from: '2027-01-01', to: '2027-01-05' }, { from: '2027-01-03', name: 'Fair' }),
  { ...hours, 'profile#/opening_hours': [] },
  {
    ...hours,
    'profile#/opening_hours': [
      { day: 'monday', opens: '01:00', closes: '03:00' },
      { day: 'monday', opens: '18:00', closes: '02:00' }
    ]
  },
  special(
    { from: '2026-12-25', to: '2027-01-01' },
    { from: '2027-01-02', opens: '10:00', closes: '12:00' },
    { from: '2027-01-02', opens: '12:00', closes: '14:00' }
  ),
  { ...hours, 'profile#/timezone': 'Asia/Kolkata' },
  { 'profile#/locations': [{ ...branch, timezone: 'Asia/Jerusalem', opening_hours: [monday] }] }
]

t.test('the check of opening hours reports mistakes, and accepts correct ones', (t) =>
  testMistakes(t, [...mistakes, ...correct.map((edits): Mistake => [edits, []])])
)
