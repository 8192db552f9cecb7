import { isDate, isTimezone, suggestTimezone } from './calendar.ts'
import { weekdays } from './hours.ts'
import { maxEntries, maxTimezones } from './limits.ts'
import { mainPlace } from './opening-days.ts'
import { type Problem, pointerPart } from './problem.ts'
import { fieldOf } from './read-json.ts'

/** A value of profile.json with its JSON pointer. */
interface Place {
  pointer: string
  value: unknown
}

/** Returns the problems of the opening hours in profile.json, which may have any shape. */
export function checkHours(profile: unknown): Problem[] {
  const main = { pointer: '', value: profile }
  const locations = listEntries(main, 'locations')
  const places = [main, ...locations]
  return [
    ...locations.flatMap(reservedId),
    ...missingTimezone(profile, places),
    ...tooManyTimezones(places),
    ...places.flatMap((place) => [
      ...unknownTimezone(place),
      ...overlappingHours(place),
      ...missingHours(place),
      ...specialDates(place),
      ...contradictions(place)
    ])
  ]
}

const problem = (pointer: string, message: string, found?: unknown, hint?: string): Problem => ({
  file: 'profile',
  pointer,
  message,
  ...(found !== undefined && { found }),
  ...(hint && { hint })
})

function listEntries({ pointer, value }: Place, name: string): Place[] {
  const list = fieldOf(value, name)
  return Array.isArray(list)
    ? list.slice(0, maxEntries).map((entry, index) => ({
        pointer: pointer + pointerPart(name) + pointerPart(index),
        value: entry
      }))
    : []
}

const hasHours = ({ value }: Place) =>
  ['opening_hours', 'special_hours'].some((name) => fieldOf(value, name) !== undefined)

// The main address has this id in the list of opening hours.
const reservedId = ({ pointer, value }: Place): Problem[] =>
  fieldOf(value, 'id') === mainPlace
    ? [problem(`${pointer}/id`, 'is the id of the main address', mainPlace, 'Choose another id.')]
    : []

function tooManyTimezones(places: Place[]): Problem[] {
  const { size } = new Set(places.map(({ value }) => fieldOf(value, 'timezone') ?? 'main'))
  return size <= maxTimezones
    ? []
    : [problem('/locations', `must be in at most ${maxTimezones} different time zones`, size)]
}

function missingTimezone(profile: unknown, places: Place[]): Problem[] {
  const place = places.find((item) => hasHours(item) && fieldOf(item.value, 'timezone') === undefined)
  return place === undefined || fieldOf(profile, 'timezone') !== undefined
    ? []
    : [
        problem(
          '/timezone',
          'is missing, but opening hours need it',
          undefined,
          'Write an IANA name, such as Europe/London.'
        )
      ]
}

function unknownTimezone({ pointer, value }: Place): Problem[] {
  const timezone = fieldOf(value, 'timezone')
  return typeof timezone !== 'string' || isTimezone(timezone)
    ? []
    : [
        problem(
          `${pointer}/timezone`,
          'is not the IANA name of a time zone',
          timezone,
          suggestTimezone(timezone)
        )
      ]
}

/** An interval of a day in minutes after its midnight. */
interface Interval {
  pointer: string
  text: string
  from: number
  to: number
}

/** Returns the interval of an entry, or undefined if the entry has no times. */
function readInterval({ pointer, value }: Place): Interval | undefined {
  const [opens, closes] = ['opens', 'closes'].map((name) => fieldOf(value, name))
  if (typeof opens !== 'string' || typeof closes !== 'string') return undefined
  const [from, end] = [toMinutes(opens), toMinutes(closes)]
  return { pointer, text: `${opens}–${closes}`, from, to: end > from ? end : end + 24 * 60 }
}

const toMinutes = (text: string) => Number(text.slice(0, 2)) * 60 + Number(text.slice(3))

const overlap = (one: Interval, other: Interval) => one.from < other.to && other.from < one.to

