import type { DataFile } from '../business.ts'
import businessTypes from '../business-types.json' with { type: 'json' }
import { entriesOf } from '../json-value.ts'
import { maxFreeFormLength } from '../limits.ts'
import { findNearest } from '../nearest.ts'
import type { Problem } from '../problem.ts'
import { currency as currencyPattern, hintFor, slug, toWhatsappLink } from '../schemas/patterns.ts'
import { type Find, placeOf, plain, problemOf, select, selectNumbers, selectTexts } from '../select.ts'
import { checkAccents } from './accent-rules.ts'
import { checkFaq } from './faq-rules.ts'
import { checkHours } from './hours-rules.ts'
import { checkPrices } from './price-rules.ts'
import { checkRedirects } from './redirect-rules.ts'

/** Returns the problems that a schema cannot express, within a data file and between files. The files may have any shape. */
export function checkRules(files: Record<string, unknown>, table: Record<string, DataFile>): Problem[] {
  const find: Find = (place) => select(files, place)
  const rules = [
    checkPopularPackages,
    checkCurrency,
    checkAgreements,
    checkRanges,
    checkFreeForms,
    checkBusinessType,
    checkCategories
  ]
  const others = [checkPrices, checkAccents, checkRedirects, checkHours]
  const found = [...rules, ...others].flatMap((rule) => rule(find))
  return [...checkUniqueIds(find, table), ...found, ...checkFaq(find, table)]
}

function checkUniqueIds(find: Find, table: Record<string, DataFile>): Problem[] {
  const places = Object.entries(table).flatMap(([file, { uniqueIds = [] }]) =>
    uniqueIds.map((pointer) => `${file}#${pointer}`)
  )
  return places.map(find).flatMap((ids) => {
    const first = new Map(ids.toReversed().map((id) => [id.value, id.pointer]))
    return ids
      .filter(({ value, pointer }) => first.get(value) !== pointer)
      .map((id) => problemOf(id, 'is a duplicate id', `${first.get(id.value)} already has it.`))
  })
}

function checkPopularPackages(find: Find): Problem[] {
  const [first, ...others] = find('pricing#/packages/*/popular').filter(({ value }) => value === true)
  return others.map((other) =>
    problemOf(other, 'only one package may be popular', `${first?.pointer} is already true.`)
  )
}

function checkCurrency(find: Find): Problem[] {
  const currencies = new Set<unknown>(Intl.supportedValuesOf('currency'))
  return selectTexts(find('pricing#/currency'))
    .filter(({ value }) => /^[A-Z]{3}$/.test(value) && !currencies.has(value))
    .map((code) =>
      problemOf(code, 'is not an ISO 4217 currency code', hintFor(currencyPattern.source, code.value))
    )
}

const toCanonical = (value: unknown) => (typeof value === 'string' ? toWhatsappLink(value) : value)

// A fact in two files must be the same in both. The second file may omit it: it then gets the value of the first.
function checkAgreements(find: Find): Problem[] {
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
        .filter(({ value }) => toCanonical(value) !== toCanonical(fact.value))
        .map((other) =>
          problemOf(
            other,
            `must be the same as ${placeOf(fact)} (${plain(fact.value)})`,
            'Correct one of them, or omit this one.'
          )
        )
    )
  )
}

function checkRanges(find: Find): Problem[] {
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
    selectNumbers(find(low)).flatMap((from) =>
      selectNumbers(find(high))
        .filter((to) => from.value > to.value)
        .map((to) => problemOf(from, `must not be above ${to.pointer} (${to.value})`, 'Swap the two.'))
    )
  )
}

// Every surface shows these fields whole, with labels that are made of the names in them.
function checkFreeForms(find: Find): Problem[] {
  const message = `must have at most ${maxFreeFormLength} characters as JSON`
  const fields = ['profile#/service_area', 'profile#/track_record', 'profile#/links'].flatMap(find)
  const nameless = fields
    .filter(({ value }) => hasEmptyName(value))
    .map((field) =>
      problemOf(
        { ...field, value: undefined },
        'has a field without a name',
        'Give the field a name: pages show it as a label.'
      )
    )
  const large = fields
    .map((field) => ({ ...field, value: JSON.stringify(field.value).length }))
    .filter(({ value }) => value > maxFreeFormLength)
    .map((field) => problemOf(field, message))
  return [...nameless, ...large]
}

const hasEmptyName = (value: unknown): boolean =>
  entriesOf(value).some(([name, part]) => /^[\s_-]*$/.test(name) || hasEmptyName(part))

function checkBusinessType(find: Find): Problem[] {
  return selectTexts(find('profile#/business_type'))
    .filter(({ value }) => !businessTypes.includes(value))
    .map((type) => {
      const [initial = ''] = type.value.trim().toUpperCase()
      const types = businessTypes.filter((name) => name.startsWith(initial))
      const nearest = findNearest(type.value.replace(/\s/g, ''), types)
      const list = 'https://schema.org/LocalBusiness#subtypes'
      const hint = nearest
        ? `Did you mean "${nearest}"? If not, omit it, or choose from ${list}.`
        : `Omit it, or choose from ${list}.`
      return problemOf(type, 'must be a schema.org type that is a LocalBusiness, such as BikeStore', hint)
    })
}

function checkCategories(find: Find): Problem[] {
  const ids = selectTexts(find('services#/categories/*/id')).map(({ value }) => value)
  return (
    selectTexts(find('services#/examples/*/category'))
      // The schema reports a text that no id can be.
      .filter(({ value }) => new RegExp(slug.source).test(value) && !ids.includes(value))
      .map((category) => {
        const nearest = findNearest(category.value, ids)
        const hint = nearest
          ? `Did you mean "${nearest}"?`
          : 'Add a category with this id, or omit the field.'
        return problemOf(category, 'is not the id of a category', hint)
      })
  )
}
