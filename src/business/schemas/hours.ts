import { Optional, type Static, Type } from '@sinclair/typebox'
import { Component, field } from './values.ts'

export const weekdays = [
  'monday',
  'tuesday',
  'wednesday',
  'thursday',
  'friday',
  'saturday',
  'sunday'
] as const

const OpeningHours = Component(
  'OpeningHours',
  'An interval in which the place is open each week. A day without one is closed.',
  {
    day: field.choice('Day of the week on which the interval begins.', weekdays),
    opens: field.time('Local time of opening.', '09:00'),
    closes: field.time(
      'Local time of closing. If earlier than `opens`, it is on the next day; if the same, the place is open for 24 hours.',
      '17:30'
    )
  }
)
export type OpeningHours = Static<typeof OpeningHours>

const SpecialHours = Component(
  'SpecialHours',
  'Dates on which other hours replace the weekly ones. Without times, the place is closed.',
  {
    name: Optional(field.name('Name of the occasion.', 'New Year')),
    from: field.day('The first date.', '2027-01-01'),
    to: Optional(field.day('The last date. If absent, it is the first one.', '2027-01-02')),
    opens: Optional(field.time('Local time of opening. If absent, the place is closed.', '10:00')),
    closes: Optional(field.time('Local time of closing, as in the weekly hours.', '14:00'))
  }
)
export type SpecialHours = Static<typeof SpecialHours>

export const hoursFields = {
  opening_hours: Optional(
    Type.Array(OpeningHours, {
      description: 'Weekly opening hours. If absent, they are unknown.'
    })
  ),
  special_hours: Optional(
    Type.Array(SpecialHours, { description: 'Dates with other hours, such as holidays.' })
  )
}

const OpeningInterval = Component('OpeningInterval', 'An interval in which a place is open.', {
  opens: field.instant('When the place opens (RFC 3339).', '2027-01-31T09:00:00+00:00'),
  closes: field.instant(
    'When the place closes (RFC 3339), which may be on the next date.',
    '2027-01-31T17:30:00+00:00'
  )
})

const OpeningDay = Component('OpeningDay', 'The hours of one date.', {
  date: field.day('The local date.', '2027-01-31'),
  name: Optional(field.name('Name of the occasion, if the date has special hours.', 'New Year')),
  intervals: Type.Array(OpeningInterval, {
    description: 'The intervals that begin on the date, in order; empty if the place does not open.'
  })
})

const PlaceHours = Component('PlaceHours', 'The opening hours of one place.', {
  id: field.slug('Id of the location; `main` for the main address.', 'main'),
  name: Optional(field.name('Name of the location.', 'Harbour branch')),
  timezone: field.identifier('Time zone of the place, by its IANA name.', 'Europe/London'),
  opening_hours: Type.Array(OpeningHours, { description: 'Weekly opening hours.' }),
  special_hours: hoursFields.special_hours,
  days: Type.Array(OpeningDay, { description: 'The next 14 local dates, today first.' })
})

export const Hours = Component('Hours', 'Opening hours, and their dates in the next two weeks.', {
  locations: Type.Array(PlaceHours, {
    description: 'The places whose hours are known: the main address first.'
  })
})
