import t from 'tap'
import { describeExample } from '../../src/advice/hints.ts'
import { exampleOf, link } from '../../src/base/json-schema.ts'
import { type Mistake, shopProblems, shopWith, testMistakes } from '../business/shop.ts'
import { baseUrl, facts } from '../helper.ts'

const place = { street: '1 Road' }
const branch = { id: 'b', name: 'Branch', address: place }
const entry = (opens: unknown, day: unknown = 'monday') => ({
  'profile#/timezone': 'Europe/London',
  'profile#/opening_hours': [{ day, opens, closes: '18:00' }]
})
const holiday = (from: unknown) => ({
  'profile#/timezone': 'Europe/London',
  'profile#/opening_hours': [],
  'profile#/special_hours': [{ from }]
})
const hours = (opening_hours: unknown) => ({
  'profile#/timezone': 'Europe/London',
  'profile#/opening_hours': opening_hours
})
const hoursOf = (day: string, opens: string, closes: string) =>
  `Write one entry for each day and interval: ${JSON.stringify({ day, opens, closes })}.`
const price = (amount: unknown) => ({ 'services#/examples/0/price': { amount } })
const priceOf = (place: string, price: unknown) => ({ [`${place}/price`]: price })
const whatsapp = (account: unknown) => ({ 'profile#/contact/whatsapp': account })
const contact = (field: string, value: unknown) => ({ [`profile#/contact/${field}`]: value })

const hint = {
  country:
    'Write + and the country code in place of the first 0, such as +44 in the United Kingdom or +972 in Israel.',
  phone: 'Write it in quotes, with its first 0 or its +, such as "+44 113 496 0001".',
  phones: 'Write one number, in digits, spaces, hyphens and brackets; further numbers go in "phones".',
  time: 'Write two digits for the hour, a colon and two digits for the minutes; midnight is "00:00".',
  amount: 'Write digits only, with a point before the decimals and without a currency, such as "1250.00".',
  currency: 'Write the three letters of the currency, such as GBP, EUR, ILS or USD.',
  free: 'If it is free, write "price": {"kind":"fixed","amount":"0"}.',
  onRequest: 'If it is on request, write "one_time_ils": null in place of the price.',
  unpriced: 'If the service has no price, describe it as a category or in a question instead.',
  closed:
    'Omit it: a day without an entry is closed, and so is an entry of "special_hours" without "opens" and "closes".'
}

const didYouMean = (value: string) => `Did you mean "${value}"?`

