import {
  addTax,
  amountsOf,
  createAmountsWriter,
  currencyDigits,
  isStarting,
  type Price,
  type Tax
} from './schemas/price.ts'
import { removeDirectionMarks } from './text.ts'

/** The words of one language that describe prices. */
export interface PriceWords {
  from: string
  free: string
  startsFree: string
  /** By unit of `price`; `{price}` is the price. */
  units: Record<string, string>
  /** For any other unit. */
  otherUnit: string
  tax: string
  beforeTax: string
  withTax: string
  allBeforeTax: string
  allWithTax: string
}

/** A price in words: the amounts, and the words around them. */
export interface PriceParts {
  before: string
  /** The amount, or both ends of a range. */
  amounts: string[]
  after: string
}

/** Describes the prices of one business in its language. */
export interface PriceWriter {
  /** Returns amounts in the currency: all with decimals, unless all are whole. */
  writeAmounts: (...amounts: string[]) => string[]
  split: (price: Price) => PriceParts
  /** Returns the price with tax in words, if the data says that tax is excluded and at which rate. */
  splitWithTax: (price: Price) => PriceParts | undefined
  /** Whether the amounts include tax, such as "before VAT"; undefined if the data does not say. */
  taxTerms: string | undefined
  /** The same as a sentence about every price. */
  taxSentence: string | undefined
  /** Returns a price in one line, such as "From £12.50 per hour, before VAT (20%)". */
  describe: (price: Price) => string
}

interface Options {
  language: string
  currency: string
  tax: Tax | undefined
  words: PriceWords
}

/** Creates a writer. Call it once for a business, because the formatters of Intl are slow to create. */
export function createPriceWriter({ language, currency, tax, words }: Options): PriceWriter {
  const writeAmounts = createAmountsWriter(language, currency)
  const taxName = tax?.name ?? words.tax
  const rate = tax?.rate_percent
  const ratePercent = new Intl.NumberFormat(language, { maximumFractionDigits: 3 })
  const named = rate === undefined ? taxName : `${taxName} (${ratePercent.format(rate)}%)`
  const taxTerms = tax && insert(tax.included ? words.withTax : words.beforeTax, 'tax', named)
  const taxSentence = tax && insert(tax.included ? words.allWithTax : words.allBeforeTax, 'tax', named)

  const split = (price: Price) => splitPrice(price, words, writeAmounts)
  const splitWithTax = (price: Price): PriceParts | undefined => {
    if (tax?.included !== false || rate === undefined || isZero(price)) {
      return undefined
    }
    const { unit: _, ...gross } = addTax(price, rate, currencyDigits(currency))
    // Omits the price with tax if rounding changes it much: at a few cents each, the error adds up over many items.
    const isExact = amountsOf(price).every((net, index) =>
      isNear(Number(amountsOf(gross)[index]), Number(net) * (1 + rate / 100))
    )
    if (!isExact) return undefined
    const { amounts } = splitPrice({ ...gross, kind: 'fixed' }, words, writeAmounts)
    return { before: '', amounts, after: ` ${insert(words.withTax, 'tax', taxName)}` }
  }
  const describe = (price: Price) =>
    taxTerms === undefined || isFree(price)
      ? joinParts(split(price))
      : `${joinParts(split(price))}, ${taxTerms}`
  return { writeAmounts, split, splitWithTax, taxTerms, taxSentence, describe }
}

function splitPrice(price: Price, words: PriceWords, writeAmounts: PriceWriter['writeAmounts']): PriceParts {
  // A free price has no unit.
  const unit = isFree(price) ? '' : (price.unit ?? '')
  const isFrom = isStarting(price)
  const perUnit =
    unit === '' ? '{price}' : (new Map(Object.entries(words.units)).get(unit) ?? words.otherUnit)
  const amountPattern = isFrom && isZero(price) ? insert(words.startsFree, 'price', perUnit) : perUnit
  const pattern = isFrom ? insert(words.from, 'price', amountPattern) : amountPattern
  const [before = '', after = ''] = pattern.split('{price}')
  const amounts = isFree(price) ? [words.free] : writeAmounts(...amountsOf(price))
  return { before: insert(before, 'unit', unit), amounts, after: insert(after, 'unit', unit) }
}

// A function, because a text of the data may contain `$&`.
const insert = (message: string, name: string, value: string) => message.replace(`{${name}}`, () => value)

/** Returns whether two amounts differ by less than half a percent. */
const isNear = (a: number, b: number) => Math.abs(a - b) <= b / 200

const isZero = ({ amount, max = amount }: Price) => Number(max) === 0

/** Returns whether a price is zero, and not only the lowest. */
export const isFree = (price: Price): boolean => isZero(price) && !isStarting(price)

/** Returns an amount or both ends of a range as one text, without the direction marks of Intl. */
export const joinAmounts = (amounts: string[]): string => removeDirectionMarks(amounts.join('–'))

/** Returns the parts of a price as one text. */
export const joinParts = ({ before, amounts, after }: PriceParts): string =>
  before + joinAmounts(amounts) + after
