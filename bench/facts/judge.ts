import { isObject } from '../../src/base/json-value.ts'
import { linesOf, normalize, objectsIn } from './documents.ts'
import type { Question } from './questions.ts'

/** What a reader without a model finds in a document: the right answer, no answer, or another one. */
export type Verdict = 'right' | 'missing' | 'wrong'

/** Names that end the part of a text that belongs to a label: those of the other services, days and locations. */
interface Neighbours {
  labels: string[]
  sections: string[]
}

const currency = '(?:[£€$]|₪|ש״ח)'
const amount = String.raw`\d[\d,]*(?:\.\d+)?`
const money = `(?:${currency} ?${amount}|${amount} ?${currency})`
// The lower end of a range may be without the currency.
const price = new RegExp(
  String.raw`(?<free>(?<=^|\n)(?:Free|ללא תשלום)(?= |$))|(?:${amount} ?– ?)?${money}(?: ?– ?${money})?`,
  'm'
)
const range = /\d\d:\d\d ?[–-] ?\d\d:\d\d/g
const hours = /(?:\d\d:\d\d ?[–-] ?\d\d:\d\d(?:, )?)+|Closed|סגור/

/** Judges a text or Markdown. Every place with the label must have the right answer. */
export function judgeText(text: string, question: Question, neighbours: Neighbours): Verdict {
  const lines = linesOf(text)
  if (question.kind === 'unstated') return judgeUnstated(text, question)
  if (question.kind === 'tax') return judgePatterns(lines.join('\n'), question)
  if (question.kind === 'text') return judgeWords(lines, question, neighbours)
  const found = partsAfter(sectionOf(lines, question, neighbours), question, neighbours).flatMap((part) =>
    question.kind === 'price' ? readPrice(part) : readHours(part)
  )
  return judgeFound(found, question)
}

function judgeFound(found: string[], { kind, accept }: Question): Verdict {
  if (found.length === 0) return 'missing'
  const isRight = (value: string) => (kind === 'price' ? value === accept.join(' ') : accept.includes(value))
  return found.every(isRight) ? 'right' : 'wrong'
}

function readPrice(part: string): string[] {
  const match = part.match(price)
  if (match === null) return []
  if (match.groups?.free !== undefined) return ['0']
  const numbers = Array.from(match[0].matchAll(new RegExp(amount, 'g')), ([number]) =>
    Number(number.replaceAll(',', ''))
  )
  return [numbers.join(' ')]
}

function readHours(part: string): string[] {
  const [text] = part.match(hours) ?? []
  if (text === undefined) return []
  const ranges = text.match(range)
  return [ranges ? ranges.map((item) => item.replaceAll(' ', '').replace('-', '–')).join(', ') : 'closed']
}

/** Returns the lines about the location of the question. */
function sectionOf(lines: string[], { section }: Question, { sections }: Neighbours): string[] {
  if (section !== undefined) return lines.slice(lines.indexOf(section))
  const end = lines.findIndex((line) => sections.includes(line))
  return end === -1 ? lines : lines.slice(0, end)
}

/** Returns the text after each line that begins with the label, up to the next label. */
function partsAfter(lines: string[], { label = '' }: Question, { labels }: Neighbours): string[] {
  const startsWith = (line: string, name: string) =>
    line.startsWith(name) && !/^[\p{L}\p{N}]/u.test(line.slice(name.length))
  const others = labels.filter((name) => name !== label)
  return lines.flatMap((line, index) => {
    if (!startsWith(line, label)) return []
    const rest = lines.slice(index + 1, index + 12)
    const end = rest.findIndex((next) => [...others, label].some((name) => startsWith(next, name)))
    const own = line.slice(label.length).replace(/^[\s:]+/, '')
    return [[own, ...(end === -1 ? rest : rest.slice(0, end))].join('\n')]
  })
}

