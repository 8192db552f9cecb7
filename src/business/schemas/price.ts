import { type Static, Type } from '@sinclair/typebox'
import { primaryLanguage } from '../../base/language.ts'
import { removeDirectionMarks } from '../../base/text.ts'
import type { ShownCurrency } from '../amounts.ts'
import { Choice, Component, Decimal, Flag, Name } from './values.ts'

const kind =
  'Whether `amount` is a starting price (`from`), the price (`fixed`), or the lower end of a range up to `max` (`range`).'

export const Price = Component('Price', 'A price: its kind, its amount and its unit.', {
  kind: Type.Optional(Choice(kind, ['from', 'fixed', 'range'])),
  amount: Decimal('The amount in `currency`, with its decimals.', '12.50'),
  max: Type.Optional(Decimal('The upper end of a range.', '20.00')),
  unit: Type.Optional(
    Name(
      'The unit of the amount: `hour`, `day`, `night`, `visit`, `person`, `item` or another. If absent, the amount is for the whole service or package.',
      'hour'
    )
  )
})
/** A price, with the tax of its item if that is not the tax of the pricing. */
export type Price = Static<typeof Price> & {
  kind: 'from' | 'fixed' | 'range'
  tax?: Tax
  /** The field that states the amount in whole units, if the item has no `price`. */
  wholeField?: string
}

export const Tax = Component('Tax', 'Whether the amounts include tax. If absent, this is unknown.', {
  included: Flag('Whether the amounts include the tax.'),
  name: Type.Optional(Name('Name of the tax.', 'VAT')),
  rate_percent: Type.Optional(
    Type.Number({ description: 'Rate of the tax in percent.', examples: [20], minimum: 0, maximum: 100 })
  ),
  exempt: Type.Optional(Flag('Whether no tax applies; `included` is then true, and the rate 0.'))
})
export type Tax = Static<typeof Tax>

/** The tax of an item in a file: an exemption needs nothing else. */
export const TaxFile = Type.Object({ ...Tax.properties, included: Type.Optional(Tax.properties.included) })
export type TaxFile = Static<typeof TaxFile>

// Node.js 20 formats some currencies with other digits than ISO 4217 has, so they are listed here.
const digits: Record<string, number> = Object.fromEntries(
  Object.entries({
    0: 'BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF',
    3: 'BHD IQD JOD KWD LYD OMR TND',
    4: 'CLF UYW'
  }).flatMap(([count, codes]) => codes.split(' ').map((code) => [code, Number(count)]))
)

export const currencyDigits = (currency: string): number => digits[currency] ?? 2

// What people write beside the names and signs that Unicode has.
const written = `AED Dhs Dh, AUD AU$, BDT Tk, BGN лв., BHD BD, BRL reais, BYN руб. р., CAD C$, CHF Fr. SFr. sFr. frs, CNY RMB 元 块 ¥ ￥, CZK korun koruny, DKK kr., DZD DA,
EGP LE, GBP quid, GHS GHC GH¢, HKD 元 蚊, ILS NIS N.I.S. ש״ח ש"ח ש”ח ש“ח ש''ח ש׳׳ח ש’’ח ש׳ח ש'ח ש.ח. שח שקל שקלים, INR Rs. Rs: ₨ रुपये, JOD JD, JPY 円 ¥ ￥,
KES KSh KShs Sh bob, KWD KD, KZT тг, LKR Rs. Rs: ₨, MAD Dhs DH, NGN N, NOK kr., NPR NRs Rs. Rs: ₨ रू, OMR RO, PEN S/., PHP P, PKR Rs. Rs: ₨, PLN zl. zł.,
PYG Gs, QAR QR, RON lei de_lei, RSD din. dinara, RUB руб. р. RUR, RWF Frw, SAR SR, SEK kr., SGD S$ SG$, THB baht บาท, TND DT, TRY TL, TWD 元 NT, UAH грн.,
UGX USh Shs, USD bucks US$ U$S, UYU $U, UZS so'm сум, VND đ VNĐ, XAF FCFA F_CFA CFA F, XOF FCFA F_CFA CFA F, ZAR rands`
const writtenHundredths = `AUD ¢ c cent cents, CAD ¢ c cent cents, CHF Rp. Rappen centimes, EUR ¢ ct. c cent cents centimes céntimos,
GBP p pence penny, ILS אגורות אגורה אג׳ אג' agorot, INR paise, NZD ¢ c cent cents, PLN gr groszy, USD ¢ c cent cents, ZAR c cent cents`
const listWritten = (table: string, currency: string) =>
  table.split(/,\s/).flatMap((row) =>
    row.startsWith(currency)
      ? row
          .slice(4)
          .split(' ')
          .map((sign) => sign.replace('_', ' '))
      : []
  )

