import { rangeDirection } from '../../base/language.ts'
import { hasOwnTax } from '../../business/business.ts'
import { joinAmounts, type PriceParts } from '../../business/price-words.ts'
import type { Price } from '../../business/schemas/price.ts'
import type { Package } from '../../business/v1.ts'
import type { Context } from '../../context/context.ts'
import type { Props } from '../view.ts'
import { DataText, Paragraphs } from './texts.tsx'

/** Returns the context for a list, whose prices have decimals if one of them has. */
export const contextForList = (context: Context, prices: (Price | undefined)[]): Context => ({
  ...context,
  prices: context.prices.forList(prices.filter((price) => price !== undefined))
})

type PriceProps = Props<{
  /** Undefined if it is on request. */
  price: Price | undefined
  /** Whether the text says if the price includes tax, as it does if no sentence says it of all prices. */
  hasTerms?: boolean
  /** Whether it is a limit, such as the lowest price. Items of this price may differ in tax, so it states none if an item has its own. */
  isLimit?: boolean
}>

/** A price in words, followed by the price with tax if the data has the rate of a tax that it excludes. */
export function PriceText({ context, price, isLimit = false, hasTerms = isLimit }: PriceProps) {
  if (price === undefined) return <span class="on-request">{context.words.price.onRequest}</span>
  const amounts = (
    <span class="from">
      <Parts context={context} parts={context.prices.split(price)} />
    </span>
  )
  if (isLimit && hasOwnTax(context.business)) return amounts
  const withTax = context.prices.splitWithTax(price)
  return (
    <>
      {amounts}
      {(hasTerms || !context.prices.taxSentence) && <TaxTerms context={context} price={price} />}
      {withTax && [
        ' ',
        <span class="with-tax">
          (<Parts context={context} parts={withTax} />)
        </span>
      ]}
    </>
  )
}

/** Words of this length stay in one line with an amount, also on a screen of 320 px, unless the amount is long. */
const maxUnbrokenWords = 12
const maxUnbrokenPrice = 22

/** Prices with an amount of more characters, such as CHF 12'500.50, are smaller where amounts are large. */
const maxLargeAmount = 10

function Parts({ context, parts: { before, amounts, after } }: Props<{ parts: PriceParts }>) {
  // The spaces are outside the spans, because these words may be on a separate line.
  const words = before.trimEnd()
  const unit = after.trimStart()
  // A word that ends in a maqaf stays on the line of its amount.
  const wordClass = words.endsWith('־') ? 'from-word joined' : 'from-word'
  const isRange = amounts.length > 1
  // The sign of the currency is outside of the range.
  const sign = isRange && context.direction === 'rtl' ? joinAmounts(amounts).replace(/.*\p{Nd}/u, '') : ''
  const isLong = amounts.some((amount) => amount.length > maxLargeAmount)
  const moneyClass = isLong ? 'money long' : 'money'
  const numbers = amounts.map((amount, index) => [
    // A wide range may continue on the next line.
    index > 0 && [<span class={moneyClass}>–</span>, <wbr />],
    <span class={moneyClass}>{amount.replace(sign, '')}</span>
  ])
  const start = (
    <>
      {words && <span class={wordClass}>{words}</span>}
      {before.slice(words.length)}
      {sign ? <bdi dir={rangeDirection(context.language)}>{numbers}</bdi> : numbers}
      {sign && <span class={moneyClass}>{sign}</span>}
    </>
  )
  const isShort =
    words.length <= maxUnbrokenWords && before.length + joinAmounts(amounts).length <= maxUnbrokenPrice
  const isUnbroken = words !== '' && isShort && !isRange
  return (
    <>
      {isUnbroken ? <span class="unbroken">{start}</span> : start}
      {after.slice(0, after.length - unit.length)}
      {unit && <span class="from-word">{unit}</span>}
    </>
  )
}

function TaxTerms({ context, price }: Props<{ price: Price }>) {
  const terms = context.prices.describeTax(price)
  return terms && [' ', <span class="terms">{terms}</span>]
}

export function TaxNote({ context: { prices } }: Props) {
  return prices.taxSentence && <p class="note tax-note">{prices.taxSentence}</p>
}

/** The price of a package, and on request the note on it and the cost of its monthly operation. */
export function PackagePrice({ context, item, hasNotes }: Props<{ item: Package; hasNotes?: boolean }>) {
  const { price } = item
  // The API writes each price alone.
  const generated = price && joinAmounts(context.prices.forList([]).split(price).amounts)
  const own = item.price_display === generated ? undefined : item.price_display
  // Without `price`, only the text of the owner can name the kind of the price; it is additional otherwise.
  const isMain = (price === undefined || price.wholeField !== undefined) && own !== undefined
  return (
    <>
      <p class="package-price">
        {isMain ? <bdi class="money">{own}</bdi> : <PriceText context={context} price={price} hasTerms />}{' '}
        {!isMain && own && <bdi class="terms">{own}</bdi>}
        {isMain && price && <TaxTerms context={context} price={price} />}
      </p>
      {hasNotes && <Paragraphs context={context} class="note" text={item.price_note} />}
      {hasNotes && item.monthly_operations && (
        <p class="monthly">
          <strong>{context.words.pricing.monthly + context.colon}</strong>{' '}
          <DataText context={context} text={item.monthly_operations} />
        </p>
      )}
    </>
  )
}
