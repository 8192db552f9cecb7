import { readAmounts } from '../amounts.ts'
import { findRenamed } from '../hints/field-hints.ts'
import { entriesOf, fieldOf, isParent } from '../json-value.ts'
import type { Problem } from '../problem.ts'
import { decimal } from '../schemas/patterns.ts'
import { currencyDigits, roundUp } from '../schemas/price.ts'
import { Package } from '../schemas/pricing.ts'
import { Example } from '../schemas/services.ts'
import {
  type Find,
  placeOf,
  plain,
  problemOf,
  type Selected,
  selectField,
  selectNumbers,
  selectTexts
} from '../select.ts'

/** Returns the problems of prices and tax. The files may have any shape. */
export const checkPrices = (find: Find): Problem[] => [
  ...priced(find).flatMap((item) => [...checkPresence(item), ...checkRounded(item), ...checkKind(item)]),
  ...checkDigits(find),
  ...checkLimits(find),
  ...checkDisplays(find),
  ...checkRate(find)
]

/** A service or package, with its price and its integer price. */
interface Priced {
  item: Selected
  /** The name of the field of the integer price. */
  field: 'from_ils' | 'one_time_ils'
  /** Undefined if the field is missing. */
  integer: unknown
  price: unknown
}

function priced(find: Find): Priced[] {
  const read = (place: string, field: Priced['field']) =>
    find(place)
      .filter(({ value }) => isParent(value))
      .map((item) => ({
        item,
        field,
        integer: fieldOf(item.value, field),
        price: fieldOf(item.value, 'price')
      }))
  return [...read('services#/examples/*', 'from_ils'), ...read('pricing#/packages/*', 'one_time_ils')]
}

const amountOf = (value: unknown): string | undefined =>
  typeof value === 'string' && new RegExp(decimal.source).test(value) ? value : undefined

function checkPresence({ item, field, integer, price }: Priced): Problem[] {
  if (integer !== undefined || price !== undefined || hasRenamed(item.value, ['price', field])) return []
  const hint =
    field === 'from_ils'
      ? 'If the service has no price, describe it as a category or in a question instead.'
      : 'If the price is on request, write "one_time_ils": null.'
  return [
    problemOf({ ...item, value: undefined }, `has no price: \`price\` or \`${field}\` is missing`, hint)
  ]
}

/** Returns whether an item has a field that is probably one of these: the schema reports its name. */
const hasRenamed = (item: unknown, fields: string[]) =>
  entriesOf(item).some(
    ([name]) => !itemFields.has(name) && fields.includes(findRenamed(name, [...itemFields]) ?? '')
  )

const itemFields = new Set([Example, Package].flatMap(({ properties }) => Object.keys(properties)))

// The integer of v1 repeats the price, so both must say the same.
function checkRounded({ item, field, integer, price }: Priced): Problem[] {
  const amount = amountOf(fieldOf(price, 'amount'))
  const isComparable = integer === null || Number.isInteger(integer)
  if (amount === undefined || !isComparable || integer === roundUp(amount)) return []
  const message = `must be the amount of \`price\` (${amount}) rounded up to whole units`
  return [problemOf(selectField(item, field, integer), message, 'Omit it to have it generated from `price`.')]
}

function checkKind({ item, price }: Priced): Problem[] {
  const kind = fieldOf(price, 'kind') ?? 'from'
  const max = fieldOf(price, 'max')
  if (kind !== 'range') {
    const hint = 'Write "kind": "range", or omit it.'
    return max === undefined
      ? []
      : [problemOf(selectField(item, 'price/max', max), 'is only for the kind "range"', hint)]
  }
  if (max === undefined) {
    const hint = 'It is the upper end of the range.'
    return [problemOf(selectField(item, 'price/max', undefined), 'is missing', hint)]
  }
  const [low, high] = [amountOf(fieldOf(price, 'amount')), amountOf(max)]
  if (low === undefined || high === undefined || Number(high) > Number(low)) return []
  const hint = Number(high) === Number(low) ? 'If there is one price, its kind is "fixed".' : 'Swap the two.'
  return [
    problemOf(
      selectField(item, 'price/max', max),
      `must be above ${item.pointer}/price/amount (${low})`,
      hint
    )
  ]
}

const priceFields = ['services#/examples/*/price', 'pricing#/packages/*/price']

