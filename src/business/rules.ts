import type { DataFile } from './business.ts'
import businessTypes from './business-types.json' with { type: 'json' }
import { checkHours } from './hours-rules.ts'
import { maxFreeFormLength, maxQuestions } from './limits.ts'
import { findNearest } from './nearest.ts'
import { currency as currencyPattern, hintFor, toWhatsappLink } from './patterns.ts'
import { type Problem, show } from './problem.ts'
import { type Selected, select } from './select.ts'
import { isLanguage, languagePattern, maxLanguage } from './values.ts'

/** Returns what a schema cannot express: problems within a data file and between files, whatever shape they have. */
export function checkRules(files: Record<string, unknown>, table: Record<string, DataFile>): Problem[] {
  const find: Find = (place) => select(files, place)
  const rules = [popularPackages, currency, languages, agreements, ranges, limits, priceDisplays]
  const others = [questions, freeForms, businessType, categories]
  const found = [...rules, ...others].map((rule) => rule(find))
  return [repeatedIds(find, table), ...found, checkHours(files.profile)].flat()
}

/** Returns the values at a place, as `select` does. */
type Find = (place: string) => Selected[]

const problem = ({ file, pointer, value }: Selected, message: string, hint?: string): Problem => ({
  file,
  pointer,
  message,
  found: value,
  ...(hint && { hint })
})

const numbers = (selected: Selected[]) =>
  selected.flatMap((item) => (typeof item.value === 'number' ? [{ ...item, value: item.value }] : []))

const texts = (selected: Selected[]) =>
  selected.flatMap((item) => (typeof item.value === 'string' ? [{ ...item, value: item.value }] : []))

const name = ({ file, pointer }: Selected) => `${file}.json ${pointer}`

function repeatedIds(find: Find, table: Record<string, DataFile>): Problem[] {
  const places = Object.entries(table).flatMap(([file, { uniqueIds = [] }]) =>
    uniqueIds.map((pointer) => `${file}#${pointer}`)
  )
  return places.map(find).flatMap((ids) => {
    const first = new Map(ids.toReversed().map((id) => [id.value, id.pointer]))
    return ids
      .filter(({ value, pointer }) => first.get(value) !== pointer)
      .map((id) => problem(id, 'is a duplicate id', `${first.get(id.value)} already has it.`))
  })
}

function popularPackages(find: Find): Problem[] {
  const [first, ...others] = find('pricing#/packages/*/popular').filter(({ value }) => value === true)
  return others.map((other) =>
    problem(other, 'only one package may be popular', `${first?.pointer} already is true.`)
  )
}

function currency(find: Find): Problem[] {
  const known = new Set<unknown>(Intl.supportedValuesOf('currency'))
  return texts(find('pricing#/currency'))
    .filter(({ value }) => /^[A-Z]{3}$/.test(value) && !known.has(value))
    .map((code) =>
      problem(code, 'is not an ISO 4217 currency code', hintFor(currencyPattern.source, code.value))
    )
}

// A tag may match the pattern and still be invalid; Intl, which formats money and dates, would throw.
function languages(find: Find): Problem[] {
  return texts([...find('faq#/language'), ...find('profile#/languages/*')])
    .filter(({ value }) => value.length <= maxLanguage && languagePattern.test(value) && !isLanguage(value))
    .map((tag) => problem(tag, 'is not a BCP 47 language tag', hintFor(languagePattern.source, tag.value)))
}

// Without the quotation marks of a text.
const plain = (value: unknown) => show(value).replace(/^"|"$/g, '')

const canonical = (value: unknown) => (typeof value === 'string' ? toWhatsappLink(value) : value)

// A fact in two files must be the same in both. The second file may omit it: it then gets the value of the first.
function agreements(find: Find): Problem[] {
  const facts: [string, string][] = [
    ['pricing#/currency', 'services#/currency'],
    ['pricing#/currency', 'profile#/pricing_model/currency'],
    ['pricing#/entry_price_ils', 'profile#/pricing_model/entry_price_ils'],
    ['pricing#/max_project_ils', 'profile#/pricing_model/max_project_ils'],
    ...['email', 'phone', 'whatsapp', 'contact_page'].map((way): [string, string] => [
      `profile#/contact/${way}`,
      `services#/contact/${way}`
    ])
  ]
  return facts.flatMap(([place, copy]) =>
    find(place).flatMap((fact) =>
      find(copy)
        .filter(({ value }) => canonical(value) !== canonical(fact.value))
        .map((other) =>
          problem(
            other,
            `must be the same as ${name(fact)} (${plain(fact.value)})`,
            'Correct one of them, or omit this one.'
          )
        )
    )
  )
}

