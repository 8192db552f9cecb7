import {
  blank,
  day,
  decimal,
  exampleOf,
  type JsonSchema,
  type Mismatch,
  partOf,
  phone,
  slug,
  time,
  whatsapp
} from '../base/json-schema.ts'
import { fieldOf, isObject, isParent } from '../base/json-value.ts'
import { maxProblems, pointerOf } from '../base/problem.ts'
import { findNearest } from '../base/text.ts'
import otherWords from './other-words.json' with { type: 'json' }
import {
  adviceFor,
  correctAmount,
  correctDay,
  correctTime,
  hintFor,
  hintForAmounts,
  readPrice
} from './pattern-hints.ts'

/** The schema and the contents of all files, by name, and the fields of items with amounts in whole units. */
export interface Data {
  schema: unknown
  files: unknown
  amounts: { service: string; package: string }
}

// Longer texts are too slow to search, and no correct value is as long.
const maxLength = 200

/** Returns how to correct a mismatch of data files, as a sentence, or undefined if its message says it. */
export function suggest(mismatch: Mismatch, all: Data): string | undefined {
  const { value, keyword, path } = mismatch
  if (keyword === 'additionalProperties') return suggestField(mismatch, all)
  if (typeof value === 'string' && value.length > maxLength && keyword !== 'maxLength') return undefined
  const isTime = ['opens', 'closes'].includes(nameOf(path)) && !isParent(value)
  const hint =
    hintForPrice(mismatch, all) || (isTime && hintForClosed(String(value))) || hints[keyword]?.(mismatch, all)
  // The author may expect the currency of the text.
  return hint && isPriceField(path, all) && amountInCurrency.test(String(value))
    ? `${hint} All prices are in the currency of pricing.json.`
    : hint
}

/** Returns the pointers of the fields about which the hint of another field says enough. */
export function listExplained(mismatches: Mismatch[], all: Data): Set<string> {
  const unknown = mismatches.filter(({ keyword }) => keyword === 'additionalProperties').slice(0, maxProblems)
  // A field that is there under another name is not missing too.
  const renamed = unknown.flatMap((mismatch) => {
    const { path, schema } = mismatch
    const object = valueAround(path, all)
    const field = findRenamed(nameOf(path), Object.keys(schema.properties))
    const names = suggestClosed(mismatch, all) ? ['opens', 'closes'] : [field ?? []].flat()
    const around = path.slice(0, -1)
    const paths = names.filter((name) => fieldOf(object, name) === undefined).map((name) => [...around, name])
    // An item with a price under another name does not lack a price.
    return paths.some((field) => isPriceField(field, all)) ? [...paths, around] : paths
  })
  // The amount of a price whose kind is free or on request.
  const amounts = mismatches
    .filter((mismatch) => mismatch.keyword === 'enum' && hintForPrice(mismatch, all))
    .map(({ path }) => [...path.slice(0, -1), 'amount'])
  return new Set([...renamed, ...amounts].map(pointerOf))
}

const nameOf = (path: string[]): string => path.at(-1) ?? ''

const valueAround = (path: string[], { files }: Data): unknown => fieldOf(files, ...path.slice(0, -1))

const codes = Intl.supportedValuesOf('currency').join('|')
const amountInCurrency = new RegExp(String.raw`^(?=.*\d).*(?:\p{Sc}|(?<!\p{L})(?:${codes})(?!\p{L}))`, 'su')

const isPriceField = (path: string[], { amounts }: Data) =>
  ['price', 'kind', 'amount', 'max', amounts.service, amounts.package].includes(nameOf(path))

const createWordPattern = (words: string[]) => new RegExp(words.join('|'), 'iu')
const [free, onRequest] = [createWordPattern(otherWords.free), createWordPattern(otherWords.onRequest)]

function hintForPrice({ value, path }: Mismatch, all: Data): string | undefined {
  if (!isPriceField(path, all)) return undefined
  const { files, amounts } = all
  const field = nameOf(path)
  const price = fieldOf(files, ...path.slice(0, -1), 'price')
  if (value === null && field === amounts.service && isObject(price))
    return 'Omit it to have it generated from `price`.'
  // Null is no price; a `kind` and a `max` are optional.
  const text = value === null && !['kind', 'max'].includes(field) ? 'on request' : value
  if (typeof text !== 'string') return undefined
  if (free.test(text)) return 'If it is free, write "price": {"kind":"fixed","amount":"0"}.'
  if (!onRequest.test(text)) return undefined
  return path.includes('packages')
    ? `If it is on request, write "${amounts.package}": null in place of the price.`
    : 'If the service has no price, describe it as a category or in a question instead.'
}

