import { type Test, t } from 'tap'
import { buildWhole, dataWith, facts, words as listWords, minimal, serve } from '../helper.ts'
import { sendMcp } from '../requests.ts'
import { proseOfHtml, proseOfJson, proseOfText } from './prose.ts'

/** Words about facts that the minimal business does not state, in the languages of the interface. */
const words = {
  tax: /\b(tax(es)?|VAT|GST)\b|מע״מ|(?<!\p{L})[ובל]?מס(?!\p{L})/iu,
  packages: /\bpackages?\b|חביל(ה|ות|ת)/iu,
  quotes: /\b(quot(e|es|ed|ation)|estimates?)\b|הצע(ה|ת|ות) מחיר/iu,
  'starting prices': /\bstarting prices?\b|\bfrom [£$€₪]|מחיר(ים)? התחלתי|החל מ/iu,
  hours: /\b(hours?|opening|open(s|ed)? (at|on|until)|closed)\b|שעות|שעה/iu,
  licence: /licen[cs]|\bCC[ -]?BY\b|creative ?commons|attribut|commercial|רי?שיון|ייחוס|מסחרי/iu,
  'use by AI': /\b(train(s|ed|ing)?|Content-Signal|ai-input)\b|לאמן|אימון|מאמנים/iu,
  industry:
    /\b(automat(e|es|ed|ions?)|bots?|builds?|built|building|projects?|studios?|maintenance|scope)\b|אוטומצי|(?<!\p{L})ה?בוט|סטודיו|פרויקט|הקמה|תחזוקה|היקף/iu,
  questions: /\band FAQ\b|\bits services\b/u,
  WhatsApp: /\bWhatsApp\b|וואטסאפ/iu,
  'unchecked claims': /\b(axe|tracking|analytics|WCAG|5568)\b|מעקב|תקן ישראלי/iu
}

const documents = listWords(`
  /llms.txt /llms-full.txt /robots.txt /sitemap.md /sitemap-index.xml /sitemap-1.xml
  /.well-known/security.txt /.well-known/agent-skills/business-facts/SKILL.md
`)

const jsonDocuments = listWords(`
  /openapi.json /site.webmanifest /mcp/server-card /.well-known/mcp /.well-known/api-catalog
  /.well-known/ard.json /.well-known/agent-skills/index.json
  /api/v1/profile.json /api/v1/services.json /api/v1/services/trouser-hem.json /api/v1/services/nothing.json
  /api/v1/pricing.json /api/v1/faq.json /api/v1/nothing.json /api/%
`)

const messages = [
  ['prompts/list'],
  ['prompts/get', { name: 'first_message', arguments: { need: 'a hem' } }],
  ['prompts/get', { name: 'first_message', arguments: { need: 'a hem', topic: 'trouser-hem' } }],
  ['prompts/get', { name: 'first_message', arguments: { need: 'a hem', topic: 'nothing' } }],
  ['resources/list'],
  ['resources/templates/list'],
  ['tools/list'],
  ['tools/call', { name: 'search', arguments: { query: 'hem' } }],
  ['tools/call', { name: 'search', arguments: {} }],
  ['tools/call', { name: 'fetch', arguments: { id: 'services/trouser-hem' } }],
  ['tools/call', { name: 'get_service', arguments: { id: 'nothing' } }],
  ['initialize', { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'a', version: '1' } }]
] as const

/** Returns the sentences of every surface, by its path or MCP method. */
async function readSurfaces(t: Test, dataDir: string): Promise<Map<string, string[]>> {
  const business = await facts(dataDir)
  const { fastify: app, site } = await buildWhole(t, { business }, { dataDir, siteDir: t.testdir() })
  const surfaces = new Map<string, string[]>()
  for (const path of [...site.context.resources.pages.keys(), '/nothing/']) {
    const { body, headers } = await app.inject(path)
    surfaces.set(path, proseOfHtml(body))
    surfaces.set(`${path} Link`, [String(headers.link)])
    const { body: markdown } = await app.inject({ url: path, headers: { accept: 'text/markdown' } })
    surfaces.set(`${path} as Markdown`, proseOfText(markdown))
  }
  for (const path of documents) {
    const { body, statusCode } = await app.inject(path)
    t.equal(statusCode, 200, path)
    surfaces.set(path, proseOfText(body))
  }
  for (const path of jsonDocuments) {
    const { body, headers } = await app.inject(path)
    surfaces.set(path, [String(headers.link), ...proseOfJson(JSON.parse(body))])
  }
  for (const [method, params = {}] of messages) {
    surfaces.set(`${method} ${JSON.stringify(params)}`, proseOfJson(await sendMcp(app, method, params)))
  }
  return surfaces
}

/** Returns the sentences that match, each after its surface. */
const findSentences = (surfaces: Map<string, string[]>, pattern: RegExp) => [
  ...new Set(
    [...surfaces].flatMap(([surface, sentences]) =>
      sentences.filter((sentence) => pattern.test(sentence)).map((sentence) => `${surface}: ${sentence}`)
    )
  )
]

for (const dataDir of [minimal, 'test/fixtures/minimal-hebrew']) {
  t.test(`the surfaces of ${dataDir}`, async (t) => {
    const surfaces = await readSurfaces(t, dataDir)
    t.ok([...surfaces.values()].flat().length > 500)
    for (const [topic, pattern] of Object.entries(words)) {
      t.test(`say nothing about ${topic}`, async (t) => {
        t.strictSame(findSentences(surfaces, pattern), [])
      })
    }
  })
}

/** Promises of services, categories, prices, questions, answers and ways to contact the business. The descriptions of schemas are not promises. */
const promises =
  /every service|categories of services|with (its|their) prices?[^.]*\. Use it|exact prices?|what the business offers|service ids|questions that clients ask, grouped|finds .*(services|prices|answers|FAQ)|next to a price|\bid of the service|which (services|questions)|what does .* offer|how to contact the business$|end of this page/i

t.test('a business with only a name promises no service, price, answer or contact', async (t) => {
  const edits = { 'services#/examples': [], 'profile#/contact': {} }
  const surfaces = await readSurfaces(t, dataWith(t, edits, minimal))
  t.strictSame(findSentences(surfaces, promises), [])
})

t.test('nothing mentions a quote of a starting price without a URL to ask for one', async (t) => {
  const edits = { 'services#/examples/0/price/kind': 'from' }
  const surfaces = await readSurfaces(t, dataWith(t, edits, minimal))
  t.strictSame(findSentences(surfaces, words.quotes), [])
})

t.test('/for-ai/ leads to the details of a branch if only the branch has a number', async (t) => {
  const branch = { id: 'quay', name: 'Quay', address: { country: 'GB' }, phone: '+44 20 7946 0018' }
  const edits = { 'profile#/contact': {}, 'profile#/locations': [branch] }
  const { read } = await serve(t, edits)
  t.match(await read('/for-ai/'), 'the details are at the end of this page.')
})