const mistakes: Mistake[] = [
  [hours({ monday: '9-17' }), hoursOf('monday', '09:00', '17:00')],
  [hours({ monday: { open: '9am', close: '5pm' } }), hoursOf('monday', '09:00', '17:00')],
  [hours({ ראשון: '09:00-17:00' }), hoursOf('sunday', '09:00', '17:00')],
  [hours({ sunday: 'closed' }), 'Write a list with one entry for each day and interval.'],
  [hours('24/7'), 'one that closes when it opens, such as "00:00", is open for 24 hours.'],
  [hours([{ day: 'monday', hours: '9-17' }]), hoursOf('monday', '09:00', '17:00')],
  [entry('09:00', ['monday', 'tuesday']), 'Write one entry for each day and interval.'],
  ...Object.entries({
    PDT: 'Several time zones have this abbreviation: write a region and a city, such as America/Los_Angeles.',
    bst: 'Several time zones have this abbreviation: write a region and a city, such as Europe/London.',
    CEST: 'Several time zones have this abbreviation: write a region and a city, such as Europe/Paris.',
    'UTC+2': 'An offset has no daylight saving time: write a region and a city, such as Europe/Athens.',
    '-0600': 'An offset has no daylight saving time: write a region and a city, such as America/Chicago.',
    'America/austin': 'such as America/New_York, America/Chicago, America/Denver or America/Los_Angeles.',
    Texas: 'such as Europe/London: it includes daylight saving time.'
  }).map(([zone, ending]): Mistake => [{ ...hours([]), 'profile#/timezone': zone }, ending]),
  [contact('phone', '1-800-flowers'), didYouMean('1-800-FLOWERS')],
  [contact('phone', 'N/A'), 'Write a text, or omit the field.'],
  [contact('email', 'hello (at) repairs.example'), didYouMean('hello@repairs.example')],
  [contact('email', 'a@repairs.example, b@repairs.example'), 'Write one address.'],
  [holiday('12/25/2026'), didYouMean('2026-12-25')],
  [holiday('20261225'), didYouMean('2026-12-25')],
  [holiday('2026-12-25T00:00'), didYouMean('2026-12-25')],
  [price('٤٢'), didYouMean('42')],
  [price('12-20'), 'For a range, write {"kind":"range","amount":"12","max":"20"}.'],
  [{ 'services#/examples/0/price': { kind: 'fixed', value: '30' } }, didYouMean('amount')],
  [
    { 'services#/examples/0/price': { kind: 'hourly', amount: '30' } },
    'a price per hour has "unit": "hour".'
  ],
  ...Object.entries({
    'US dollars': 'USD',
    R$: 'BRL',
    'Fr.': 'CHF',
    zł: 'PLN',
    שקל: 'ILS',
    dirhams: 'AED'
  }).map(
    ([name, code]): Mistake => [
      { 'pricing#/currency': name },
      code === 'AED' ? hint.currency : didYouMean(code)
    ]
  ),
  [{ 'profile#/same_as': { maps: 'https://maps.example/1' } }, 'Write ["https://maps.example/1"].'],
  [{ 'profile#/name': null }, 'Write a value, such as "Business".'],
  [{ 'pricing#/tax': { rate_percent: 20 } }, 'Add it, such as true.'],

  [whatsapp('07700 900123'), hint.country],
  [whatsapp('447700900123'), 'Begin with + and the country code.'],
  [whatsapp('0044 7700 900123'), didYouMean('+44 7700 900123')],
  [whatsapp('+44 7700/900123'), didYouMean('+44 7700 900123')],
  [whatsapp('wa.me/447700900123'), didYouMean('https://wa.me/447700900123')],
  [whatsapp(447700900123), 'Write it in quotes, with its first 0 or its +, such as "+44 7700 900123".'],
  [contact('phones', ['0113 496 0001']), 'Write an object: {"label":"…","number":"0113 496 0001"}.'],
  [{ 'profile#/address/addressRegion': 'TX' }, didYouMean('region')],
  [contact('phone', 15550100000), hint.phone],
  [contact('phone', '(030) / 123 456'), didYouMean('(030) 123 456')],
  [contact('phone', 'tel:+15550100000'), didYouMean('+15550100000')],
  [contact('phone', '1\u2013555\u2013010'), didYouMean('1-555-010')],
  [contact('phone', '0113 496 0001 or 0113 496 0002'), hint.phones],
  [contact('phone', '0113 496 0001 - 0113 496 0002'), hint.phones],
  [contact('phone', '040 123456 / 123457'), hint.phones],
  [contact('phone', '0113 496 0001 Dana'), hint.phones],
  [contact('phone', '0113 496 0001 HOME'), hint.phones],
  [contact('phone', '０３－１２３４－５６７８'), didYouMean('03-1234-5678')],
  [contact('phone', '٠١٠ ٠٠٠٠ ٠٠٠٠'), didYouMean('010 0000 0000')],
  [contact('phone', '۰۲۱ ۱۲۳۴'), didYouMean('021 1234')],
  [contact('email', 'hello @repairs.example'), didYouMean('hello@repairs.example')],
  [contact('email', 'mailto:hello@repairs.example?subject=Hi'), didYouMean('hello@repairs.example')],
  [entry('9:00'), didYouMean('09:00')],
  [entry('9am'), didYouMean('09:00')],
  [entry('12.30 p.m.'), didYouMean('12:30')],
  [entry('12 AM'), didYouMean('00:00')],
  [entry('17.30'), didYouMean('17:30')],
  [entry('1730'), didYouMean('17:30')],
  [entry('17h30'), didYouMean('17:30')],
  [entry('8 Uhr'), didYouMean('08:00')],
  [entry('09:00:00'), didYouMean('09:00')],
  [entry('24:00'), didYouMean('00:00')],
  [entry('25:00'), hint.time],
  [entry('13am'), hint.time],
  [entry('noon'), hint.time],
  [entry('closed'), hint.closed],
  [entry('Fermé'), hint.closed],
  [entry('סגור'), hint.closed],
  [entry(false), hint.closed],
  [entry(null), hint.closed],
  ...[{ closed: true }, { is_closed: true }, { open: false }, { fermé: true }, { סגור: true }].flatMap(
    (closed): Mistake[] => [
      [{ ...hours([]), 'profile#/special_hours': [{ from: '2026-12-25', ...closed }] }, hint.closed],
      [hours([{ day: 'sunday', ...closed }]), hint.closed]
    ]
  ),
  [hours([{ day: 'sunday', open: '9:00', closes: '12:00' }]), didYouMean('opens')],
  ...[{ closed: '17:00' }, { closed: false }].map(
    (closed): Mistake => [hours([{ day: 'sunday', opens: '09:00', ...closed }]), didYouMean('closes')]
  ),
  [entry(9), didYouMean('09:00')],
  [entry(17.3), hint.time],
  [entry('09:00', 'Sunday'), didYouMean('sunday')],
  [entry('09:00', 'Mon.'), didYouMean('monday')],
  [entry('09:00', 'Tues'), didYouMean('tuesday')],
  [entry('09:00', 'wendesday'), didYouMean('wednesday')],
  [entry('09:00', 'יום ראשון'), didYouMean('sunday')],
  [entry('09:00', 'ב׳'), didYouMean('monday')],
  [entry('09:00', 'Jeudi'), didYouMean('thursday')],
  [entry('09:00', 'mon-fri'), 'Write one entry for each day.'],
  [entry('09:00', 'lundi 9h-12h'), hoursOf('monday', '09:00', '12:00')],
  [entry('09:00', 'Mon–Fri 9:30am to 5pm'), hoursOf('monday', '09:30', '17:00')],
  [entry('09:00', 'יום א׳ 08:00–13:00'), hoursOf('sunday', '08:00', '13:00')],
  [entry('09:00', 'mon 9-5'), 'Write one entry for each day.'],
  [hours(['lundi 9h-12h']), hoursOf('monday', '09:00', '12:00')],
  [hours('Di 9.00 bis 18.00, Mi 9-13'), hoursOf('tuesday', '09:00', '18:00')],
  [
    hours(['whenever we like']),
    'Write an object, such as {"day":"monday","opens":"09:00","closes":"17:30"}.'
  ],
  [entry('09:00', 1), 'Write a text in quotes, such as "monday".'],
  [holiday('31/01/2027'), didYouMean('2027-01-31')],
  [holiday('31.1.2027'), didYouMean('2027-01-31')],
  [holiday('2/1/2027'), 'Write the year, the month and the day: "2027-01-02" or "2027-02-01".'],
  [holiday('2/2/2027'), didYouMean('2027-02-02')],
  [holiday('2027/1/5'), didYouMean('2027-01-05')],
  [holiday('24th December 2026'), didYouMean('2026-12-24')],
  [holiday('Dec. 4, 2026'), didYouMean('2026-12-04')],
  ...[
    '25 décembre 2026',
    'Le 25 decembre 2026',
    'vendredi 25 déc. 2026',
    '25. Dezember 2026',
    'Freitag, den 25. Dez. 2026',
    '25 de diciembre de 2026',
    '25 בדצמבר 2026',
    'יום שישי, 25 בדצמבר 2026',
    '25 grudnia 2026 r.',
    '25 декабря 2026 г.',
    '25 joulukuuta 2026',
    'Friday, 25 December 2026',
    '2026. 12. 25.',
    '2026年12月25日'
  ].map((text): Mistake => [holiday(text), didYouMean('2026-12-25')]),
  [holiday('1er août 2027'), didYouMean('2027-08-01')],
  [holiday('24 - 26 December 2026'), 'the month and the day: "2027-01-31".'],
  [holiday('5 Tachwedd 2026'), 'the month and the day: "2027-01-31".'],
  [holiday('2026-13'), 'the month and the day: "2027-01-31".'],
  [holiday('2026-06'), 'Write the day too, such as "2026-06-15".'],
  [holiday('December 2026'), 'Write the year, the month and the day: "2027-01-31".'],
  [holiday('1 January'), 'Write the year, the month and the day: "2027-01-31".'],
  [holiday('2027-02-30'), 'The last day of that month is 2027-02-28.'],
  [holiday('2027-13-01'), 'Write the year, the month and the day: "2027-01-31".'],
  [price(12.5), 'Write "12.50".'],
  [price(12), 'Write "12".'],
  [price('£12.50'), didYouMean('12.50')],
  [price('12,5'), didYouMean('12.50')],
  [price('1,250 USD'), didYouMean('1250')],
  [price('1,250.00'), didYouMean('1250.00')],
  [price('1.250,00 €'), didYouMean('1250.00')],
  [price('1.250,000'), hint.amount],
  [price('1 250'), didYouMean('1250')],
  [
    price('12 50'),
    'Write digits only, with a point before the decimals and without a currency, such as "1250.00".'
  ],
  ...[false, 'exempt'].map(
    (tax): Mistake => [
      { 'services#/examples/0/tax': tax },
      'Write {"included":true} or {"included":false}; if no tax applies, {"included":true,"exempt":true}.'
    ]
  ),
  [entry('09:00', 'So'), 'Write one entry for each day.'],
  [price('012.5'), didYouMean('12.50')],
  [price('twelve'), hint.amount],
  [price('.5'), didYouMean('0.50')],
  [price('$ ,05'), didYouMean('0.05')],
  [price('Rs.50'), didYouMean('50')],
  [price('12½'), hint.amount],
  [price('12⁵⁰'), hint.amount],
  [price('4O'), hint.amount],
  ...['free', 'Free!', 'gratis', 'Grátis', 'gratuit', 'kostenlos', 'no charge', 'חינם', 'ללא תשלום'].flatMap(
    (word): Mistake[] => [
      [price(word), hint.free],
      [priceOf('services#/examples/0', { kind: word }), hint.free],
      [priceOf('pricing#/packages/0', { kind: word, amount: '40' }), hint.free],
      [priceOf('services#/examples/0', word), hint.free]
    ]
  ),
  ...[
    'Price on application',
    'quote',
    'sur devis',
    'nous consulter',
    'auf Anfrage',
    'a consultar',
    'sob consulta',
    'su richiesta',
    'op aanvraag',
    'по запросу',
    'הצעת מחיר',
    'לפי בקשה'
  ].flatMap((word): Mistake[] => [
    [priceOf('services#/examples/0', { kind: word }), hint.unpriced],
    [priceOf('pricing#/packages/0', { kind: word, amount: null }), hint.onRequest],
    [price(word), hint.unpriced],
    [priceOf('pricing#/packages/0', word), hint.onRequest]
  ]),
  [priceOf('services#/examples/0', { kind: 'free', amount: 0 }), hint.free],
  [{ 'services#/examples/0/from_ils': 'free' }, hint.free],
  [{ 'pricing#/packages/0/one_time_ils': 'gratuit' }, hint.free],
  [{ 'services#/examples/0/price': '£12.50' }, 'Write an object: {"kind":"fixed","amount":"12.50"}.'],
  [priceOf('services#/examples/0', 'call us'), hint.unpriced],
  [priceOf('services#/examples/0', 'a lot'), 'Write an object, such as {"amount":"12.50","kind":"fixed"}.'],
  [{ 'services#/examples/0/price': 12.5 }, 'Write an object: {"kind":"fixed","amount":"12.50"}.'],
  [{ 'services#/examples/0/price': { kind: 'form', amount: '30' } }, didYouMean('from')],
  [
    { 'profile#/contact/phones': [{ name: 'Emergencies', number: '+33 4 00 00 00 00' }] },
    didYouMean('label')
  ],
  [
    { 'profile#/contact/phones': [{ label: 'Emergencies', telephone: '+33 4 00 00 00 00' }] },
    didYouMean('number')
  ],
  ...[
    ['kind', 'Delete it: the fields here are label, number.'],
    ['name of it', 'Delete it: the fields here are label, number.']
  ].map(
    ([field = '', hint = '']): Mistake => [
      {
        'profile#/contact/phones': [{ label: 'Emergencies', number: '+33 4 00 00 00 00', [field]: 'mobile' }]
      },
      hint
    ]
  ),
  [{ 'pricing#/packages/0/currency': 'EUR' }, 'Did you mean "currency" of pricing.json?'],
  [{ 'pricing#/packages/0/unit': 'hour' }, 'Did you mean "unit" in "price" in "packages" of pricing.json?'],
  [
    { 'profile#/locations': [{ ...branch, city: 'Leeds' }] },
    'Did you mean "locality" in "address" in "locations" of profile.json?'
  ],
  [{ 'profile#/address/state': 'Texas' }, didYouMean('region')],
  [
    { 'services#/examples/0/from_ils': 34.5 },
    'Write "price": {"amount":"34.50"} instead, which may have decimals.'
  ],
  [
    { 'pricing#/packages/0/one_time_ils': '£39.99' },
    'Write "price": {"kind":"fixed","amount":"39.99"} instead, which may have decimals.'
  ],
  [{ 'pricing#/entry_price_ils': 12.5 }, 'Omit it: only "price" can have decimals.'],
  [{ 'services#/examples/0/from_ils': 'call us' }, hint.unpriced],
  [{ 'pricing#/packages/0/one_time_ils': 'on request' }, hint.onRequest],
  [{ 'services#/examples/0/from_ils': '2.900' }, 'Write digits only, such as 45.'],
  [{ 'pricing#/entry_price_ils': [20] }, 'Write digits only, such as 1900.'],
  [{ 'pricing#/tax': { included: true, rate_percent: '20%' } }, 'Write 20.'],
  [{ 'profile#/geo': { latitude: '53.8', longitude: -1.5 } }, 'Write 53.8.'],
  [{ 'profile#/founded_year': '2019' }, 'Write 2019.'],
  [
    { 'profile#/locations': ['Round Rock'] },
    'Write an object: {"id":"…","name":"Round Rock","address":{"street":"…"}}.'
  ],
  [{ site: { menu: ['/services/'] } }, 'Write an object: {"label":"…","href":"/services/"}.'],
  [{ site: { licence: 'CC BY 4.0' } }, 'Write an object: {"name":"CC BY 4.0","url":"…"}.'],
  [{ 'services#/examples/0/price': 'from £45' }, 'Write an object: {"kind":"from","amount":"45"}.'],
  [
    { 'services#/examples/0/price': { kind: 'fixed', amount: '45/hour' } },
    'Write {"kind":"fixed","amount":"45","unit":"hour"}.'
  ],
  [
    { 'services#/examples/0/price': { kind: 'fixed', amount: 'à partir de 45 €' } },
    'Write {"kind":"from","amount":"45"}.'
  ],
  [
    { 'services#/examples/0/price': { kind: 'fixed', amount: 'החל מ-420' } },
    'Write {"kind":"from","amount":"420"}.'
  ],
  [{ 'services#/examples/0/category': 'Grooming' }, 'Write the "id" of a category, not its name.'],
  [{ 'pricing#/currency': '£' }, didYouMean('GBP')],
  [{ 'pricing#/currency': '€' }, didYouMean('EUR')],
  [{ 'pricing#/currency': '₪' }, didYouMean('ILS')],
  [{ 'pricing#/currency': '$' }, 'Several currencies have this name: write USD, CAD, AUD or another code.'],
  [{ 'pricing#/currency': 'Euros' }, didYouMean('EUR')],
  [{ 'pricing#/currency': 'ש״ח' }, didYouMean('ILS')],
  [{ 'pricing#/currency': 'our money' }, hint.currency],
  [{ 'pricing#/currency': 'NIS' }, didYouMean('ILS')],
  [{ 'pricing#/currency': 'XYZ' }, hint.currency],
  [{ 'faq#/language': 'English' }, didYouMean('en')],
  [{ 'profile#/languages': ['עברית'] }, didYouMean('he')],
  [{ 'faq#/language': 'iw' }, didYouMean('he')],
  [{ 'profile#/languages': ['iw-IL'] }, didYouMean('he-IL')],
  [{ 'faq#/language': 'gr' }, didYouMean('el')],
  [{ 'profile#/languages': ['cz', 'en'] }, didYouMean('cs')],
  [{ 'faq#/language': 'xx' }, 'Write the code of the language, such as "en" for English.'],
  [{ 'faq#/language': 'en-UK' }, didYouMean('en-GB')],
  [{ 'profile#/geo': '45.7,4.8' }, 'Write an object, such as {"latitude":53.8,"longitude":-1.55}.'],
  [{ 'faq#/language': 'en_GB' }, didYouMean('en-GB')],
  [{ 'faq#/language': 'most of them' }, 'Write the code of the language, such as "en" for English.'],
  [{ 'faq#/language': 'en-12' }, 'Write the code of the language, such as "en" for English.'],
  [{ 'services#/examples/2/id': 'Online Café' }, didYouMean('online-cafe')],
  [
    { 'services#/examples/2/id': 'חנות' },
    'It is part of a URL: write a short word in Latin letters, such as "repairs".'
  ],
  [{ 'profile#/url': 'www.repairs.example' }, didYouMean('https://www.repairs.example')],
  [{ 'profile#/url': 'HTTPS:/repairs.example' }, didYouMean('https://repairs.example')],
  [{ 'profile#/url': 'https://repairs.example/a b' }, didYouMean('https://repairs.example/a%20b')],
  [{ 'pricing#/quote_url': 'hello@repairs.example' }, didYouMean('mailto:hello@repairs.example')],
  [{ 'pricing#/quote_url': '+1 555 010 0000' }, didYouMean('tel:+15550100000')],
  [{ 'pricing#/quote_url': 'contact/' }, didYouMean('/contact/')],
  [{ 'pricing#/quote_url': 'contact.html' }, didYouMean('/contact.html')],
  [
    { 'profile#/same_as': ['@repairs'] },
    'Copy the whole URL from the browser, such as "https://business.example/page/".'
  ],
  [{ 'profile#/name': ['Corner Repairs'] }, 'Write "Corner Repairs", without [ and ].'],
  [{ 'profile#/tagline': ['One', 'Two'] }, 'Write one text, without [ and ].'],
  [{ 'profile#/name': { en: 'Repairs' } }, 'Write a text in quotes, such as "Business".'],
  [{ 'profile#/name': 5 }, 'Write "5".'],
  [{ 'profile#/tagline': null }, 'Omit the field, or write a value, such as "Back on the road by evening".'],
  [{ 'services#/examples/0/tools': 'Needles and thread' }, 'Write ["Needles and thread"].'],
  [{ 'profile#/stack': '' }, 'Write a list, such as ["WhatsApp"].'],
  [{ 'profile#/languages': 'en, es' }, 'Write ["en","es"].'],
  [{ 'profile#/people': 'Noa' }, 'Write a list, such as [{"name":"A. Founder"}].'],
  [{ 'profile#/people': { name: 'Noa' } }, 'Write a list of objects: put [ before it and ] after it.'],
  [{ 'profile#/address': [place] }, 'Write the object without [ and ].'],
  [{ 'profile#/address': ['1 Road', 'Leeds'] }, 'Write an object, such as {"street":"8 Example Street"}.'],
  [{ 'profile#/address': '1 Road, Leeds' }, 'Write an object, such as {"street":"8 Example Street"}.'],
  [
    { 'profile#/logo': '/logo.png' },
    'Write an object: {"src":"/logo.png","alt":"A description of the picture"}.'
  ],
  [
    { 'profile#/logo': 'site/icon-512.png' },
    'Write an object: {"src":"/icon-512.png","alt":"A description of the picture"}.'
  ],
  [{ 'profile#/languages': ['Welsh'] }, didYouMean('cy')],
  [{ 'profile#/languages': 'English' }, 'Write ["en"].'],
  [{ 'profile#/same_as': 'maps.example/1' }, 'Write ["https://maps.example/1"].'],
  [
    { 'profile#/business_type': 'Bike shop' },
    'Did you mean "BikeStore"? If not, omit it, or choose from https://schema.org/LocalBusiness#subtypes or https://schema.org/Organization#subtypes.'
  ],
  [
    { 'profile#/business_type': 'Veterinary care' },
    'Did you mean "VeterinaryCare"? If not, omit it, or choose from https://schema.org/LocalBusiness#subtypes or https://schema.org/Organization#subtypes.'
  ],
  ...Object.entries({
    Vet: '"VeterinaryCare"',
    veterinary: '"VeterinaryCare"',
    'vet clinic': '"VeterinaryCare"',
    Vétérinaire: '"VeterinaryCare"',
    'https://schema.org/Plumber': '"Plumber"',
    'schema:Bakery': '"Bakery"',
    restaurant: '"Restaurant"',
    Dentiste: '"Dentist"',
    café: '"CafeOrCoffeeShop" or "InternetCafe"',
    spa: '"DaySpa"',
    pub: '"BarOrPub"',
    salon: '"BeautySalon", "HairSalon" or "NailSalon"',
    Hairdresser: '"HairSalon"'
  }).map(
    ([text, types]): Mistake => [
      { 'profile#/business_type': text },
      `Did you mean ${types}? If not, omit it, or choose from https://schema.org/LocalBusiness#subtypes or https://schema.org/Organization#subtypes.`
    ]
  ),
  ...['Dog groomer', 'web design', 'flower shop', 'מסעדה'].map(
    (text): Mistake => [
      { 'profile#/business_type': text },
      'such as BikeStore, got "' +
        text +
        '". Omit it, or choose from https://schema.org/LocalBusiness#subtypes or https://schema.org/Organization#subtypes.'
    ]
  ),
  [{ 'services#/examples/0/category': 'zzz' }, 'Add a category with this id, or omit the field.'],
  [{ 'profile#/by_appointment': 'Yes' }, 'Write true.'],
  [{ 'profile#/by_appointment': 'no' }, 'Write false.'],
  [{ 'profile#/by_appointment': 'sometimes' }, 'Write true or false, without quotes.'],
  [{ 'faq#/language': undefined }, 'Add it, such as "he".'],
  [{ 'profile#/contact': undefined }, 'Add it, such as {"email":"hello@business.example"}.'],
  [{ 'profile#/name': '' }, 'Write a text.'],
  [{ 'profile#/tagline': '' }, 'Write a text, or omit the field.'],
  [{ 'profile#/story': ['One.', ' '] }, 'Write a text, or delete the entry.'],
  [{ 'profile#/people': [{ name: '' }] }, 'Write a text.'],
  [{ 'profile#/geo': { latitude: '-33.8', longitude: 1 } }, 'Write -33.8.'],
  [price('-5'), hint.amount],
  [price('£ −5'), hint.amount],
  [price('5%'), hint.amount],
  [price('5k'), hint.amount],
  [{ 'profile#/name': 'x'.repeat(201) }, 'Shorten it.'],
  [{ site: { opening_hours: [] } }, 'Did you mean "opening_hours" of profile.json?'],
  [{ 'profile#/phone': '1 555' }, 'Did you mean "phone" in "contact" of profile.json?'],
  [{ 'profile#/description': 'Repairs' }, didYouMean('story')],
  [{ 'profile#/hours': [] }, didYouMean('opening_hours')],
  [{ 'profile#/city': 'Leeds' }, 'Did you mean "locality" in "address" of profile.json?'],
  [{ 'profile#/openingHours': [] }, didYouMean('opening_hours')],
  [{ 'services#/examples/0/sumary': 'x' }, didYouMean('summary')],
  [
    { 'profile#/locations': [{ ...branch, address: { planet: 'x' } }] },
    'Delete it: the fields here are street, locality, region, postal_code, country.'
  ],
  [{ 'profile#/zzzzzz': 1 }, 'Delete it: docs/data.md lists the fields of profile.json.']
]

