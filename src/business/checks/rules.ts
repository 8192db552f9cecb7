import { memoise } from '../../base/cache.ts'
import { toAsciiEmail } from '../../base/email.ts'
import { currency as pattern, toWhatsappLink } from '../../base/json-schema.ts'
import { entriesOf, fieldOf, isObject } from '../../base/json-value.ts'
import { isLanguage, isReplaced, languagePattern } from '../../base/language.ts'
import { type Problem, pointerPart, show, showUnquoted } from '../../base/problem.ts'
import { fold, splitWords } from '../../base/spelling.js'
import { findNearest } from '../../base/text.ts'
import { pathOf, trimSlash, tryDecodePath } from '../../base/url-path.ts'
import { checkAccents } from '../accents.ts'
import type { DataFile } from '../business.ts'
import businessTypes from '../business-types.json' with { type: 'json' }
import { limits } from '../limits.ts'
import { questionId } from '../schemas/faq.ts'
import { createFind, type Find, problemOf, report, type Selected } from '../select.ts'
import { wholeAmounts } from '../v1.ts'
import { builtInWords, findMissingWords, wordsByLanguage, wordsFilesOf } from '../words.ts'
import { checkHours } from './hours-rules.ts'
import { checkPrices } from './price-rules.ts'

/** Returns the problems that a schema cannot express, within a data file and between files. */
export function checkRules(files: Record<string, unknown>, table: Record<string, DataFile>): Problem[] {
  const find = createFind(files)
  return [
    ...checkUniqueIds(find, table),
    ...checkPopularPackages(find),
    ...checkCurrency(find),
    ...checkAgreements(find),
    ...checkRanges(find),
    ...checkFreeForms(find),
    ...checkBusinessType(find),
    ...checkCategories(find),
    ...checkPrices(find),
    ...checkAccents(find),
    ...checkRedirects(find),
    ...checkHours(find),
    ...checkLanguages(find),
    ...checkMissingWords(find, table),
    ...checkQuestionCount(find),
    ...checkQuestionIds(find)
  ]
}

function checkUniqueIds(find: Find, table: Record<string, DataFile>): Problem[] {
  const places = Object.entries(table).flatMap(([file, { uniqueIds = [] }]) =>
    uniqueIds.map((pointer) => `${file}#${pointer}`)
  )
  return places.flatMap((place) => {
    const ids = find(place)
    const first = new Map(ids.toReversed().map((id) => [id.value, id.pointer]))
    return report(ids, ({ value, pointer }) => {
      const other = first.get(value)
      return other !== pointer && ['is a duplicate id', `${other} already has it.`]
    })
  })
}

function checkPopularPackages(find: Find): Problem[] {
  const [first, ...others] = find('pricing#/packages/*/popular').filter(({ value }) => value === true)
  return report(others, () => ['only one package may be popular', `${first?.pointer} is already true.`])
}

function checkCurrency(find: Find): Problem[] {
  const currencies = new Set<unknown>(Intl.supportedValuesOf('currency'))
  return report(
    find('pricing#/currency'),
    ({ value }) => !currencies.has(value) && ['is not an ISO 4217 currency code']
  ).map((problem) => ({ ...problem, pattern }))
}

const toCanonical = (value: unknown) =>
  typeof value === 'string' ? toAsciiEmail(toWhatsappLink(value)).toLowerCase() : value

// A fact in two files must be the same in both. The second file may omit it: it then gets the value of the first.
function checkAgreements(find: Find): Problem[] {
  const facts: (readonly [string, string])[] = [
    ['pricing#/currency', 'services#/currency'],
    ['pricing#/currency', 'profile#/pricing_model/currency'],
    wholeAmounts.lowest,
    wholeAmounts.highest,
    ...['email', 'phone', 'whatsapp', 'contact_page'].map((way): [string, string] => [
      `profile#/contact/${way}`,
      `services#/contact/${way}`
    ])
  ]
  return facts.flatMap(([place, copy]) =>
    find(place).flatMap((fact) =>
      report(
        find(copy),
        ({ value }) =>
          toCanonical(value) !== toCanonical(fact.value) && [
            `must be the same as ${fact.file}.json ${fact.pointer} (${showUnquoted(fact.value)})`,
            'Correct one of them, or omit this one.'
          ]
      )
    )
  )
}

function checkRanges(find: Find): Problem[] {
  const { typical, lowest, highest, scopes } = wholeAmounts
  const pairs = [
    typical,
    ...lowest.map((place, at) => [place, highest[at]]),
    ...find('services#/categories/*').map(({ pointer }) =>
      scopes.map((name) => `services#${pointer}/${name}`)
    )
  ]
  return pairs.flatMap(([low = '', high = '']) =>
    find
      .numbers(high)
      .flatMap((to) =>
        report(
          find.numbers(low),
          ({ value }) =>
            value > to.value && [`must not be above ${to.pointer} (${to.value})`, 'Swap the two.']
        )
      )
  )
}