const hints: Record<string, (mismatch: Mismatch, all: Data) => string | undefined> = {
  required: ({ schema }) => `Add it${describeExample(exampleOf(schema))}.`,
  type: suggestType,
  enum: ({ value, schema }) => suggestChoice(String(value), schema.enum),
  pattern: ({ value, path, schema: { pattern } }, all) => {
    const text = String(value)
    if (pattern === blank) return suggestAnyText(path, all)
    if (absentText.test(text))
      return isRequired(path, all) ? adviceFor(pattern).hint?.(text) : suggestAnyText(path, all)
    // Its name may have another id than the one that can be made from it.
    if (nameOf(path) === 'category') return 'Write the "id" of a category, not its name.'
    return hintFor(pattern, text)
  },
  format: ({ value, path, schema: { format } }, all) => {
    const text = String(value)
    if (absentText.test(text)) return suggestAnyText(path, all)
    if (format === 'date') return hintFor(day, text)
    return format === 'idn-email' ? suggestEmail(text) : undefined
  },
  minimum: suggestSwap,
  maximum: suggestSwap,
  minLength: ({ path }, all) => suggestAnyText(path, all),
  maxLength: () => 'Shorten it.',
  minItems: () => 'Add an entry, or omit the list if it is optional.',
  uniqueItems: () => 'Delete one of the two.'
}

// A longitude has more degrees.
function suggestSwap({ value, path }: Mismatch): string | undefined {
  const isSwapped = nameOf(path) === 'latitude' && Math.abs(Number(value)) <= 180
  return isSwapped ? 'Latitude and longitude may be swapped.' : undefined
}

// Such a text states no fact.
const absentText = /^\s*(n\/?a|none|tbd|null|[-?]+)?\s*$/i

function describeExample(value: unknown): string {
  // An example would answer for the author.
  if (typeof value === 'boolean') return ': true or false'
  const json = JSON.stringify(value) ?? ''
  // Without an example of a part, the whole would be another mistake.
  const isWhole = json !== '' && !/[[{:,](?:null)?[\]}]/.test(json)
  return isWhole ? `, such as ${json}` : ''
}

function suggestAnyText(path: string[], all: Data): string {
  if (fieldOf(schemaAround(path, all), 'type') === 'array') return 'Write a text, or delete the entry.'
  return isRequired(path, all) ? 'Write a text.' : 'Write a text, or omit the field.'
}

const schemaAround = (path: string[], { schema }: Data): unknown =>
  path.slice(0, -1).reduce((part: unknown, name) => partOf(part, name), schema)

const isRequired = (path: string[], all: Data): boolean =>
  [fieldOf(schemaAround(path, all), 'required')].flat().includes(nameOf(path))

