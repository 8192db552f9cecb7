import type { DataFile } from './business.ts'
import businessTypes from './business-types.json' with { type: 'json' }
import { checkAccents } from './colours.ts'
import { questionId } from './faq.ts'
import { checkHours } from './hours-rules.ts'
import { isLanguage, languagePattern, maxLanguage } from './language.ts'
import { maxFreeFormLength, maxQuestions } from './limits.ts'
import { findNearest } from './nearest.ts'
import { currency as currencyPattern, hintFor, slug, toWhatsappLink } from './patterns.ts'
import { checkPrices } from './price-rules.ts'
import { type Problem, show } from './problem.ts'
import { checkRedirects } from './redirects.ts'
import { type Find, nameOf, numbers, plain, problemOf, select, texts } from './select.ts'
import { builtInWords, findMissingWords, wordsByLanguage, wordsFilesOf } from './words.ts'

/** Returns the problems that a schema cannot express, within a data file and between files. The files may have any shape. */
export function checkRules(files: Record<string, unknown>, table: Record<string, DataFile>): Problem[] {
  const find: Find = (place) => select(files, place)
  const rules = [
    popularPackages,
    currency,
    languages,
    agreements,
    ranges,
    checkPrices,
    questions,
    questionIds
  ]
  const others = [freeForms, businessType, categories, checkAccents, checkRedirects]
  const found = [...rules, ...others].flatMap((rule) => rule(find))
  return [...repeatedIds(find, table), ...found, ...missingWords(find, table), ...checkHours(find)]
}

function repeatedIds(find: Find, table: Record<string, DataFile>): Problem[] {
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

function popularPackages(find: Find): Problem[] {
  const [first, ...others] = find('pricing#/packages/*/popular').filter(({ value }) => value === true)
  return others.map((other) =>
    problemOf(other, 'only one package may be popular', `${first?.pointer} already is true.`)
  )
}

function currency(find: Find): Problem[] {
  const known = new Set<unknown>(Intl.supportedValuesOf('currency'))
  return texts(find('pricing#/currency'))
    .filter(({ value }) => /^[A-Z]{3}$/.test(value) && !known.has(value))
    .map((code) =>
      problemOf(code, 'is not an ISO 4217 currency code', hintFor(currencyPattern.source, code.value))
    )
}

const isForm = (tag: string) => tag.length <= maxLanguage && languagePattern.test(tag)

// A tag may match the pattern and still be invalid; Intl, which formats money and dates, would throw.
function languages(find: Find): Problem[] {
  return texts([...find('faq#/language'), ...find('profile#/languages/*')])
    .filter(({ value }) => isForm(value) && !isLanguage(value))
    .map((tag) => problemOf(tag, 'is not a BCP 47 language tag', hintFor(languagePattern.source, tag.value)))
}

// Without words in its language, the interface would be in English on pages that claim another language.
function missingWords(find: Find, table: Record<string, DataFile>): Problem[] {
  const [tag] = texts(find('faq#/language')).filter(
    ({ value }) => isForm(value) && isLanguage(value) && !builtInWords(value)
  )
  if (tag === undefined) return []
  const names = wordsFilesOf(tag.value)
  const files = names.filter((name) => Object.hasOwn(table, name))
  if (files.length === 0) {
    const hint = `Copy the English words to ${names[0]}.json and translate them (docs/data.md, Words), or choose one of: ${Object.keys(wordsByLanguage).join(', ')}.`
    return [problemOf(tag, 'is a language for which the interface has no words', hint)]
  }
  const written = files.flatMap((name) => find(`${name}#`)).flatMap(({ value }) => value ?? [])
  // A file that is not JSON is already a problem.
  if (written.length < files.length) return []
  return findMissingWords(written).map(([pointer, english]) => ({
    file: String(files[0]),
    pointer,
    message: 'is missing, and the software has no words in this language',
    hint: `Translate ${show(english)}.`
  }))
}

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
          problemOf(
            other,
            `must be the same as ${nameOf(fact)} (${plain(fact.value)})`,
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
        .map((to) => problemOf(from, `must not be above ${to.pointer} (${to.value})`, 'Swap the two.'))
    )
  )
}

function questions(find: Find): Problem[] {
  const count = find('faq#/categories/*/items/*').length
  const message = `must have at most ${maxQuestions} questions in all`
  return count <= maxQuestions
    ? []
    : find('faq#/categories').map((categories) => problemOf({ ...categories, value: count }, message))
}

// Of two questions that both have an explicit id, repeatedIds reports the second.
function questionIds(find: Find): Problem[] {
  const first = new Map<string, { place: string; isExplicit: boolean }>()
  return texts(find('faq#/categories/*/items/*/question')).flatMap((question) => {
    const place = question.pointer.replace(/\/question$/, '')
    const [explicit] = texts(find(`faq#${place}/id`))
    const id = explicit?.value ?? questionId(question.value)
    const other = first.get(id)
    if (other === undefined) first.set(id, { place, isExplicit: explicit !== undefined })
    return other === undefined || (other.isExplicit && explicit)
      ? []
      : [
          problemOf(
            question,
            `has the same id as ${other.place} (${id})`,
            'Give one of the two questions another `id`, or delete it.'
          )
        ]
  })
}

// Every surface shows these fields whole, with labels that are made of the names in them.
function freeForms(find: Find): Problem[] {
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
  typeof value === 'object' &&
  value !== null &&
  Object.entries(value).some(([name, part]) => /^[\s_-]*$/.test(name) || hasEmptyName(part))

function businessType(find: Find): Problem[] {
  return texts(find('profile#/business_type'))
    .filter(({ value }) => !businessTypes.includes(value))
    .map((type) => {
      const [initial = ''] = type.value.trim().toUpperCase()
      const types = businessTypes.filter((name) => name.startsWith(initial))
      const nearest = findNearest(type.value.replace(/\s/g, ''), types)
      const others = 'omit it, or choose from https://schema.org/LocalBusiness#subtypes.'
      const hint = nearest ? `Did you mean "${nearest}"? If not, ${others}` : `O${others.slice(1)}`
      return problemOf(type, 'must be a schema.org type that is a LocalBusiness, such as BikeStore', hint)
    })
}

function categories(find: Find): Problem[] {
  const ids = texts(find('services#/categories/*/id')).map(({ value }) => value)
  return (
    texts(find('services#/examples/*/category'))
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