t.test('the problem of a mistake says how to correct it', (t) => testMistakes(t, mistakes))

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

t.test(
  'contact details that only services.json states are published as those of the profile are',
  async (t) => {
    const contact = { whatsapp: '+44 7700 900123', contact_page: '/talk/' }
    const { profile, catalog } = await facts(shopWith(t, { 'services#/contact': contact }))
    t.notOk(profile.contact.whatsapp)
    t.match(catalog.contact, {
      email: profile.contact.email,
      whatsapp: 'https://wa.me/447700900123',
      contact_page: `${baseUrl}/talk/`
    })
  }
)

const syntax: [mistake: string, hint: string][] = [
  ['{"a": 1,}', 'Delete the comma before it.'],
  ['[1, 2, ]', 'Delete the comma before it.'],
  ['{"a": 1,, "b": 2}', 'Delete one of the two commas.'],
  ['{"a": 1} // x', 'JSON has no comments: delete it.'],
  ['{"a": 1, /* x */ "b": 2}', 'JSON has no comments: delete it.'],
  ['{# x\n"a": 1}', 'JSON has no comments: delete it.'],
  ["{'a': 1}", 'Use straight double quotes: ".'],
  ['{“a”: 1}', 'Use straight double quotes: ".'],
  ['{״a״: 1}', 'Use straight double quotes: ".'],
  ['{"a": 1\n"b": 2}', 'Write a comma before it.'],
  ['{"a": ["x" "y"]}', 'Write a comma before it.'],
  ['{"a": "1, "b": 2}', 'Close the text before it with ".'],
  ['{"a" 1}', 'Write a colon between the name and the value.'],
  ['{"a" = 1}', 'Write a colon between the name and the value.'],
  ['{"a":}', 'Write a value after the colon, or delete the field.'],
  ['{a: 1}', 'Put names and texts in double quotes.'],
  ['{"a": sunday}', 'Put names and texts in double quotes.'],
  ['{"a": True}', 'Write true or false, in small letters.'],
  ['{"a": None}', 'Omit the field.'],
  ['{"a": +44 7700}', 'Put a phone number, a time or a date in quotes.'],
  ['{"a": 0113}', 'Put a phone number, a time or a date in quotes.'],
  ['{"a": 12:30}', 'Put a phone number, a time or a date in quotes.'],
  ['{"a": 2027-01-31}', 'Put a phone number, a time or a date in quotes.'],
  ['{"amount": 42,50}', 'Write a decimal point, and an amount in quotes, such as "42.50".'],
  ['{"a": 3,5, "b": 1}', 'Write a decimal point, and an amount in quotes, such as "42.50".'],
  ['{"a": 1,250}', 'Write a number without a thousands separator, such as 1250.'],
  ['{"latitude": 53,8008}', 'Write a decimal point, such as 8.25.'],
  ['{"rate_percent": 8,25}', 'Write a decimal point, such as 8.25.'],
  ['{"a": .5}', 'Write a digit before and after the decimal point.'],
  ['{"a": £12}', 'Write only the number, or put the text in quotes.'],
  ['{"a": 20%}', 'Write only the number, or put the text in quotes.'],
  ['{"a": "x\ny"}', 'Close the text with " on the same line; write \\n for a line break.'],
  ['{"a": "C:\\x"}', 'Write \\\\ for a backslash.'],
  ['{"a": "x\ty"}', 'Write \\t for a tab.'],
  ['{"a": "say "hi""}', 'Write \\" for a quotation mark inside a text.'],
  ['{"a": "עו"ד"}', 'Write ״ for gershayim, or \\" for a quotation mark inside a text.'],
  ['{"a": ', 'The file ends here: write the rest, or close what is open.'],
  ['{"a":\u00a01}', 'Delete this invisible character.'],
  ['{"a": [1, 2}', 'Close the list before it with ].'],
  ['[{"a": 1]', 'Close the object before it with }.'],
  ['{"a": 1', 'Close the object with }.'],
  ['[1, 2', 'Close the list with ].'],
  ['{"a": 1}}', 'Delete it: no bracket before it is open.'],
  ['{"a": 1} {"b": 2}', 'Write one object: { before its first field and } after its last.'],
  ['{"a": -Infinity}', 'Omit the field.'],
  ['{"a": 1; "b": 2}', 'Write , in its place.'],
  ['{"a": 1، "b": 2}', 'Write , in its place.'],
  ['{"a": 1, ...}', 'Delete it.'],
  ['{\n<<<<<<< HEAD\n"a": 1}', 'Delete the marks of git, and one of the two versions between them.'],
  ['<html>', 'Begin the file with {, and end it with }.'],
  ['language: en', 'Begin the file with {, and end it with }.'],
  ['{"a": @}', '']
]

