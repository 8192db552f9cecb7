import t from 'tap'
import { AuditedSite, findEntries, findSitemapUrls } from '../../src/audit/audited-site.ts'
import { parseLinks } from '../../src/audit/checks/links.ts'
import { findForbidden, parseRobots } from '../../src/audit/checks/robots.ts'
import { readApiFacts } from '../../src/audit/facts/surfaces.ts'
import { parseHtml } from '../../src/audit/html.ts'
import { readMessage } from '../../src/audit/mcp.ts'
import { sampleOperations } from '../../src/audit/operation-paths.ts'
import { toSentence } from '../../src/audit/problems.ts'
import { cutAfterWord } from '../../src/base/text.ts'
import { checkTypography } from '../../src/business/checks/warnings.ts'
import { findEnglishWords } from '../../src/business/words.ts'
import { plainFact } from '../../src/compare/fact.ts'
import { formatTimes } from '../../src/compare/hours.ts'
import { compareJsonLd } from '../../src/compare/json-ld.ts'
import { createReading, PageText } from '../../src/compare/page.ts'
import { isSamePhone } from '../../src/compare/phone.ts'
import { chooseEncoding, chooseMediaType } from '../../src/http/negotiation.ts'
import { keepUnbroken } from '../../src/site/render.ts'
import { listen } from '../helper.ts'
import { createProxy } from './proxy.ts'

const run = (text: string, count = 150_000) => text.repeat(count)
const hours = [{ dayOfWeek: run('x'), opens: '09:00', closes: '17:00' }]
const fact = { ...plainFact, kind: 'hours' as const, key: '', label: '', expected: '' }
const api = {
  facts: [fact],
  texts: [],
  name: '',
  defaults: { language: 'en', currency: '' },
  differences: []
}
const options = { origin: '', readMarkup: (html: string) => html }
const findInJsonLd = (...roots: unknown[]) => compareJsonLd(api, [{ url: '', roots }], options)

const list = (text: string) => `[${run(`${text},`, 200_000)}0]`
const findIn = (json: string) => () => findInJsonLd(JSON.parse(json))
const item = {
  ...fact,
  kind: 'service' as const,
  texts: [['a']],
  prices: [{ kind: 'from' as const, amount: '1' }]
}
const read = (html: string) =>
  new PageText(parseHtml('/', html), createReading([item], api.defaults)).find(item)

const cases: [name: string, read: () => unknown][] = [
  ['an opening time', () => formatTimes([run('x'), run(' ')])],
  ['a day', () => findInJsonLd({ openingHoursSpecification: hours })],
  ['deep arrays of JSON-LD', findIn(run('[') + run(']'))],
  ['deep objects of JSON-LD', findIn(`${run('{"a":')}1${run('}')}`)],
  ['a long array of JSON-LD', findIn(list('{}'))],
  ['a long list of texts', findIn(list('"a"'))],
  ['comments that do not end', () => read(run('<!--', 100_000))],
  ['tags that do not end', () => read(run('<a ', 80_000))],
  ['an element with many others in it', () => read(`<p>${run('<br>', 190_000)}`)],
  ['a phone number', () => isSamePhone(run(' '), `${run(' ')}1`)],
  ['a Link header', () => [parseLinks(run(';*<', 5000)), parseLinks(run('<a>;a="', 2000))]],
  [
    'a robots.txt',
    () => findForbidden(parseRobots(run('Disallow: /*a\n', 1_000_000)), '*', [`/${run('a')}`])
  ],
  [
    'a rule with many stars',
    () => findForbidden(parseRobots(`User-agent: *\nDisallow: /${run('*')}b`), '*', ['/a'])
  ],
  ['a robots.txt with sitemaps', () => findSitemapUrls(run('sitemap: \n'))],
  ['a sitemap', () => findEntries(run('<url><loc>'), 'url')],
  ['a message of MCP', () => readMessage(run('data:\n\n', 20_000))],
  ['a word with marks', () => checkTypography({ 'faq.json': `א ${run('!')}a` })],
  ['a text that is cut', () => cutAfterWord(`${run(' ')}a b`, 150_003)],
  ['words that are not translated', () => findEnglishWords(run('aA'), run('aA'))],
  [
    'headers of 16 KB',
    () =>
      ['a/b;q=0.', ',', ' ', ';', '*/*,', 'text/html; ', '"', '\t;'].map((text) => {
        const header = run(text, 16_000 / text.length)
        return [chooseMediaType(header), chooseEncoding(header)]
      })
  ],
  ['HTML of a page', () => [keepUnbroken(run('<')), keepUnbroken(run('<pre ', 50_000))]]
]

t.test('a long text of one character or word › is read in at most 2 s of CPU time', async (t) => {
  for (const [name, read] of cases) {
    const start = process.cpuUsage()
    read()
    const { user, system } = process.cpuUsage(start)
    t.ok(user + system < 2_000_000, `${name}: ${Math.round((user + system) / 1000)} ms`)
  }
})

t.test(
  'a page with a long text of prices, quotes or hours › is compared in at most 2 s of CPU time',
  async (t) => {
    const { origin, fetch } = await createProxy(t)
    const { facts, reading } = await readApiFacts(new AuditedSite(origin, 1, fetch))
    const name = facts.find(({ kind }) => kind === 'service')?.texts[0]?.[0]
    const characters = [' ', '\u00a0', '-', '1', '.', ',', '"', "'", '״', '(', '₪', '%', '\u05b0', '\u200e']
    const phrases = [
      'from €',
      'starting at ',
      'החל מ',
      'א"ב ',
      'א׳',
      '12 ₪ לשעה ',
      '0 ',
      '1,',
      '18% VAT ',
      'including '
    ]
    const times = [
      'Sunday 9:00-',
      '9 am ',
      'עד ',
      'יום ',
      '0 5-',
      '(050) ',
      '1.1.2026 ',
      '<td>12 ₪',
      '<h2>12 ₪'
    ]
    for (const text of [...characters, ...phrases, ...times]) {
      const long = run(text, 150_000 / text.length)
      const start = process.cpuUsage()
      for (const html of [`<h1>${name}</h1><p>${long}x`, `<li>${name} 12 ₪ ${long}1`]) {
        const page = new PageText(parseHtml('/', html), reading)
        for (const each of facts) page.find(each, '')
      }
      const { user, system } = process.cpuUsage(start)
      t.ok(user + system < 2_000_000, `${text}: ${Math.round((user + system) / 1000)} ms`)
    }
  }
)

t.test('an OpenAPI document with a path of 150,000 braces › is read at once', async (t) => {
  const get = { parameters: [{ name: 'id', in: 'path', schema: { enum: ['$&'] } }] }
  const paths = { [`/${run('{')}`]: { get }, [`/${run('a/{id}', 1000)}`]: { get }, '/b/{id}': { get } }
  const origin = await listen(t, (_request, response) => {
    response.end(JSON.stringify({ paths }))
  })
  const start = process.cpuUsage()
  const operations = await sampleOperations(new AuditedSite(origin, 1))
  t.ok(process.cpuUsage(start).user < 2_000_000)
  t.equal(operations.at(-1), '/b/$&')
})

t.test('a report repeats at most 1,000 characters of a text', async (t) => {
  t.equal(toSentence(`allows ${run('x')}`), `Allows ${'x'.repeat(993)}…`)
})
