import { decimal } from '../../base/json-schema.ts'
import { fieldOf, isObject } from '../../base/json-value.ts'
import { type Problem, showUnquoted } from '../../base/problem.ts'
import { createAmountReader, readAmounts } from '../amounts.ts'
import { currencyDigits, roundUp } from '../schemas/price.ts'
import { type Find, problemOf, report, type Selected, selectField, selectNumbers } from '../select.ts'
import { wholeAmounts } from '../v1.ts'

export const checkPrices = (find: Find): Problem[] => [
  ...listPriced(find).flatMap((item) => [...checkPresence(item), ...checkRounded(item), ...checkKind(item)]),
  ...checkDigits(find),
  ...checkLimits(find),
  ...checkDisplays(find),
  ...checkRates(find),
  ...checkTaxes(find)
]

const taxes = ['pricing#/tax', 'services#/examples/*/tax', 'pricing#/packages/*/tax']

const checkTaxes = (find: Find): Problem[] =>
  report(find(...taxes), ({ pointer, value }) => {
    const { included, exempt, rate_percent = 0 } = isObject(value) ? value : { included: true }
    if (exempt === true) {
      const isCharged = included === false || Number(rate_percent) > 0
      return (
        isCharged && ['is exempt, so no tax is added to it', 'Write only "exempt": true, or leave it out.']
      )
    }
    // The schema reports the tax of the pricing.
    if (included !== undefined || pointer === '/tax') return undefined
    return ['does not say whether the amount includes the tax', 'Add "included": true or false.']
  })

interface Priced {
  item: Selected
  field: string
  /** Undefined if the field is missing. */
  integer: unknown
  price: unknown
}

function listPriced(find: Find): Priced[] {
  const read = (place: string, field: string) =>
    find(place).map((item): Priced => {
      const [integer, price] = [fieldOf(item.value, field), fieldOf(item.value, 'price')]
      return { item, field, integer, price }
    })
  const { service, package: item } = wholeAmounts
  return [...read('services#/examples/*', service), ...read('pricing#/packages/*', item)]
}

const amountOf = (value: unknown): string | undefined =>
  typeof value === 'string' && new RegExp(decimal).test(value) ? value : undefined

function checkPresence({ item, field, integer, price }: Priced): Problem[] {
  if (integer !== undefined || price !== undefined) return []
  const message = `has no price: \`price\` or \`${field}\` is missing`
  const hint =
    field === wholeAmounts.service
      ? 'If the service has no price, describe it as a category or in a question instead.'
      : `If the price is on request, write "${field}": null.`
  return [problemOf({ ...item, value: undefined }, message, hint)]
}

// The integer of v1 repeats the price, so both must say the same.
function checkRounded({ item, field, integer, price }: Priced): Problem[] {
  const amount = amountOf(fieldOf(price, 'amount'))
  if (amount === undefined || integer === undefined || integer === roundUp(amount)) return []
  const message = `must be the amount of \`price\` (${amount}) rounded up to whole units`
  return [problemOf(selectField(item, field, integer), message, 'Omit it to have it generated from `price`.')]
}

function checkKind({ item, price }: Priced): Problem[] {
  const [kind, amount, max] = ['kind', 'amount', 'max'].map((field) => fieldOf(price, field))
  return report([selectField(item, 'price/max', max)], () => {
    // The schema reports any other kind, which may mean a range.
    if (kind === undefined || kind === 'from' || kind === 'fixed')
      return max !== undefined && ['is only for the kind "range"', 'Write "kind": "range", or omit it.']
    if (kind !== 'range') return undefined
    if (max === undefined) return ['is missing', 'It is the upper end of the range.']
    const [low, high] = [amountOf(amount), amountOf(max)]
    if (low === undefined || high === undefined || Number(high) > Number(low)) return undefined
    const hint =
      Number(high) === Number(low) ? 'If there is one price, its kind is "fixed".' : 'Swap the two.'
    return [`must be above ${item.pointer}/price/amount (${low})`, hint]
  })
}

export const priceFields = ['services#/examples/*/price', 'pricing#/packages/*/price']

const findAmounts = (find: Find) =>
  find
    .texts(...priceFields.flatMap((place) => [`${place}/amount`, `${place}/max`]))
    .filter(({ value }) => amountOf(value) !== undefined)

