import { isDate } from '../../base/calendar.ts'
import { time } from '../../base/json-schema.ts'
import { fieldOf, readText } from '../../base/json-value.ts'
import type { Problem } from '../../base/problem.ts'
import { limits } from '../limits.ts'
import { mainPlace } from '../opening-hours.ts'
import { weekdays } from '../schemas/hours.ts'
import { type Find, problemOf, report, type Selected, selectField, selectIn } from '../select.ts'
import { isTimezone, suggestTimezone } from './timezones.ts'

export function checkHours(find: Find): Problem[] {
  const [main] = find('profile#')
  if (main === undefined) return []
  const places = [main, ...listEntries(main, 'locations')]
  return [
    // The main address has this id in the list of opening hours.
    ...report(
      find('profile#/locations/*/id'),
      ({ value }) => value === mainPlace && ['is the id of the main address', 'Choose another id.']
    ),
    ...report(
      find.texts('profile#/timezone', 'profile#/locations/*/timezone'),
      ({ value }) => !isTimezone(value) && ['is not the IANA name of a time zone', suggestTimezone(value)]
    ),
    ...checkMissingTimezone(main, places),
    ...checkTimezoneCount(main, places),
    ...places.flatMap((place) => [
      ...checkOverlaps(place),
      ...checkMissingHours(place),
      ...checkSpecialDates(place),
      ...findContradictions(place)
    ])
  ]
}

// The schema reports a longer list, and comparing its entries would take long.
const listEntries = (place: Selected, name: string) => selectIn(place, `/${name}/*`).slice(0, limits.entries)

const isStated = ({ value }: Selected, name: string) => fieldOf(value, name) !== undefined

const reportMissing = (parent: Selected, name: string, reason: string, hint: string): Problem =>
  problemOf(selectField(parent, name, undefined), `is missing, but ${reason}`, hint)

function checkTimezoneCount(profile: Selected, places: Selected[]): Problem[] {
  // A branch without a time zone has the time zone of the main address.
  const main = fieldOf(profile.value, 'timezone') ?? []
  const { size } = new Set(places.flatMap(({ value }) => fieldOf(value, 'timezone') ?? main))
  const message = `must be in at most ${limits.timezones} different time zones`
  return size <= limits.timezones ? [] : [problemOf(selectField(profile, 'locations', size), message)]
}

function checkMissingTimezone(profile: Selected, places: Selected[]): Problem[] {
  const hasHours = (place: Selected) => isStated(place, 'opening_hours') || isStated(place, 'special_hours')
  const place = places.find((one) => hasHours(one) && !isStated(one, 'timezone'))
  if (place === undefined || isStated(profile, 'timezone')) return []
  return [
    reportMissing(place, 'timezone', 'opening hours need it', 'Write an IANA name, such as Europe/London.')
  ]
}

/** An interval of a day in minutes after its midnight; `to` may be on the next day. */
interface Interval {
  entry: Selected
  text: string
  from: number
  to: number
}

function readInterval(entry: Selected): Interval | undefined {
  const [opens, closes] = ['opens', 'closes'].map((name) => fieldOf(entry.value, name))
  // The schema reports a text that is not a time.
  if (typeof opens !== 'string' || typeof closes !== 'string') return undefined
  if (!timeForm.test(opens) || !timeForm.test(closes)) return undefined
  const [from, end] = [toMinutes(opens), toMinutes(closes)]
  return { entry, text: `${opens}–${closes}`, from, to: end > from ? end : end + minutesPerDay }
}

const timeForm = new RegExp(time)

const minutesPerDay = 24 * 60

const toMinutes = (text: string) => Number(text.slice(0, 2)) * 60 + Number(text.slice(3))

function findOverlap({ entry, text, from, to }: Interval, before: Interval[], when: string): Problem[] {
  const first = before.find((other) => from < other.to && other.from < to)
  if (first === undefined) return []
  const message = `overlaps ${first.entry.pointer} (${first.text}) on ${when}`
  return [problemOf({ ...entry, value: text }, message, 'Change one of the two, or delete it.')]
}

function checkOverlaps(place: Selected): Problem[] {
  const entries = listEntries(place, 'opening_hours')
  return weekdays.flatMap((day) => {
    const intervals = entries
      .filter(({ value }) => fieldOf(value, 'day') === day)
      .flatMap((entry) => readInterval(entry) ?? [])
    return intervals.flatMap((interval, index) => findOverlap(interval, intervals.slice(0, index), day))
  })
}

