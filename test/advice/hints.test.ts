import t from 'tap'
import { byLine, type Mistake, openShop, shopProblems, shopWith, testMistakes } from '../business/shop.ts'
import { baseUrl, facts, problemsOf, words } from '../helper.ts'

const place = { street: '1 Road' }
const branch = { id: 'b', name: 'Branch', address: place }
const hours = (opening_hours: unknown) => ({
  'profile#/timezone': 'Europe/London',
  'profile#/opening_hours': opening_hours
})
const entry = (opens: unknown, day: unknown = 'monday') => hours([{ day, opens, closes: '18:00' }])
const special = (fields: object) => ({ ...hours([]), 'profile#/special_hours': [fields] })
const holiday = (from: unknown) => special({ from })
const hoursOf = (day: string, opens: string, closes: string) =>
  `Write one entry for each day and interval: ${JSON.stringify({ day, opens, closes })}.`
const price = (amount: unknown) => ({ 'services#/examples/0/price': { amount } })
const priceOf = (place: string, price: unknown) => ({ [`${place}/price`]: price })
const fixed = (amount: string) => priceOf('services#/examples/0', { kind: 'fixed', amount })
const whatsapp = (account: unknown) => ({ 'profile#/contact/whatsapp': account })
const contact = (field: string, value: unknown) => at(`profile#/contact/${field}`)(value)

const hint = {
  country:
    'Write + and the country code in place of the first 0, such as +44 in the United Kingdom or +972 in Israel.',
  phone: 'Write it in quotes, with its first 0 or its +, such as "+44 113 496 0001".',
  phones: 'Write one number, in digits, spaces, hyphens and brackets; further numbers go in "phones".',
  time: 'Write two digits for the hour, a colon and two digits for the minutes; midnight is "00:00".',
  amount: 'Write digits only, with a point before the decimals and without a currency, such as "1250.00".',
  date: 'Write the year, the month and the day: "2027-01-31".',
  language: 'Write the code of the language, such as "en" for English.',
  currency: 'Write the three letters of the currency, such as GBP, EUR, ILS or USD.',
  free: 'If it is free, write "price": {"kind":"fixed","amount":"0"}.',
  onRequest: 'If it is on request, write "one_time_ils": null in place of the price.',
  unpriced: 'If the service has no price, describe it as a category or in a question instead.',
  days: 'Write one entry for each day of the week, and the dates of holidays in "special_hours".',
  closed:
    'Omit it: a day without an entry is closed, and so is an entry of "special_hours" without "opens" and "closes".'
}

const didYouMean = (value: string) => `Did you mean "${value}"?`

type Edit = (text: string) => Mistake[0]
const at = (place: string) => (value: unknown) => ({ [place]: value })
const phone = at('profile#/contact/phone')
const email = at('profile#/contact/email')
const onDay = (day: string) => entry('09:00', day)
const phoneWith = (fields: object) =>
  contact('phones', [{ label: 'Emergencies', number: '+33 4 00 00 00 00', ...fields }])

const signed = (edit: Mistake[0], ending: string): Mistake => [
  edit,
  `${ending} All prices are in the currency of pricing.json.`
]
const corrections = (edit: Edit, values: Record<string, string>): Mistake[] =>
  Object.entries(values).map(([text, value]) => [edit(text), didYouMean(value)])
const each = (edit: Edit, ending: string, texts: string[]): Mistake[] =>
  texts.map((text) => [edit(text), ending])

const chooseType =
  'or choose from https://schema.org/LocalBusiness#subtypes or https://schema.org/Organization#subtypes.'

const range = 'For a range, write {"kind":"range","amount":"12","max":"20"}.'