function ranges(find: Find): Problem[] {
  const pairs = [
    ['profile#/pricing_model/typical_range_ils/0', 'profile#/pricing_model/typical_range_ils/1'],
    ['pricing#/entry_price_ils', 'pricing#/max_project_ils'],
    ['profile#/pricing_model/entry_price_ils', 'profile#/pricing_model/max_project_ils'],
    ...find('services#/categories/*').map(({ pointer }) => [
      `services#${pointer}/focused_scope_from_ils`,
      `services#${pointer}/full_build_from_ils`
    ])
  ]
  return pairs.flatMap(([low = '', high = '']) =>
    numbers(find(low)).flatMap((from) =>
      numbers(find(high))
        .filter((to) => from.value > to.value)
        .map((to) => problem(from, `must not be above ${to.pointer} (${to.value})`, 'Swap the two.'))
    )
  )
}

function limits(find: Find): Problem[] {
  const limit = (field: string) =>
    numbers([`pricing#/${field}`, `profile#/pricing_model/${field}`].flatMap(find))[0]
  const entry = limit('entry_price_ils')
  const max = limit('max_project_ils')
  const amounts = [
    'services#/categories/*/focused_scope_from_ils',
    'services#/categories/*/full_build_from_ils',
    'services#/examples/*/from_ils',
    'pricing#/packages/*/one_time_ils',
    'profile#/pricing_model/typical_range_ils/*'
  ]
  return numbers(amounts.flatMap(find)).flatMap((amount) => [
    ...(entry && amount.value < entry.value
      ? [problem(amount, `must not be below the entry price, ${name(entry)} (${entry.value})`)]
      : []),
    ...(max && amount.value > max.value
      ? [problem(amount, `must not be above the maximum, ${name(max)} (${max.value})`)]
      : [])
  ])
}

// The price that people read must be the price that machines read.
function priceDisplays(find: Find): Problem[] {
  return texts(find('pricing#/packages/*/price_display')).flatMap((display) => {
    const [price] = find(`pricing#${display.pointer.replace('price_display', 'one_time_ils')}`)
    const text = display.value.replace(/(?<=\d)[,.\s'’](?=\d{3}(?!\d))/g, '')
    const shown = Array.from(text.matchAll(/\d+/g), Number)
    return shown.length === 0 || shown.some((amount) => amount === price?.value)
      ? []
      : [
          problem(
            display,
            `does not match one_time_ils (${plain(price?.value ?? null)})`,
            'Omit it to have it generated from the price.'
          )
        ]
  })
}

function questions(find: Find): Problem[] {
  const count = find('faq#/categories/*/items/*').length
  const message = `must have at most ${maxQuestions} questions in all`
  return count <= maxQuestions
    ? []
    : find('faq#/categories').map((categories) => problem({ ...categories, value: count }, message))
}

// Every surface shows these fields whole.
function freeForms(find: Find): Problem[] {
  const message = `must have at most ${maxFreeFormLength} characters as JSON`
  return ['profile#/service_area', 'profile#/track_record', 'profile#/links']
    .flatMap(find)
    .map((field) => ({ ...field, value: JSON.stringify(field.value).length }))
    .filter(({ value }) => value > maxFreeFormLength)
    .map((field) => problem(field, message))
}

function businessType(find: Find): Problem[] {
  return texts(find('profile#/business_type'))
    .filter(({ value }) => !businessTypes.includes(value))
    .map((type) => {
      const [initial = ''] = type.value.trim().toUpperCase()
      const types = businessTypes.filter((name) => name.startsWith(initial))
      const nearest = findNearest(type.value.replace(/\s/g, ''), types)
      const hint = nearest
        ? `Did you mean "${nearest}"?`
        : 'Its list is https://schema.org/LocalBusiness#subtypes.'
      return problem(type, 'must be a schema.org type that is a LocalBusiness, such as BikeStore', hint)
    })
}

function categories(find: Find): Problem[] {
  const ids = texts(find('services#/categories/*/id')).map(({ value }) => value)
  return texts(find('services#/examples/*/category'))
    .filter(({ value }) => !ids.includes(value))
    .map((category) => {
      const nearest = findNearest(category.value, ids)
      const hint = nearest ? `Did you mean "${nearest}"?` : 'Add a category with this id, or omit the field.'
      return problem(category, 'is not the id of a category', hint)
    })
}
