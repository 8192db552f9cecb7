import t from 'tap'
import { createAmountReader } from '../../src/business/amounts.ts'
import { createPriceWriter } from '../../src/business/price-words.ts'
import { describeCurrency } from '../../src/business/schemas/price.ts'
import { builtInWords, wordsByLanguage } from '../../src/business/words.ts'
import { listFacts } from '../../src/compare/facts.ts'
import { createPriceReader } from '../../src/compare/prices.ts'

/** Creates a function that finds words about tax, for a business that has services at 45, 99.90 and 1,200. */
function createReader(tax: object): (text: string) => string | undefined {
  const examples = ['45', '99.90', '1200'].map((amount) => ({ id: amount, name: amount, price: { amount } }))
  const body = { tax: { included: false, name: 'VAT', rate_percent: 20, ...tax }, examples }
  const facts = listFacts(body, { language: 'en', currency: 'GBP' })
  const { findOtherTax } = createPriceReader(facts, createAmountReader(describeCurrency('GBP', 'en')))
  return (text) => findOtherTax?.(text)
}

const included = createReader({ included: true })
const excluded = createReader({})

t.test('words about tax next to an amount', async (t) => {
  for (const text of [
    '£45 before VAT',
    '£45 + VAT',
    'From £45 per hour, before VAT (20%)',
    '£20 – £45 (excl. VAT)',
    '45 GBP plus VAT',
    '£99.90 not including VAT',
    '£45 לשעה לפני VAT',
    '£45 + 20% VAT',
    '£45 exclusive of VAT',
    '£45 net of VAT',
    '£45 ולא כולל VAT',
    '£45 ועוד VAT',
    '£45 ex-VAT',
    '£45 VAT excluded',
    '£45 (VAT not included)',
    '£45 (20% VAT extra)',
    '£45 each + VAT',
    '£45 per lesson plus VAT',
    '£45, VAT is not included.',
    '£45, VAT לא כלול',
    '£45 (VAT אינו כלול)'
  ]) {
    t.ok(included(text), `contradict prices that include tax: ${text}`)
    t.equal(excluded(text), undefined)
  }
  const rows = '£1,200 including VAT.\u2064 £45 before VAT.\u2064 £99.90 including VAT'
  t.equal(included(rows), '£45 before VAT.', 'another price in the next row does not explain it')
  for (const text of [
    '£45 including VAT',
    '£1,200 per hour incl. VAT',
    '£45 (inc VAT)',
    '£45 כולל VAT',
    '£45 inclusive of VAT',
    '£45 with 20% VAT',
    '£45 VAT included',
    '£45 (VAT incl.)',
    '£45, 20% VAT included',
    '£45 per hour, VAT included in the price',
    '£45 (VAT כלול)'
  ]) {
    t.ok(excluded(text), `contradict prices without tax: ${text}`)
    t.equal(included(text), undefined)
  }
})

t.test('words about other prices › do not contradict the API', async (t) => {
  for (const text of [
    'Is £45 before VAT?',
    '£46 before VAT',
    '£45 including VAT (£37.50 before VAT)',
    '£45. Before VAT it was less',
    '£45, before VAT £37.50',
    '£45 before VATICAN',
    '£45 never before VAT',
    '£45 excluding VAT refunds',
    '£45 without VAT on request',
    'before VAT',
    'Do prices include VAT? Are prices before VAT? £45',
    '£45. Wholesale prices exclude VAT.',
    '£45. Prices exclude VAT unless you order online.',
    '£46. Prices exclude VAT.'
  ]) {
    t.equal(included(text), undefined, text)
  }
  for (const text of [
    '£45 before VAT (£54 including VAT)',
    '£45 + VAT = £54',
    '£54 including VAT',
    'From £45 (incl. VAT: from £54)'
  ]) {
    t.equal(excluded(text), undefined, text)
  }
})

t.test('a sentence about all prices › contradicts the API on a page that shows one', async (t) => {
  for (const sentence of [
    'Prices are before VAT (20%).',
    'All our prices exclude VAT',
    'Prices exclude tax (VAT, 20%).',
    'Prices shown exclude VAT at 20%.',
    'All prices plus VAT.',
    'המחיר אינו כולל VAT כחוק.',
    'המחירים באתר אינם כוללים VAT.',
    'המחירים בתוספת VAT.',
    'VAT is not included.',
    'VAT is not included in our prices.',
    'VAT is extra'
  ]) {
    t.equal(included(`£45. ${sentence}`), sentence.replace('.', ''))
  }
  t.match(included('£45 (Prices exclude VAT)'), /^Prices exclude VAT/)
  t.equal(excluded('Prices include VAT.\u2064 £45'), 'Prices include VAT')
  t.equal(excluded('VAT is included.\u2064 £45'), 'VAT is included')
  const hebrew = createReader({ name: 'מע״מ' })
  for (const name of ['מע״מ', 'מע"מ', "מע''מ", 'מעמ']) t.ok(hebrew(`45 £ כולל ${name}`), name)
  const unnamed = createReader({ name: undefined })
  t.equal(unnamed('£45, המחירים כוללים מס.'), undefined)
  t.equal(unnamed('£45. המחירים כוללים מס.'), 'המחירים כוללים מס')
})

t.test('the words of the software › are understood in every language', async (t) => {
  for (const language of Object.keys(wordsByLanguage)) {
    const words = builtInWords(language)?.price
    if (words === undefined) throw new Error(`${language} has no words`)
    for (const included of [true, false]) {
      for (const tax of [{ included }, { included, name: 'מע״מ', rate_percent: 17.5 }]) {
        const { describeTax, taxSentence } = createPriceWriter({
          language,
          currency: 'ILS',
          tax,
          isShared: true,
          words
        })
        const taxTerms = describeTax({ kind: 'from', amount: '45' })
        const read = createReader({ name: undefined, rate_percent: undefined, ...tax, included: !included })
        t.ok(read(`45 ₪ ${taxTerms}`), `${taxTerms}`)
        t.ok(read(`45 ₪\n\u2064${taxSentence}`), `${taxSentence}`)
      }
    }
  }
})