const mistakes: Mistake[] = [
  ...corrections(phone, { 'tel:+15550100000': '+15550100000', '۰۲۱ ۱۲۳۴': '021 1234' }),
  ...corrections(phone, { '０３－１２３４－５６７８': '03-1234-5678' }),
  ...corrections(phone, { '\u202a+1 555 010 0000\u202c': '+1 555 010 0000' }),
  ...corrections(email, { 'hello (at) repairs.example': 'hello@repairs.example' }),
  ...corrections(email, { 'hello @repairs.example': 'hello@repairs.example' }),
  ...corrections(email, { 'hello@repairs.example\u200f': 'hello@repairs.example' }),
  ...corrections(email, { 'mailto:hello@repairs.example?subject=Hi': 'hello@repairs.example' }),
  ...corrections(holiday, { '12/25/2026': '2026-12-25', '20261225': '2026-12-25' }),
  ...corrections(holiday, { '2026-12-25T00:00': '2026-12-25', '31.1.2027': '2027-01-31' }),
  ...corrections(holiday, { '2/2/2027': '2027-02-02', '2027/1/5': '2027-01-05' }),
  ...corrections(holiday, { '1er août 2027': '2027-08-01' }),
  ...corrections(price, { '12,5': '12.50', '1,250.00': '1250.00', '1 250': '1250', '1,250,000': '1250000' }),
  ...corrections(price, { '٢٥٫٥٠٠': '25.500', '١٬٢٥٠': '1250', '012.5': '12.50' }),
  [price('12,500'), 'Write "12500" if the comma is between thousands, or "12.50" if not.'],
  [price('1.255 DT'), 'Write "1255" if the point is between thousands, or "1.255" if not.'],
  signed(price('1,250 USD'), 'Write "1250" if the comma is between thousands, or "1.25" if not.'),
  [price('1,250 per hour'), 'Write {"kind":"fixed","amount":"1250","unit":"hour"}.'],
  signed(price('1,250 - 1,500 EUR'), 'For a range, write {"kind":"range","amount":"1250","max":"1500"}.'),
  [priceOf('services#/examples/0', '12–20'), range],
  [
    priceOf('services#/examples/0', '12,500'),
    'Write {"kind":"fixed","amount":"12500"} if the comma is between thousands, or {"kind":"fixed","amount":"12.50"} if not.'
  ],
  signed(price('1.250,00 €'), didYouMean('1250.00')),
  signed(price('$ ,05'), didYouMean('0.05')),
  ...corrections(whatsapp, { '0044 7700 900123': '+44 7700 900123', '+44 7700/900123': '+44 7700 900123' }),
  ...corrections(whatsapp, { 'wa.me/447700900123': 'https://wa.me/447700900123' }),
  ...corrections(entry, { '9:00': '09:00', '12.30 p.m.': '12:30', '12 AM': '00:00', '1730': '17:30' }),
  ...corrections(entry, { '17h30': '17:30', '8 Uhr': '08:00', '09:00:00': '09:00', '24:00': '00:00' }),
  ...corrections(entry, { '٠٩:٠٠': '09:00', '09:00\u200f': '09:00', '9,30': '09:30' }),
  ...corrections(onDay, { 'Mon.': 'monday', Tues: 'tuesday', Jeudi: 'thursday' }),
  ...corrections(onDay, { 'Thứ Hai': 'monday', จันทร์: 'monday', วันอังคาร: 'tuesday' }),
  ...corrections(onDay, { 'יום ראשון': 'sunday', 'ב׳': 'monday', 'https://schema.org/Monday': 'monday' }),
  ...corrections(at('pricing#/currency'), { '£': 'GBP', Euros: 'EUR', 'ש״ח': 'ILS', R$: 'BRL' }),
  ...corrections(at('pricing#/currency'), { 'US dollars': 'USD', 'Fr.': 'CHF', zł: 'PLN' }),
  ...corrections(at('faq#/language'), { gr: 'el', 'en-UK': 'en-GB', en_GB: 'en-GB', 'iw-IL': 'he-IL' }),
  ...corrections(at('faq#/language'), { Welsh: 'cy', עברית: 'he' }),
  ...corrections(at('services#/examples/2/id'), { 'Online Café': 'online-cafe', '24h Repair': 'repair-24h' }),
  ...corrections(at('services#/examples/2/id'), { '5-pack': 'pack-5', '10 class pack': 'class-pack-10' }),
  ...corrections(at('profile#/url'), { 'www.repairs.example': 'https://www.repairs.example' }),
  ...corrections(at('profile#/url'), { 'HTTPS:/repairs.example': 'https://repairs.example' }),
  ...corrections(at('profile#/url'), { 'https://repairs.example/a b': 'https://repairs.example/a%20b' }),
  ...corrections(at('pricing#/quote_url'), { 'hello@repairs.example': 'mailto:hello@repairs.example' }),
  ...corrections(at('pricing#/quote_url'), { '+1 555 010 0000': 'tel:+15550100000' }),
  ...corrections(at('pricing#/quote_url'), { 'contact/': '/contact/', 'contact.html': '/contact.html' }),
  ...each(phone, hint.phones, ['0113 496 0001 - 0113 496 0002']),
  ...each(phone, hint.phones, ['040 123456 / 123457', '0113 496 0001 Dana']),
  ...each(entry, hint.time, ['25:00', '13am', '9-30', '17-45']),
  ...each(entry, hint.closed, ['closed', 'Fermé', 'סגור']),
  ...each(onDay, hint.days, ['mon 9-5', 'So', 'jours fériés', 'ערב חג']),
  ...each(holiday, hint.date, ['24 - 26 December 2026', '2026-13', '2027-13-01', '1 January']),
  signed(price('£ −5'), hint.amount),
  ...each(price, hint.amount, ['1.250,000', 'twelve', '12½', '12⁵⁰', '4O', '-5', '5%', '5k']),
  ...each(price, hint.amount, [
    '2 million',
    '1,5 mille',
    '1.25 lakh',
    '12 हजार',
    '2,5 triệu',
    '1,5 bin',
    '3万',
    '1.5 млн'
  ]),
  ...each(at('pricing#/currency'), hint.currency, ['our money', 'XYZ', 'dirhams']),
  ...each(at('faq#/language'), hint.language, ['xx', 'most of them', 'en-12']),
  [hours({ monday: { open: '9am', close: '5pm' } }), hoursOf('monday', '09:00', '17:00')],
  [hours({ ראשון: '09:00-17:00' }), hoursOf('sunday', '09:00', '17:00')],
  [hours({ sunday: 'closed' }), 'Write a list with one entry for each day and interval.'],
  [hours([{ day: 'monday', hours: '9-17' }]), hoursOf('monday', '09:00', '17:00')],
  [entry('09:00', ['monday', 'tuesday']), 'Write one entry for each day and interval.'],
  ...Object.entries({
    bst: 'Several time zones have this abbreviation: write a region and a city, such as Europe/London.',
    ist: 'Several time zones have this abbreviation: write a region and a city, such as Asia/Kolkata.',
    'GMT+1': 'An offset has no daylight saving time: write a region and a city, such as Europe/Paris.',
    'UTC+02:00': 'An offset has no daylight saving time: write a region and a city, such as Europe/Athens.',
    '-0600': 'An offset has no daylight saving time: write a region and a city, such as America/Chicago.',
    'Europe/Wien': 'such as Europe/London, Europe/Paris or Europe/Athens.',
    'Europe/Londno': 'Did you mean "Europe/London"?',
    Texas: 'such as Europe/London: it includes daylight saving time.'
  }).map(([zone, ending]): Mistake => [{ ...hours([]), 'profile#/timezone': zone }, ending]),
  [{ 'profile#/same_as': { maps: 'https://maps.example/1' } }, 'Write ["https://maps.example/1"].'],
  [{ 'profile#/name': null }, 'Write a value, such as "Business".'],
  [{ 'pricing#/tax': { rate_percent: 20 } }, 'Add it: true or false.'],
  [whatsapp(447700900123), 'Write it in quotes, with its first 0 or its +, such as "+44 7700 900123".'],
  [contact('phones', ['0113 496 0001']), 'Write an object: {"label":"…","number":"0113 496 0001"}.'],
  [contact('phone', 15550100000), hint.phone],
  [entry(false), hint.closed],
  [entry(null), hint.closed],
  ...[{ closed: true }, { open: false }, { סגור: true }].flatMap((closed): Mistake[] => [
    [special({ from: '2026-12-25', ...closed }), hint.closed],
    [hours([{ day: 'sunday', ...closed }]), hint.closed]
  ]),
  [special({ start: '2026-12-25' }), didYouMean('from')],
  [special({ from: '2026-12-25', end: '2026-12-26' }), didYouMean('to')],
  [special({ from: '2026-12-25', start: '9:00' }), didYouMean('opens')],
  ...[{ closed: '17:00' }, { closed: false }].map(
    (closed): Mistake => [hours([{ day: 'sunday', opens: '09:00', ...closed }]), didYouMean('closes')]
  ),
  [entry('08:00-12:00'), 'Write {"opens":"08:00","closes":"12:00"}.'],
  [entry(9), didYouMean('09:00')],
  [entry(17.3), hint.time],
  [hours(['lundi 9h-12h']), hoursOf('monday', '09:00', '12:00')],
  [entry('09:00', 1), 'Write a text in quotes, such as "monday".'],
  ...each(holiday, hint.date, ['5/12/2569', '۱۴۰۶/۰۱/۰۱', '5 ธันวาคม 2569']),
  ...each(holiday, didYouMean('2026-12-25'), [
    ...[
      'vendredi 25 déc. 2026',
      'Freitag, den 25. Dez. 2026',
      '25 de diciembre de 2026',
      '25 декабря 2026 г.'
    ],
    ...['יום שישי, 25 בדצמבר 2026', '2026. 12. 25.', '2026年12月25日']
  ]),
  ...each(price, hint.amount, ['0,500', '0,500.00', '0.500,00', '12 50']),
  ...each(price, 'Write at most nine digits, and at most four after a point.', ['1234567890', '1.23456']),
  [{ 'pricing#/packages/0/one_time_ils': '12345678901234567890' }, 'Write a smaller number.'],
  [price(12.5), 'Write "12.50".'],
  [price(12), 'Write "12".'],
  [
    { 'services#/examples/0/tax': false },
    'Write {"included":true} or {"included":false}; if no tax applies, {"included":true,"exempt":true}.'
  ],
  ...each(price, hint.free, ['Free!', 'frei', 'gratis', 'Grátis', 'gratuit', 'no charge', 'ללא תשלום']),
  [priceOf('services#/examples/0', 'kostenlos'), hint.free],
  [priceOf('services#/examples/0', { kind: 'free', amount: 0 }), hint.free],
  [priceOf('pricing#/packages/0', { kind: 'חינם', amount: '40' }), hint.free],
  ...each(price, hint.unpriced, ['Price on application', 'quote', 'a consultar', 'לפי בקשה']),
  ...each(price, hint.unpriced, [
    'su richiesta',
    'nach Vereinbarung',
    'op aanvraag',
    'по запросу',
    'call us',
    'TBD'
  ]),
  [priceOf('services#/examples/0', { kind: 'sur devis' }), hint.unpriced],
  [priceOf('pricing#/packages/0', { kind: 'auf Anfrage', amount: null }), hint.onRequest],
  [priceOf('pricing#/packages/0', 'הצעת מחיר'), hint.onRequest],
  [priceOf('services#/examples/0', 'a lot'), 'Write an object, such as {"amount":"12.50","kind":"fixed"}.'],
  [{ 'services#/examples/0/price': 12.5 }, 'Write an object: {"kind":"fixed","amount":"12.50"}.'],
  [{ 'services#/examples/0/price': { kind: 'form', amount: '30' } }, didYouMean('from')],
  [{ site: { menu: [{ label: 'Shop', url: '/services/' }] } }, didYouMean('href')],
  [{ 'profile#/Öffnungszeiten': [] }, didYouMean('opening_hours')],
  [{ 'services#/examples/0/Beschreibung': 'Rund' }, didYouMean('summary')],
  [{ 'pricing#/Währung': 'EUR' }, didYouMean('currency')],
  [phoneWith({ telephone: '+33 4 00 00 00 00', number: undefined }), didYouMean('number')],
  [phoneWith({ kind: 'mobile' }), 'Delete it: the fields here are label, number.'],
  signed(
    { 'pricing#/packages/0/one_time_ils': '£39.99' },
    'Write "price": {"kind":"fixed","amount":"39.99"} instead, which may have decimals.'
  ),
  [{ 'pricing#/entry_price_ils': 12.5 }, 'Write a whole number, or omit it: only "price" can have decimals.'],
  [{ 'pricing#/entry_price_ils': [20] }, 'Write digits only, such as 1900.'],
  [{ 'pricing#/tax': { included: true, rate_percent: '20%' } }, 'Write 20.'],
  [{ 'pricing#/tax': { included: true, rate_percent: '8,875' } }, 'Write 8.875.'],
  [{ 'pricing#/tax': { included: true, rate_percent: '-20' } }, 'Write digits only, such as 20.'],
  [{ 'profile#/geo': { latitude: -122.65, longitude: 45.5 } }, 'Latitude and longitude may be swapped.'],
  [{ 'services#/examples/2/id': 'n/a' }, 'such as "repairs".'],
  [{ site: { menu: ['/services/'] } }, 'Write an object: {"label":"…","href":"/services/"}.'],
  [{ site: { licence: 'CC BY 4.0' } }, 'Write an object: {"name":"CC BY 4.0","url":"…"}.'],
  [fixed('45/hour'), 'Write {"kind":"fixed","amount":"45","unit":"hour"}.'],
  signed(fixed('à partir de 45 €'), 'Write {"kind":"from","amount":"45"}.'),
  [fixed('החל מ-420'), 'Write {"kind":"from","amount":"420"}.'],
  [{ 'profile#/languages': ['cz', 'en'] }, didYouMean('cs')],
  [{ 'profile#/name': ['Corner Repairs'] }, 'Write "Corner Repairs", without [ and ].'],
  [{ 'profile#/tagline': ['One', 'Two'] }, 'Write one text, without [ and ].'],
  [{ 'profile#/name': { en: 'Repairs' } }, 'Write a text in quotes, such as "Business".'],
  [{ 'profile#/tagline': null }, 'Omit the field, or write a value, such as "Back on the road by evening".'],
  [{ 'profile#/people': { name: 'Noa' } }, 'Write a list of objects: put [ before it and ] after it.'],
  [{ 'profile#/address': [place] }, 'Write the object without [ and ].'],
  [{ 'profile#/address': ['1 Road', 'Leeds'] }, 'Write an object, such as {"street":"8 Example Street"}.'],
  ...Object.entries({
    BikeStore: ['Bike shop', 'bikestor'],
    VeterinaryCare: ['vet clinic', 'Vétérinaire'],
    Plumber: ['https://schema.org/Plumber'],
    Bakery: ['schema:Bakery'],
    HairSalon: ['Hairdresser'],
    'BeautySalon", "HairSalon" or "NailSalon': ['salon']
  }).flatMap(([types, texts]) =>
    each(at('profile#/business_type'), `Did you mean "${types}"? If not, omit it, ${chooseType}`, texts)
  ),
  ...['web design', 'flower shop', 'מסעדה', 'Organization of volunteers'].map(
    (text): Mistake => [
      { 'profile#/business_type': text },
      `must be a schema.org type of an organisation or place that serves clients, such as BikeStore, got "${text}". Omit it, ${chooseType}`
    ]
  ),
  [{ 'profile#/contact': undefined }, 'Add it, such as {"email":"hello@business.example"}.'],
  [{ 'profile#/story': ['One.', ' '] }, 'Write a text, or delete the entry.'],
  [{ 'profile#/people': [{ name: '' }] }, 'Write a text.'],
  [{ 'profile#/geo': { latitude: '47.8969', longitude: 1 } }, 'Write 47.8969.'],
  [{ 'profile#/geo': { latitude: '-33,8688°', longitude: 1 } }, 'Write -33.8688.'],
  ...each(at('profile#/service_area'), 'Write an object, such as {"places":["Leeds","York"]}.', ['Leeds']),
  [{ 'profile#/service_area': ['Leeds'] }, 'Write an object, such as {"places":["Leeds","York"]}.'],
  [{ 'profile#/geo': { latitude: 'north', longitude: 1 } }, 'Write digits only, such as 53.8.'],
  // A value that nothing resembles has no hint.
  [{ 'pricing#/currency': '£'.repeat(201) }, `such as ILS, got "${'£'.repeat(76)}...`],
  [{ site: { opening_hours: [] } }, 'Did you mean "opening_hours" of profile.json?'],
  [{ 'profile#/address': { administrative_area: 'Salzburg' } }, didYouMean('region')],
  [{ 'profile#/address': { רחוב: 'Herzl 1' } }, didYouMean('street')],
  [hours('24/7'), 'one that closes when it opens, such as "00:00", is open for 24 hours.'],
  [contact('phone', 'N/A'), 'Write a text, or omit the field.'],
  [contact('email', 'a@repairs.example, b@repairs.example'), 'Write one address.'],
  ...each(price, range, ['12-20', '12 to 20', '12 bis 20', '12 עד 20']),
  signed(price('de 12 à 20 €'), range),
  ...corrections(price, { '38,-': '38.00', '1.250,-': '1250.00', '.5': '0.50', 'Rs.50': '50' }),
  signed(price('38.— CHF'), didYouMean('38.00')),
  [whatsapp('07700 900123'), hint.country],
  ...each(whatsapp, 'Begin with + and the country code.', ['447700900123', '(512) 555-0142']),
  [entry('09:00', 'lundi 9h-12h'), hoursOf('monday', '09:00', '12:00')],
  [entry('09:00', 'Mon–Fri 9:30am to 5pm'), hoursOf('monday', '09:30', '17:00')],
  [entry('09:00', 'יום א׳ 08:00–13:00'), hoursOf('sunday', '08:00', '13:00')],
  [hours('Di 9.00 bis 18.00, Mi 9-13'), hoursOf('tuesday', '09:00', '18:00')],
  [holiday('2/1/2027'), 'Write the year, the month and the day: "2027-01-02" or "2027-02-01".'],
  [holiday('2026-06'), 'Write the day too, such as "2026-06-15".'],
  [holiday('2027-02-30'), 'The last day of that month is 2027-02-28.'],
  [{ 'services#/examples/0/from_ils': 'free' }, hint.free],
  [{ 'pricing#/packages/0/currency': 'EUR' }, 'Did you mean "currency" of pricing.json?'],
  [{ 'pricing#/packages/0/unit': 'hour' }, 'Did you mean "unit" in "price" in "packages" of pricing.json?'],
  [priceOf('pricing#/packages/0', null), hint.onRequest],
  [priceOf('services#/examples/0', null), hint.unpriced],
  [{ 'services#/examples/0/from_ils': null }, hint.unpriced],
  [{ 'pricing#/packages/0/one_time_ils': 'on request' }, hint.onRequest],
  [{ 'services#/examples/0/from_ils': '2.900' }, 'Write digits only, such as 45.'],
  [{ 'profile#/founded_year': '2019' }, 'Write 2019.'],
  signed({ 'services#/examples/0/price': 'from £45' }, 'Write an object: {"kind":"from","amount":"45"}.'),
  [{ 'services#/examples/0/category': 'Grooming' }, 'Write the "id" of a category, not its name.'],
  [{ 'pricing#/currency': '$' }, 'Several currencies have this name: write USD, CAD, AUD or another code.'],
  [{ 'services#/examples/0/tools': 'Needles and thread' }, 'Write ["Needles and thread"].'],
  [{ 'profile#/stack': '' }, 'Write a list, such as ["WhatsApp"].'],
  [{ 'profile#/languages': 'en, es' }, 'Write ["en","es"].'],
  [{ 'profile#/address': '1 Road, Leeds' }, 'Write an object, such as {"street":"8 Example Street"}.'],
  [{ 'profile#/languages': 'English' }, 'Write ["en"].'],
  [{ 'profile#/same_as': 'maps.example/1' }, 'Write ["https://maps.example/1"].'],
  [{ 'profile#/by_appointment': 'Yes' }, 'Write true.'],
  [{ 'profile#/by_appointment': 'no' }, 'Write false.'],
  [{ 'profile#/by_appointment': 'sometimes' }, 'Write true or false, without quotes.'],
  [{ 'profile#/phone': '1 555' }, 'Did you mean "phone" in "contact" of profile.json?'],
  ...byLine({
    'must be text in quotes, got -5. It is part of a URL: write a short word in Latin letters, such as "repairs".':
      { 'services#/examples/2/id': -5 },
    'must have exactly 2 entries, got 1. Add an entry, or omit the list if it is optional.': {
      'profile#/pricing_model/typical_range_ils': [40]
    },
    'must be a whole number, got null. Omit it to have it generated from `price`.': {
      'services#/examples/0/from_ils': null,
      ...fixed('45')
    },
    'Did you mean "locality" in "address" in "locations" of profile.json?': {
      'profile#/locations': [{ ...branch, city: 'Leeds' }]
    },
    'Write "price": {"amount":"34.50"} instead, which may have decimals.': {
      'services#/examples/0/from_ils': 34.5
    },
    'Write "fixed", "from" for a starting price, or "range" for one with "max"; a price per hour has "unit": "hour".':
      { 'services#/examples/0/price': { kind: 'between', amount: '30' } },
    'Write an object: {"id":"…","name":"Round Rock","address":{"street":"…"}}.': {
      'profile#/locations': ['Round Rock']
    },
    'For a page of this site, write "/pricing"; for another one, copy its whole URL from the browser.': {
      site: { menu: [{ label: 'Prices', href: 'pricing' }] }
    },
    'Copy the whole URL from the browser, such as "https://business.example/page/".': {
      'profile#/same_as': ['https://face book.example/shop']
    },
    'Write an object: {"src":"/logo.png","alt":"A description of the picture"}.': {
      'profile#/logo': '/logo.png'
    },
    'Write an object, such as {"day":"monday","opens":"09:00","closes":"17:30"}.': hours([
      'whenever we like'
    ]),
    'Write an object: {"src":"/icon-512.png","alt":"A description of the picture"}.': {
      'profile#/logo': 'site/icon-512.png'
    }
  })
]

