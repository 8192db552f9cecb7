import { mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { loadBusiness } from '../../src/business/load.ts'
import { operations } from '../../src/business/operations.ts'
import { formatProblem } from '../../src/business/problem.ts'
import { baseUrl, dataWith, type Edits, problems } from '../helper.ts'

const lines = (line: string | string[]) => [line].flat()

// What a person does wrong, and the line that tells.
const mistakes: [name: string, edits: Edits, line: string | string[]][] = [
  ['an empty file', { faq: '' }, 'faq.json: is empty; write the JSON object that its schema describes'],
  [
    'a file of white space',
    { faq: ' \n\t' },
    'faq.json: is empty; write the JSON object that its schema describes'
  ],
  [
    'a file that is not UTF-8',
    { faq: Buffer.from([0x7b, 0xe9, 0x7d]) },
    'faq.json: is not UTF-8; save it with the encoding UTF-8'
  ],
  [
    'a comma too many',
    { faq: '{\n  "language": "he",\n}' },
    'faq.json:3:1: is not JSON (property name expected); found "}"'
  ],
  [
    'a comment',
    { faq: '{\n  // mine\n}' },
    'faq.json:2:3: is not JSON (invalid comment token); found "// mine"'
  ],
  ['an open brace', { faq: '{' }, 'faq.json:1:2: is not JSON (close brace expected)'],
  [
    'a field that stands twice',
    { faq: '{\n"language": "he",\n"language": "en",\n"categories": []\n}' },
    'faq.json /language: stands twice in the same object; delete one of them'
  ],
  ['nesting without end', { faq: '['.repeat(100_000) }, 'faq.json: is nested too deeply'],
  [
    'nesting beyond reason',
    { faq: `${'['.repeat(101)}${']'.repeat(101)}` },
    'faq.json: is nested too deeply'
  ],
  ['a list for a file', { faq: '[]' }, 'faq.json:1:1: must be an object; found []'],
  [
    'a misspelt field',
    { 'services#/examples/0/from_ils': undefined, 'services#/examples/0/form_ils': 3400 },
    [
      'services.json /examples/0/from_ils: is missing',
      'services.json /examples/0/form_ils: is an unknown field; found 3400; did you mean "from_ils"?'
    ]
  ],
  [
    'a field that nobody knows',
    { 'profile#/zzzzzz': 1 },
    'profile.json /zzzzzz: is an unknown field; found 1'
  ],
  [
    'an amount as text',
    { 'pricing#/packages/0/one_time_ils': '2,900 ₪' },
    'pricing.json /packages/0/one_time_ils: must be a whole number or null; found "2,900 ₪"; write 2900'
  ],
  [
    'a fraction',
    { 'services#/examples/0/from_ils': 3400.5 },
    'services.json /examples/0/from_ils: must be a whole number; found 3400.5; write 3401'
  ],
  [
    'text that is no amount',
    { 'services#/examples/0/from_ils': 'call us' },
    'services.json /examples/0/from_ils: must be a whole number; found "call us"'
  ],
  [
    'a negative price',
    { 'pricing#/entry_price_ils': -1 },
    'pricing.json /entry_price_ils: must not be below 0; found -1'
  ],
  [
    'a price beyond reason',
    { 'pricing#/max_project_ils': 2_000_000_000 },
    'pricing.json /max_project_ils: must not be above 1000000000; found 2000000000'
  ],
  ['an empty name', { 'profile#/name': '' }, 'profile.json /name: must not be empty; found ""'],
  ['a blank name', { 'profile#/name': '  ' }, 'profile.json /name: must not be blank; found "  "'],
  [
    'a name without end',
    { 'profile#/name': 'x'.repeat(201) },
    `profile.json /name: must not be longer than 200 characters; found "${'x'.repeat(76)}...`
  ],
  [
    'an id that is not a slug',
    { 'services#/examples/7/id': 'Online Store' },
    'services.json /examples/7/id: must be a slug: a lower-case Latin letter, then lower-case letters, digits and hyphens; found "Online Store"; did you mean "online-store"?'
  ],
  [
    'an id in Hebrew',
    { 'services#/examples/7/id': 'חנות' },
    'services.json /examples/7/id: must be a slug: a lower-case Latin letter, then lower-case letters, digits and hyphens; found "חנות"'
  ],
  [
    'an id that repeats',
    { 'services#/examples/7/id': 'leads' },
    'services.json /examples/7/id: repeats an id; found "leads"; /examples/0/id has it already'
  ],
  [
    'a package too few',
    { 'pricing#/packages': [{ id: 'bot-starter', name: 'בוט', one_time_ils: 2900 }] },
    'pricing.json /packages: must have exactly 3 entries, and has 1; found [{"id":"bot-starter","name":"בוט","one_time_ils":2900}]'
  ],
  [
    'an empty list',
    { 'profile#/stack': [] },
    'profile.json /stack: must have at least 1 entries, and has 0; found []'
  ],
  [
    'an entry that repeats',
    { 'profile#/languages': ['he', 'en', 'he'] },
    'profile.json /languages: must not repeat an entry: /2 is the same as /0; found ["he","en","he"]'
  ],
  [
    'two popular packages',
    { 'pricing#/packages/0/popular': true },
    'pricing.json /packages/1/popular: makes more than one package popular; found true; /packages/0/popular is true already'
  ],
  [
    'a price below the entry price',
    { 'services#/examples/2/from_ils': 1800 },
    'services.json /examples/2/from_ils: is below the entry price, pricing.json /entry_price_ils (1900); found 1800'
  ],
  [
    'a price above the maximum',
    { 'services#/categories/0/full_build_from_ils': 48_001 },
    'services.json /categories/0/full_build_from_ils: is above the maximum, pricing.json /max_project_ils (48000); found 48001'
  ],
  [
    'a reversed range',
    { 'profile#/pricing_model/typical_range_ils': [18_000, 3500] },
    'profile.json /pricing_model/typical_range_ils/0: is above /pricing_model/typical_range_ils/1 (3500); found 18000; swap the two'
  ],
  [
    'a focused scope that costs more than a full build',
    { 'services#/categories/0/focused_scope_from_ils': 15_000 },
    'services.json /categories/0/focused_scope_from_ils: is above /categories/0/full_build_from_ils (14900); found 15000; swap the two'
  ],
  [
    'two currencies',
    { 'services#/currency': 'USD' },
    'services.json /currency: disagrees with pricing.json /currency (ILS); found "USD"; make them agree, or leave this one out'
  ],
  [
    'a currency that is none',
    { 'pricing#/currency': 'NIS' },
    'pricing.json /currency: is not a currency of ISO 4217; found "NIS"'
  ],
  [
    'a currency sign',
    { 'pricing#/currency': '₪' },
    'pricing.json /currency: must be a currency code of ISO 4217, such as ILS; found "₪"; did you mean "ILS"?'
  ],
  [
    'a currency in small letters',
    { 'pricing#/currency': 'ils' },
    'pricing.json /currency: must be a currency code of ISO 4217, such as ILS; found "ils"; did you mean "ILS"?'
  ],
  [
    'a language of another notation',
    { 'faq#/language': 'HE_il' },
    'faq.json /language: must be a language tag of BCP 47, such as he or en-GB; found "HE_il"; did you mean "he-il"?'
  ],
  [
    'a language that only looks like one',
    { 'faq#/language': 'en-12' },
    'faq.json /language: is not a language tag of BCP 47; found "en-12"'
  ],
  [
    'packages that are no list',
    { 'pricing#/packages': 'three' },
    'pricing.json /packages: must be a list; found "three"'
  ],
  [
    'a price written otherwise for people',
    { 'pricing#/packages/0/price_display': '3,900 ₪ + מע״מ' },
    'pricing.json /packages/0/price_display: shows another price than one_time_ils (2900); found "3,900 ₪ + מע״מ"; leave it out: it is then made'
  ],
  [
    'HTML in a text',
    { 'faq#/categories/0/items/0/answer': 'כן, <b>תמיד</b>' },
    'faq.json /categories/0/items/0/answer: holds HTML; found "<b>"; write plain text'
  ],
  [
    'an entity in a text',
    { 'faq#/categories/0/items/0/answer': 'כן&nbsp;תמיד' },
    'faq.json /categories/0/items/0/answer: holds HTML; found "&nbsp;"; write plain text'
  ],
  [
    'a bidirectional override',
    { 'profile#/tagline': 'שקט \u202eבעסק' },
    'profile.json /tagline: hides a character from its reader (U+202E); found "שקט \\u{202e}בעסק"; delete it'
  ],
  [
    'a zero-width space in the name of a field',
    { 'profile#/links/a\u200bb': '/' },
    'profile.json /links/a\\u{200b}b: hides a character from its reader (U+200B); found "a\\u{200b}b"; delete it'
  ],
  [
    'a link to a host that cannot be',
    { 'pricing#/quote_url': 'https://[', 'profile#/contact/contact_page': 'https://nahat.example:99999/' },
    [
      'profile.json /contact/contact_page: must be a link that a browser can open; found "https://nahat.example:99999/"',
      'pricing.json /quote_url: must be a link that a browser can open; found "https://["'
    ]
  ],
  [
    'a script for a link',
    { 'services#/examples/0/url': 'javascript:alert(1)' },
    'services.json /examples/0/url: must be a link: https, http, mailto, tel or a path of the site that begins with /; found "javascript:alert(1)"'
  ],
  [
    'an address without its scheme',
    { 'services#/examples/0/url': 'nahat.example/leads' },
    'services.json /examples/0/url: must be a link: https, http, mailto, tel or a path of the site that begins with /; found "nahat.example/leads"; did you mean "https://nahat.example/leads"?'
  ],
  [
    'an address of another host in disguise',
    { 'profile#/links/about': '//evil.example' },
    'profile.json /links/about: must be a link: https, http, mailto, tel or a path of the site that begins with /; found "//evil.example"'
  ],
  [
    'a bad e-mail address',
    { 'profile#/contact/email': 'shalom@nahat' },
    'profile.json /contact/email: must be an e-mail address, such as name@business.example; found "shalom@nahat"'
  ],
  [
    'a second phone number',
    { 'services#/contact': { phone: '+972-6-111-1111' } },
    'services.json /contact/phone: disagrees with profile.json /contact/phone (+972-6-000-0000); found "+972-6-111-1111"; make them agree, or leave this one out'
  ]
]

t.test('loading the data', async (t) => {
  for (const [name, edits, line] of mistakes) {
    t.test(`refuses ${name}`, async (t) => {
      t.same(
        (await problems(t, edits)).map((text) => text.slice(0, 400)),
        lines(line)
      )
    })
  }

  t.test('refuses a file that is missing and one that is a folder', async (t) => {
    const dataDir = dataWith(t, {})
    rmSync(join(dataDir, 'faq.json'))
    rmSync(join(dataDir, 'profile.json'))
    mkdirSync(join(dataDir, 'profile.json'))
    const loaded = await loadBusiness({ dataDir, baseUrl }, operations)
    t.same('problems' in loaded && loaded.problems.map(formatProblem), [
      `${dataDir}/profile.json: is not a regular file; replace it by a file that the server may read`,
      `${dataDir}/faq.json: is missing; create it, or set DATA_DIR to the folder that holds it`
    ])
  })

  t.test('names every problem of every file at once, and those between the files', async (t) => {
    const found = await problems(t, {
      'profile#/name': 5,
      'services#/examples/0/id': 'crm',
      'pricing#/packages/2/one_time_ils': 1,
      faq: '{'
    })
    t.same(
      found.map((line) => line.split(/[: ]/)[0]),
      ['profile.json', 'services.json', 'pricing.json', 'faq.json']
    )
  })

  t.test('names the line and column of a value, or of what should hold it', async (t) => {
    const dataDir = dataWith(t, {
      faq: '{\n  "language": "he",\n  "categories": [\n    { "name": 7 }\n  ]\n}'
    })
    const loaded = await loadBusiness({ dataDir, baseUrl }, operations)
    t.same('problems' in loaded && loaded.problems.map(formatProblem), [
      `${dataDir}/faq.json:4:5 /categories/0/items: is missing`,
      `${dataDir}/faq.json:4:15 /categories/0/name: must be text in quotes; found 7`
    ])
  })

  t.test('takes the marks LRM and RLM, line feeds and emoji', async (t) => {
    const answer = 'כן\u200e, תמיד\u200f.\nבשמחה \u2764\ufe0f'
    t.same(await problems(t, { 'faq#/categories/0/items/0/answer': answer }), [])
  })
})