t.test('a file that is not JSON says how to correct it', async (t) => {
  for (const [text, hint] of syntax) {
    const [line = ''] = await shopProblems(t, { faq: text })
    t.equal(
      line.replace(/^faq.json:\d+:\d+: is not JSON \([a-z ]+\)(, got `.*?`(?=$|\. [A-Z]))?(\. )?/, ''),
      hint,
      line
    )
  }
})

t.test('an example of a link without one in its schema is an invented URL', async (t) => {
  t.equal(exampleOf({ type: 'string', pattern: link }), 'https://business.example/')
})

t.test('an example is omitted if the schema has none, or if it is long', async (t) => {
  t.equal(exampleOf(undefined), undefined)
  t.equal(exampleOf({ type: 'string' }), undefined)
  t.equal(describeExample(undefined), '')
  t.equal(describeExample('x'.repeat(200)), '')
})

t.test('a value that nothing resembles gets a short message', async (t) => {
  const edits = {
    'services#/examples/0/price': { kind: 'zzzzzz', amount: '34.00' },
    'services#/examples/0/id': -5,
    'profile#/pricing_model/typical_range_ils': [1],
    'profile#/geo': { latitude: 'north', longitude: 1 },
    'pricing#/currency': '£'.repeat(201)
  }
  const problems = (await shopProblems(t, edits)).join('\n')
  t.match(problems, /typical_range_ils: must have exactly 2 entries, got 1/)
  t.match(problems, /latitude: must be a number/)
  t.match(
    problems,
    /examples\/0\/id: must be text in quotes, got -5\. It is part of a URL: write a short word in Latin letters/
  )
  t.notMatch(problems, /currency: .*Did you mean/)
})

t.test('a file may begin with a byte order mark', async (t) => {
  const faq = '\ufeff{"language":"en","categories":[]}'
  t.same(await shopProblems(t, { faq }), [])
})
