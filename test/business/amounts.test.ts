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

t.test('an amount with its currency as people write it', async (t) => {
  const rows: [currency: string, language: string, text: string, amounts: number[]][] = [
    ['EUR', 'de', '45,- €', [45]],
    ['EUR', 'de', '45,– EUR, 30,-', [45, 30]],
    ['EUR', 'en', '45 Euro, 46 EURO, 47 euros, 1 Euros', [45, 46, 47, 1]],
    ['EUR', 'nl', '€ 45,-', [45]],
    ['GBP', 'en', '45 pounds, 1 Pound, 20 quid, GBP 5', [45, 1, 20, 5]],
    ['AUD', 'en', '45 Australian Dollars, 46 Australian dollars', [45, 46]],
    ['USD', 'en', '45 US Dollars', [45]],
    ['TRY', 'tr', '45 Türk Lirası', [45]],
    ['USD', 'en', '45 dollars, 1 dollar, US$46, $47, 48 USD, 5 bucks', [45, 1, 48, 5, 46, 47]],
    ['USD', 'de', '45 Dollar', [45]],
    ['USD', 'es', '45 dólares', [45]],
    ['INR', 'en', 'Rs. 45/-, Rs 46, ₹47/-, 48 rupees, 49/-', [48, 49, 45, 46, 47]],
    ['INR', 'en', 'Rs.1,50,000/-', [150000]],
    ['PKR', 'en', '45/- Rs', [45]],
    ['INR', 'en', 'Rs:45, Rs: 46', [45, 46]],
    ['GHS', 'en', 'GH¢45, GH₵46', [45, 46]],
    ['ILS', 'he', '45 ש“ח', [45]],
    ['ILS', 'he', "45 ש״ח, 46 ש\"ח, 47 ש''ח, 48 ש׳׳ח, 49 שח", [45, 46, 47, 48, 49]],
    ['ILS', 'he', '45.- ₪, ₪46, 47 שקלים חדשים, 48 שקל, 49 shekels', [45, 47, 48, 49, 46]],
    ['CHF', 'de', 'CHF 45.–, Fr. 46.-, 47 Franken, 48 SFr.', [47, 48, 45, 46]],
    ['CHF', 'fr', '45 francs, CHF 46.—', [45, 46]],
    ['PLN', 'pl', '45 zł, 46 złotych, 47 zl', [45, 46, 47]],
    ['SEK', 'sv', '45 kr, kr 46, 47 kronor, 48:-, 49 Kr.', [45, 47, 48, 49, 46]],
    ['NOK', 'nb', 'kr 45, 46 kroner, kr. 47,-', [46, 45, 47]],
    ['RUB', 'ru', '45 рублей, 46 руб., 47 р.', [45, 46, 47]],
    ['JPY', 'ja', '4500円から', [4500]],
    ['TRY', 'tr', '45 TL, 46 lira', [45, 46]],
    ['ZAR', 'en', 'R45, 46 rand', [46, 45]],
    ['BRL', 'pt', '45 reais, R$ 46', [45, 46]],
    ['ZAR', 'en', 'FOR 45 Rooms', []],
    ['GBP', 'en', '50p, 99 pence, 2 p.m., 2p.m., 3pm, p. 45, 5 people', [0.5, 0.99]],
    ['GBP', 'en', '£20 £25, £12 p.p., £14 p/h', [20, 25, 12, 14]],
    ['USD', 'en', '99¢, 50 cents, 20 c', [0.99, 0.5, 0.2]],
    ['ILS', 'he', '50 אגורות, 90 אג׳', [0.5, 0.9]],
    ['EUR', 'de', '12 € 50 Cent, 13 Euro 20 ct', [12.5, 13.2]],
    ['GBP', 'en', '4 pounds 50 pence', [4.5]],
    ['EUR', 'en', '45 eur, 30/46 €, 31 or 47 euros', [45, 30, 46, 31, 47]],
    ['CZK', 'cs', '45 korun, 46 Kč', [45, 46]],
    ['PEN', 'es', 'S/ 45, S/. 46', [45, 46]],
    ['XOF', 'fr', '4500 FCFA', [4500]],
    ['KES', 'en', 'KSh 450/=, 460/=', [450, 460]],
    ['BGN', 'bg', '45 лв, 46 лв.', [45, 46]],
    ['RUB', 'ru', '450р', [450]],
    ['AED', 'ar', '٤٥ د.إ', [45]],
    ['ALL', 'en', 'in 45 all', []],
    ['USD', 'en', '$1.5k, $2k–3k, 4k USD, $5 kilos, a 10k run', [1500, 2000, 3000, 4000, 5]],
    ['EUR', 'fr', 'de 30 à 45 €, 12 € 50 ou 13 euros 20', [12, 13.2, 30, 45, 50]],
    ['USD', 'en', '$20$30, $40/$50', [20, 30, 40, 50]],
    ['EUR', 'es', "12'50 €, 13’50€, 1.250'50 €", [1250.5, 12.5, 13.5]],
    ['GBP', 'en', '£12·50', [12.5]],
    ['CHF', 'de', "CHF 1'250.–, 1’250.50 Fr.", [1250, 1250.5]],
    ['INR', 'hi', '₹१,५००, १६०० रुपये', [1500, 1600]],
    ['BDT', 'bn', '৳১৫০০, Tk. 1600', [1500, 1600]],
    ['EGP', 'ar', '١٬٢٥٠ جنيه, ١٢٫٥٠ ج.م', [12.5, 1250]],
    [
      'JPY',
      'ja',
      '１，５００円, 3万円, 1.25万円, 1万5千円, 1万2000円, 1,200万円',
      [12000, 12000000, 12500, 1500, 15000, 30000]
    ],
    ['KRW', 'ko', '4만5천원, 3천원', [3000, 45000]],
    ['RUB', 'ru', '25 тыс. руб., 26 тыс ₽', [25000, 26000]],
    ['ILS', 'he', '3.5 אלף ש"ח, מ-45 ועד 55 ₪, 46 ש.ח., 47 ש\'ח', [3500, 45, 46, 47, 55]],
    ['INR', 'en', '₹1.5 lakh', [150000]],
    ['IDR', 'id', 'Rp. 150.000, Rp 160 ribu, 1,5 juta rupiah', [150000, 1500000, 160000]],
    ['EUR', 'de', '25 Tsd. €, 1,5 Mio. €', [1500000, 25000]],
    ['AED', 'en', 'Dhs. 450', [450]],
    ['RON', 'ro', '45 de lei', [45]],
    ['XOF', 'fr', '4 500 F CFA, 4600 CFA, 4700 F', [4500, 4600, 4700]],
    ['BAM', 'bs', '45 km, 46 KM', [46]],
    ['GBP', 'en', '£20, $30, 40 USD, ₹50', [20]],
    ['GBP', 'en', '45 poundstretchers, compounds 3, 45 British guests', []],
    ['EUR', 'en', 'on 24/12/2026, 24.12.2026, 24-12, 9:00-17:00, 9:00–17:00', []],
    ['EUR', 'en', '+44 113 496 0001, 0113-4960001, 02/1234-56, 1,-2', []]
  ]
  for (const [currency, language, text, amounts] of rows) {
    const found = createAmountReader(describeCurrency(currency, language))(text)
    t.same(found.toSorted(), amounts.toSorted(), `${currency}: ${text}`)
  }
})