// Every surface shows these fields whole, with labels that are made of the names in them.
function checkFreeForms(find: Find): Problem[] {
  const fields = find('profile#/service_area', 'profile#/track_record', 'profile#/links')
  const nameless = fields.filter(({ value }) => hasEmptyName(value))
  const sizes = fields.map((field) => ({ ...field, value: JSON.stringify(field.value).length }))
  const message = `must have at most ${limits.freeFormLength} characters as JSON`
  return [
    ...report(
      nameless.map((field) => ({ ...field, value: undefined })),
      () => ['has a field without a name', 'Give the field a name: pages show it as a label.']
    ),
    ...report(sizes, ({ value }) => value > limits.freeFormLength && [message])
  ]
}

const hasEmptyName = (value: unknown): boolean =>
  entriesOf(value).some(([name, part]) => /^[\s_-]*$/.test(name) || hasEmptyName(part))

function checkBusinessType(find: Find): Problem[] {
  const all = [...businessTypes.local, ...businessTypes.others]
  return report(find.texts('profile#/business_type'), ({ value }) => {
    if (all.includes(value)) return undefined
    const name = value.replace(/^.*schema(?:\.org)?[/:]/, '').replace(/\s/g, '')
    const [initial = ''] = name.toUpperCase()
    const nearest = findNearest(
      name,
      all.filter((type) => type.startsWith(initial))
    )
    const likely = nearest === undefined ? findTypes(value, all) : [nearest]
    const lists = 'https://schema.org/LocalBusiness#subtypes or https://schema.org/Organization#subtypes'
    const names = choices.format(likely.map((name) => `"${name}"`))
    return [
      'must be a schema.org type of an organisation or place that serves clients, such as BikeStore',
      `${names ? `Did you mean ${names}? If not, omit` : 'Omit'} it, or choose from ${lists}.`
    ]
  })
}

const choices = new Intl.ListFormat('en-GB', { type: 'disjunction' })

// Words of many types, and words of one or two letters.
const generalWords = /^(business|company|service|shop|store|general|professional|organi[sz]ation|..?)$/

// Splitting a long text into words takes long.
const maxText = 200

/** Returns at most three types for the first word of a text that is like one of theirs: `VeterinaryCare` for `vet`. */
function findTypes(text: string, types: string[]): string[] {
  const partsOf = (name: string) => name.split(/(?<=[a-z])(?=[A-Z])/).map((part) => part.toLowerCase())
  const find = (isLike: (part: string) => boolean) => types.filter((name) => partsOf(name).some(isLike))
  const found = splitWords(text.slice(0, maxText))
    .map(fold)
    .filter((word) => !generalWords.test(word))
    .flatMap((word) => [
      find((part) => part === word),
      find((part) => part.startsWith(word.slice(0, 5)) || (part.length > 3 && word.startsWith(part)))
    ])
  return found.find(({ length }) => length > 0)?.slice(0, 3) ?? []
}

function checkCategories(find: Find): Problem[] {
  // Without a list that can be read, its own problem is the only one.
  const [list] = find('services#/categories')
  if (list && !Array.isArray(list.value)) return []
  const ids = find.texts('services#/categories/*/id').map(({ value }) => value)
  const hasName = (category: unknown, name: string) =>
    String(fieldOf(category, 'name')).toLowerCase() === name.toLowerCase()
  const idOf = (name: string) =>
    fieldOf(find('services#/categories/*').find(({ value }) => hasName(value, name))?.value, 'id')
  return report(find.texts('services#/examples/*/category'), ({ value }) => {
    if (ids.includes(value)) return undefined
    const nearest = idOf(value) ?? findNearest(value, ids)
    const hint = nearest ? `Did you mean "${nearest}"?` : 'Add a category with this id, or omit the field.'
    return ['is not the id of a category', hint]
  })
}

// A tag may match the pattern and still be invalid; Intl, which formats money and dates, would throw.
const checkLanguages = (find: Find): Problem[] =>
  report(find.texts('faq#/language', 'profile#/languages/*'), ({ value }) => {
    const message = !isLanguage(value)
      ? 'is not a BCP 47 language tag'
      : isReplaced(value) && 'has a code of a language or a country that BCP 47 replaces'
    return message && [message]
  }).map((problem) => ({ ...problem, pattern: languagePattern.source }))

