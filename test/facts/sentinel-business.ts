import type { TSchema } from '@sinclair/typebox'
import { dataFiles } from '../../src/business/business.ts'
import { png } from '../business/image-files.ts'

/** A value of a data file that occurs nowhere else; its place is `file#pointer`. */
export interface Sentinel {
  place: string
  value: string | number | boolean
}

/** Returns a text of Latin letters for a number; the texts of two numbers differ in more than one letter. */
function word(number: number): string {
  const syllables = Array.from({ length: 3 }, (_, index) => {
    const rest = Math.floor(number / 20 ** (2 - index)) % 20
    return `${'bdfgklmnprtvz'.charAt(rest % 13)}${'aeiou'.charAt(Math.floor(rest / 4))}${'mnrt'.charAt(rest % 4)}`
  })
  return `z${syllables.join('')}u`
}

const title = (number: number) => word(number).replace(/^z/, 'Z')
const phone = (number: number) => `+44 113 496 ${String(number).padStart(4, '0')}`

/** The values that a rule or a pattern restricts, by the place of the value, with `*` for the entries of a list. */
const restricted: [place: RegExp, value: (number: number, index: number) => unknown][] = [
  [/#\/\$schema$/, () => undefined],
  [/^profile#\/business_type$/, () => 'BikeStore'],
  // How the site looks, which test/site/theme.test.ts and test/site/checks/site-links.test.ts test.
  [/^site#\/(accent|accent_dark|font|menu|redirects)$/, () => undefined],
  [/\/country$/, (_, index) => ['GB', 'IE'][index]],
  [/\/timezone$/, () => 'Europe/London'],
  [/languages\/\*$/, (_, index) => ['cy', 'gd'][index]],
  [/^faq#\/language$/, () => 'en-GB'],
  [/^services#\/examples\/\*\/id$/, (_, index) => serviceIds[index]],
  [/\/whatsapp$/, () => 'https://wa.me/441134960000'],
  [/opening_hours\/\*\/day$/, (_, index) => ['tuesday', 'friday'][index]],
  [/_hours\/\*\/opens$/, (number) => `0${number % 10}:${10 + (number % 50)}`],
  [/_hours\/\*\/closes$/, (number) => `1${number % 10}:${10 + (number % 50)}`],
  [/special_hours\/\*\/from$/, (number, index) => `20${40 + index}-01-1${number % 10}`],
  [/special_hours\/\*\/to$/, (number, index) => `20${40 + index}-02-1${number % 10}`],
  [/^profile#\/founded_year$/, () => 1907],
  // These must agree with pricing.json and with profile.json.
  [/^profile#\/pricing_model\/(entry_price_ils|max_project_ils|currency)$/, () => undefined],
  [/^services#\/(currency|contact)$/, () => undefined],
  [/^pricing#\/currency$/, () => 'GBP'],
  [/\/(entry_price_ils)$/, () => 11],
  [/\/(max_project_ils)$/, () => 98_765],
  [/\/typical_range_ils\/\*$/, (_, index) => [1234, 5678][index]],
  [/\/focused_scope_from_ils$/, (number) => 2000 + number],
  [/\/full_build_from_ils$/, (number) => 7000 + number],
  [/\/price\/kind$/, (_, index) => ['range', 'from'][index]],
  [/\/price\/amount$/, (_, index) => ['301.25', '402.75'][index]],
  [/\/price\/max$/, (_, index) => ['503.75', undefined][index]],
  [/\/(from_ils|one_time_ils)$/, (_, index) => [302, 403][index]],
  [/\/popular$/, (_, index) => index === 0],
  [/\/\*\/tax\/included$/, (_, index) => [true, undefined][index]],
  [/\/\*\/tax\/rate_percent$/, (_, index) => [12.5, undefined][index]],
  [/\/tax\/exempt$/, (_, index) => [undefined, true][index]],
  [/\/rate_percent$/, () => 17.5],
  [/^services#\/examples\/\*\/category$/, (_, index) => categoryIds[index]],
  [/^services#\/categories\/\*\/id$/, (_, index) => categoryIds[index]]
]
const categoryIds = ['zcategoryone', 'zcategorytwo']
const serviceIds = ['zserviceone', 'zservicetwo']

/** Free-form fields, with names that no other file knows. */
const freeForms: Record<string, (text: () => string, url: () => string) => unknown> = {
  'profile#/service_area': (text) => ({
    regions: [text(), text()],
    meeting_points: { north_side: text(), days_known: [text(), text()] }
  }),
  'profile#/track_record': (text) => ({
    wheels_trued: 40_961,
    awards_won: [text(), { name_of_award: text() }]
  }),
  'profile#/links': (_, url) => ({ price_list: url(), house_rules: url() })
}

/** Returns the contents of every data file, with a sentinel for each leaf of its schema, and the images that they name. */
export function createBusiness() {
  const sentinels: Sentinel[] = []
  const images = new Map<string, Buffer>()
  let count = 0

  function write(schema: TSchema, place: string, index: number): unknown {
    count += 1
    const pattern = place.replace(/\/\d+(?=\/|$)/g, '/*')
    const rule = restricted.find(([restrictedPlace]) => restrictedPlace.test(pattern))
    if (rule) return add(place, rule[1](count, index))
    const freeForm = freeForms[place]
    if (freeForm) return addAll(place, freeForm(nextText, nextUrl))
    if (schema.type === 'object') return writeObject(schema, place, index)
    if (schema.type === 'array') {
      return [0, 1]
        .map((entry) => write(schema.items, `${place}/${entry}`, entry))
        .filter((item) => item !== undefined)
    }
    return add(place, writeLeaf(schema, index))
  }

  function writeObject(schema: TSchema, place: string, index: number) {
    const entries = Object.entries<TSchema>(schema.properties).map(([name, field]) => [
      name,
      write(field, `${place}/${name}`, index)
    ])
    const object = Object.fromEntries(entries.filter(([, value]) => value !== undefined))
    if ('src' in object) images.set(String(object.src), png(Number(object.width), Number(object.height)))
    return object
  }

  const next = () => {
    count += 1
    return count
  }
  const nextText = () => title(next())
  const nextUrl = () => `https://elsewhere.example/${word(next())}`

  function writeLeaf(schema: TSchema, index: number): string | number | boolean {
    if (schema.enum) return schema.enum[index % schema.enum.length]
    if (schema.type === 'boolean') return true
    if (schema.type === 'integer') return 600 + count
    if (schema.type === 'number') return index + 0.25 + count / 1000
    if (schema.format === 'date') return `20${10 + (count % 10)}-0${1 + (count % 9)}-11`
    if (schema.format === 'email') return `${word(count)}@elsewhere.example`
    return schema.format === 'uri' ? writeUrl(schema) : writeText(schema)
  }

  const writeUrl = ({ examples: [example] }: TSchema) =>
    example.endsWith('.jpg') ? `/images/${word(count)}.png` : nextUrl()

  function writeText({ examples: [example], pattern = '' }: TSchema): string {
    if (example.startsWith('+')) return phone(count)
    return pattern.startsWith('^[a-z]') ? word(count) : title(count)
  }

  function add(place: string, value: unknown) {
    if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean')
      sentinels.push({ place, value })
    return value
  }

  function addAll(place: string, value: unknown): unknown {
    if (typeof value !== 'object' || value === null) add(place, value)
    else for (const [name, part] of Object.entries(value)) addAll(`${place}/${name}`, part)
    return value
  }

  // Words of the interface are not facts.
  const { words: _, ...factFiles } = dataFiles
  const files = Object.entries(factFiles).map(
    ([name, { schema }]) => [name, write(schema, `${name}#`, 0)] as const
  )
  return { files: Object.fromEntries(files), sentinels, images }
}
