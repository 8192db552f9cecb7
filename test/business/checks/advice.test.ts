import { renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { dataFiles } from '../../../src/business/business.ts'
import { problemsOf, warningsOf, words } from '../../helper.ts'
import { byLine, type Mistake, shop, shopProblems, shopWith, testMistakes } from '../shop.ts'

const notCategory = (not_category: string, language: string) => ({
  'profile#/not_category': not_category,
  'faq#/language': language
})
const isCategory = (value: string) =>
  `/not_category: has no negation, so pages say that the business is one, got "${value}". Write what it is not, such as "Not a shop for new bicycles".`
const country = (value: string) => ({ 'profile#/address/country': value })
const notACode = (value: string, hint: string) =>
  `/address/country: is not a country code of ISO 3166-1, which search engines expect, got "${value}". ${hint}`
const noCode = (place: string, value: string, hint: string) =>
  `${place}: has no country code, so people abroad cannot dial it as it is written, got "${value}". ${hint}`
const phone = (value: string) => ({ 'profile#/contact/phone': value })
const inPlace = 'Write + and the country code in place of the first 0.'
const price = (unit: string) => ({ 'services#/examples/0/price': { kind: 'fixed', amount: '30', unit } })
const isAdded = (unit: string, word: string) =>
  `/examples/0/price/unit: begins with a word or a slash that pages add themselves, as in "per hour", got "${unit}". Write "${word}".`
const late = (place: string, found: string) =>
  `${place}/closes: is on the next day, 16 hours or more later, got ${found}`
const night = (day: string, opens: string, closes: string) => ({ day, opens, closes })
const branch = (address: object, fields = {}, index = 0) => ({
  ...{ id: `b${index}`, name: `Branch ${index}`, address, opening_hours: [] },
  ...fields
})
const tagline = (value: string) => ({ 'profile#/tagline': value })
const mistyped = (place: string, words: string, corrected: string, more = '') =>
  `${place}: has a hyphen or straight quotation mark in place of a maqaf, gershayim or geresh, got "${words}". Write ${corrected}.${more}`

const cases: Mistake[] = [
  [tagline(' Clean dogs'), '/tagline: begins or ends with a space, got " Clean dogs". Delete it.'],
  [tagline('Clean dogs '), '/tagline: begins or ends with a space, got "Clean dogs ". Delete it.'],
  [notCategory('boarding, daycare', 'en'), isCategory('boarding, daycare')],
  [notCategory('Zuchtstätte', 'de-AT'), isCategory('Zuchtstätte')],
  ...Object.entries({
    en: 'Not a shop',
    de: 'keine Zucht',
    fr: 'pas de pension',
    it: 'non è un negozio',
    es: 'Ni tienda ni taller',
    nl: 'geen winkel',
    pt: 'não é loja',
    ru: 'не магазин',
    ar: 'لسنا متجرا',
    he: 'לא סוכנות'
  }).map(([language, text]): Mistake => [notCategory(text, language), []]),
  [notCategory('ليس متجرا', 'ar-EG'), []],
  [country('United Kingdom'), notACode('United Kingdom', 'Write "GB".')],
  [{ ...country('ישראל'), 'faq#/language': 'he' }, notACode('ישראל', 'Write "IL".')],
  [{ ...country('Frankreich'), 'profile#/languages': ['de'] }, notACode('Frankreich', 'Write "FR".')],
  [country('UK'), notACode('UK', 'Write "GB".')],
  ...['Ruritania', 'EU', 'AN'].map((name): Mistake => {
    return [country(name), notACode(name, 'Write its two letters, such as "GB" or "IL".')]
  }),
  ...Object.entries({
    '0800 1111': 'GB',
    '0800 496 0001': 'GB',
    '06 6982': 'IT',
    '0113 496 0001': 'US'
  }).map(
    ([value, code]): Mistake => [{ ...phone(value), ...country(code), 'faq#/language': `en-${code}` }, []]
  ),
  [
    { ...phone('06 6982 1234'), ...country('IT') },
    noCode('/contact/phone', '06 6982 1234', 'Write "+39 06 6982 1234".')
  ],
  [{ ...phone('06 6982'), 'profile#/address': undefined }, []],
  [
    { ...phone('(022) 2266 0000'), ...country('India') },
    [
      noCode('/contact/phone', '(022) 2266 0000', 'Write "+91 22 2266 0000".'),
      notACode('India', 'Write "IN".')
    ]
  ],
  [
    {
      ...country('GB'),
      'faq#/language': 'en-GB',
      'profile#/locations': [
        branch({ country: 'FR' }, { phone: '04 72 00 00 00', opening_hours: undefined }),
        branch({}, { phone: '0113 496 0001', opening_hours: undefined }, 1)
      ]
    },
    [
      noCode('/locations/0/phone', '04 72 00 00 00', 'Write "+33 4 72 00 00 00".'),
      noCode('/locations/1/phone', '0113 496 0001', 'Write "+44 113 496 0001".')
    ]
  ],
  [
    { 'profile#/contact/phones': [{ label: 'Desk', number: '06-000-0001' }], 'profile#/address': undefined },
    noCode('/contact/phones/0/number', '06-000-0001', inPlace)
  ],
  [phone('*1234'), []],
  ...Object.entries({ GMT: 'Europe/London', EST: 'America/New_York' }).map(
    ([zone, city]): Mistake => [
      { 'profile#/opening_hours': [], 'profile#/timezone': zone },
      `/timezone: has no daylight saving time, so the hours in summer may be wrong, got "${zone}". Write the region and city that you are in, such as ${city}.`
    ]
  ),
  ...Object.entries({
    hour: 'per hour; / hour',
    person: 'per person',
    wheel: '/wheel',
    heure: "de l’heure; Par heure; l'heure",
    animal: 'par animal',
    séance: 'à la séance',
    Stunde: 'pro Stunde',
    Tier: 'je Tier',
    hora: 'por hora; a la hora',
    visita: 'cada visita',
    ora: "all'ora",
    שעה: 'לשעה',
    חיה: 'לכל חיה',
    חודש: 'לחודש',
    'ק״ג': 'לק״ג; לכל ק״ג',
    'מ״ר': 'למ״ר',
    מנה: 'למנה',
    час: 'за час'
  }).flatMap(([word, units]) => units.split('; ').map((unit): Mistake => [price(unit), isAdded(unit, word)])),
  [price('לק"ג'), isAdded('לק\\"ג', 'ק״ג')],
  ...[
    'Par 3 round; La Marzocco machine; pro rata hour; pro bono session; à la carte; a la carte; Pro seat',
    'ankle; animal; לקוח; ליטר; glass; bus; lens; campus; basis'
  ]
    .flatMap((units) => units.split('; '))
    .map((unit): Mistake => [price(unit), []]),
  [
    {
      ...{ 'services#/examples/0/price': { amount: '30' }, 'services#/examples/0/from_ils': undefined },
      'pricing#/packages/0/price': { amount: '40' }
    },
    ['examples', 'packages'].map(
      (list) =>
        `/${list}/0/price: has no "kind", so every page says "from". Write "kind": "from" if it is a starting price, or else "fixed".`
    )
  ],
  ...Object.entries({
    hours: 'Write "hour".',
    classes: 'Write "class".',
    boxes: 'Write "box".',
    courses: 'Write "course".',
    batteries: 'Write the singular.',
    loaves: 'Write the singular.',
    quiches: 'Write the singular.',
    buses: 'Write the singular.'
  }).map(
    ([unit, hint]): Mistake => [
      price(unit),
      `/examples/0/price/unit: is a plural, but pages show it after "per", got "${unit}". ${hint}`
    ]
  ),
  [country('Reunion'), notACode('Reunion', 'Write "RE".')],
  [
    { ...country('FR'), ...phone('01 42 68 53 00 ext. 12') },
    noCode('/contact/phone', '01 42 68 53 00 ext. 12', 'Write "+33 1 42 68 53 00 ext. 12".')
  ],
  [{ ...country('PT'), 'faq#/language': 'en' }, []],
  [
    {
      ...country('USA'),
      'profile#/timezone': 'America/New_York',
      'profile#/locations': [branch({ country: 'US' })]
    },
    [notACode('USA', 'Write "US".')]
  ],
  [
    {
      'profile#/timezone': 'Europe/London',
      'profile#/opening_hours': [
        night('monday', '08:00', '05:30'),
        night('tuesday', '20:00', '12:00'),
        night('wednesday', '18:00', '04:00'),
        night('thursday', '06:00', '00:00'),
        // The whole day, until seven.
        night('friday', '07:00', '07:00')
      ],
      'profile#/locations': [
        branch({}, { special_hours: [{ from: '2030-01-01', opens: '09:00', closes: '06:00' }] })
      ]
    },
    [
      late('/opening_hours/0', '"05:30". Did you mean "17:30"?'),
      late('/opening_hours/1', '"12:00"'),
      late('/locations/0/special_hours/0', '"06:00". Did you mean "18:00"?')
    ]
  ],
  [
    {
      'profile#/tagline': "תשלום חד-פעמי, ו-CRM (ל-30 יום): הדו\"ח לחו\"ל, ברח' ג'ורג'",
      'words.en': { home: { closing: 'חַד-פַּעֲמִי' } }
    },
    [
      mistyped(
        '/tagline',
        "חד-פעמי ו-CRM ל-30 הדו\\\"ח לחו\\\"ל ברח' ג'ורג'",
        '"חד־פעמי", "ו־CRM", "ל־30", "הדו״ח", "לחו״ל", "ברח׳", "ג׳ורג׳"'
      ),
      mistyped('/home/closing', 'חַד-פַּעֲמִי', '"חַד־פַּעֲמִי"')
    ]
  ],
  [
    tagline(
      'יום א - ה, CRM-light, 03-5551234, דגם-X5, ה"מחזיק", \'בית חדש\', shop@דוגמה-א.co.il https://a.example/גן-ילדים דוגמה-טובה.co.il'
    ),
    []
  ],
  ...[6, 7].map((count): Mistake => {
    const stack = ['א-ב', 'ב-ג', 'ג-ד', 'ד-ה', 'ה-ו', 'ו-ז', 'ז-ח'].slice(0, count)
    const more = count === 6 ? ' And 1 more text.' : ' And 2 more texts.'
    return [
      { 'profile#/stack': stack },
      stack
        .slice(0, 5)
        .map((text, index) =>
          mistyped(`/stack/${index}`, text, `"${text.replace('-', '־')}"`, index === 4 ? more : '')
        )
    ]
  }),
  ...byLine({
    '/locations/0/timezone: is missing, so the hours are in the time zone of the main address, which is in another country. Write the time zone of this location.':
      {
        ...country('GB'),
        'faq#/language': 'en-GB',
        'profile#/timezone': 'Europe/London',
        'profile#/locations': ['US', 'GB', undefined].map((code, index) =>
          branch({ country: code }, {}, index)
        )
      },
    '/special_hours/0/to: is more than a year after /special_hours/0/from (2027-08-01), got "2072-08-31". Correct the year, or write the usual hours in "opening_hours".':
      {
        'profile#/timezone': 'Europe/London',
        'profile#/opening_hours': [],
        'profile#/special_hours': [
          { from: '2027-08-01', to: '2072-08-31' },
          { from: '2026-08-01', to: '2027-08-02' },
          { from: '2024-01-01', to: '2025-01-01' }
        ]
      },
    '/language: has no region, so pages do not write prices and dates as in GB, the country of the address, got "en". Did you mean "en-GB"?':
      { ...country('GB'), 'faq#/language': 'en' },
    '/address/locality: ends with the region, which pages write after it, got "Columbus, OH". Write "Columbus".':
      { 'profile#/address': { locality: 'Columbus, OH', region: 'OH', country: 'US' } },
    '/address/locality: ends with the region, which pages write after it, got "الدقي، الجيزة". Write "الدقي".':
      { 'profile#/address': { locality: 'الدقي، الجيزة', region: 'الجيزة', country: 'EG' } }
  })
]

t.test('the check', async (t) => {
  t.same(await warningsOf(shop), [], 'has no warning about the shop')
  t.test('warns about facts that readers may understand otherwise, and no others', (t) =>
    testMistakes(t, cases, warningsOf)
  )
  t.test('reports a language that Intl rejects, and does not fail', async (t) => {
    t.match(await shopProblems(t, { ...country('Wales'), 'faq#/language': 'e' }), [/^faq.json \/language/])
  })
})

t.test('the check of the folder', async (t) => {
  const ignores = 'is not a data file, so the server ignores it.'
  t.test('warns about files of data that the server ignores', async (t) => {
    const dataDir = shopWith(t, {})
    const ignored = 'Site.json packages.json site.json.txt hours.yaml prices.csv faq.json.bak settings.json'
    for (const file of words(`words.en.json notes.txt .faq.json.swp .#faq.json ${ignored}`))
      writeFileSync(join(dataDir, file), '{}')
    const { words: _words, ...others } = dataFiles
    const names = Object.keys(others).map((name) => `${name}.json`)
    const listed = `${ignores} The data files are ${names.join(', ')}.`
    t.same(await warningsOf(dataDir), [
      `Site.json: ${ignores} Did you mean site.json?`,
      `faq.json.bak: ${ignores} Did you mean faq.json?`,
      ...words('hours.yaml packages.json prices.csv settings.json').map((file) => `${file}: ${listed}`),
      `site.json.txt: ${ignores} Did you mean site.json?`
    ])
  })
  t.test('names the file whose name is almost the one of a missing file', async (t) => {
    for (const name of ['Faq.json', 'faqs.json', 'faq.json.txt']) {
      const dataDir = shopWith(t, {})
      renameSync(join(dataDir, 'faq.json'), join(dataDir, name))
      t.same(await problemsOf(dataDir), [`faq.json: is missing. Rename ${name} to faq.json.`])
    }
  })
})