// Without words in its language, the interface would be in English on pages that claim another language.
function checkMissingWords(find: Find, table: Record<string, DataFile>): Problem[] {
  const [tag] = find
    .texts('faq#/language')
    .filter(({ value }) => isLanguage(value) && !isReplaced(value) && !builtInWords(value))
  if (tag === undefined) return []
  const names = wordsFilesOf(tag.value)
  const files = names.filter((name) => Object.hasOwn(table, name))
  if (files.length === 0) {
    const hint = `Copy the English words to ${names[0]}.json and translate them (docs/data.md, Words), or choose one of: ${Object.keys(wordsByLanguage).join(', ')}.`
    return [problemOf(tag, 'is a language for which the interface has no words', hint)]
  }
  const written = find(...files.map((name) => `${name}#`)).flatMap(({ value }) => value ?? [])
  // A file that is not JSON is already a problem.
  if (written.length < files.length) return []
  return findMissingWords(written).map(([pointer, english]) => ({
    file: String(files[0]),
    pointer,
    message: 'is missing, and the software has no words in this language',
    hint: `Translate ${show(english)}.`
  }))
}

function checkQuestionCount(find: Find): Problem[] {
  const value = find('faq#/categories/*/items/*').length
  return report(
    find('faq#/categories').map((categories) => ({ ...categories, value })),
    () => value > limits.questions && [`must have at most ${limits.questions} questions in all`]
  )
}

// The id of a question may be made from its words.
function checkQuestionIds(find: Find): Problem[] {
  const first = new Map<string, string>()
  const ids = find.texts('faq#/categories/*/items/*/question').map((question) => {
    const place = question.pointer.replace(/\/question$/, '')
    const [explicit] = find.texts(`faq#${place}/id`)
    return { ...(explicit ?? question), place, id: explicit?.value ?? questionId(question.value) }
  })
  return report(ids, ({ place, id }) => {
    const other = first.get(id)
    first.set(id, other ?? place)
    return (
      other !== undefined && [
        `has the same id as ${other} (${id})`,
        'Give one of the two questions another `id`, or delete it.'
      ]
    )
  })
}

const checkRedirects = (find: Find): Problem[] =>
  find('site#/redirects').flatMap((field) =>
    isObject(field.value) ? checkRedirectPaths(field, Object.entries(field.value)) : []
  )

/** Returns the path of a link in a form that is the same for every spelling, because a redirect is for all spellings. */
const toComparable = (link: string) => trimSlash(pathOf(link))

function checkRedirectPaths(field: Selected, entries: [string, unknown][]): Problem[] {
  const { file, pointer } = field
  if (entries.length > limits.redirects)
    return [problemOf({ ...field, value: entries.length }, `must have at most ${limits.redirects} redirects`)]
  const first = new Map(entries.toReversed().map(([path, target]) => [toComparable(path), { path, target }]))
  // Cached, because each redirect of a long chain follows all after it.
  const findNext = memoise((target: unknown) => {
    const isHere = typeof target === 'string' && target.startsWith('/')
    return isHere ? first.get(toComparable(target))?.target : undefined
  }, entries.length)
  return entries.flatMap(([path, target]) => {
    const here = { file, pointer: pointer + pointerPart(path), value: path }
    const hint = correctPath(path)
    if (hint) return [problemOf(here, 'must be a path of this site, such as /prices.php', hint)]
    const same = first.get(toComparable(path))?.path
    if (same !== undefined && same !== path)
      return [problemOf(here, `is the same path as ${pointer}${pointerPart(same)}`, 'Delete one of the two.')]
    return followTarget({ ...here, value: target }, findNext)
  })
}

function correctPath(path: string): string | undefined {
  if (/[?#]/.test(path))
    return 'Omit ? and # and the text after them: a redirect applies to a path, with any query.'
  if (/^https?:/i.test(path) && URL.canParse(path)) return `Did you mean "${new URL(path).pathname}"?`
  if (path.includes('*')) return 'Write an entry for each path: a redirect has no patterns.'
  if (/[\s\\]/.test(path)) return 'Write %20 for a space, and / for a backslash.'
  if (path.startsWith('//')) return 'Begin it with one slash.'
  if (!path.startsWith('/')) return `Did you mean "/${path}"?`
  return tryDecodePath(path) === undefined
    ? 'Its percent-encoding is not UTF-8: write the letters themselves.'
    : undefined
}

function followTarget(redirect: Selected, findNext: (target: unknown) => unknown): Problem[] {
  const seen = new Set<unknown>()
  let end = redirect.value
  for (let target = redirect.value; target !== undefined; target = findNext(target)) {
    if (seen.has(target))
      return [problemOf(redirect, 'leads to a loop of redirects', 'Write the path of a page.')]
    seen.add(target)
    end = target
  }
  return seen.size === 1
    ? []
    : [problemOf(redirect, 'leads to another redirect', `Write ${JSON.stringify(end)}.`)]
}
