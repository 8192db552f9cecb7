import { Fragment } from 'preact'
import { listWeekdayNames } from '../../business/calendar.ts'
import { localeIn } from '../../business/language.ts'
import { findPlace, listPlaces, listSpecial, mainPlace } from '../../business/places.ts'
import { type OpeningHours, type SpecialHours, weekdays } from '../../business/schemas/hours.ts'
import { fill } from '../../business/words.ts'
import type { PageContext } from '../page-context.ts'

interface Props {
  context: PageContext
  /** The id of a location, or `main`. */
  id: string
  /** Whether to name the time zone in any case. */
  hasTimezone?: boolean
}

/** Returns the properties of a page that shows the hours of all places: its script, and whether it changes at midnight. */
export function datesOf({ business, now }: PageContext): { scripts: string[]; isDated: boolean } {
  const places = listPlaces(business.profile)
  return {
    scripts: places.length > 0 ? ['hours.js'] : [],
    isDated: places.some((place) => listSpecial(place, now).length > 0)
  }
}

/**
 * The weekly hours of a place and its dates with other hours. Names the time zone if another place has a different one, or if
 * asked to. A script marks today; the hours do not need it.
 */
export function Hours({ context, id, hasTimezone = false }: Props) {
  const zones = new Set(listPlaces(context.business.profile).map(({ timezone }) => timezone))
  const place = findPlace(context.business.profile, id)
  if (place === undefined) return null
  const words = context.words.hours
  const special = listSpecial(place, context.now)
  return (
    <section class="hours" data-timezone={place.timezone} data-today={words.today}>
      {id === mainPlace ? <h2>{words.title}</h2> : <h4>{words.title}</h4>}
      <table>
        <thead>
          <tr>
            <th scope="col">{words.day}</th>
            <th scope="col">{words.times}</th>
          </tr>
        </thead>
        <tbody>
          {listWeek(context).map(({ day, name }) => (
            <tr key={day} data-day={day}>
              <th scope="row">{name}</th>
              <td>
                <Times context={context} hours={place.opening_hours.filter((entry) => entry.day === day)} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {special.length > 0 && <p>{words.special}</p>}
      {special.length > 0 && (
        <ul>
          {special.map((entry) => (
            <li key={entry.from + entry.opens} data-from={entry.from} data-to={entry.to ?? entry.from}>
              <span>
                {entry.name && <bdi>{entry.name}: </bdi>}
                <Dates context={context} entry={entry} />
              </span>{' '}
              <span>
                <Times context={context} hours={[entry]} />
              </span>
            </li>
          ))}
        </ul>
      )}
      {(hasTimezone || zones.size > 1) && (
        <p>
          <Timezone context={context} timezone={place.timezone} />
        </p>
      )}
    </section>
  )
}

/** Whether clients need an appointment; null if that is unknown. */
export function Appointment({ context }: { context: PageContext }) {
  const { by_appointment } = context.business.profile
  const { byAppointment, noAppointment } = context.words.hours
  return by_appointment === undefined ? null : <p>{by_appointment ? byAppointment : noAppointment}</p>
}

/** The intervals of a day, each from left to right. */
function Times({ context, hours }: { context: PageContext; hours: (OpeningHours | SpecialHours)[] }) {
  const words = context.words.hours
  const intervals = hours
    .flatMap(({ opens, closes }) => (opens && closes ? [{ opens, closes }] : []))
    .sort((a, b) => (a.opens < b.opens ? -1 : 1))
  if (intervals.length === 0) return <>{words.closed}</>
  return intervals.map(({ opens, closes }, index) => (
    <Fragment key={opens}>
      {index > 0 && ', '}
      {opens === closes && opens === '00:00' ? (
        words.allDay
      ) : (
        <>
          <bdi dir="ltr">
            {context.formatTime(opens)}–{context.formatTime(closes)}
          </bdi>
          {closes <= opens && ` (${words.nextDay})`}
        </>
      )}
    </Fragment>
  ))
}

/** One date or a range of dates; a line may break between them. Two days of one month are from left to right, as times are. */
function Dates({ context, entry: { from, to = from } }: { context: PageContext; entry: SpecialHours }) {
  if (from === to) return <time datetime={from}>{context.formatDate(from)}</time>
  const range = context.formatDateRange(from, to)
  const [first = '', last] = range.split(/(?<=–) /)
  if (last !== undefined) {
    return (
      <span>
        <span class="unbroken">{first}</span> <span class="unbroken">{last}</span>
      </span>
    )
  }
  const [before, days, after] = range.split(/(\d+–\d+)/)
  return (
    <span class="unbroken">
      {before}
      {days && <bdi dir="ltr">{days}</bdi>}
      {after}
    </span>
  )
}

function Timezone({ context, timezone }: { context: PageContext; timezone: string }) {
  const [before, after] = fill(context.words.hours.timezone, { timezone: '\n' }).split('\n')
  return (
    <>
      {before}
      <bdi dir="ltr">{timezone}</bdi>
      {after}
    </>
  )
}

/** A locale with its week: Node.js 20 has the property, later versions the method. */
interface WeekLocale extends Intl.Locale {
  getWeekInfo?: () => { firstDay: number }
  weekInfo?: { firstDay: number }
}

/** Returns the days of the week with their names, in the order of the language and the country of the business. */
function listWeek({ business, language }: PageContext): { day: string; name: string }[] {
  const { country = '' } = business.profile.address
  const locale: WeekLocale = new Intl.Locale(localeIn(language, country))
  /* c8 ignore next: which of the two exists depends on Node.js */
  const { firstDay } = locale.getWeekInfo?.() ?? locale.weekInfo ?? { firstDay: 1 }
  const names = listWeekdayNames(language)
  const week = weekdays.map((day, index) => ({ day, name: `${names[index]}` }))
  return [...week.slice(firstDay - 1), ...week.slice(0, firstDay - 1)]
}
