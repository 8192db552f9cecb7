import t from 'tap'
import { describeExample } from '../../src/advice/hints.ts'
import { exampleOf, link } from '../../src/base/json-schema.ts'
import { shopProblems, shopWith } from '../business/shop.ts'
import { baseUrl, type Edits, facts } from '../helper.ts'

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

const mistakes: [name: string, edits: Edits, hint: string][] = [
  ['a WhatsApp number without its country code', whatsapp('07700 900123'), hint.country],
  ['a WhatsApp number without plus', whatsapp('447700900123'), 'Begin with + and the country code.'],
  ['a WhatsApp number that begins with 00', whatsapp('0044 7700 900123'), didYouMean('+44 7700 900123')],
  ['a WhatsApp number with slashes', whatsapp('+44 7700/900123'), didYouMean('+44 7700 900123')],
  ['a WhatsApp link without https', whatsapp('wa.me/447700900123'), didYouMean('https://wa.me/447700900123')],
  [
    'a WhatsApp number that is not a text',
    whatsapp(447700900123),
    'Write it in quotes, with its first 0 or its +, such as "+44 7700 900123".'
  ],
  [
    'a phone number in place of its object',
    contact('phones', ['0113 496 0001']),
    'Write an object, such as {"label":"0113 496 0001","number":"+44 113 496 0001"}.'
  ],
  ['a field of schema.org', { 'profile#/address/addressRegion': 'TX' }, didYouMean('region')],
  ['a phone number that is not a text', contact('phone', 15550100000), hint.phone],
  [
    'a phone number with a slash after its area code',
    contact('phone', '(030) / 123 456'),
    didYouMean('(030) 123 456')
  ],
  ['a phone number as a link', contact('phone', 'tel:+15550100000'), didYouMean('+15550100000')],
  ['a phone number with dashes', contact('phone', '1\u2013555\u2013010'), didYouMean('1-555-010')],
  ['two phone numbers', contact('phone', '0113 496 0001 or 0113 496 0002'), hint.phones],
  ['two phone numbers with a hyphen', contact('phone', '0113 496 0001 - 0113 496 0002'), hint.phones],
  ['two phone numbers with a slash', contact('phone', '040 123456 / 123457'), hint.phones],
  ['a phone number with a name', contact('phone', '0113 496 0001 Dana'), hint.phones],
  ['a phone number with a name in capitals', contact('phone', '0113 496 0001 HOME'), hint.phones],
  [
    'a phone number in full-width digits',
    contact('phone', '０３－１２３４－５６７８'),
    didYouMean('03-1234-5678')
  ],
  ['a phone number in Arabic digits', contact('phone', '٠١٠ ٠٠٠٠ ٠٠٠٠'), didYouMean('010 0000 0000')],
  ['a phone number in Persian digits', contact('phone', '۰۲۱ ۱۲۳۴'), didYouMean('021 1234')],
  [
    'an email address with a space',
    contact('email', 'hello @repairs.example'),
    didYouMean('hello@repairs.example')
  ],
  [
    'an email address as a link',
    contact('email', 'mailto:hello@repairs.example?subject=Hi'),
    didYouMean('hello@repairs.example')
  ],
  ['a time of one digit', entry('9:00'), didYouMean('09:00')],
  ['a time with am', entry('9am'), didYouMean('09:00')],
  ['a time with pm', entry('12.30 p.m.'), didYouMean('12:30')],
  ['midnight with am', entry('12 AM'), didYouMean('00:00')],
  ['a time with a point', entry('17.30'), didYouMean('17:30')],
  ['a time without a colon', entry('1730'), didYouMean('17:30')],
  ['a time with h', entry('17h30'), didYouMean('17:30')],
  ['a time with Uhr', entry('8 Uhr'), didYouMean('08:00')],
  ['a time with seconds', entry('09:00:00'), didYouMean('09:00')],
  ['the end of a day', entry('24:00'), didYouMean('00:00')],
  ['an hour that no clock has', entry('25:00'), hint.time],
  ['an hour that no clock has before noon', entry('13am'), hint.time],
  ['a time in words', entry('noon'), hint.time],
  ['the word closed as a time', entry('closed'), hint.closed],
  ['the word closed as a time in French', entry('Fermé'), hint.closed],
  ['the word closed as a time in Hebrew', entry('סגור'), hint.closed],
  ['false as a time', entry(false), hint.closed],
  ['null as a time', entry(null), hint.closed],
  ...[{ closed: true }, { is_closed: true }, { open: false }, { fermé: true }, { סגור: true }].flatMap(
    (closed): [string, Edits, string][] => [
      [
        `special hours with ${JSON.stringify(closed)}`,
        { ...hours([]), 'profile#/special_hours': [{ from: '2026-12-25', ...closed }] },
        hint.closed
      ],
      [`a day with ${JSON.stringify(closed)}`, hours([{ day: 'sunday', ...closed }]), hint.closed]
    ]
  ),
  [
    'the time of opening in another field',
    hours([{ day: 'sunday', open: '9:00', closes: '12:00' }]),
    didYouMean('opens')
  ],
  ...[{ closed: '17:00' }, { closed: false }].map((closed): [string, Edits, string] => [
    `the time of closing as ${JSON.stringify(closed)}`,
    hours([{ day: 'sunday', opens: '09:00', ...closed }]),
    didYouMean('closes')
  ]),
  ['a time that is a number', entry(9), didYouMean('09:00')],
  ['a time that is a fraction', entry(17.3), hint.time],

  ['a day in capitals', entry('09:00', 'Sunday'), didYouMean('sunday')],
  ['a day that is abbreviated', entry('09:00', 'Mon.'), didYouMean('monday')],
  ['a day that is abbreviated to four letters', entry('09:00', 'Tues'), didYouMean('tuesday')],
  ['a day with a mistake', entry('09:00', 'wendesday'), didYouMean('wednesday')],
  ['a day in Hebrew', entry('09:00', 'יום ראשון'), didYouMean('sunday')],
  ['a letter for a day in Hebrew', entry('09:00', 'ב׳'), didYouMean('monday')],
  ['a day in French', entry('09:00', 'Jeudi'), didYouMean('thursday')],
  ['several days', entry('09:00', 'mon-fri'), 'Write one entry for each day.'],
  ['a day with its hours', entry('09:00', 'lundi 9h-12h'), hoursOf('monday', '09:00', '12:00')],
  ['days with their hours', entry('09:00', 'Mon–Fri 9:30am to 5pm'), hoursOf('monday', '09:30', '17:00')],
  [
    'a day in Hebrew with its hours',
    entry('09:00', 'יום א׳ 08:00–13:00'),
    hoursOf('sunday', '08:00', '13:00')
  ],
  ['hours of which only one is of the morning', entry('09:00', 'mon 9-5'), 'Write one entry for each day.'],
  ['hours as texts', hours(['lundi 9h-12h']), hoursOf('monday', '09:00', '12:00')],
  ['hours as one text', hours('Di 9.00 bis 18.00, Mi 9-13'), hoursOf('tuesday', '09:00', '18:00')],
  [
    'hours in words',
    hours(['whenever we like']),
    'Write an object, such as {"day":"monday","opens":"09:00","closes":"17:30"}.'
  ],
  ['a day as a number', entry('09:00', 1), 'Write a text in quotes, such as "monday".'],

  ['a date with the day first', holiday('31/01/2027'), didYouMean('2027-01-31')],
  ['a date with points', holiday('31.1.2027'), didYouMean('2027-01-31')],
  [
    'a date whose day and month could be swapped',
    holiday('2/1/2027'),
    'Write the year, the month and the day: "2027-01-02" or "2027-02-01".'
  ],
  ['a date whose day and month are the same', holiday('2/2/2027'), didYouMean('2027-02-02')],
  ['a date with slashes', holiday('2027/1/5'), didYouMean('2027-01-05')],
  ['a date with a month in English', holiday('24th December 2026'), didYouMean('2026-12-24')],
  ['a date that begins with a month in English', holiday('Dec. 4, 2026'), didYouMean('2026-12-04')],
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
  ].map((text): [string, Edits, string] => [`the date ${text}`, holiday(text), didYouMean('2026-12-25')]),
  ['a date with an ordinal in French', holiday('1er août 2027'), didYouMean('2027-08-01')],
  ['dates with a month', holiday('24 - 26 December 2026'), 'the month and the day: "2027-01-31".'],
  ['a month that no list has', holiday('5 Tachwedd 2026'), 'the month and the day: "2027-01-31".'],
  ['a month that does not exist', holiday('2026-13'), 'the month and the day: "2027-01-31".'],
  ['a month without its day', holiday('2026-06'), 'Write the day too, such as "2026-06-15".'],
  ['a month in words', holiday('December 2026'), 'Write the year, the month and the day: "2027-01-31".'],
  ['a date in words', holiday('1 January'), 'Write the year, the month and the day: "2027-01-31".'],
  ['a day that its month does not have', holiday('2027-02-30'), 'The last day of that month is 2027-02-28.'],
  ['a month that no year has', holiday('2027-13-01'), 'Write the year, the month and the day: "2027-01-31".'],

  ['an amount that is not a text', price(12.5), 'Write "12.50".'],
  ['a whole amount that is not a text', price(12), 'Write "12".'],
  ['an amount with a currency', price('£12.50'), didYouMean('12.50')],
  ['an amount with a comma before the decimals', price('12,5'), didYouMean('12.50')],
  ['an amount with thousands', price('1,250 USD'), didYouMean('1250')],
  ['an amount with thousands and decimals', price('1,250.00'), didYouMean('1250.00')],
  ['an amount with thousands after a point', price('1.250,00 €'), didYouMean('1250.00')],
  ['an amount that can be read in two ways', price('1.250,000'), hint.amount],
  ['an amount with thousands after a space', price('1 250'), didYouMean('1250')],
  [
    'an amount with a space in place of the point',
    price('12 50'),
    'Write digits only, with a point before the decimals and without a currency, such as "1250.00".'
  ],
  ...[false, 'exempt'].map((tax): [string, Edits, string] => [
    `the tax ${tax}`,
    { 'services#/examples/0/tax': tax },
    'Write {"included":true} or {"included":false}; if no tax applies, {"included":true,"exempt":true}.'
  ]),
  ['a day that is another one in another language', entry('09:00', 'So'), 'Write one entry for each day.'],
  ['an amount with a zero at its start', price('012.5'), didYouMean('12.50')],
  ['an amount in words', price('twelve'), hint.amount],
  ['an amount without a digit before the point', price('.5'), didYouMean('0.50')],
  ['an amount with a currency before the point', price('$ ,05'), didYouMean('0.05')],
  ['an amount after an abbreviation', price('Rs.50'), didYouMean('50')],
  ['an amount with a fraction', price('12½'), hint.amount],
  ['an amount with raised decimals', price('12⁵⁰'), hint.amount],
  ['an amount with a letter like a digit', price('4O'), hint.amount],
  ...['free', 'Free!', 'gratis', 'Grátis', 'gratuit', 'kostenlos', 'no charge', 'חינם', 'ללא תשלום'].flatMap(
    (word): [string, Edits, string][] => [
      [`the amount ${word}`, price(word), hint.free],
      [`the kind ${word}`, priceOf('services#/examples/0', { kind: word }), hint.free],
      [
        `the kind ${word} with an amount`,
        priceOf('pricing#/packages/0', { kind: word, amount: '40' }),
        hint.free
      ],
      [`the price ${word}`, priceOf('services#/examples/0', word), hint.free]
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
  ].flatMap((word): [string, Edits, string][] => [
    [`the kind ${word}`, priceOf('services#/examples/0', { kind: word }), hint.unpriced],
    [
      `the kind ${word} with null`,
      priceOf('pricing#/packages/0', { kind: word, amount: null }),
      hint.onRequest
    ],
    [`the amount ${word}`, price(word), hint.unpriced],
    [`the price ${word}`, priceOf('pricing#/packages/0', word), hint.onRequest]
  ]),
  ['the kind free with a number', priceOf('services#/examples/0', { kind: 'free', amount: 0 }), hint.free],
  ['free in place of a starting price', { 'services#/examples/0/from_ils': 'free' }, hint.free],
  ['free in place of the price of a package', { 'pricing#/packages/0/one_time_ils': 'gratuit' }, hint.free],
  ['a range as an amount', price('12-20'), hint.amount],
  [
    'a price that is a text',
    { 'services#/examples/0/price': '£12.50' },
    'Write an object, such as {"amount":"12.50","kind":"fixed"}.'
  ],
  ['a price in words', priceOf('services#/examples/0', 'call us'), hint.unpriced],
  [
    'a price in other words',
    priceOf('services#/examples/0', 'a lot'),
    'Write an object, such as {"amount":"12.50","kind":"fixed"}.'
  ],
  [
    'a price that is a number',
    { 'services#/examples/0/price': 12.5 },
    'Write an object, such as {"amount":"12.50","kind":"fixed"}.'
  ],
  [
    'a kind with a mistake',
    { 'services#/examples/0/price': { kind: 'form', amount: '30' } },
    didYouMean('from')
  ],
  [
    'a further phone number with a name',
    { 'profile#/contact/phones': [{ name: 'Emergencies', number: '+33 4 00 00 00 00' }] },
    didYouMean('label')
  ],
  [
    'a further phone number in a field of another name',
    { 'profile#/contact/phones': [{ label: 'Emergencies', telephone: '+33 4 00 00 00 00' }] },
    didYouMean('number')
  ],
  ...[
    ['kind', 'Delete it: the fields here are label, number.'],
    ['name of it', 'Delete it: the fields here are label, number.']
  ].map(([field = '', hint = '']): [string, Edits, string] => [
    `the field ${field} of a further phone number`,
    { 'profile#/contact/phones': [{ label: 'Emergencies', number: '+33 4 00 00 00 00', [field]: 'mobile' }] },
    hint
  ]),
  [
    'the currency of a package',
    { 'pricing#/packages/0/currency': 'EUR' },
    'Did you mean "currency" of pricing.json?'
  ],
  [
    'the unit of a package',
    { 'pricing#/packages/0/unit': 'hour' },
    'Did you mean "unit" in "price" in "packages" of pricing.json?'
  ],
  [
    'the city of a branch',
    { 'profile#/locations': [{ ...branch, city: 'Leeds' }] },
    'Did you mean "locality" in "address" in "locations" of profile.json?'
  ],
  ['a state of an address', { 'profile#/address/state': 'Texas' }, didYouMean('region')],
  [
    'a fraction as a starting price',
    { 'services#/examples/0/from_ils': 34.5 },
    'Write "price": {"amount":"34.50"} instead, which may have decimals.'
  ],
  [
    'a fraction as the price of a package',
    { 'pricing#/packages/0/one_time_ils': '£39.99' },
    'Write "price": {"kind":"fixed","amount":"39.99"} instead, which may have decimals.'
  ],
  [
    'a fraction as the lowest price',
    { 'pricing#/entry_price_ils': 12.5 },
    'Omit it: only "price" can have decimals.'
  ],
  ['words in place of a starting price', { 'services#/examples/0/from_ils': 'call us' }, hint.unpriced],
  [
    'words in place of the price of a package',
    { 'pricing#/packages/0/one_time_ils': 'on request' },
    hint.onRequest
  ],
  [
    'a starting price that can be read in two ways',
    { 'services#/examples/0/from_ils': '2.900' },
    'Write digits only, such as 45.'
  ],
  ['a list in place of an amount', { 'pricing#/entry_price_ils': [20] }, 'Write digits only, such as 1900.'],
  ['a rate with a percent sign', { 'pricing#/tax': { included: true, rate_percent: '20%' } }, 'Write 20.'],
  ['a coordinate that is a text', { 'profile#/geo': { latitude: '53.8', longitude: -1.5 } }, 'Write 53.8.'],
  ['a year that is a text', { 'profile#/founded_year': '2019' }, 'Write 2019.'],

  ['the pound sign', { 'pricing#/currency': '£' }, didYouMean('GBP')],
  ['the euro sign', { 'pricing#/currency': '€' }, didYouMean('EUR')],
  ['the shekel sign', { 'pricing#/currency': '₪' }, didYouMean('ILS')],
  [
    'the dollar sign',
    { 'pricing#/currency': '$' },
    'Several currencies have this sign: write USD, CAD, AUD or another code.'
  ],
  ['the name of a currency', { 'pricing#/currency': 'Euros' }, didYouMean('EUR')],
  ['a currency in Hebrew', { 'pricing#/currency': 'ש״ח' }, didYouMean('ILS')],
  ['words in place of a currency', { 'pricing#/currency': 'our money' }, hint.currency],
  ['the usual wrong code of a currency', { 'pricing#/currency': 'NIS' }, didYouMean('ILS')],
  ['a code that no currency has', { 'pricing#/currency': 'XYZ' }, hint.currency],

  ['a language by its name', { 'faq#/language': 'English' }, didYouMean('en')],
  ['a language by its own name', { 'profile#/languages': ['עברית'] }, didYouMean('he')],
  ['the old code of a language', { 'faq#/language': 'iw' }, didYouMean('he')],
  ['the old code of a spoken language', { 'profile#/languages': ['iw-IL'] }, didYouMean('he-IL')],
  ['a country without its code', { 'faq#/language': 'en-UK' }, didYouMean('en-GB')],
  [
    'a place in one text',
    { 'profile#/geo': '45.7,4.8' },
    'Write an object, such as {"latitude":53.8,"longitude":-1.55}.'
  ],
  ['a language with an underscore', { 'faq#/language': 'en_GB' }, didYouMean('en-GB')],
  [
    'words in place of a language',
    { 'faq#/language': 'most of them' },
    'Write the code of the language, such as "en" for English.'
  ],
  [
    'a language that Intl rejects',
    { 'faq#/language': 'en-12' },
    'Write the code of the language, such as "en" for English.'
  ],

  [
    'a slug with capitals and spaces',
    { 'services#/examples/2/id': 'Online Café' },
    didYouMean('online-cafe')
  ],
  [
    'a slug in Hebrew',
    { 'services#/examples/2/id': 'חנות' },
    'It is part of a URL: write a short word in Latin letters, such as "repairs".'
  ],
  [
    'a link without https',
    { 'profile#/url': 'www.repairs.example' },
    didYouMean('https://www.repairs.example')
  ],
  [
    'a link with one slash',
    { 'profile#/url': 'HTTPS:/repairs.example' },
    didYouMean('https://repairs.example')
  ],
  [
    'a link with a space',
    { 'profile#/url': 'https://repairs.example/a b' },
    didYouMean('https://repairs.example/a%20b')
  ],
  [
    'an email address as a link',
    { 'pricing#/quote_url': 'hello@repairs.example' },
    didYouMean('mailto:hello@repairs.example')
  ],
  ['a phone number as a link', { 'pricing#/quote_url': '+1 555 010 0000' }, didYouMean('tel:+15550100000')],
  ['a path without a slash', { 'pricing#/quote_url': 'contact/' }, didYouMean('/contact/')],
  ['a file without a slash', { 'pricing#/quote_url': 'contact.html' }, didYouMean('/contact.html')],
  [
    'the name of an account',
    { 'profile#/same_as': ['@repairs'] },
    'Copy the whole URL from the browser, such as "https://business.example/page/".'
  ],

  [
    'a list in place of a text',
    { 'profile#/name': ['Corner Repairs'] },
    'Write "Corner Repairs", without [ and ].'
  ],
  [
    'a list of texts in place of a text',
    { 'profile#/tagline': ['One', 'Two'] },
    'Write one text, without [ and ].'
  ],
  [
    'an object in place of a text',
    { 'profile#/name': { en: 'Repairs' } },
    'Write a text in quotes, such as "Business".'
  ],
  ['a number in place of a text', { 'profile#/name': 5 }, 'Write "5".'],
  [
    'null in place of a text',
    { 'profile#/tagline': null },
    'Omit the field, or write a value, such as "Back on the road by evening".'
  ],
  [
    'a text in place of a list',
    { 'services#/examples/0/tools': 'Needles and thread' },
    'Write ["Needles and thread"].'
  ],
  ['an empty text in place of a list', { 'profile#/stack': '' }, 'Write a list, such as ["WhatsApp"].'],
  ['texts with commas in place of a list', { 'profile#/languages': 'en, es' }, 'Write ["en","es"].'],
  [
    'a text in place of a list of objects',
    { 'profile#/people': 'Noa' },
    'Write a list, such as [{"name":"A. Founder"}].'
  ],
  [
    'an object in place of a list',
    { 'profile#/people': { name: 'Noa' } },
    'Write a list of objects: put [ before it and ] after it.'
  ],
  ['a list in place of an object', { 'profile#/address': [place] }, 'Write the object without [ and ].'],
  [
    'a list of texts in place of an object',
    { 'profile#/address': ['1 Road', 'Leeds'] },
    'Write an object, such as {"street":"8 Example Street"}.'
  ],
  [
    'a text in place of an object',
    { 'profile#/address': '1 Road, Leeds' },
    'Write an object, such as {"street":"8 Example Street"}.'
  ],
  [
    'a path in place of an image',
    { 'profile#/logo': '/logo.png' },
    'Write an object, such as {"src":"/logo.png","alt":"A description of the picture"}.'
  ],
  [
    'a path of the project in place of an image',
    { 'profile#/logo': 'site/icon-512.png' },
    'Write an object, such as {"src":"/icon-512.png","alt":"A description of the picture"}.'
  ],
  ['the English name of a language', { 'profile#/languages': ['Welsh'] }, didYouMean('cy')],
  ['the name of a language in place of a list', { 'profile#/languages': 'English' }, 'Write ["en"].'],
  [
    'a link in place of a list',
    { 'profile#/same_as': 'maps.example/1' },
    'Write ["https://maps.example/1"].'
  ],
  [
    'a type of business in words',
    { 'profile#/business_type': 'Bike shop' },
    'Did you mean "BikeStore"? If not, omit it, or choose from https://schema.org/LocalBusiness#subtypes or https://schema.org/Organization#subtypes.'
  ],
  [
    'a type of organisation in words',
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
  }).map(([text, types]): [string, Edits, string] => [
    `the type of business ${text}`,
    { 'profile#/business_type': text },
    `Did you mean ${types}? If not, omit it, or choose from https://schema.org/LocalBusiness#subtypes or https://schema.org/Organization#subtypes.`
  ]),
  ...['Dog groomer', 'web design', 'flower shop', 'מסעדה'].map((text): [string, Edits, string] => [
    `the type of business ${text}`,
    { 'profile#/business_type': text },
    'such as BikeStore, got "' +
      text +
      '". Omit it, or choose from https://schema.org/LocalBusiness#subtypes or https://schema.org/Organization#subtypes.'
  ]),
  [
    'a category that does not exist',
    { 'services#/examples/0/category': 'zzz' },
    'Add a category with this id, or omit the field.'
  ],
  ['yes in place of true', { 'profile#/by_appointment': 'Yes' }, 'Write true.'],
  ['no in place of false', { 'profile#/by_appointment': 'no' }, 'Write false.'],
  [
    'words in place of true',
    { 'profile#/by_appointment': 'sometimes' },
    'Write true or false, without quotes.'
  ],

  ['a field that is missing', { 'faq#/language': undefined }, 'Add it, such as "he".'],
  [
    'an object that is missing',
    { 'profile#/contact': undefined },
    'Add it, such as {"email":"hello@business.example"}.'
  ],
  ['an empty text that is required', { 'profile#/name': '' }, 'Write a text.'],
  ['an empty text that is optional', { 'profile#/tagline': '' }, 'Write a text, or omit the field.'],
  ['an empty text of a list', { 'profile#/story': ['One.', ' '] }, 'Write a text, or delete the entry.'],
  ['an empty text in a list', { 'profile#/people': [{ name: '' }] }, 'Write a text.'],
  [
    'a negative coordinate that is a text',
    { 'profile#/geo': { latitude: '-33.8', longitude: 1 } },
    'Write -33.8.'
  ],
  ['a negative amount', price('-5'), hint.amount],
  ['a negative amount after its currency', price('£ −5'), hint.amount],
  ['a percentage', price('5%'), hint.amount],
  ['an amount in thousands', price('5k'), hint.amount],
  ['a text that is too long', { 'profile#/name': 'x'.repeat(201) }, 'Shorten it.'],

  [
    'a field of another file',
    { site: { opening_hours: [] } },
    'Did you mean "opening_hours" of profile.json?'
  ],
  [
    'a field of an object in the same file',
    { 'profile#/phone': '1 555' },
    'Did you mean "phone" in "contact" of profile.json?'
  ],
  ['a description of the business', { 'profile#/description': 'Repairs' }, didYouMean('story')],
  ['a field by another name', { 'profile#/hours': [] }, didYouMean('opening_hours')],
  [
    'a field of an object by another name',
    { 'profile#/city': 'Leeds' },
    'Did you mean "locality" in "address" of profile.json?'
  ],
  ['a field in another case', { 'profile#/openingHours': [] }, didYouMean('opening_hours')],
  ['a field with a mistake', { 'services#/examples/0/sumary': 'x' }, didYouMean('summary')],
  [
    'a field of no object with few fields',
    { 'profile#/locations': [{ ...branch, address: { planet: 'x' } }] },
    'Delete it: the fields here are street, locality, region, postal_code, country.'
  ],
  [
    'a field of no object with many fields',
    { 'profile#/zzzzzz': 1 },
    'Delete it: docs/data.md lists the fields of profile.json.'
  ]
]

t.test('the problem of', async (t) => {
  for (const [name, edits, hint] of mistakes) {
    t.test(`${name} says how to correct it`, async (t) => {
      const lines = await shopProblems(t, edits)
      t.same(
        lines.map((line) => line.slice(-hint.length)),
        [hint],
        { lines }
      )
    })
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
  ['<html>', '']
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
  t.match(problems, /kind: must be one of "from", "fixed", "range", got "zzzzzz"$/m)
  t.notMatch(problems, /currency: .*Did you mean/)
})

t.test('a file may begin with a byte order mark', async (t) => {
  const faq = '\ufeff{"language":"en","categories":[]}'
  t.same(await shopProblems(t, { faq }), [])
})
