import { type Static, Type } from '@sinclair/typebox'
import { Choice, Day, Name, Time } from './values.ts'

export const weekdays = [
  'monday',
  'tuesday',
  'wednesday',
  'thursday',
  'friday',
  'saturday',
  'sunday'
] as const

export const OpeningHours = Type.Object(
  {
    day: Choice('Day of the week on which the interval begins.', weekdays),
    opens: Time('Local time of opening.', '09:00'),
    closes: Time(
      'Local time of closing. Before `opens` it is on the next day; the same as `opens` means 24 hours.',
      '17:30'
    )
  },
  { $id: 'OpeningHours', description: 'A weekly interval of opening. A day without one is closed.' }
)
export type OpeningHours = Static<typeof OpeningHours>

export const SpecialHours = Type.Object(
  {
    name: Type.Optional(Name('Name of the occasion.', 'New Year')),
    from: Day('The first date.', '2027-01-01'),
    to: Type.Optional(Day('The last date; the same as `from` if it is missing.', '2027-01-02')),
    opens: Type.Optional(Time('Local time of opening; closed if it is missing.', '10:00')),
    closes: Type.Optional(Time('Local time of closing, as in the weekly hours.', '14:00'))
  },
  {
    $id: 'SpecialHours',
    description: 'Dates whose hours replace the weekly ones: an interval, or closed if it has no times.'
  }
)
export type SpecialHours = Static<typeof SpecialHours>

const hours = {
  opening_hours: Type.Optional(
    Type.Array(OpeningHours, {
      description: 'Weekly opening hours. The hours are unknown if this is missing.'
    })
  ),
  special_hours: Type.Optional(
    Type.Array(SpecialHours, { description: 'Dates with other hours, such as holidays.' })
  )
}

/** The fields of a place that has hours: the main address and each location. */
export const hoursFields = hours