function suggestChoice(text: string, choices: string[]): string | undefined {
  const isDay = choices.includes('monday')
  const hours = isDay ? suggestHours(text) : undefined
  if (hours) return hours
  const choice =
    (isDay ? correctDay(text.replace(/^.*\//, '')) : undefined) ?? findNearest(text.trim(), choices)
  if (choice) return `Did you mean "${choice}"?`
  if (choices.includes('fixed'))
    return 'Write "fixed", "from" for a starting price, or "range" for one with "max"; a price per hour has "unit": "hour".'
  return isDay
    ? 'Write one entry for each day of the week, and the dates of holidays in "special_hours".'
    : undefined
}

// A day, or several, and two times: `lundi 9h-12h`.
const hoursOfDay =
  /^\s*((?:יום )?\p{L}[\p{L}.'׳]*).*?(\d[\d:.h]*\s*(?:[ap]\.?m\.?)?)\s*(?:[-\u2010-\u2015]|to|until|bis|à|a|עד)\s*(\d[\d:.h]*\s*(?:[ap]\.?m\.?)?)/iu

const isOfHours = (schema: unknown) => fieldOf(schema, 'properties', 'closes') !== undefined

function suggestHours(text: string): string | undefined {
  if (/\b24\s*[/x]\s*7\b|\b24 ?h/i.test(text))
    return 'Write one entry for each day; one that closes when it opens, such as "00:00", is open for 24 hours.'
  const [, name = '', start = '', end = ''] = hoursOfDay.exec(text.slice(0, maxLength)) ?? []
  const [day, opens, closes] = [correctDay(name), correctTime(start), correctTime(end)]
  // Without am and pm, 9-5 ends in the afternoon.
  return day && opens && closes && opens < closes
    ? `Write one entry for each day and interval: ${JSON.stringify({ day, opens, closes })}.`
    : undefined
}

/** Returns the entry of the first day of a text, or of an object such as `{"monday":"9-17"}`. */
function suggestHoursOf(data: unknown): string | undefined {
  if (!isObject(data)) return suggestHours(String(data))
  if ('day' in data) return undefined
  const [[name, value] = []] = Object.entries(data)
  const times = isParent(value) ? Object.values(value).join(' - ') : value
  return suggestHours(`${name} ${times}`) ?? 'Write a list with one entry for each day and interval.'
}

function suggestEmail(text: string): string | undefined {
  if (text.split('@').length > 2) return 'Write one address.'
  const email = text
    .replace(/^[^<]*<([^>]*)>\s*$/, '$1')
    .replace(/\s*[([](at|dot)[)\]]\s*/gi, (_, word) => (/at/i.test(word) ? '@' : '.'))
    .replace(/^\s*mailto:|[\s\p{Cf}]|\?.*$/giu, '')
  return email !== text && /^[^@]+@[^@]+\.[^@.]+$/.test(email) ? `Did you mean "${email}"?` : undefined
}

function suggestType({ value, path, schema }: Mismatch, all: Data): string | undefined {
  const [type] = [schema.type].flat()
  if (value === null) {
    const start = isRequired(path, all) ? 'Write' : 'Omit the field, or write'
    return `${start} a value${describeExample(exampleOf(schema))}.`
  }
  if (type === 'string') return suggestText(value, schema)
  if (type === 'array') return suggestList(value, schema)
  if (type === 'object') return suggestObject(value, schema)
  if (type === 'boolean') return suggestFlag(value)
  return suggestNumber(value, schema, nameOf(path), all.amounts)
}

function suggestText(data: unknown, schema: JsonSchema): string {
  if (Array.isArray(data)) return suggestOneText(data, schema)
  if (isObject(data) || Array.isArray(schema.enum))
    return `Write a text in quotes${describeExample(exampleOf(schema))}.`
  // JSON drops the zero at the start of a number, and cannot have a plus there.
  if (schema.pattern === phone || schema.pattern === whatsapp)
    return `Write it in quotes, with its first 0 or its +${describeExample(exampleOf(schema))}.`
  const isFraction = schema.pattern === decimal && typeof data === 'number' && /^\d+\.\d$/.test(String(data))
  const text = isFraction ? data.toFixed(2) : String(data)
  const isCorrect = typeof schema.pattern !== 'string' || new RegExp(schema.pattern).test(text)
  return isCorrect ? `Write "${text}".` : (hintFor(String(schema.pattern), text) ?? 'Write it in quotes.')
}

function suggestOneText([text, ...others]: unknown[], schema: JsonSchema): string {
  const isOfDay = schema.pattern === time || [schema.enum].flat().includes('monday')
  if (isOfDay && others.length > 0) return 'Write one entry for each day and interval.'
  return others.length === 0 && typeof text === 'string'
    ? `Write ${JSON.stringify(text)}, without [ and ].`
    : 'Write one text, without [ and ].'
}

function suggestList(data: unknown, { items }: JsonSchema): string {
  const isOfTexts = isObject(items) && items.type === 'string'
  const hours = isOfHours(items) ? suggestHoursOf(data) : undefined
  if (hours) return hours
  if (isObject(data) && !isOfTexts) return 'Write a list of objects: put [ before it and ] after it.'
  const values = isObject(data) ? Object.values(data) : String(data).split(',')
  const entries = values.map((entry) => String(entry).trim())
  const isEnumeration = entries.every((entry) => /^\S+$/.test(entry))
  const texts = isOfTexts ? (isEnumeration ? entries : [String(data)]).map((text) => fit(text, items)) : []
  return isOfTexts && !texts.includes(undefined)
    ? `Write ${JSON.stringify(texts)}.`
    : `Write a list${describeExample([exampleOf(items)])}.`
}

function suggestObject(data: unknown, schema: JsonSchema): string {
  if (Array.isArray(data) && data.length === 1 && isObject(data[0]))
    return 'Write the object without [ and ].'
  const hours = isOfHours(schema) ? suggestHours(String(data)) : undefined
  if (hours) return hours
  if (fieldOf(schema.properties, 'exempt'))
    return 'Write {"included":true} or {"included":false}; if no tax applies, {"included":true,"exempt":true}.'
  if (isPrice(schema) && typeof data !== 'object') {
    const text = String(data)
    const price = readPrice(text)
    if (price) return `Write an object: ${JSON.stringify(price)}.`
    const hint = hintForAmounts(text, (amount) => JSON.stringify({ kind: 'fixed', amount }))
    if (hint) return hint
  }
  const fields = exampleOf(schema)
  const example = isObject(fields) ? fields : {}
  const [field, text] = typeof data === 'object' ? [] : findField(String(data), schema)
  if (field === undefined) return `Write an object${describeExample({ ...example, ...listCertain(schema) })}.`
  // Next to a value of the owner, an example would be taken for a fact.
  const value = { ...omitTexts(example), ...listCertain(schema), [field]: text }
  return `Write an object: ${JSON.stringify(value)}.`
}

/** Returns the required field that a text in place of an object probably is: one with its form, or else the first name or text. */
function findField(text: string, schema: JsonSchema): [name?: string, text?: string | undefined] {
  const fitting = [schema.required].flat().flatMap((name) => {
    const part = fieldOf(schema.properties, String(name))
    if (!isObject(part) || part.enum !== undefined || part.type !== 'string' || part.pattern === slug)
      return []
    const value = fit(text, part)
    return value !== undefined && new RegExp(String(part.pattern ?? '')).test(value)
      ? [{ name: String(name), value, hasForm: part.pattern !== blank }]
      : []
  })
  const found = fitting.find(({ hasForm }) => hasForm) ?? fitting[0]
  return found ? [found.name, found.value] : []
}

const omitTexts = (example: JsonSchema): JsonSchema =>
  Object.fromEntries(
    Object.entries(example).map(([name, part]) => [
      name,
      isObject(part) ? omitTexts(part) : typeof part === 'string' ? '…' : part
    ])
  )

const isPrice = ({ properties }: JsonSchema) => fieldOf(properties, 'amount') !== undefined

/** Returns the fields of an object whose example would be a false fact: the kind of a price, and the text of an image. */
const listCertain = (schema: JsonSchema): object => ({
  ...(isPrice(schema) && { kind: 'fixed' }),
  ...(fieldOf(schema.properties, 'alt') !== undefined && { alt: 'A description of the picture' })
})

function fit(text: string, { pattern }: JsonSchema): string | undefined {
  // An amount always gets two decimals or none.
  const isCorrect = typeof pattern !== 'string' || (pattern !== decimal && new RegExp(pattern).test(text))
  return isCorrect ? text : adviceFor(pattern).correct?.(text)
}

function suggestFlag(data: unknown): string {
  const text = String(data).trim().toLowerCase()
  if (['true', 'yes', 'y', '1', 'on', 'כן'].includes(text)) return 'Write true.'
  return ['false', 'no', 'n', '0', 'off', 'לא'].includes(text)
    ? 'Write false.'
    : 'Write true or false, without quotes.'
}

function suggestNumber(
  data: unknown,
  schema: JsonSchema,
  field: string,
  { service, package: item }: Data['amounts']
): string {
  const isInteger = [schema.type].flat().includes('integer')
  // A rate or a coordinate, which is too small for thousands.
  const [measure] = (!isInteger && /^-?\d+(?:[.,]\d+)?(?=\s*[°%]?$)/.exec(String(data))) || []
  const measured = Number(measure?.replace(',', '.'))
  const isMeasure = Number(schema.minimum) <= measured && measured <= Number(schema.maximum)
  const given = typeof data === 'object' ? undefined : correctAmount(String(data))
  const amount = isMeasure ? String(measured) : given
  if (Number(amount) > Number.MAX_SAFE_INTEGER) return 'Write a smaller number.'
  if (amount && (!isInteger || Number.isInteger(Number(amount)))) return `Write ${Number(amount)}.`
  // An amount without a kind is a starting price, as the price of a service in whole units is.
  const kind = field === item ? 'fixed' : undefined
  if (amount && (kind || field === service)) {
    return `Write "price": ${JSON.stringify({ kind, amount })} instead, which may have decimals.`
  }
  if (amount) return 'Write a whole number, or omit it: only "price" can have decimals.'
  return `Write digits only${describeExample(exampleOf(schema))}.`
}

const maxListed = 12

function suggestField(mismatch: Mismatch, all: Data): string | undefined {
  const closed = suggestClosed(mismatch, all)
  if (closed) return closed
  const { path, value, schema } = mismatch
  const name = nameOf(path)
  const siblings = Object.keys(schema.properties)
  const meant = chooseFields(namesFor(name), value)
  const sibling = findSynonym(meant, siblings)
  if (sibling) return `Did you mean "${sibling}"?`
  const [file = ''] = path
  const nearest = findNearest(name, siblings)
  // Among so many words, the same name elsewhere is a coincidence.
  if (nearest && isWords(file)) return `Did you mean "${nearest}"?`
  // An entry of a list is a thing of its own: the `kind` of a phone number is not the `kind` of a price.
  const around = path.slice(0, -1)
  const entry = around.slice(0, around.findLastIndex(isIndex) + 1).filter((part) => !isIndex(part))
  // Words are texts of the interface, not facts.
  const [place] = fieldsOf(all.schema)
    .filter(([other]) => isWords(other) === isWords(file))
    .flatMap(([other, part]) => listFields([other], part))
    .filter((field) => meant.includes(nameOf(field)))
    .filter((field) => nameOf(field) === 'currency' || isBelow(field, entry))
    .sort((a, b) => rank(a, file) - rank(b, file))
  if (place) return `Did you mean ${describe(place)}?`
  if (nearest) return `Did you mean "${nearest}"?`
  return siblings.length > maxListed
    ? `Delete it: docs/data.md lists the fields of ${file}.json.`
    : `Delete it: the fields here are ${siblings.join(', ')}.`
}

/** Returns the fields that a name may mean. "start" is another name of both fields of a pair: the value decides. */
function chooseFields(fields: string[], value: unknown): string[] {
  const isDate = /\d{4}-|\d[./]\d+[./]\d/.test(String(value))
  const others = [
    ['from', 'opens'],
    ['to', 'closes']
  ]
    .filter((pair) => pair.every((field) => fields.includes(field)))
    .map(([day, time]) => (isDate ? time : day))
  return fields.filter((field) => !others.includes(field))
}

function suggestClosed(mismatch: Mismatch, all: Data): string | undefined {
  const { path, value, schema } = mismatch
  if (!isOfHours(schema)) return undefined
  const name = nameOf(path)
  const hours = suggestHours(`${fieldOf(valueAround(path, all), 'day')} ${value}`)
  if (hours) return hours
  if (value === false) return /open/i.test(name) ? hintForClosed('closed') : undefined
  return value === true || /^[^\d\s]+$/.test(String(value)) ? hintForClosed(name) : undefined
}

const closedWords = createWordPattern(otherWords.closed)

const hintForClosed = (text: string): string | undefined =>
  closedWords.test(text)
    ? 'Omit it: a day without an entry is closed, and so is an entry of "special_hours" without "opens" and "closes".'
    : undefined

const isWords = (file: string) => file.startsWith('words')

const findRenamed = (name: string, siblings: string[]): string | undefined =>
  findSynonym(namesFor(name), siblings) ?? findNearest(name, siblings)

const namesFor = (name: string) => [name, ...synonymsOf(plain(name))]

const findSynonym = (meant: string[], siblings: string[]) =>
  siblings.find((field) => meant.some((word) => plain(word) === plain(field)))

const isIndex = (part: string) => /^\d+$/.test(part)

const isBelow = (path: string[], outer: string[]) =>
  path.length > outer.length && outer.every((part, at) => part === path[at])

// The paths have no indexes of lists.
const listFields = (path: string[], schema: unknown): string[][] =>
  fieldsOf(schema).flatMap(([name, field]) => [[...path, name], ...listFields([...path, name], field)])

const fieldsOf = (schema: unknown): [string, unknown][] =>
  !isObject(schema)
    ? []
    : isObject(schema.properties)
      ? Object.entries(schema.properties)
      : fieldsOf(schema.items)

// A field of the same file is likelier, and so is one that is less deep.
const rank = (path: string[], here: string) => path.length * 2 + (path[0] === here ? 0 : 3)

function describe([file, ...names]: string[]): string {
  const [name, ...parents] = names.toReversed()
  return [`"${name}"`, ...parents.map((parent) => `in "${parent}"`), `of ${file}.json`].join(' ')
}

const plain = (name: string) => name.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '')

const synonymsOf = (name: string) =>
  synonyms.filter(([, words]) => words.includes(name)).map(([field]) => field)

// Other names of the fields, each as `plain` returns it.
const synonyms = Object.entries(otherWords.fields).map(([field, words]) => [field, words.split(' ')] as const)
