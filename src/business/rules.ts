import { maxFreeFormLength, maxQuestions } from './limits.ts'
import { type Problem, show } from './problem.ts'
import { type Selected, select } from './select.ts'
import { languagePattern, maxLanguage } from './values.ts'

/** What a schema cannot say: problems within a data file and between the files, whatever shape they have. */
export function checkRules(files: Record<string, unknown>): Problem[] {
  const find: Find = (place) => {
    const [file = '', pattern = ''] = place.split('#')
    return select(file, files[file], pattern)
  }
  return [
    repeatedIds,
    popularPackages,
    currency,
    languages,
    agreements,
    ranges,
    limits,
    priceDisplays,
    questions,
    freeForms
  ].flatMap((rule) => rule(find))
}

/** The values at a place: file#pointer. */
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

function repeatedIds(find: Find): Problem[] {
  const lists = ['services#/categories/*/id', 'services#/examples/*/id', 'pricing#/packages/*/id'].map(find)
  return lists.flatMap((ids) => {
    const first = new Map(ids.toReversed().map((id) => [id.value, id.pointer]))
    return ids
      .filter(({ value, pointer }) => first.get(value) !== pointer)
      .map((id) => problem(id, 'repeats an id', `${first.get(id.value)} has it already`))
  })
}

function popularPackages(find: Find): Problem[] {
  const [first, ...others] = find('pricing#/packages/*/popular').filter(({ value }) => value === true)
  return others.map((other) =>
    problem(other, 'makes more than one package popular', `${first?.pointer} is true already`)
  )
}

function currency(find: Find): Problem[] {
  const known = new Set<unknown>(Intl.supportedValuesOf('currency'))
  return texts(find('pricing#/currency'))
    .filter(({ value }) => /^[A-Z]{3}$/.test(value) && !known.has(value))
    .map((code) => problem(code, 'is not a currency of ISO 4217'))
}

// A tag may have the form of one and still be none: Intl, which writes the money and the dates, would throw.
function languages(find: Find): Problem[] {
  return texts([...find('faq#/language'), ...find('profile#/languages/*')])
    .filter(({ value }) => value.length <= maxLanguage && languagePattern.test(value) && !isLanguage(value))
    .map((tag) => problem(tag, 'is not a language tag of BCP 47'))
}

function isLanguage(tag: string): boolean {
  try {
    return Intl.getCanonicalLocales(tag).length === 1
  } catch {
    return false
  }
}

// A text without its quotes.
const plain = (value: unknown) => show(value).replace(/^"|"$/g, '')

// A fact that two files give must be the same in both. The second may be left out: it then follows the first.
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
        .filter(({ value }) => value !== fact.value)
        .map((other) =>
          problem(
            other,
            `disagrees with ${name(fact)} (${plain(fact.value)})`,
            'make them agree, or leave this one out'
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
        .map((to) => problem(from, `is above ${to.pointer} (${to.value})`, 'swap the two'))
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
      ? [problem(amount, `is below the entry price, ${name(entry)} (${entry.value})`)]
      : []),
    ...(max && amount.value > max.value
      ? [problem(amount, `is above the maximum, ${name(max)} (${max.value})`)]
      : [])
  ])
}

// A price written out for people must be the price that machines read.
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
            `shows another price than one_time_ils (${plain(price?.value ?? null)})`,
            'leave it out: it is then made'
          )
        ]
  })
}

function questions(find: Find): Problem[] {
  const count = find('faq#/categories/*/items/*').length
  return count <= maxQuestions
    ? []
    : find('faq#/categories').map((categories) =>
        problem(categories, `must have at most ${maxQuestions} questions in all, and has ${count}`)
      )
}

// Every surface shows these whole, whatever is in them.
function freeForms(find: Find): Problem[] {
  return ['profile#/service_area', 'profile#/track_record', 'profile#/links']
    .flatMap(find)
    .flatMap((field) => {
      const { length } = JSON.stringify(field.value)
      const message = `must not be longer than ${maxFreeFormLength} characters as JSON, and has ${length}`
      return length > maxFreeFormLength ? [problem(field, message)] : []
    })
}