t.test('the problem of a mistake says how to correct it', (t) => testMistakes(t, mistakes))

t.test('the example of a file or list has no other problem', async (t) => {
  const edit = openShop(t)
  const places = 'profile services pricing faq site services#/examples pricing#/packages'
  for (const place of words(places)) {
    const [line = ''] = await problemsOf(edit({ [place]: place.includes('#') ? 'none' : [] }))
    const [, example = ''] = / such as (.*)\.$/.exec(line) ?? []
    t.same(await problemsOf(edit({ [place]: JSON.parse(example) })), [], line)
  }
})

t.test('a WhatsApp number with its country code becomes its link', async (t) => {
  for (const account of ['+44 7700 900123', '+44 (0)7700-900.123', 'https://wa.me/447700900123']) {
    const { profile, catalog } = await facts(shopWith(t, whatsapp(account)))
    t.equal(profile.contact.whatsapp, 'https://wa.me/447700900123')
    t.equal(catalog.contact?.whatsapp, 'https://wa.me/447700900123')
  }
  const edits = {
    ...whatsapp('+44 7700 900123'),
    'services#/contact': { whatsapp: 'https://wa.me/447700900123' }
  }
  t.same(await shopProblems(t, edits), [], 'the number and its link are the same fact')
})

t.test('contact details that only services.json states are completed as in the profile', async (t) => {
  const contact = { whatsapp: '+44 7700 900123', contact_page: '/talk/' }
  const { profile, catalog } = await facts(shopWith(t, { 'services#/contact': contact }))
  t.notOk(profile.contact.whatsapp)
  t.match(catalog.contact, {
    email: profile.contact.email,
    whatsapp: 'https://wa.me/447700900123',
    contact_page: `${baseUrl}/talk/`
  })
})

