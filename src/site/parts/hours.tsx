import { listWeekdayNames } from '../../base/calendar.ts'
import { localeIn, primaryLanguage, rangeDirection } from '../../base/language.ts'
import { capitalize } from '../../base/text.ts'
import { findPlace, listPlaces, listSpecial, type Place, toLocalDate } from '../../business/opening-hours.ts'
import { type OpeningHours, type SpecialHours, weekdays } from '../../business/schemas/hours.ts'
import { fill } from '../../business/words.ts'
import type { Context } from '../../context/context.ts'
import type { Props } from '../view.ts'
import { Table } from './elements.tsx'
import { DataText, Isolated } from './texts.tsx'

type HoursProps = Props<{
  /** Of a location; the main address if it is absent. */
  id?: string
  hasTimezone?: boolean | undefined
  hasAppointment?: boolean
  /** Whether it is in the card of a place, so its heading is a small one. */
  isCard?: boolean
}>

/**
 * The week of the main address in one line, with its label, and what replaces it on special dates. If it is a fact of the home
 * page, a script says whether the business is open now.
 */
export function WeekLine({ context, place, isFact }: Props<{ place: Place; isFact?: boolean }>) {
  const title = hoursTitle(context)
  const week = <Week context={context} hours={place.opening_hours} />
  const special = listSpecial(place, context.now())
  return isFact ? (
    <div>
      <dt data-opening={describeOpening(context, place)}>{title}</dt>
      <dd>
        {week}
        {special.filter(beginsWithin(7, place, context.now())).map((entry) => [
          <span>
            <span class="visually-hidden">· </span>
            <SpecialDate context={context} entry={entry} />
          </span>,
          ' '
        ])}
      </dd>
    </div>
  ) : (
    <p class="footer-hours">
      {title + context.colon} {week}
      {special.length > 0 && context.canLinkTo('/contact/') && (
        <a href="/contact/">{context.words.hours.special}</a>
      )}
    </p>
  )
}

function Week({ context, hours }: Props<{ hours: OpeningHours[] }>) {
  const week = listWeek(context, 'short').map(({ day, name }) => {
    const entries = hours.filter((entry) => entry.day === day)
    const key = entries
      .map(({ opens, closes }) => opens + closes)
      .sort()
      .join()
    return { name, entries, key }
  })
  const open = week.filter(({ key }, index) => key && week.findIndex((day) => day.key === key) === index)
  return open.map(({ key, entries }, index) => {
    const names = week.map((day) => (day.key === key ? day.name : ''))
    return [
      <span>
        {capitalize(joinDays(context, names))} <Times context={context} hours={entries} />
        {index < open.length - 1 && <span class="visually-hidden"> ·</span>}
      </span>,
      ' '
    ]
  })
}

/** Returns days as people write them, such as "Mon–Wed, Fri"; an empty name divides them. */
const joinDays = ({ comma }: Context, names: string[]): string =>
  names
    .join('\n')
    .split(/\n{2,}/)
    .map((run) =>
      run
        .trim()
        .replace(/\n.*\n/s, '–')
        .replace('\n', comma)
    )
    .filter(Boolean)
    .join(comma)

/** The facts from which the script says whether the business is open now; undefined if another place may be open. */
function describeOpening({ words, business, language, formatTime }: Context, place: Place) {
  if (listPlaces(business.profile).length > 1) return undefined
  const { timezone, opening_hours: week, special_hours = [] } = place
  // Also those that are past: the night of yesterday may last until now.
  const special = special_hours.map(({ from, to = from, opens, closes }) => ({ from, to, opens, closes }))
  const times = [...week, ...special].flatMap(({ opens, closes }) => [opens ?? [], closes ?? []].flat())
  const { openUntil, opensAt, today } = words.hours
  return JSON.stringify({
    timezone,
    week,
    special,
    openUntil,
    opensAt,
    today,
    names: Object.fromEntries(
      listWeekdayNames(language).map((name, index) => [
        weekdays[index],
        primaryLanguage(language) === 'he' ? `ב${name}` : name
      ])
    ),
    times: Object.fromEntries(times.map((time) => [time, formatTime(time)]))
  })
}

/** Returns the label of the hours of the main address: with its town, or its street in the same town, if another place has hours too. */
function hoursTitle({ words, business }: Context): string {
  const { address, locations = [] } = business.profile
  const isSameTown = locations.some((place) => place.address.locality === address.locality)
  const place = isSameTown ? address.street : address.locality
  const { title } = words.hours
  return place && listPlaces(business.profile).length > 1 ? `${title} (${place})` : title
}

/** Returns the days on which a place is open, such as "Opening hours: Tue–Fri, Sun"; undefined if they are unknown. */
export function describeWeek(context: Context): string | undefined {
  const open = new Set(findPlace(context.business.profile)?.opening_hours.map(({ day }) => day))
  const days = listWeek(context, 'short').map(({ day, name }) => (open.has(day) ? name : ''))
  return open.size === 0 ? undefined : `${hoursTitle(context)}${context.colon} ${joinDays(context, days)}`
}

