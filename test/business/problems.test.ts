import { mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { Type } from '@sinclair/typebox'
import t from 'tap'
import { dataFiles } from '../../src/business/business.ts'
import { loadBusiness } from '../../src/business/loading/load.ts'
import { baseUrl, type Edits, siteDir } from '../helper.ts'
import { shopProblems, shopWith } from './shop.ts'

// Mistakes in data files, and the lines that report them.
const mistakes: [name: string, edits: Edits, line: string | string[]][] = [
  ['an empty file', { faq: '' }, 'faq.json: is empty. Write the JSON object that its schema describes.'],
  [
    'a file of white space',
    { faq: ' \n\t' },
    'faq.json: is empty. Write the JSON object that its schema describes.'
  ],
  [
    'a file that is not UTF-8',
    { faq: Buffer.from([0x7b, 0xe9, 0x7d]) },
    'faq.json: is not UTF-8. Save it with the encoding UTF-8.'
  ],
  [
    'a trailing comma',
    { faq: '{\n  "language": "he",\n}' },
    'faq.json:3:1: is not JSON (property name expected), got `}`. Delete the comma before it.'
  ],
  [
    'a comment',
    { faq: '{\n  // mine\n}' },
    'faq.json:2:3: is not JSON (invalid comment token), got `// mine`. JSON has no comments: delete it.'
  ],
  [
    'a missing brace',
    { faq: '{' },
    'faq.json:1:2: is not JSON (close brace expected). Close the object with }.'
  ],
  [
    'a duplicate field',
    { faq: '{\n"language": "he",\n"language": "en",\n"categories": []\n}' },
    'faq.json /language: is a duplicate field. Delete one of the two.'
  ],
  [
    'nesting that the parser cannot follow',
    { faq: '['.repeat(100_000) },
    'faq.json: is nested too deeply, over 100 levels'
  ],
  [
    'nesting beyond the limit',
    { faq: `${'['.repeat(101)}${']'.repeat(101)}` },
    'faq.json: is nested too deeply, over 100 levels'
  ],
  ...['1e400', '-1e400', '9007199254740992', '-9007199254740993', '12345678901234567890.5', '1e-400'].map(
    (number): [string, Edits, string] => [
      `the number ${number}`,
      { profile: `{\n  "track_record": { "counts": [1, ${number}] }\n}` },
      `profile.json /track_record/counts/1: must be a number that programs read exactly, from -9007199254740991 to 9007199254740991, got ${JSON.stringify(number)}. Write it in quotes.`
    ]
  ),
  [
    'a list instead of an object',
    { faq: '[]' },
    'faq.json:1:1: must be an object, got []. Write an object, such as {"language":"he","categories":[{"name":"Prices","items":[{"question":"How long does it take?","answer":"Two days."}]}]}.'
  ],
  [
    'a misspelt field',
    { 'services#/examples/0/sumary': 'A new zip.' },
    'services.json /examples/0/sumary: is an unknown field, got "A new zip.". Did you mean "summary"?'
  ],
  [
    'a service without a price and a misspelt one',
    { 'services#/examples/0/from_ils': undefined, 'services#/examples/0/form_ils': 34 },
    'services.json /examples/0/form_ils: is an unknown field, got 34. Did you mean "from_ils"?'
  ],
  [
    'a renamed price',
    { 'services#/examples/0/from_ils': undefined, 'services#/examples/0/cost': { amount: '34' } },
    'services.json /examples/0/cost: is an unknown field, got {"amount":"34"}. Did you mean "price"?'
  ],
  [
    'a service without a price and an unknown field',
    { 'services#/examples/0/from_ils': undefined, 'services#/examples/0/zzzzzz': 1 },
    [
      'services.json /examples/0: has no price: `price` or `from_ils` is missing. If the service has no price, describe it as a category or in a question instead.',
      'services.json /examples/0/zzzzzz: is an unknown field, got 1. Delete it: docs/data.md lists the fields of services.json.'
    ]
  ],
  [
    'a renamed field that is required',
    { 'profile#/name': undefined, 'profile#/nmae': 'Shop' },
    'profile.json /nmae: is an unknown field, got "Shop". Did you mean "name"?'
  ],
  [
    'an unknown field',
    { 'profile#/zzzzzz': 1 },
    'profile.json /zzzzzz: is an unknown field, got 1. Delete it: docs/data.md lists the fields of profile.json.'
  ],
  [
    'an amount as text',
    { 'pricing#/packages/0/one_time_ils': '2,900 ₪' },
    'pricing.json /packages/0/one_time_ils: must be a whole number or null, got "2,900 ₪". Write 2900.'
  ],
  [
    'a fraction',
    { 'services#/examples/0/from_ils': 34.5 },
    'services.json /examples/0/from_ils: must be a whole number, got 34.5. Write "price": {"amount":"34.50"} instead, which may have decimals.'
  ],
  [
    'text instead of an amount',
    { 'services#/examples/0/from_ils': 'call us' },
    'services.json /examples/0/from_ils: must be a whole number, got "call us". If the service has no price, describe it as a category or in a question instead.'
  ],
  [
    'a negative price',
    { 'pricing#/entry_price_ils': -1 },
    'pricing.json /entry_price_ils: must be at least 0, got -1'
  ],
  [
    'a price beyond the limit',
    { 'pricing#/max_project_ils': 2_000_000_000 },
    'pricing.json /max_project_ils: must be at most 1000000000, got 2000000000'
  ],
  ['an empty name', { 'profile#/name': '' }, 'profile.json /name: must not be empty, got "". Write a text.'],
  [
    'a blank name',
    { 'profile#/name': '  ' },
    'profile.json /name: must not be blank, got "  ". Write a text.'
  ],
  [
    'a name beyond the limit',
    { 'profile#/name': 'x'.repeat(201) },
    `profile.json /name: must have at most 200 characters, got "${'x'.repeat(76)}.... Shorten it.`
  ],
  [
    'an id that is not a slug',
    { 'services#/examples/2/id': 'Online Store' },
    'services.json /examples/2/id: must be a slug: a lower-case Latin letter, then lower-case letters, digits and hyphens, got "Online Store". Did you mean "online-store"?'
  ],
  [
    'an id in Hebrew',
    { 'services#/examples/2/id': 'חנות' },
    'services.json /examples/2/id: must be a slug: a lower-case Latin letter, then lower-case letters, digits and hyphens, got "חנות". It is part of a URL: write a short word in Latin letters, such as "repairs".'
  ],
  [
    'a duplicate id',
    { 'services#/examples/2/id': 'zips' },
    'services.json /examples/2/id: is a duplicate id, got "zips". /examples/0/id already has it.'
  ],
  [
    'two questions that have the same id',
    {
      'faq#/categories/0/items': [
        { question: 'How long?', answer: 'An hour.' },
        { question: 'How LONG', answer: 'Two hours.' },
        { question: 'Why?', answer: 'Because.' }
      ]
    },
    'faq.json /categories/0/items/1/question: has the same id as /categories/0/items/0 (how-long), got "How LONG". Give one of the two questions another `id`, or delete it.'
  ],
  [
    'a question that has the explicit id of another one',
    {
      'faq#/categories/0/items': [
        { id: 'why', question: 'How long?', answer: 'An hour.' },
        { question: 'Why?', answer: 'Because.' }
      ]
    },
    'faq.json /categories/0/items/1/question: has the same id as /categories/0/items/0 (why), got "Why?". Give one of the two questions another `id`, or delete it.'
  ],
  [
    'two questions with the same explicit id',
    {
      'faq#/categories/0/items': [
        { id: 'why', question: 'How long?', answer: 'An hour.' },
        { id: 'why', question: 'Why?', answer: 'Because.' }
      ]
    },
    'faq.json /categories/0/items/1/id: is a duplicate id, got "why". /categories/0/items/0/id already has it.'
  ],
  [
    'an empty list',
    { 'profile#/stack': [] },
    'profile.json /stack: must have at least 1 entry, got 0. Add an entry, or omit the list if it is optional.'
  ],
  [
    'a duplicate entry',
    { 'profile#/languages': ['he', 'en', 'he'] },
    'profile.json /languages: must not have the same entry twice, as /0 and /2, got ["he","en","he"]. Delete one of the two.'
  ],
  [
    'two popular packages',
    { 'pricing#/packages/0/popular': true },
    'pricing.json /packages/1/popular: only one package may be popular, got true. /packages/0/popular is already true.'
  ],
  [
    'a price below the entry price',
    { 'services#/examples/2/from_ils': 18 },
    'services.json /examples/2/from_ils: must not be below the entry price, pricing.json /entry_price_ils (20), got 18. Correct one of the two, or omit the entry price.'
  ],
  [
    'a price above the maximum',
    { 'services#/categories/0/full_build_from_ils': 4001 },
    'services.json /categories/0/full_build_from_ils: must not be above the maximum, pricing.json /max_project_ils (4000), got 4001. Correct one of the two, or omit the maximum.'
  ],
  [
    'a reversed range',
    { 'profile#/pricing_model/typical_range_ils': [120, 30] },
    'profile.json /pricing_model/typical_range_ils/0: must not be above /pricing_model/typical_range_ils/1 (30), got 120. Swap the two.'
  ],
  [
    'a focused scope that costs more than a full build',
    { 'services#/categories/0/focused_scope_from_ils': 151 },
    'services.json /categories/0/focused_scope_from_ils: must not be above /categories/0/full_build_from_ils (150), got 151. Swap the two.'
  ],
  [
    'two currencies',
    { 'services#/currency': 'EUR' },
    'services.json /currency: must be the same as pricing.json /currency (USD), got "EUR". Correct one of them, or omit this one.'
  ],
  [
    'a code that is not a currency',
    { 'pricing#/currency': 'NIS' },
    'pricing.json /currency: is not an ISO 4217 currency code, got "NIS". Did you mean "ILS"?'
  ],
  [
    'a currency sign',
    { 'pricing#/currency': '₪' },
    'pricing.json /currency: must be an ISO 4217 currency code, such as ILS, got "₪". Did you mean "ILS"?'
  ],
  [
    'a currency in small letters',
    { 'pricing#/currency': 'ils' },
    'pricing.json /currency: must be an ISO 4217 currency code, such as ILS, got "ils". Did you mean "ILS"?'
  ],
  [
    'a language with an underscore',
    { 'faq#/language': 'HE_il' },
    'faq.json /language: must be a BCP 47 language tag, such as he or en-GB, got "HE_il". Did you mean "he-IL"?'
  ],
  [
    'a language tag that Intl rejects',
    { 'faq#/language': 'en-12' },
    'faq.json /language: is not a BCP 47 language tag, got "en-12". Write the code of the language, such as "en" for English.'
  ],
  [
    'text instead of a list',
    { 'pricing#/packages': 'three' },
    'pricing.json /packages: must be a list, got "three". Write a list, such as [{"id":"gold","name":"Gold"}].'
  ],
  [
    'a display price that differs from the price',
    { 'pricing#/packages/0/price_display': '$50 + tax' },
    'pricing.json /packages/0/price_display: does not match one_time_ils (40), got "$50 + tax". Omit it to have it generated from the price.'
  ],
  [
    'HTML in a text',
    { 'faq#/categories/0/items/0/answer': 'Yes, <b>always</b>' },
    'faq.json /categories/0/items/0/answer: contains HTML, got "<b>". Write plain text.'
  ],
  [
    'an entity in a text',
    { 'faq#/categories/0/items/0/answer': 'Yes&nbsp;always' },
    'faq.json /categories/0/items/0/answer: contains HTML, got "&nbsp;". Write plain text.'
  ],
  [
    'a bidirectional override',
    { 'profile#/tagline': 'שקט \u202eבעסק' },
    'profile.json /tagline: contains an invisible character (U+202E), got "שקט \\u{202e}בעסק". Delete it.'
  ],
  [
    'a zero-width space in the name of a field',
    { 'profile#/links/a\u200bb': '/' },
    'profile.json /links/a\\u{200b}b: contains an invisible character (U+200B), got "a\\u{200b}b". Delete it.'
  ],
  [
    'a link to an impossible host or port',
    { 'pricing#/quote_url': 'https://[', 'profile#/contact/contact_page': 'https://repairs.example:99999/' },
    [
      'profile.json /contact/contact_page: must be a link that a browser can open, got "https://repairs.example:99999/"',
      'pricing.json /quote_url: must be a link that a browser can open, got "https://["'
    ]
  ],
  [
    'a script as a link',
    { 'services#/examples/0/url': 'javascript:alert(1)' },
    'services.json /examples/0/url: must be a link: https, http, mailto, tel or a path of the site that begins with /, got "javascript:alert(1)". Copy the whole URL from the browser, such as "https://business.example/page/".'
  ],
  [
    'a URL without its scheme',
    { 'services#/examples/0/url': 'repairs.example/zips' },
    'services.json /examples/0/url: must be a link: https, http, mailto, tel or a path of the site that begins with /, got "repairs.example/zips". Did you mean "https://repairs.example/zips"?'
  ],
  [
    'a URL of another host that looks like a path',
    { 'profile#/links/about': '//evil.example' },
    'profile.json /links/about: must be a link: https, http, mailto, tel or a path of the site that begins with /, got "//evil.example". Copy the whole URL from the browser, such as "https://business.example/page/".'
  ],
  [
    'a bad email address',
    { 'profile#/contact/email': 'hello@repairs' },
    'profile.json /contact/email: must be an email address, such as name@business.example, got "hello@repairs"'
  ],
  [
    'a phone number that is not one',
    { 'profile#/contact/phone': 'ask Dana' },
    'profile.json /contact/phone: must be a phone number, such as +44 113 496 0001, (512) 555-0142 or *2700, got "ask Dana". Write one number, in digits, spaces, hyphens and brackets; further numbers go in "phones".'
  ],
  [
    'a second phone number',
    { 'services#/contact': { phone: '+1-555-010-1111' } },
    'services.json /contact/phone: must be the same as profile.json /contact/phone (+1-555-010-0000), got "+1-555-010-1111". Correct one of them, or omit this one.'
  ],
  [
    'a business type with a typo',
    { 'profile#/business_type': 'bikestor' },
    'profile.json /business_type: must be a schema.org type of an organisation or place that serves clients, such as BikeStore, got "bikestor". Did you mean "BikeStore"? If not, omit it, or choose from https://schema.org/LocalBusiness#subtypes or https://schema.org/Organization#subtypes.'
  ],
  [
    'a business type that is not one of schema.org',
    { 'profile#/business_type': 'Organization of volunteers' },
    'profile.json /business_type: must be a schema.org type of an organisation or place that serves clients, such as BikeStore, got "Organization of volunteers". Omit it, or choose from https://schema.org/LocalBusiness#subtypes or https://schema.org/Organization#subtypes.'
  ],
  [
    'a service of an unknown category',
    {
      'services#/categories': [{ id: 'repairs', name: 'Repairs' }],
      'services#/examples/0/category': 'repair',
      'services#/examples/1': { id: 'other', name: 'Other', from_ils: 150, category: 'something-else' }
    },
    [
      'services.json /examples/0/category: is not the id of a category, got "repair". Did you mean "repairs"?',
      'services.json /examples/1/category: is not the id of a category, got "something-else". Add a category with this id, or omit the field.'
    ]
  ]
]

t.test('services that cannot be read cause no problem of the data that names them', async (t) => {
  const edits = { site: { home: [{ section: 'services', ids: ['valet'] }] } }
  for (const services of ['{', '{ "examples": 1e400 }', '{ "examples": {} }']) {
    const found = await shopProblems(t, { ...edits, services })
    t.notMatch(found.join('\n'), 'is not the id', services)
  }
})

t.test('loading the data', async (t) => {
  for (const [name, edits, line] of mistakes) {
    t.test(`rejects ${name}`, async (t) => {
      t.same(
        (await shopProblems(t, edits)).map((text) => text.slice(0, 400)),
        [line].flat()
      )
    })
  }

  t.test('rejects a missing file and a folder instead of a file', async (t) => {
    const dataDir = shopWith(t, {})
    rmSync(join(dataDir, 'faq.json'))
    rmSync(join(dataDir, 'profile.json'))
    mkdirSync(join(dataDir, 'profile.json'))
    t.same(await loadBusiness({ dataDir, baseUrl, siteDir }), {
      problems: [
        `${dataDir}/profile.json: is not a regular file. Replace it with a file that the server can read.`,
        `${dataDir}/faq.json: is missing. Create it, or set DATA_DIR to the folder that contains it.`
      ]
    })
  })

  t.test('reports the problems of all files and those between files at once', async (t) => {
    const found = await shopProblems(t, {
      'profile#/name': 5,
      'services#/examples/0/id': 'hems',
      'pricing#/packages/2/one_time_ils': 1,
      faq: '{'
    })
    t.same(
      found.map((line) => line.split(/[: ]/)[0]),
      ['profile.json', 'services.json', 'pricing.json', 'faq.json']
    )
  })

  t.test('reports the line and column of a value, or of the enclosing value', async (t) => {
    const dataDir = shopWith(t, {
      faq: '{\n  "language": "he",\n  "categories": [\n    { "name": 7 }\n  ]\n}'
    })
    t.same(await loadBusiness({ dataDir, baseUrl, siteDir }), {
      problems: [
        `${dataDir}/faq.json:4:5 /categories/0/items: is missing. Add it, such as [{"question":"How long does it take?","answer":"Two days."}].`,
        `${dataDir}/faq.json:4:15 /categories/0/name: must be text in quotes, got 7. Write "7".`
      ]
    })
  })

  t.test('accepts the marks LRM and RLM, line feeds and emoji', async (t) => {
    const answer = 'כן\u200e, תמיד\u200f.\nבשמחה \u2764\ufe0f'
    t.same(await shopProblems(t, { 'faq#/categories/0/items/0/answer': answer }), [])
  })
})

t.test('a further row in the table of data files', async (t) => {
  const Team = Type.Object({ people: Type.Array(Type.Object({ id: Type.String() })) })
  const team = { schema: Team, isOptional: true, uniqueIds: ['/people/*/id'] }
  const load = (dataDir: string, row: typeof team) =>
    loadBusiness({ dataDir, baseUrl, siteDir }, { ...dataFiles, team: row })

  t.test('adds the contents of its file to the business', async (t) => {
    const loaded = await load(shopWith(t, { team: { $schema: 'x', people: [{ id: 'dana' }] } }), team)
    t.match(loaded, { business: { team: { people: [{ id: 'dana' }] }, faq: { language: 'en' } } })
    t.notMatch(loaded, { business: { team: { $schema: 'x' } } })
  })

  t.test('that is optional accepts a missing file', async (t) => {
    const loaded = await load(shopWith(t, {}), team)
    t.match(loaded, { business: { faq: { language: 'en' } } })
    t.notMatch(loaded, { business: { team: {} } })
  })

  t.test('that is not optional rejects a missing file', async (t) => {
    const dataDir = shopWith(t, {})
    const hint = 'Create it, or set DATA_DIR to the folder that contains it.'
    t.same(await load(dataDir, { ...team, isOptional: false }), {
      problems: [`${dataDir}/team.json: is missing. ${hint}`]
    })
  })

  t.test('checks the schema, the texts and the unique ids of its file', async (t) => {
    const dataDir = shopWith(t, { team: '{"people":[\n{"id":"dana"},\n{"id":"dana"},\n{"id":"<i>","x":1}]}' })
    t.same(await load(dataDir, team), {
      problems: [
        `${dataDir}/team.json:3:7 /people/1/id: is a duplicate id, got "dana". /people/0/id already has it.`,
        `${dataDir}/team.json:4:17 /people/2/x: is an unknown field, got 1. Delete it: the fields here are id.`,
        `${dataDir}/team.json:4:7 /people/2/id: contains HTML, got "<i>". Write plain text.`
      ]
    })
  })
})