// In these languages an adjective follows the noun, as in "livre sterling".
const nounFirst = new Set('ar ca es fr gl he id it ms pl pt ro vi'.split(' '))

/** Returns the noun of a name, which people write alone: "pounds" of "British pounds". */
const nounOf = (name: string, language: string) =>
  name.split(/[\s-]+/).at(nounFirst.has(primaryLanguage(language)) ? 0 : -1) ?? name

/** Returns the language of most people in the country of a currency; English if it has none. */
const languageOf = (currency: string) => new Intl.Locale(`und-${currency.slice(0, 2)}`).maximize().language

/** Describes a currency as texts in some languages, in the language of its country and in English write it. */
export function describeCurrency(currency: string, ...languages: string[]): ShownCurrency {
  const signs = [...languages, languageOf(currency), 'en'].flatMap((locale) =>
    (['symbol', 'narrowSymbol', 'code', 'name'] as const).flatMap((currencyDisplay) => {
      const style = { style: 'currency', currency, currencyDisplay, maximumFractionDigits: 0 } as const
      const format = new Intl.NumberFormat(locale, style)
      // A name has other forms after other numbers.
      return [1, 2, 5, 10]
        .flatMap((number) => format.formatToParts(number))
        .flatMap(({ type, value }) => (type === 'currency' ? [removeDirectionMarks(value)] : []))
        .flatMap((sign) => (currencyDisplay === 'name' ? [sign, nounOf(sign, locale)] : [sign]))
    })
  )
  return {
    digits: currencyDigits(currency),
    signs: [...new Set([...signs, ...listWritten(written, currency)])],
    hundredths: listWritten(writtenHundredths, currency)
  }
}

export const isFraction = (amount: string): boolean => !Number.isInteger(Number(amount))

export const roundUp = (amount: string): number => Math.ceil(Number(amount))

export const isStarting = ({ kind }: Price): boolean => kind === 'from'

/** Returns whether the final price is open, so clients ask for it: only a starting price, or the price of a package on request. */
export const isOpen = (price: Price | undefined): boolean => price === undefined || isStarting(price)

export const amountsOf = ({ amount, max }: Price): string[] => (max === undefined ? [amount] : [amount, max])

/** Adds its own tax or the shared one to a price; undefined if it does not exclude a tax at a known rate. */
export function addTax(price: Price, shared: Tax | undefined, digits: number): Price | undefined {
  const { included, rate_percent: rate } = price.tax ?? shared ?? {}
  if (included !== false || rate === undefined) return undefined
  const { amount, max } = price
  return {
    ...price,
    amount: addRate(amount, rate, digits),
    ...(max !== undefined && { max: addRate(max, rate, digits) })
  }
}

// Calculates with integers, because 1.1 * 1.15 is not exact.
function addRate(amount: string, ratePercent: number, digits: number): string {
  const [value, rate] = [toInteger(amount), toInteger(String(ratePercent))]
  const unit = 10n ** BigInt(rate.decimals)
  const product = value.integer * (100n * unit + rate.integer)
  const divisor = 100n * unit * 10n ** BigInt(value.decimals)
  const scale = 10n ** BigInt(digits)
  const rounded = (product * scale * 2n + divisor) / (divisor * 2n)
  const [whole, rest] = [rounded / scale, rounded % scale]
  return digits === 0 ? `${whole}` : `${whole}.${`${rest}`.padStart(digits, '0')}`
}

function toInteger(decimal: string) {
  const [whole = '', decimals = ''] = decimal.split('.')
  return { integer: BigInt(whole + decimals), decimals: decimals.length }
}