function checkDigits(find: Find): Problem[] {
  const [currency] = find.texts('pricing#/currency').filter(({ value }) => /^[A-Z]{3}$/.test(value))
  if (currency === undefined) return []
  const digits = currencyDigits(currency.value)
  const limit = digits === 0 ? 'no decimals' : `at most ${digits} decimals`
  return report(
    findAmounts(find),
    ({ value }) =>
      (value.split('.')[1]?.length ?? 0) > digits && [
        `must have ${limit}, as ${currency.value} has (ISO 4217)`,
        suggestDigits(value, digits)
      ]
  )
}

function suggestDigits(amount: string, digits: number): string | undefined {
  const [whole = '', decimals = ''] = amount.split('.')
  const end = digits === 0 ? whole.length : whole.length + 1 + digits
  const shorter = /[^0]/.test(decimals.slice(digits)) ? undefined : `"${amount.slice(0, end)}"`
  // In many countries, 1.250 is more than a thousand.
  if (/^[1-9]\d{0,2}\.\d{3}$/.test(amount))
    return `Write "${whole}${decimals}" if the point is between thousands${shorter ? `, or ${shorter} if not` : ''}.`
  return shorter && `Write ${shorter}.`
}

/** An amount of money with its value in whole units, rounded up. */
type Rounded = Selected & { rounded: number }

// A free service has no price that could be the lowest.
const isFree = ({ value, rounded }: Rounded) => typeof value === 'string' && rounded === 0

function checkLimits(find: Find): Problem[] {
  const [entry] = find.numbers(...wholeAmounts.lowest)
  const [max] = find.numbers(...wholeAmounts.highest)
  const describe = (side: 'below' | 'above', name: string, limit: Selected): [string, string] => [
    `must not be ${side} the ${name}, ${limit.file}.json ${limit.pointer} (${limit.value})`,
    `Correct one of the two, or omit the ${name}.`
  ]
  return report(listAmounts(find), (amount) => {
    if (entry && amount.rounded < entry.value && !isFree(amount))
      return describe('below', 'entry price', entry)
    return max && amount.rounded > max.value && describe('above', 'maximum', max)
  })
}

/** Returns every amount that a reader can see: of a service or package with `price`, the amounts of `price`. */
function listAmounts(find: Find): Rounded[] {
  const { scopes, typical } = wholeAmounts
  const integers = find(...scopes.map((name) => `services#/categories/*/${name}`), ...typical)
  const whole = listPriced(find)
    .filter(({ price }) => price === undefined)
    .map(({ item, field, integer }) => selectField(item, field, integer))
  return [
    ...selectNumbers([...integers, ...whole]).map((item) => ({ ...item, rounded: item.value })),
    ...findAmounts(find).map((item) => ({ ...item, rounded: roundUp(item.value) }))
  ]
}

// The price that people read must be the price that machines read.
function checkDisplays(find: Find): Problem[] {
  const [currency = 'ILS'] = find.texts('pricing#/currency').map(({ value }) => value)
  return find('pricing#/packages/*').flatMap((item) => {
    const display = fieldOf(item.value, 'price_display')
    if (typeof display !== 'string') return []
    const price = fieldOf(item.value, 'price')
    const field = price === undefined ? wholeAmounts.package : 'price'
    const expected =
      price === undefined
        ? [fieldOf(item.value, field)]
        : [fieldOf(price, 'amount'), fieldOf(price, 'max')].flatMap((amount) => amountOf(amount) ?? [])
    const shown = [
      ...readAmounts(display, currencyDigits(currency)),
      ...createAmountReader(currency)(display)
    ]
    return report(
      [selectField(item, 'price_display', display)],
      () =>
        shown.length * expected.length > 0 &&
        !expected.some((amount) => shown.includes(Number(amount))) && [
          `does not match ${field} (${expected.map((amount) => showUnquoted(amount ?? null)).join('–')})`,
          'Omit it to have it generated from the price.'
        ]
    )
  })
}

const checkRates = (find: Find): Problem[] =>
  report(find.numbers(...taxes.map((place) => `${place}/rate_percent`)), ({ value }) => {
    if (value > 0 && value < 1)
      return ['must be a percentage, not a fraction', 'Write the percentage, such as 20 for 20%.']
    return !/^\d+(\.\d{1,3})?$/.test(String(value)) && ['must have at most 3 decimals']
  })
