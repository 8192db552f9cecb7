import t from 'tap'
import { createAmountReader } from '../../src/business/amounts.ts'
import { describeCurrency } from '../../src/business/schemas/price.ts'

t.test('an amount with raised digits', async (t) => {
  const rows: [currency: string, text: string, amounts: number[]][] = [
    ['EUR', '€12⁵⁰', [12.5]],
    ['EUR', '12⁵⁰ € for two', [12.5]],
    ['EUR', '12€⁵⁰', [12.5]],
    ['EUR', '12 ⁵⁰ EUR', [12.5]],
    ['EUR', '€ 12,⁵⁰', [12.5]],
    ['EUR', '€1.250⁵⁰', [1250.5]],
    ['EUR', '€100¹', [100]],
    ['EUR', '100¹ €', [100]],
    ['EUR', '100 €¹²³', [100]],
    ['EUR', '€12.50¹²', [12.5]],
    ['EUR', '€12₅₀', [12.5]],
    ['EUR', '20 m² for €5', [5]],
    ['EUR', '12⁵⁰', []],
    ['JPY', '¥100⁵⁰', [100]],
    ['JPY', '¥100¹', [100]],
    ['KWD', 'KWD 12⁵⁰⁰', [12.5]],
    ['KWD', 'KWD 12⁵⁰', [12]],
    ['EUR', '12€50, 15€05.', [12.5, 15.05]],
    ['EUR', '12€305', [12, 305]],
    ['EUR', '12,- €', [12]],
    ['EUR', '15,–€', [15]],
    ['EUR', '12.50 euros, 1 euro, 2 Eurostar tickets', [12.5, 1]],
    ['JPY', '100¥50', [100, 50]],
    ['KWD', '12KWD500', [12.5]]
  ]
  for (const [currency, text, amounts] of rows) {
    t.same(createAmountReader(describeCurrency(currency, 'en'))(text), amounts, `${currency}: ${text}`)
  }
})