/** Names the time zone if another place has a different one, or if asked to. A script marks today; the hours do not need it. */
export function Hours({ context, id, hasTimezone, hasAppointment, isCard }: HoursProps) {
  const zones = new Set(listPlaces(context.business.profile).map(({ timezone }) => timezone))
  const place = findPlace(context.business.profile, id)
  if (place === undefined) return null
  const words = context.words.hours
  const [beforeZone, afterZone] = fill(words.timezone, { timezone: '\n' }).split('\n')
  const special = listSpecial(place, context.now())
  const near = special.filter(beginsWithin(60, place, context.now()))
  const later = special.filter((entry) => !near.includes(entry))
  return (
    <section class="hours" data-timezone={place.timezone} data-today={words.today}>
      {isCard ? <h4>{words.title}</h4> : <h2>{words.title}</h2>}
      <Table
        columns={[words.day, words.times]}
        rows={listWeek(context).map(({ day, name }) => {
          const hours = place.opening_hours.filter((entry) => entry.day === day)
          return { 'data-day': day, cells: [name, <Times context={context} hours={hours} />] }
        })}
      />
      {special.length > 0 && <p>{words.special}</p>}
      {near.length > 0 && <SpecialDates context={context} entries={near} />}
      {later.length > 0 && (
        <details>
          <summary>{words.later}</summary>
          <SpecialDates context={context} entries={later} />
        </details>
      )}
      {(hasTimezone || zones.size > 1) && (
        <p>
          {beforeZone}
          <bdi dir="ltr">{place.timezone}</bdi>
          {afterZone}
        </p>
      )}
      {hasAppointment && <Appointment context={context} />}
    </section>
  )
}

function beginsWithin(days: number, { timezone }: Place, now: Date): (entry: SpecialHours) => boolean {
  const end = Date.parse(toLocalDate(now, timezone)) + days * 86_400_000
  return ({ from }) => Date.parse(from) < end
}

const SpecialDates = ({ context, entries }: Props<{ entries: SpecialHours[] }>) => (
  <ul>
    {entries.map((entry) => (
      <li data-from={entry.from} data-to={entry.to ?? entry.from}>
        <SpecialDate context={context} entry={entry} />
      </li>
    ))}
  </ul>
)

const SpecialDate = ({ context, entry }: Props<{ entry: SpecialHours }>) => (
  <>
    <span>
      {entry.name && [
        <span>
          <Isolated context={context} text={entry.name} />
          {context.colon}
        </span>,
        ' '
      ]}
      <Dates context={context} entry={entry} />
    </span>{' '}
    <span>
      <Times context={context} hours={[entry]} />
    </span>
  </>
)

export function Appointment({ context }: Props) {
  const { by_appointment } = context.business.profile
  const { byAppointment, noAppointment } = context.words.hours
  return by_appointment === undefined ? null : <p>{by_appointment ? byAppointment : noAppointment}</p>
}

function Times({ context, hours }: Props<{ hours: (OpeningHours | SpecialHours)[] }>) {
  const words = context.words.hours
  const intervals = hours
    .flatMap(({ opens, closes }) => (opens && closes ? [{ opens, closes }] : []))
    .sort((a, b) => (a.opens < b.opens ? -1 : 1))
  if (intervals.length === 0) return <>{words.closed}</>
  // A range such as 10:30 AM–10:30 PM may be in two lines, but no time.
  const write = (time: string) => {
    const text = context.formatTime(time)
    return text.includes(' ') ? <span class="unbroken">{text}</span> : text
  }
  // A comma stays on the line of its range.
  const [comma, space] = context.comma
  return intervals.map(({ opens, closes }, index) => {
    if (opens === closes && opens === '00:00') return words.allDay
    const range = (
      <bdi dir={rangeDirection(context.language)} class="unbroken">
        {write(opens)}–{write(closes)}
      </bdi>
    )
    const nextDay = closes <= opens && closes !== '00:00' && ` (${words.nextDay})`
    if (index === intervals.length - 1) return [range, nextDay]
    return [nextDay ? [range, nextDay, comma] : <span class="unbroken">{[range, comma]}</span>, space]
  })
}

/** One date or a range of dates; a line may break between them. */
function Dates({ context, entry: { from, to = from } }: Props<{ entry: SpecialHours }>) {
  if (from === to) return <time datetime={from}>{context.formatDate(from)}</time>
  const parts = context.formatDateRange(from, to).split(/(?<=–) /)
  return (
    <span>
      {parts.map((part, index) => [
        index > 0 && ' ',
        <span class="unbroken">
          <DataText context={context} text={part} />
        </span>
      ])}
    </span>
  )
}

/** A locale with its week: Node.js 20 has the property, later versions the method. */
interface WeekLocale extends Intl.Locale {
  getWeekInfo?: () => { firstDay: number }
  weekInfo?: { firstDay: number }
}

/** Returns the days of the week with their names, in the order of the language and the country of the business. */
function listWeek({ language, country }: Context, style: 'long' | 'short' = 'long') {
  const locale: WeekLocale = new Intl.Locale(localeIn(language, country))
  const { firstDay } = locale.getWeekInfo?.() ?? locale.weekInfo ?? { firstDay: 1 }
  const names = listWeekdayNames(language, style)
  const week = weekdays.map((day, index) => {
    const name = `${names[index]}`
    // A short Hebrew name needs no "יום", and a name inside a line no capital letter.
    return { day, name: style === 'long' ? capitalize(name) : name.replace(/^יום /, '') }
  })
  return [...week.slice(firstDay - 1), ...week.slice(0, firstDay - 1)]
}