/** A label without the text is no answer: a page may list questions only. */
function judgeWords(lines: string[], question: Question, neighbours: Neighbours): Verdict {
  const parts = question.label === undefined ? [lines.join('\n')] : partsAfter(lines, question, neighbours)
  return parts.some((part) => hasText(part, question)) ? 'right' : 'missing'
}

const squeeze = (text: string) => normalize(text).replace(/[\s\\]+/g, ' ')

const hasText = (text: string, { accept }: Question) =>
  accept.some((value) => squeeze(text).includes(squeeze(String(value))))

function judgePatterns(text: string, { accept, reject = [] }: Question): Verdict {
  if (reject.some((pattern) => new RegExp(pattern, 'i').test(text))) return 'wrong'
  return accept.some((pattern) => new RegExp(String(pattern), 'i').test(text)) ? 'right' : 'missing'
}

const judgeUnstated = (text: string, { reject = [] }: Question): Verdict =>
  reject.some((pattern) => new RegExp(pattern, 'i').test(text)) ? 'wrong' : 'right'

/** Judges JSON of the API, of a tool or of schema.org. */
export function judgeJson(value: unknown, question: Question): Verdict {
  const { kind, label, accept } = question
  if (kind === 'unstated') return judgeUnstated(JSON.stringify(value), question)
  const objects = [...objectsIn(value)]
  if (kind === 'price') {
    const named = objects.filter(({ name }) => name === label)
    return judgeFound(named.flatMap(amountsOf), question)
  }
  if (kind === 'tax') {
    const stated = objects.flatMap(({ included, valueAddedTaxIncluded }) =>
      [included, valueAddedTaxIncluded].filter((item) => typeof item === 'boolean')
    )
    if (stated.length === 0) return 'missing'
    return stated.every((item) => accept.includes(item)) ? 'right' : 'wrong'
  }
  if (kind === 'hours') return judgeFound(hoursOf(objects, question), question)
  const texts = objects.flatMap((item) =>
    Object.values(item)
      .flat()
      .filter((text) => ['string', 'number'].includes(typeof text))
  )
  return hasText(texts.join('\n'), question) ? 'right' : 'missing'
}

/** Returns the amounts of a service or package of the API or of schema.org. */
function amountsOf(item: Record<string, unknown>): string[] {
  const { price, from_ils, one_time_ils, offers } = item
  if (isObject(price)) return [numbersIn([price.amount, price.max])]
  for (const amount of [from_ils, one_time_ils]) if (typeof amount === 'number') return [String(amount)]
  const stated = [...objectsIn(offers)].find(({ priceCurrency }) => priceCurrency !== undefined)
  return stated ? [numbersIn([stated.price, stated.minPrice, stated.maxPrice])] : []
}

const numbersIn = (values: unknown[]) =>
  values
    .filter((item) => item !== undefined)
    .map(Number)
    .join(' ')

/** Returns the hours of a day, or of special hours with a name, at the location of the question. */
function hoursOf(objects: Record<string, unknown>[], { day = '', section }: Question): string[] {
  const places = objects.filter((item) => 'opening_hours' in item || 'openingHoursSpecification' in item)
  const place = places.find(({ name }) => section !== undefined && name === section) ?? places[0]
  if (place === undefined) return []
  const regular = place.opening_hours ?? place.openingHoursSpecification
  const special = place.special_hours ?? place.specialOpeningHoursSpecification
  const named = [...objectsIn(special)].filter(({ name }) => name === day)
  const weekly = [...objectsIn(regular)].filter((item) =>
    [item.day, item.dayOfWeek].flat().some((name) => String(name).toLowerCase() === day)
  )
  const ranges = [...named, ...weekly]
    .filter(({ opens, closes }) => opens !== undefined && opens !== closes)
    .map(({ opens, closes }) => `${opens}–${closes}`)
  return [ranges.length > 0 ? ranges.sort().join(', ') : 'closed']
}
