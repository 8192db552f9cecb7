import t from 'tap'
import { listBusinessTypes } from '../../scripts/business-types.ts'
import businessTypes from '../../src/business/business-types.json' with { type: 'json' }

t.test('the lists of business types are those of schema.org', async (t) => {
  t.same(businessTypes, listBusinessTypes())
  const { local, others } = businessTypes
  for (const name of ['LocalBusiness', 'BikeStore', 'Dentist', 'Physician', 'Campground', 'Hospital'])
    t.ok(local.includes(name) && !others.includes(name), name)
  for (const name of [
    'VeterinaryCare',
    'DiagnosticLab',
    'School',
    'SportsTeam',
    'NGO',
    'Airline',
    'MusicGroup',
    'Museum'
  ])
    t.ok(others.includes(name) && !local.includes(name), name)
  for (const name of ['Church', 'ApartmentComplex', 'TouristAttraction', 'OnlineStore', 'Organization'])
    t.ok(others.includes(name), name)
  for (const name of [
    'Country',
    'City',
    'Mountain',
    'Canal',
    'Room',
    'FundingScheme',
    'Place',
    'Thing',
    'Bridge'
  ])
    t.notOk([...local, ...others].includes(name), name)
})