/** Returns a problem for each interval that overlaps an earlier one. */
const findOverlaps = (intervals: Interval[], when: string): Problem[] =>
  intervals.flatMap((interval, index) => {
    const first = intervals.slice(0, index).find((other) => overlap(interval, other))
    return first
      ? [
          problem(
            interval.pointer,
            `overlaps ${first.pointer} (${first.text}) on ${when}`,
            interval.text,
            'Change one of the two, or delete it.'
          )
        ]
      : []
  })

function overlappingHours(place: Place): Problem[] {
  const entries = listEntries(place, 'opening_hours')
  return weekdays.flatMap((day) =>
    findOverlaps(
      entries
        .filter(({ value }) => fieldOf(value, 'day') === day)
        .flatMap((entry) => readInterval(entry) ?? []),
      day
    )
  )
}

// Without weekly hours, the hours of all other dates would be unknown.
function missingHours({ pointer, value }: Place): Problem[] {
  return fieldOf(value, 'special_hours') === undefined || fieldOf(value, 'opening_hours') !== undefined
    ? []
    : [
        problem(
          `${pointer}/opening_hours`,
          'is missing, but special_hours replace it on their dates',
          undefined,
          'Write [] if the place is closed on all other dates.'
        )
      ]
}

function specialDates(place: Place): Problem[] {
  return listEntries(place, 'special_hours').flatMap((entry) => {
    const dates = ['from', 'to'].flatMap((name) => {
      const date = fieldOf(entry.value, name)
      // The schema reports any other value.
      return typeof date === 'string' && isDate(date)
        ? [{ pointer: entry.pointer + pointerPart(name), date }]
        : []
    })
    const isMissing = (name: string) => fieldOf(entry.value, name) === undefined
    const [from, to] = dates
    return [
      ...(from && to && from.date > to.date
        ? [problem(to.pointer, `must not be before ${from.pointer} (${from.date})`, to.date, 'Swap the two.')]
        : []),
      ...[
        ['opens', 'closes'],
        ['closes', 'opens']
      ].flatMap(([missing = '', given = '']) =>
        isMissing(missing) && !isMissing(given)
          ? [
              problem(
                `${entry.pointer}/${missing}`,
                `is missing, but ${given} is there`,
                undefined,
                'Write both, or neither if the place is closed.'
              )
            ]
          : []
      )
    ]
  })
}

/** A date range with special hours. */
interface Special extends Place {
  from: string
  to: string
  isClosed: boolean
  interval: Interval | undefined
}

function readSpecial(entry: Place): Special[] {
  const [from, to = from] = ['from', 'to'].map((name) => fieldOf(entry.value, name))
  const isClosed = ['opens', 'closes'].every((name) => fieldOf(entry.value, name) === undefined)
  return typeof from === 'string' && typeof to === 'string'
    ? [{ ...entry, from, to, isClosed, interval: readInterval(entry) }]
    : []
}

function contradictions(place: Place): Problem[] {
  const entries = listEntries(place, 'special_hours').flatMap(readSpecial)
  return entries.flatMap((entry, index) => {
    const others = entries.slice(0, index).filter(({ from, to }) => from <= entry.to && entry.from <= to)
    const other = others.find(({ isClosed }) => isClosed !== entry.isClosed)
    if (other) {
      const date = entry.from > other.from ? entry.from : other.from
      const [closed, open] = entry.isClosed ? [entry, other] : [other, entry]
      return [
        problem(
          entry.pointer,
          `contradicts ${other.pointer}: on ${date}, ${closed.pointer} is closed and ${open.pointer} has times`,
          undefined,
          'Delete one of the two.'
        )
      ]
    }
    const intervals = [...others, entry].flatMap(({ interval }) => interval ?? [])
    return entry.interval
      ? findOverlaps(intervals, entry.from).filter(({ pointer }) => pointer === entry.pointer)
      : []
  })
}
