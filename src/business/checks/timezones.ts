import leven from 'leven'

// The names of three letters that IANA has. Intl knows others, such as CST and IST, which the time arithmetic rejects.
const shortNames = ['CET', 'EET', 'EST', 'GMT', 'HST', 'MET', 'MST', 'PRC', 'ROC', 'ROK', 'UCT', 'UTC', 'WET']

const isAbbreviation = (name: string) => /^[a-z]{3}$/i.test(name) && !shortNames.includes(name)

/** Returns whether Intl knows a time zone by this IANA name, in the same case. */
export function isTimezone(name: string): boolean {
  const canonical = isAbbreviation(name) ? undefined : resolve(name)
  return canonical !== undefined && (canonical === name || canonical.toLowerCase() !== name.toLowerCase())
}

// The abbreviations that people write, and a city that has them.
const cities: Record<string, string> = {
  'America/New_York': 'EST EDT ET',
  'America/Chicago': 'CST CDT CT',
  'America/Denver': 'MST MDT MT',
  'America/Los_Angeles': 'PST PDT PT',
  'Europe/London': 'BST',
  'Europe/Paris': 'CET CEST',
  'Europe/Athens': 'EET EEST',
  'Asia/Jerusalem': 'IDT',
  'Asia/Kolkata': 'IST',
  'Asia/Tokyo': 'JST',
  'Australia/Sydney': 'AEST AEDT'
}

/** Finds a large city by what people write for its time in winter or summer, such as EST or EDT. */
export const findCity = (abbreviation: string): string | undefined =>
  Object.entries(cities).find(([, names]) =>
    names.split(' ').includes(abbreviation.trim().toUpperCase())
  )?.[0]

export function suggestTimezone(text: string): string {
  const [, sign = '', hours = '', minutes = '00'] =
    /^(?:gmt|utc)?\s*([+\u2212-])0?(\d{1,2})(?::?(\d\d))?$/i.exec(text.trim()) ?? []
  const offset = `${sign === '+' ? '+' : '-'}${hours.padStart(2, '0')}:${minutes}`
  const [region = ''] = /^[a-z]+\//i.exec(text) ?? []
  const abbreviated = findCity(text) ?? (isAbbreviation(text) ? resolve(text) : undefined)
  if (abbreviated)
    return `Several time zones have this abbreviation: write a region and a city, such as ${abbreviated}.`
  if (sign) {
    const city = Object.keys(cities).find((city) => winterOffsetOf(city) === offset) ?? 'Europe/London'
    return `An offset has no daylight saving time: write a region and a city, such as ${city}.`
  }
  const nearest = resolve(text) ?? findSimilarName(text)
  if (nearest) return `Did you mean "${nearest}"?`
  const near = Object.keys(cities).filter(
    (city) => region && city.toLowerCase().startsWith(region.toLowerCase())
  )
  return near.length > 0
    ? `Only some cities have a name: write a larger one with the same time, such as ${new Intl.ListFormat('en-GB', { type: 'disjunction' }).format(near)}.`
    : 'Write the name of a region and a city, such as Europe/London: it includes daylight saving time.'
}

/** Returns the distance of a time zone from UTC in January, such as `+01:00`. */
const winterOffsetOf = (timeZone: string) =>
  new Intl.DateTimeFormat('en', { timeZone, timeZoneName: 'longOffset' })
    .format(Date.UTC(2024, 0, 1))
    .replace(/^.*GMT/, '')

function resolve(name: string): string | undefined {
  // An offset, such as +02:00, has no daylight saving time.
  if (!/^[a-z]/i.test(name)) return undefined
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone
  } catch {
    return undefined
  }
}

function findSimilarName(text: string): string | undefined {
  if (!/^[a-z _/-]+$/i.test(text)) return undefined
  const wanted = text.trim().replaceAll(' ', '_').toLowerCase()
  const names = Intl.supportedValuesOf('timeZone')
  const city = names.find((name) => name.toLowerCase().endsWith(`/${wanted}`))
  // Another short name is another city: Wien is not Kiev.
  const limit = wanted.length - wanted.lastIndexOf('/') < 6 ? 1 : 2
  return (
    city ??
    names.find((name) => wanted.length <= name.length + limit && leven(name.toLowerCase(), wanted) <= limit)
  )
}
