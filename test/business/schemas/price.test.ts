import { t } from 'tap'
import { listPriceNotes } from '../../../src/business/notes.ts'
import { createPriceWriter, joinParts } from '../../../src/business/price-words.ts'
import { addTax, currencyDigits, type Price, roundUp } from '../../../src/business/schemas/price.ts'
import { wordsFor } from '../../../src/business/words.ts'
import { facts } from '../../helper.ts'
import { shopWith } from '../shop.ts'

t.test('the notes for agents name the tax only if the data does', async (t) => {
  const business = await facts(shopWith(t, { 'pricing#/tax': { included: true } }))
  t.match(listPriceNotes(business).join('\n'), /tax(?! \()/)
  t.notMatch(listPriceNotes(await facts(shopWith(t, {}))).join('\n'), 'tax')
})

t.test('an amount', async (t) => {
  t.test('is rounded up to whole units', async (t) => {
    t.same(['0', '12', '12.00', '12.01', '999999999.9999'].map(roundUp), [0, 12, 12, 13, 1_000_000_000])
  })

  t.test('has the decimals of ISO 4217', async (t) => {
    t.same(['GBP', 'JPY', 'ISK', 'HUF', 'KWD', 'CLF', 'IQD'].map(currencyDigits), [2, 0, 0, 2, 3, 4, 3])
  })

  t.test('gets tax added exactly, rounded half up to the digits of the currency', async (t) => {
    const addRate = (price: Omit<Price, 'kind'>, rate_percent: number, digits: number) =>
      addTax({ kind: 'range', ...price }, { included: false, rate_percent }, digits)
    const withTax = (amount: string, rate: number, digits: number) =>
      addRate({ amount }, rate, digits)?.amount
    t.equal(withTax('1.10', 15, 2), '1.27')
    t.equal(withTax('0.30', 5, 2), '0.32')
    t.equal(withTax('12.50', 20, 2), '15.00')
    t.equal(withTax('99.99', 8.1, 2), '108.09')
    t.equal(withTax('1.250', 5, 3), '1.313')
    t.equal(withTax('1005', 10, 0), '1106')
    t.equal(withTax('999999999.99', 17.125, 2), '1171249999.99')
    t.same(addRate({ amount: '10', max: '20' }, 20, 2), {
      kind: 'range',
      amount: '12.00',
      max: '24.00'
    })
    const price: Price = { kind: 'fixed', amount: '10' }
    for (const tax of [undefined, { included: true, rate_percent: 20 }, { included: false }])
      t.equal(addTax(price, tax, 2), undefined)
    const own = { included: false, rate_percent: 5 }
    t.equal(addTax({ ...price, tax: own }, { included: true }, 2)?.amount, '10.50')
  })
})

const writer = (
  language: string,
  currency: string,
  tax?: { included: boolean; name?: string; rate_percent?: number }
) => createPriceWriter({ language, currency, tax, isShared: true, words: wordsFor(language).price })

t.test('a price in words', async (t) => {
  t.test('says "from" only if it is a starting price', async (t) => {
    const { describe } = writer('en-GB', 'GBP')
    t.equal(describe({ kind: 'from', amount: '12.50' }), 'From £12.50')
    t.equal(describe({ kind: 'from', amount: '12', unit: 'hour' }), 'From £12 per hour')
    t.equal(describe({ kind: 'fixed', amount: '12.00' }), '£12')
    t.equal(describe({ kind: 'range', amount: '10', max: '20' }), '£10–£20')
    t.equal(describe({ kind: 'range', amount: '0', max: '20', unit: 'visit' }), '£0–£20 per visit')
  })

  t.test('is free if the amount is zero', async (t) => {
    const { describe } = writer('en-GB', 'GBP', { included: false, rate_percent: 20 })
    t.equal(describe({ kind: 'fixed', amount: '0' }), 'Free')
    t.equal(describe({ kind: 'from', amount: '0' }), 'From £0 (free)')
    t.equal(writer('en', 'GBP').describe({ kind: 'from', amount: '0.00' }), 'From £0 (free)')
    t.equal(writer('he', 'ILS').describe({ kind: 'fixed', amount: '0' }), 'ללא תשלום')
  })

  t.test('has the translated unit, or else the unit of the data', async (t) => {
    const units = ['hour', 'day', 'night', 'visit', 'person', 'item', 'wheel', '$& {price}']
    const { describe } = writer('en', 'GBP')
    t.same(
      units.map((unit) => describe({ kind: 'fixed', amount: '5', unit })),
      ['hour', 'day', 'night', 'visit', 'person', 'item']
        .map((unit) => `£5 per ${unit}`)
        .concat('£5 per wheel', '£5 per $& {price}')
    )
    const hebrew = writer('he', 'ILS')
    const plain = (text: string) => text.replace(/[\u200e\u200f]/g, '').replaceAll('\u00a0', ' ')
    t.equal(plain(hebrew.describe({ kind: 'from', amount: '12.50', unit: 'night' })), 'החל מ־12.50 ₪ ללילה')
    t.equal(plain(hebrew.describe({ kind: 'range', amount: '10', max: '20', unit: 'hour' })), '10–20 ₪ לשעה')
  })

  t.test('has the comma of the language before the tax', async (t) => {
    const tax = { included: true }
    t.match(writer('ar', 'JOD', tax).describe({ kind: 'fixed', amount: '5' }), /، /)
    t.match(writer('he', 'ILS', tax).describe({ kind: 'fixed', amount: '5' }), /, /)
  })

  t.test('has the digits of the currency', async (t) => {
    const fixed = (currency: string, amount: string) =>
      writer('en', currency).describe({ kind: 'fixed', amount }).replaceAll('\u00a0', ' ')
    t.equal(fixed('KWD', '1.250'), 'KWD 1.250')
    t.equal(fixed('IQD', '1.5'), 'IQD 1.500')
    t.equal(fixed('JPY', '1200'), '¥1,200')
    t.equal(fixed('HUF', '1200.5'), 'HUF 1,200.50')
    t.equal(fixed('ISK', '1200'), 'ISK 1,200')
  })

  t.test('says about tax what the data says, and nothing else', async (t) => {
    const fixed = { kind: 'fixed', amount: '100' } as const
    const says = (tax?: Parameters<typeof writer>[2]) => {
      const { describe, splitWithTax, taxSentence } = writer('en', 'GBP', tax)
      const withTax = splitWithTax(fixed)
      return [describe(fixed), withTax && joinParts(withTax), taxSentence]
    }
    t.same(says(), ['£100', undefined, undefined])
    t.same(says({ included: true }), ['£100, including tax', undefined, 'Prices include tax.'])
    t.same(says({ included: true, name: 'VAT', rate_percent: 20 }), [
      '£100, including VAT (20%)',
      undefined,
      'Prices include VAT (20%).'
    ])
    t.same(says({ included: false, name: 'VAT' }), ['£100, before VAT', undefined, 'Prices are before VAT.'])
    t.match(says({ included: false, name: 'MwSt.' }), [/before MwSt\.$/, undefined, /before MwSt\.$/])
    t.same(says({ included: false, rate_percent: 17.5 }), [
      '£100, before tax (17.5%)',
      '£117.50 including tax',
      'Prices are before tax (17.5%).'
    ])
    const { splitWithTax } = writer('en', 'GBP', { included: false, rate_percent: 20 })
    t.equal(splitWithTax({ kind: 'fixed', amount: '0' }), undefined)
    const range = splitWithTax({ kind: 'range', amount: '10', max: '12.50', unit: 'hour' })
    t.equal(range && joinParts(range), '£12–£15 including tax')
    t.equal(splitWithTax({ kind: 'fixed', amount: '0.02', unit: 'page' }), undefined, '0.024 is not 0.02')
  })
})
