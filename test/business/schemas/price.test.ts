import { t } from 'tap'
import { listPriceNotes } from '../../../src/business/notes.ts'
import { createPriceWriter, joinParts } from '../../../src/business/price-words.ts'
import { addTax, currencyDigits, type Price } from '../../../src/business/schemas/price.ts'
import { wordsFor } from '../../../src/business/words.ts'
import { facts } from '../../helper.ts'
import { shopWith } from '../shop.ts'

type Tax = Parameters<typeof createPriceWriter>[0]['tax']

t.test('the notes for agents name the tax only if the data does', async (t) => {
  const business = await facts(shopWith(t, { 'pricing#/tax': { included: true } }))
  t.match(listPriceNotes(business).join('\n'), /tax(?! \()/)
  t.notMatch(listPriceNotes(await facts(shopWith(t, {}))).join('\n'), 'tax')
})

t.test('an amount', async (t) => {
  t.test('has the decimals of ISO 4217', async (t) => {
    t.same(['GBP', 'JPY', 'ISK', 'HUF', 'KWD', 'CLF', 'IQD'].map(currencyDigits), [2, 0, 0, 2, 3, 4, 3])
  })

  t.test('gets tax added exactly, rounded half up to the digits of the currency', async (t) => {
    const addRate = (price: Omit<Price, 'kind'>, rate_percent: number, digits: number) =>
      addTax({ kind: 'range', ...price }, { included: false, rate_percent }, digits)
    const withTax = (amount: string, rate: number, digits: number) =>
      addRate({ amount }, rate, digits)?.amount
    t.equal(withTax('1.10', 15, 2), '1.27')
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

const writer = (language: string, currency: string, tax?: Tax) =>
  createPriceWriter({ language, currency, tax, hasSharedTax: true, words: wordsFor(language).price })

t.test('a price in words', async (t) => {
  const vat = { included: false, name: 'VAT', rate_percent: 20 }
  // test/facts/money.test.ts has the prices of whole businesses.
  const cases: [price: Price, text: string, language?: string, currency?: string, tax?: Tax][] = [
    [{ kind: 'from', amount: '12', unit: 'hour' }, 'From £12 per hour'],
    [{ kind: 'fixed', amount: '12.00' }, '£12'],
    [{ kind: 'range', amount: '0', max: '20', unit: 'visit' }, '£0–£20 per visit'],
    [{ kind: 'fixed', amount: '0' }, 'Free', 'en', 'GBP', vat],
    [{ kind: 'from', amount: '0.00' }, 'From £0 (free)', 'en', 'GBP', vat],
    [{ kind: 'fixed', amount: '0' }, 'ללא תשלום', 'he', 'ILS'],
    [{ kind: 'fixed', amount: '1.5' }, 'IQD 1.500', 'en', 'IQD'],
    [{ kind: 'fixed', amount: '5' }, '5 ₪, כולל מס', 'he', 'ILS', { included: true }],
    ...['day', 'night', 'person', 'item', '$& {price}'].map((unit): [Price, string] => [
      { kind: 'fixed', amount: '5', unit },
      `£5 per ${unit}`
    ])
  ]
  for (const [price, text, language = 'en-GB', currency = 'GBP', tax] of cases) {
    const found = writer(language, currency, tax).describe(price)
    t.equal(found.replace(/[\u200e\u200f]/g, '').replaceAll('\u00a0', ' '), text)
  }
  const arabic = writer('ar', 'JOD', { included: true })
  t.match(arabic.describe({ kind: 'fixed', amount: '5' }), /، /, 'the comma of the language')
})

t.test('a price says about tax what the data says, and nothing else', async (t) => {
  const cases: [tax: Tax | undefined, after: string, sentence?: string, withTax?: string][] = [
    [undefined, ''],
    [{ included: true }, ', including tax', 'Prices include tax.'],
    [{ included: false, name: 'VAT' }, ', before VAT', 'Prices are before VAT.'],
    [{ included: false, name: 'MwSt.' }, ', before MwSt.', 'Prices are before MwSt.'],
    [
      { included: false, rate_percent: 17.5 },
      ', before tax (17.5%)',
      'Prices are before tax (17.5%).',
      '£117.50 including tax'
    ]
  ]
  for (const [tax, after, sentence, withTax] of cases) {
    const { describe, splitWithTax, taxSentence } = writer('en', 'GBP', tax)
    const parts = splitWithTax({ kind: 'fixed', amount: '100' })
    const found = [describe({ kind: 'fixed', amount: '100' }), parts && joinParts(parts), taxSentence]
    t.same(found, [`£100${after}`, withTax, sentence])
  }
  const { splitWithTax } = writer('en', 'GBP', { included: false, rate_percent: 20 })
  t.equal(splitWithTax({ kind: 'fixed', amount: '0' }), undefined)
  const range = splitWithTax({ kind: 'range', amount: '10', max: '12.50', unit: 'hour' })
  t.equal(range && joinParts(range), '£12–£15 including tax')
  t.equal(splitWithTax({ kind: 'fixed', amount: '0.02', unit: 'page' }), undefined, '0.024 is not 0.02')
})
