import { commaOf, digitLocale } from '../base/language.ts'
import { removeDirectionMarks } from '../base/text.ts'
import {
  addTax,
  amountsOf,
  currencyDigits,
  isFraction,
  isStarting,
  type Price,
  type Tax
} from './schemas/price.ts'
import type { Words } from './words.ts'

type PriceWords = Words['price']

export interface PriceParts {
  before: string
  amounts: string[]
  after: string
}

interface PriceWriter {
  /** Returns the writer for the prices of a list, which have decimals if one of them has, before or with tax. */
  forList: (prices: Price[]) => PriceWriter
  split: (price: Price) => PriceParts
  /** Returns the price with tax in words, if the data says that tax is excluded and at which rate. */
  splitWithTax: (price: Price) => PriceParts | undefined
  /** Returns in words whether an amount includes tax, such as "before VAT"; undefined if it is free, or the data does not say. */
  describeTax: (price: Price) => string | undefined
  /** The same as a sentence about every price; undefined if some items have their own tax, or none has any. */
  taxSentence: string | undefined
  /** Returns a price in one line, or that it is on request, such as "From £12.50 per hour, before VAT (20%)". */
  describe: (price: Price | undefined) => string
}

interface Options {
  language: string
  currency: string
  tax: Tax | undefined
  hasSharedTax: boolean
  words: PriceWords
}

/** Call it once for a business, because the formatters of Intl are slow to create. */
export function createPriceWriter({ language, currency, tax, hasSharedTax, words }: Options): PriceWriter {
  const write = createAmountsWriter(language, currency)
  const nameOf = (own: Tax | undefined) => own?.name ?? tax?.name ?? words.tax
  const percent = new Intl.NumberFormat(digitLocale(language), { style: 'percent', maximumFractionDigits: 3 })
  const insertTax = (message: string, stated: Tax) => {
    const { rate_percent: rate, exempt } = stated
    const rateText =
      rate === undefined || exempt
        ? ''
        : ` (${removeDirectionMarks(percent.format(rate / 100)).replace(/\s/g, '\u00a0')})`
    return insert(message, 'tax', nameOf(stated) + rateText)
  }
  const describeTax = (price: Price) => {
    const stated = price.tax ?? tax
    if (stated === undefined || isZero(price)) return undefined
    return insertTax(stated.exempt ? words.exempt : stated.included ? words.withTax : words.beforeTax, stated)
  }
  const comma = commaOf(language)
  const taxSentence =
    tax && hasSharedTax && !tax.exempt
      ? // A name such as MwSt. ends with the full stop of the sentence.
        insertTax(tax.included ? words.allWithTax : words.allBeforeTax, tax).replace(/\.\.$/, '.')
      : undefined

  const findGross = (price: Price): Price | undefined => {
    const gross = addTax(price, tax, currencyDigits(currency))
    if (gross === undefined || isZero(price)) return undefined
    const { rate_percent = 0 } = price.tax ?? tax ?? {}
    const exact = amountsOf(price).map((amount) => Number(amount) * (1 + rate_percent / 100))
    // Omits the price with tax if rounding changes it much: at a few cents each, the error adds up over many items.
    const isClose = amountsOf(gross).every((amount, at) => isNear(Number(amount), Number(exact[at])))
    const { unit: _, ...parts } = gross
    return isClose ? parts : undefined
  }
  const hasDecimals = (price: Price) => [price, findGross(price) ?? price].flatMap(amountsOf).some(isFraction)
  const forList = (prices: Price[]) => (prices.some(hasDecimals) ? decimal : plain)
  const createWriter = (isDecimal?: true): PriceWriter => {
    const writeAmounts = (price: Price) => write(amountsOf(price), isDecimal)
    const splitWithTax = (price: Price) => {
      const gross = findGross(price)
      const after = ` ${insert(words.withTax, 'tax', nameOf(price.tax))}`
      return gross && { before: '', amounts: writeAmounts(gross), after }
    }
    const split = (price: Price) => splitPrice(price, words, writeAmounts)
    const describe = (price: Price | undefined) => {
      if (price === undefined) return words.onRequest
      const text = joinParts(split(price))
      const terms = describeTax(price)
      return terms === undefined ? text : `${text}${comma}${terms}`
    }
    return { forList, split, splitWithTax, describeTax, taxSentence, describe }
  }
  const [plain, decimal] = [createWriter(), createWriter(true)]
  return plain
}

function splitPrice(price: Price, words: PriceWords, writeAmounts: (price: Price) => string[]): PriceParts {
  // A free price has no unit.
  const unit = isFree(price) ? '' : (price.unit ?? '')
  const isFrom = isStarting(price)
  const perUnit =
    unit === '' ? '{price}' : (new Map(Object.entries(words.units)).get(unit) ?? words.otherUnit)
  const amountPattern = isFrom && isZero(price) ? insert(words.startsFree, 'price', perUnit) : perUnit
  const pattern = isFrom ? insert(words.from, 'price', amountPattern) : amountPattern
  const [before = '', after = ''] = pattern.split('{price}')
  const amounts = isFree(price) ? [words.free] : writeAmounts(price)
  return { before: insert(before, 'unit', unit), amounts, after: insert(after, 'unit', unit) }
}

// A function, because a text of the data may contain `$&`. A Hebrew prefix has a maqaf before other letters and numbers.
const insert = (message: string, name: string, value: string) =>
  message.replace(`{${name}}`, (_, at: number) =>
    /[א-ת]$/.test(message.slice(0, at)) && !/^[א-ת]/.test(value) ? `־${value}` : value
  )

const isNear = (a: number, b: number) => Math.abs(a - b) <= b / 200

const isZero = ({ amount, max = amount }: Price) => Number(max) === 0

export const isFree = (price: Price | undefined): boolean =>
  price !== undefined && isZero(price) && !isStarting(price)

export const joinAmounts = (amounts: string[]): string => amounts.join('–')

export const joinParts = ({ before, amounts, after }: PriceParts): string =>
  before + joinAmounts(amounts) + after

/** Returns a function that writes an amount or the two of a range, without invisible characters: with decimals, unless all are whole. */
function createAmountsWriter(
  language: string,
  currency: string
): (amounts: string[], hasDecimals?: boolean) => string[] {
  const format = (digits: number) =>
    new Intl.NumberFormat(digitLocale(language), {
      style: 'currency',
      currency,
      minimumFractionDigits: digits,
      maximumFractionDigits: digits
    })
  const [whole, decimal] = [format(0), format(currencyDigits(currency))]
  return (amounts, hasDecimals = amounts.some(isFraction)) => {
    const formatter = hasDecimals ? decimal : whole
    const [low = 0, high] = amounts.map(Number)
    return high === undefined ? [showSpaces(formatter.format(low))] : writeRange(formatter, low, high)
  }
}

/** Returns both ends of a range; one is without the currency if the language writes it once, as in "62,00–84,90 €". */
function writeRange(format: Intl.NumberFormat, low: number, high: number): string[] {
  const parts = format.formatRangeToParts(low, high)
  const write = (from: number, to?: number) =>
    showSpaces(
      parts
        .slice(from, to)
        .map(({ value }) => value)
        .join('')
    ).trim()
  const at = parts.findIndex(({ type, value }) => type === 'literal' && /[\p{Pd}~～]/u.test(value))
  return [write(0, at), write(at + 1)]
}

/** Removes direction marks and no-break spaces, which make a number of a page another text than the same one in Markdown. */
const showSpaces = (text: string): string => removeDirectionMarks(text).replace(/\s/g, ' ')