function checkDigits(find: Find): Problem[] {
  const [currency] = selectTexts(find('pricing#/currency')).filter(({ value }) => /^[A-Z]{3}$/.test(value))
  if (currency === undefined) return []
  const digits = currencyDigits(currency.value)
  const limit = digits === 0 ? 'no decimals' : `at most ${digits} decimals`
  return selectTexts(priceFields.flatMap((place) => [...find(`${place}/amount`), ...find(`${place}/max`)]))
    .filter(({ value }) => (amountOf(value)?.split('.')[1]?.length ?? 0) > digits)
    .map((amount) =>
      problemOf(
        amount,
        `must have ${limit}, as ${currency.value} has (ISO 4217)`,
        suggestDigits(amount.value, digits)
      )
    )
}

/** Suggests the same amount without the zeros at its end. */
function suggestDigits(amount: string, digits: number): string | undefined {
  const [whole = '', decimals = ''] = amount.split('.')
  if (/[^0]/.test(decimals.slice(digits))) return undefined
  return `Write "${digits === 0 ? whole : `${whole}.${decimals.slice(0, digits)}`}".`
}

/** An amount of money with its value in whole units, rounded up. */
type Rounded = Selected & { rounded: number }

// A free service has no price that could be the lowest.
const isFree = ({ value, rounded }: Rounded) => typeof value === 'string' && rounded === 0

function checkLimits(find: Find): Problem[] {
  const limit = (field: string) =>
    selectNumbers([`pricing#/${field}`, `profile#/pricing_model/${field}`].flatMap(find))[0]
  const entry = limit('entry_price_ils')
  const max = limit('max_project_ils')
  return listAmounts(find).flatMap((amount) => [
    ...(entry && amount.rounded < entry.value && !isFree(amount)
      ? [describeLimit(amount, 'below', 'entry price', entry)]
      : []),
    ...(max && amount.rounded > max.value ? [describeLimit(amount, 'above', 'maximum', max)] : [])
  ])
}

const describeLimit = (amount: Rounded, side: 'below' | 'above', name: string, limit: Selected): Problem =>
  problemOf(
    amount,
    `must not be ${side} the ${name}, ${placeOf(limit)} (${limit.value})`,
    `Correct one of the two, or omit the ${name}.`
  )

/** Returns every amount that a reader can see: of a service or package with `price`, those of `price`. */
function listAmounts(find: Find): Rounded[] {
  const integers = [
    'services#/categories/*/focused_scope_from_ils',
    'services#/categories/*/full_build_from_ils',
    'profile#/pricing_model/typical_range_ils/*'
  ]
  const items = priced(find)
  const whole = items.flatMap(({ item, field, integer, price }) =>
    price === undefined ? [selectField(item, field, integer)] : []
  )
  const exact = items.flatMap(({ item, price }) =>
    ['amount', 'max'].map((name) => selectField(item, `price/${name}`, fieldOf(price, name)))
  )
  return [
    ...selectNumbers([...integers.flatMap(find), ...whole]).map((item) => ({ ...item, rounded: item.value })),
    ...exact.flatMap((item) => {
      const amount = amountOf(item.value)
      return amount === undefined ? [] : [{ ...item, rounded: roundUp(amount) }]
    })
  ]
}

// The price that people read must be the price that machines read.
function checkDisplays(find: Find): Problem[] {
  const [currency = 'ILS'] = selectTexts(find('pricing#/currency')).map(({ value }) => value)
  return find('pricing#/packages/*').flatMap((item) => {
    const display = fieldOf(item.value, 'price_display')
    if (typeof display !== 'string') return []
    const price = fieldOf(item.value, 'price')
    const field = price === undefined ? 'one_time_ils' : 'price'
    const expected =
      price === undefined
        ? [fieldOf(item.value, 'one_time_ils')]
        : [fieldOf(price, 'amount'), fieldOf(price, 'max')].flatMap((amount) => amountOf(amount) ?? [])
    const shown = readAmounts(display, currencyDigits(currency))
    return shown.length === 0 || expected.some((amount) => shown.includes(Number(amount)))
      ? []
      : [
          problemOf(
            selectField(item, 'price_display', display),
            `does not match ${field} (${expected.map((amount) => plain(amount ?? null)).join('–')})`,
            'Omit it to have it generated from the price.'
          )
        ]
  })
}

function checkRate(find: Find): Problem[] {
  return selectNumbers(find('pricing#/tax/rate_percent')).flatMap((rate) => {
    if (rate.value > 0 && rate.value < 1) {
      const hint = `Write the percentage, such as 20 for 20%.`
      return [problemOf(rate, 'must be a percentage, not a fraction', hint)]
    }
    return /^\d+(\.\d{1,3})?$/.test(String(rate.value)) || rate.value < 0
      ? []
      : [problemOf(rate, 'must have at most 3 decimals')]
  })
}
