import { mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { loadBusiness } from '../../src/business/loading/load.ts'
import { baseUrl, siteDir } from '../helper.ts'
import { byLine, type Mistake, shopProblems, shopWith, testMistakes } from './shop.ts'

const answer = (text: string) => ({ 'faq#/categories/0/items/0/answer': text })
const questions = (...items: [question: string, id?: string][]) => ({
  'faq#/categories/0/items': items.map(([question, id]) => ({ id, question, answer: 'Yes.' }))
})
const noLink = (value: string, hint: string) =>
  `must be a link: https, http, mailto, tel or a path of the site that begins with /, got "${value}". ${hint}`
const copy = 'Copy the whole URL from the browser, such as "https://business.example/page/".'

// Mistakes in data files, and the lines that report them.
const mistakes: Mistake[] = [
  ...byLine({
    'faq.json: is empty. Write the JSON object that its schema describes.': [{ faq: '' }, { faq: ' \n\t' }],
    'faq.json: is not UTF-8. Save it with the encoding UTF-8.': { faq: Buffer.from([0x7b, 0xe9, 0x7d]) },
    'faq.json:3:1: is not JSON (property name expected), got `}`. Delete the comma before it.': {
      faq: '{\n  "language": "he",\n}'
    },
    'faq.json /language: is a duplicate field. Delete one of the two.': {
      faq: '{\n"language": "he",\n"language": "en",\n"categories": []\n}'
    },
    'faq.json: is nested too deeply, over 100 levels': { faq: `${'['.repeat(101)}${']'.repeat(101)}` },
    'faq.json:1:1: must be an object, got []. Write an object, such as {"language":"he","categories":[{"name":"Prices","items":[{"question":"How long does it take?","answer":"Two days."}]}]}.':
      { faq: '[]' },
    'services.json /examples/0/form_ils: is an unknown field, got 34. Did you mean "from_ils"?': {
      'services#/examples/0/from_ils': undefined,
      'services#/examples/0/form_ils': 34
    },
    'must be at most 1000000000, got 2000000000': { 'pricing#/max_project_ils': 2_000_000_000 },
    'must not be empty, got "". Write a text, or omit the field.': { 'profile#/timezone': '' },
    'services.json /examples/0/from_ils: must be at least 0, got -1': {
      'services#/examples/0/from_ils': -1,
      'services#/examples/0/price': { kind: 'fixed', amount: '30.00' }
    },
    'must not be blank, got "  ". Write a text.': { 'profile#/name': '  ' },
    'is a duplicate id, got "zips". /examples/0/id already has it.': { 'services#/examples/2/id': 'zips' },
    'faq.json /categories/0/items/1/question: has the same id as /categories/0/items/0 (how-long), got "How LONG". Give one of the two questions another `id`, or delete it.':
      questions(['How long?'], ['How LONG'], ['Why?']),
    'faq.json /categories/0/items/1/question: has the same id as /categories/0/items/0 (why), got "Why?". Give one of the two questions another `id`, or delete it.':
      questions(['How long?', 'why'], ['Why?']),
    'faq.json /categories/0/items/1/id: has the same id as /categories/0/items/0 (why), got "why". Give one of the two questions another `id`, or delete it.':
      [questions(['How long?', 'why'], ['Why not?', 'why']), questions(['Why?'], ['Why not?', 'why'])],
    'must have at least 1 entry, got 0. Add an entry, or omit the list if it is optional.': {
      'profile#/stack': []
    },
    'must not have the same entry twice, as /0 and /2, got ["he","en","he"]. Delete one of the two.': {
      'profile#/languages': ['he', 'en', 'he']
    },
    'pricing.json /packages/1/popular: only one package may be popular, got true. /packages/0/popular is already true.':
      { 'pricing#/packages/0/popular': true },
    'must not be above the maximum, pricing.json /max_project_ils (4000), got 4001. Correct one of the two, or omit the maximum.':
      { 'services#/categories/0/full_build_from_ils': 4001 },
    'profile.json /pricing_model/typical_range_ils/0: must not be above /pricing_model/typical_range_ils/1 (30), got 120. Swap the two.':
      { 'profile#/pricing_model/typical_range_ils': [120, 30] },
    'must not be above /categories/0/full_build_from_ils (150), got 151. Swap the two.': {
      'services#/categories/0/focused_scope_from_ils': 151
    },
    'must be the same as pricing.json /currency (USD), got "EUR". Correct one of them, or omit this one.': {
      'services#/currency': 'EUR'
    },
    'does not match one_time_ils (40), got "$50 + tax". Omit it to have it generated from the price.': {
      'pricing#/packages/0/price_display': '$50 + tax'
    },
    'contains HTML, got "<b>". Write plain text.': answer('Yes, <b>always</b>'),
    'contains HTML, got "&nbsp;". Write plain text.': answer('Yes&nbsp;always'),
    'contains Markdown, got "[the form](/contact/)". Write plain text.': answer('Use [the form](/contact/).'),
    'contains Markdown, got "**never**". Write plain text.': answer('On **never** days'),
    'contains an invisible character (U+202E), got "שקט \\u{202e}בעסק". Delete it.': {
      'profile#/tagline': 'שקט \u202eבעסק'
    },
    'profile.json /links/a\\u{200b}b: contains an invisible character (U+200B), got "a\\u{200b}b". Delete it.':
      { 'profile#/links/a\u200bb': '/' },
    [noLink('javascript:alert(1)', copy)]: { 'services#/examples/0/url': 'javascript:alert(1)' },
    [noLink('//evil.example', copy)]: { 'profile#/links/about': '//evil.example' },
    'must be an email address, such as name@business.example, got "hello@repairs"': {
      'profile#/contact/email': 'hello@repairs'
    },
    'must be a phone number, such as +44 113 496 0001, (512) 555-0142 or *2700, got "ask Dana". Write one number, in digits, spaces, hyphens and brackets; further numbers go in "phones".':
      { 'profile#/contact/phone': 'ask Dana' },
    'services.json /contact/phone: must be the same as profile.json /contact/phone (+1-555-010-0000), got "+1-555-010-1111". Correct one of them, or omit this one.':
      { 'services#/contact': { phone: '+1-555-010-1111' } }
  }),
  ...['1e400', '-1e400', '9007199254740992', '-9007199254740993', '12345678901234567890.5', '1e-400'].map(
    (number): Mistake => [
      { profile: `{\n  "track_record": { "counts": [1, ${number}] }\n}` },
      `profile.json /track_record/counts/1: must be a number that programs read exactly, from -9007199254740991 to 9007199254740991, got ${JSON.stringify(number)}. Write it in quotes.`
    ]
  ),
  ...['12.000', '-1.500'].map(
    (number): Mistake => [
      { services: `{\n  "examples": [{ "from_ils": ${number} }]\n}` },
      `services.json /examples/0/from_ils: must not have a point before three digits, which may be thousands, got ${JSON.stringify(number)}. Write ${number.replace('.', '')} if they are thousands, or ${Number(number)} if they are decimals.`
    ]
  ),
  [{ 'profile#/geo': { latitude: 51.125, longitude: -1.625 } }, []],
  // The marks LRM and RLM, a line feed and an emoji
  [answer('כן\u200e, תמיד\u200f.\nבשמחה \u2764\ufe0f'), []],
  [
    { 'services#/examples/0/from_ils': undefined, 'services#/examples/0/zzzzzz': 1 },
    [
      'services.json /examples/0: has no price: `price` or `from_ils` is missing. If the service has no price, describe it as a category or in a question instead.',
      'services.json /examples/0/zzzzzz: is an unknown field, got 1. Delete it: docs/data.md lists the fields of services.json.'
    ]
  ],
  [
    { 'pricing#/quote_url': 'https://[', 'profile#/contact/contact_page': 'https://repairs.example:99999/' },
    [
      'profile.json /contact/contact_page: must be a link that a browser can open, got "https://repairs.example:99999/"',
      'pricing.json /quote_url: must be a link that a browser can open, got "https://["'
    ]
  ],
  [
    {
      'services#/categories': [
        { id: 'repairs', name: 'Repairs' },
        { id: 'rims', name: 'Wheels' }
      ],
      'services#/examples/0/category': 'repair',
      'services#/examples/1': { id: 'other', name: 'Other', from_ils: 150, category: 'something-else' },
      'services#/examples/2/category': 'wheels'
    },
    [
      'services.json /examples/0/category: is not the id of a category, got "repair". Did you mean "repairs"?',
      'services.json /examples/1/category: is not the id of a category, got "something-else". Add a category with this id, or omit the field.',
      'services.json /examples/2/category: is not the id of a category, got "wheels". Did you mean "rims"?'
    ]
  ]
]

t.test('loading the data', async (t) => {
  t.test('reports each mistake in one line', (t) => testMistakes(t, mistakes))

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
    const files = found.map((line) => line.split(/[: ]/)[0])
    t.same(files, ['profile.json', 'services.json', 'pricing.json', 'faq.json'])
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
})
