import type { ErrorObject } from 'ajv'
import {
  blank,
  day,
  decimal,
  exampleOf,
  type JsonSchema,
  phone,
  slug,
  time,
  whatsapp
} from '../base/json-schema.ts'
import { fieldOf, isObject, isParent } from '../base/json-value.ts'
import { maxProblems, pointerPart } from '../base/problem.ts'
import { findNearest } from '../base/text.ts'
import otherWords from './other-words.json' with { type: 'json' }
import {
  adviceFor,
  correctAmount,
  correctDay,
  correctTime,
  hintFor,
  hintForUnclear,
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

/** Returns how to correct an error of data files, as a sentence, or undefined if its message says it. */
export function suggest(error: ErrorObject, all: Data): string | undefined {
  const { data, keyword } = error
  if (typeof data === 'string' && data.length > maxLength && keyword !== 'maxLength') return undefined
  const isTime = /\/(opens|closes)$/.test(error.instancePath) && !isParent(data)
  const hint =
    hintForPrice(error, all) || (isTime && hintForClosed(String(data))) || hints[keyword]?.(error, all)
  // The author may expect the currency of the text.
  return hint && isPriceField(error.instancePath, all) && amountInCurrency.test(String(data))
    ? `${hint} All prices are in the currency of pricing.json.`
    : hint
}

/** Returns the pointers of the fields about which the hint of another field says enough. */
export function listExplained(errors: ErrorObject[], all: Data): Set<string> {
  const unknown = errors.filter(({ keyword }) => keyword === 'additionalProperties').slice(0, maxProblems)
  // A field that is there under another name is not missing too.
  const renamed = unknown.flatMap((error) => {
    const { instancePath, data, params, parentSchema } = error
    const field = findRenamed(params.additionalProperty, Object.keys(parentSchema?.properties))
    const names = suggestClosed(error) ? ['opens', 'closes'] : [field ?? []].flat()
    const pointers = names
      .filter((name) => fieldOf(data, name) === undefined)
      .map((name) => instancePath + pointerPart(name))
    // An item with a price under another name does not lack a price.
    return pointers.some((pointer) => isPriceField(pointer, all)) ? [...pointers, instancePath] : pointers
  })
  // The amount of a price whose kind is free or on request.
  const amounts = errors
    .filter((error) => error.keyword === 'enum' && hintForPrice(error, all))
    .map(({ instancePath }) => instancePath.replace(/kind$/, 'amount'))
  return new Set([...renamed, ...amounts])
}

const codes = Intl.supportedValuesOf('currency').join('|')
const amountInCurrency = new RegExp(String.raw`^(?=.*\d).*(?:\p{Sc}|(?<!\p{L})(?:${codes})(?!\p{L}))`, 'su')

const isPriceField = (instancePath: string, { amounts }: Data) =>
  ['price', 'kind', 'amount', 'max', amounts.service, amounts.package].includes(fieldIn(instancePath))

const fieldIn = (instancePath: string) => instancePath.slice(instancePath.lastIndexOf('/') + 1)

const createWordPattern = (words: string[]) => new RegExp(words.join('|'), 'iu')
const [free, onRequest] = [createWordPattern(otherWords.free), createWordPattern(otherWords.onRequest)]

function hintForPrice({ data, instancePath }: ErrorObject, all: Data): string | undefined {
  if (!isPriceField(instancePath, all)) return undefined
  const { files, amounts } = all
  const field = fieldIn(instancePath)
  const price = fieldOf(files, ...instancePath.split('/').slice(1, -1), 'price')
  if (data === null && field === amounts.service && isObject(price))
    return 'Omit it to have it generated from `price`.'
  // Null is no price; a `kind` and a `max` are optional.
  const text = data === null && !['kind', 'max'].includes(field) ? 'on request' : data
  if (typeof text !== 'string') return undefined
  if (free.test(text)) return 'If it is free, write "price": {"kind":"fixed","amount":"0"}.'
  if (!onRequest.test(text)) return undefined
  return instancePath.includes('/packages/')
    ? `If it is on request, write "${amounts.package}": null in place of the price.`
    : 'If the service has no price, describe it as a category or in a question instead.'
}

const hints: Record<string, (error: ErrorObject, all: Data) => string | undefined> = {
  additionalProperties: suggestField,
  required: ({ parentSchema, params: { missingProperty } }) => {
    const value = describeExample(exampleOf(parentSchema?.properties[missingProperty]))
    return `Add it${value}.`
  },
  type: suggestType,
  enum: ({ data, params }) => suggestChoice(String(data), params.allowedValues),
  pattern: (error, { schema }) => {
    const { data, instancePath, params } = error
    if (params.pattern === blank) return suggestAnyText(error, schema)
    if (absentText.test(String(data)))
      return isRequired(instancePath, schema)
        ? adviceFor(params.pattern).hint?.(String(data))
        : suggestAnyText(error, schema)
    // Its name may have another id than the one that can be made from it.
    if (instancePath.endsWith('/category')) return 'Write the "id" of a category, not its name.'
    return hintFor(params.pattern, String(data))
  },
  format: (error, { schema }) => {
    const text = String(error.data)
    if (absentText.test(text)) return suggestAnyText(error, schema)
    if (error.params.format === 'date') return hintFor(day, text)
    return error.params.format === 'idn-email' ? suggestEmail(text) : undefined
  },
  minimum: suggestSwap,
  maximum: suggestSwap,
  minLength: (error, { schema }) => suggestAnyText(error, schema),
  maxLength: () => 'Shorten it.',
  minItems: () => 'Add an entry, or omit the list if it is optional.',
  uniqueItems: () => 'Delete one of the two.'
}

// A longitude has more degrees.
function suggestSwap({ data, instancePath }: ErrorObject): string | undefined {
  const isSwapped = instancePath.endsWith('/latitude') && Math.abs(Number(data)) <= 180
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

function suggestAnyText({ instancePath }: ErrorObject, schema: unknown): string {
  if (fieldOf(parentOf(instancePath, schema), 'type') === 'array') return 'Write a text, or delete the entry.'
  return isRequired(instancePath, schema) ? 'Write a text.' : 'Write a text, or omit the field.'
}

const parentOf = (instancePath: string, schema: unknown): unknown =>
  instancePath
    .split('/')
    .slice(1, -1)
    .reduce((part, name) => fieldOf(part, 'properties', name) ?? fieldOf(part, 'items'), schema)

const isRequired = (instancePath: string, schema: unknown): boolean =>
  [fieldOf(parentOf(instancePath, schema), 'required')].flat().includes(fieldIn(instancePath))

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

function suggestType(error: ErrorObject, { schema, amounts }: Data): string | undefined {
  const { data, parentSchema = {}, params, instancePath } = error
  const [type] = [params.type].flat()
  if (data === null && isRequired(instancePath, schema))
    return `Write a value${describeExample(exampleOf(parentSchema))}.`
  if (data === null) return `Omit the field, or write a value${describeExample(exampleOf(parentSchema))}.`
  if (type === 'string') return suggestText(data, parentSchema)
  if (type === 'array') return suggestList(data, parentSchema)
  if (type === 'object') return suggestObject(data, parentSchema)
  if (type === 'boolean') return suggestFlag(data)
  return suggestNumber(data, parentSchema, instancePath.replace(/^.*\//s, ''), amounts)
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
    const price = readPrice(String(data))
    if (price) return `Write an object: ${JSON.stringify(price)}.`
    const hint = hintForUnclear(String(data), (amount) => JSON.stringify({ kind: 'fixed', amount }))
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

function suggestField(error: ErrorObject, { schema }: Data): string | undefined {
  const name: string = error.params.additionalProperty
  const closed = suggestClosed(error)
  if (closed) return closed
  const siblings = Object.keys(error.parentSchema?.properties)
  const meant = chooseFields(namesFor(name), fieldOf(error.data, name))
  const sibling = findSynonym(meant, siblings)
  if (sibling) return `Did you mean "${sibling}"?`
  const [, file = ''] = error.instancePath.split('/')
  const nearest = findNearest(name, siblings)
  // Among so many words, the same name elsewhere is a coincidence.
  if (nearest && isWords(file)) return `Did you mean "${nearest}"?`
  // An entry of a list is a thing of its own: the `kind` of a phone number is not the `kind` of a price.
  const entry = /^.*(?=\/\d)/.exec(error.instancePath)?.[0].replace(/\/\d+/g, '') ?? ''
  // Words are texts of the interface, not facts.
  const places = fieldsOf(schema)
    .flatMap(([file, part]) => listFields(file, [], part))
    .filter(
      (place) =>
        meant.includes(place.name) &&
        isWords(place.file) === isWords(file) &&
        (place.name === 'currency' || `/${[place.file, ...place.parents].join('/')}/`.startsWith(`${entry}/`))
    )
  const [place] = places.sort((a, b) => rank(a, file) - rank(b, file))
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

function suggestClosed({ data, params, parentSchema }: ErrorObject): string | undefined {
  const value = fieldOf(data, params.additionalProperty)
  if (fieldOf(parentSchema?.properties, 'closes') === undefined) return undefined
  const name = String(params.additionalProperty)
  const hours = suggestHours(`${fieldOf(data, 'day')} ${value}`)
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

/** A field of a data file: the names of the objects and lists around it, from the outside in. */
interface FieldPath {
  file: string
  parents: string[]
  name: string
}

function listFields(file: string, parents: string[], schema: unknown): FieldPath[] {
  return fieldsOf(schema).flatMap(([name, field]) => [
    { file, parents, name },
    ...listFields(file, [...parents, name], field)
  ])
}

const fieldsOf = (schema: unknown): [string, unknown][] =>
  !isObject(schema)
    ? []
    : isObject(schema.properties)
      ? Object.entries(schema.properties)
      : fieldsOf(schema.items)

// A field of the same file is likelier, and so is one that is less deep.
const rank = ({ file, parents }: FieldPath, here: string) => parents.length * 2 + (file === here ? 0 : 3)

const describe = ({ file, parents, name }: FieldPath) =>
  [`"${name}"`, ...parents.toReversed().map((parent) => `in "${parent}"`), `of ${file}.json`].join(' ')

const plain = (name: string) => name.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '')

const synonymsOf = (name: string) =>
  synonyms.filter(([, words]) => words.includes(name)).map(([field]) => field)

// Other names of the fields, each as `plain` returns it.
const synonyms = Object.entries(otherWords.fields).map(([field, words]) => [field, words.split(' ')] as const)