/** Texts that are not JSON, by the hint. */
const syntax: Record<string, string[]> = {
  'Delete the comma before it.': ['{"a": 1,}', '[1, 2, ]'],
  'Delete one of the two commas.': ['{"a": 1,, "b": 2}'],
  'JSON has no comments: delete it.': ['{"a": 1} // x', '{"a": 1, /* x */ "b": 2}', '{# x\n"a": 1}'],
  'Use straight double quotes: ".': ["{'a': 1}", '{“a”: 1}', '{״a״: 1}'],
  'Write a comma before it.': ['{"a": 1\n"b": 2}', '{"a": ["x" "y"]}'],
  'Close the text before it with ".': ['{"a": "1, "b": 2}'],
  'Write a colon between the name and the value.': ['{"a" 1}', '{"a" = 1}', '{"a"：1}'],
  'Save the file with the encoding UTF-8.': [String(Buffer.from('{ "a": 1 }', 'utf16le'))],
  'Write a value after the colon, or delete the field.': ['{"a":}'],
  'Put names and texts in double quotes.': ['{a: 1}', '{"a": sunday}'],
  'Write true or false, in small letters.': ['{"a": True}'],
  'Omit the field.': ['{"a": None}', '{"a": -Infinity}'],
  'Write the number in the digits 0 to 9.': ['{"a": ١٩٩٨}'],
  'Put a phone number, a time or a date in quotes.': [
    '{"a": +44 7700}',
    '{"a": 0113}',
    '{"a": 12:30}',
    '{"a": 2027-01-31}'
  ],
  'Write a decimal point, and an amount in quotes, such as "42.50".': [
    '{"amount": 42,50}',
    '{"a": 3,5, "b": 1}'
  ],
  'Write a number without a thousands separator, such as 1250.': ['{"a": 1,250}'],
  'Write a decimal point, such as 8.25.': ['{"latitude": 53,8008}', '{"rate_percent": 8,25}'],
  'Write a digit before and after the decimal point.': ['{"a": .5}'],
  'Write only the number, or put the text in quotes.': ['{"a": £12}', '{"a": 20%}'],
  'Close the text with " on the same line; write \\n for a line break.': ['{"a": "x\ny"}'],
  'Write \\\\ for a backslash.': ['{"a": "C:\\x"}'],
  'Write \\t for a tab.': ['{"a": "x\ty"}'],
  'Write \\" for a quotation mark inside a text.': ['{"a": "say "hi""}'],
  'Write ״ for gershayim, or \\" for a quotation mark inside a text.': ['{"a": "עו"ד"}'],
  'The file ends here: write the rest, or close what is open.': ['{"a": '],
  'Delete this invisible character.': ['{"a":\u00a01}', '{"a": \u0000}'],
  'Close the list before it with ].': ['{"a": [1, 2}'],
  'Close the object before it with }.': ['[{"a": 1]'],
  'Close the object with }.': ['{"a": 1'],
  'Close the list with ].': ['[1, 2'],
  'Delete it: no bracket before it is open.': ['{"a": 1}}'],
  'Write one object: { before its first field and } after its last.': ['{"a": 1} {"b": 2}'],
  'Write , in its place.': ['{"a": 1; "b": 2}', '{"a": 1، "b": 2}'],
  'Delete it.': ['{"a": 1, ...}'],
  'Delete the marks of git, and one of the two versions between them.': ['{\n<<<<<<< HEAD\n"a": 1}'],
  'Begin the file with {, and end it with }.': ['<html>', 'language: en'],
  '': ['{"a": @}']
}

t.test('a file that is not JSON says how to correct it', async (t) => {
  const edit = openShop(t)
  const start = /^faq.json:\d+:\d+: is not JSON \([a-z ]+\)(, got `.*?`(?=$|\. [A-Z]))?(\. )?/
  for (const [hint, texts] of Object.entries(syntax))
    for (const text of texts) {
      const [line = ''] = await problemsOf(edit({ faq: text }))
      t.equal(line.replace(start, ''), hint, line)
    }
})