// Without weekly hours, the hours of all other dates would be unknown.
function checkMissingHours(place: Selected): Problem[] {
  if (!isStated(place, 'special_hours') || isStated(place, 'opening_hours')) return []
  const hint = 'Write [] if the place is closed on all other dates.'
  return [reportMissing(place, 'opening_hours', 'special_hours replace it on their dates', hint)]
}

const checkSpecialDates = (place: Selected): Problem[] =>
  listEntries(place, 'special_hours').flatMap((entry) => [
    ...readSpecial(entry).flatMap(checkDateOrder),
    ...checkMissingTime(entry, 'opens', 'closes'),
    ...checkMissingTime(entry, 'closes', 'opens')
  ])

function checkDateOrder({ entry, from, to }: Special): Problem[] {
  const message = `must not be before ${entry.pointer}/from (${from})`
  return from > to ? [problemOf(selectField(entry, 'to', to), message, 'Swap the two.')] : []
}

// The schema reports a text that is not a time, such as "closed", after which the other one is not missing.
const checkMissingTime = (entry: Selected, name: string, other: string): Problem[] =>
  timeForm.test(readText(entry.value, other)) && !isStated(entry, name)
    ? [reportMissing(entry, name, `the entry has ${other}`, 'Write both, or neither if the place is closed.')]
    : []

interface Special {
  entry: Selected
  from: string
  to: string
  isClosed: boolean
  interval: Interval | undefined
}

function readSpecial(entry: Selected): Special[] {
  const [from, to = from] = ['from', 'to'].map((name) => fieldOf(entry.value, name))
  const isClosed = !isStated(entry, 'opens') && !isStated(entry, 'closes')
  // The schema reports any other value.
  return typeof from === 'string' && typeof to === 'string' && isDate(from) && isDate(to)
    ? [{ entry, from, to, isClosed, interval: readInterval(entry) }]
    : []
}

function findContradictions(place: Selected): Problem[] {
  const specials = listEntries(place, 'special_hours')
    .flatMap(readSpecial)
    .filter(({ from, to }) => from <= to)
  return specials.flatMap((special, index) => {
    const others = specials.slice(0, index).filter(({ from, to }) => from <= special.to && special.from <= to)
    const other = others.find(({ isClosed }) => isClosed !== special.isClosed)
    if (other) return [describeContradiction(special, other)]
    const before = others.flatMap(({ interval }) => interval ?? [])
    return special.interval ? findOverlap(special.interval, before, special.from) : []
  })
}

function describeContradiction(special: Special, other: Special): Problem {
  const date = special.from > other.from ? special.from : other.from
  const [closed, open] = special.isClosed ? [special, other] : [other, special]
  const message = `contradicts ${other.entry.pointer}: on ${date}, ${closed.entry.pointer} is closed and ${open.entry.pointer} has times`
  return problemOf({ ...special.entry, value: undefined }, message, 'Delete one of the two.')
}

const minLongNight = 16 * 60

/** Returns a warning about each interval and each period that is so long that its end is probably a mistake. */
export const checkLengths = (find: Find): Problem[] =>
  ['opening_hours', 'special_hours']
    .flatMap((name) => find(`profile#/${name}/*`, `profile#/locations/*/${name}/*`))
    .flatMap((entry) => [...checkLongNight(entry), ...readSpecial(entry).flatMap(checkLongPeriod)])

function checkLongNight(entry: Selected): Problem[] {
  const { from = 0, to = 0 } = readInterval(entry) ?? {}
  // From 07:00 to 07:00 is a whole day.
  if (to <= minutesPerDay || to - from < minLongNight || to - from === minutesPerDay) return []
  const closes = readText(entry.value, 'closes')
  // It may be a time of the 12-hour clock.
  const hint =
    to < 1.5 * minutesPerDay
      ? `Did you mean "${Number(closes.slice(0, 2)) + 12}${closes.slice(2)}"?`
      : undefined
  const message = 'is on the next day, 16 hours or more later'
  return [problemOf(selectField(entry, 'closes', closes), message, hint)]
}

function checkLongPeriod({ entry, from, to }: Special): Problem[] {
  const days = (Date.parse(to) - Date.parse(from)) / 86_400_000
  const message = `is more than a year after ${entry.pointer}/from (${from})`
  const hint = 'Correct the year, or write the usual hours in "opening_hours".'
  return days > 366 ? [problemOf(selectField(entry, 'to', to), message, hint)] : []
}
