import { type Test, t } from 'tap'
import { build, dataWith, facts, words } from '../helper.ts'
import { callMcp } from '../requests.ts'

const minimal = 'test/fixtures/minimal'

/** Builds the app for the minimal business with a site.json and further edits. */
async function buildWith(t: Test, site: object, edits: Record<string, unknown> = {}) {
  const dataDir = dataWith(t, { site, ...edits }, minimal)
  return build(t, { business: await facts(dataDir) }, { dataDir, siteDir: 'site' })
}

type Site = Awaited<ReturnType<typeof buildWith>>

const clientInfo = { name: 'test', version: '1' }
const initialize = { protocolVersion: '2025-11-25', capabilities: {}, clientInfo }
const skill = '/.well-known/agent-skills/business-facts/SKILL.md'

const readText = async (app: Site, url: string) => (await app.inject(url)).body

const readInstructions = async (app: Site): Promise<string> =>
  (await callMcp(app, 'initialize', initialize)).instructions

/** Tests that each of these paths, in words, has a text. */
async function haveTexts(t: Test, app: Site, texts: [paths: string, text: string][]) {
  for (const [paths, text] of texts)
    for (const path of words(paths)) t.match(await readText(app, path), text, path)
}

t.test('a licence', async (t) => {
  const url = 'https://licences.example/open-facts'
  const app = await buildWith(t, { licence: { name: 'Open Facts 2', url } })

  t.test('is on every page and in every document for agents', async (t) => {
    const published = `published under Open Facts 2 (${url})`
    await haveTexts(t, app, [
      [
        '/ /services/trouser-hem/ /contact/',
        `<a href="${url}" rel="license"><bdi dir="ltr">Open Facts 2</bdi></a>`
      ],
      ['/for-ai.md /developers.md', `published under [Open Facts 2](${url}).`],
      [`/llms.txt /llms-full.txt ${skill}`, published],
      [skill, '\nlicense: "Open Facts 2"\n'],
      ['/robots.txt', `# Licence: Open Facts 2, ${url}\n`],
      ['/', `"license":"${url}"`]
    ])
    t.match(await readInstructions(app), published)
    t.same((await app.inject('/openapi.json')).json().info.license, { name: 'Open Facts 2', url })
    const [, api] = (await app.inject('/.well-known/api-catalog')).json().linkset
    t.same(api.license, [{ href: url }])
    for (const path of ['/', '/api/v1/profile.json'])
      t.match((await app.inject(path)).headers.link, `<${url}>; rel="license"`)
  })

  t.test('may be a page of the site', async (t) => {
    const app = await buildWith(t, { licence: { name: 'Our terms', url: '/terms' } })
    t.equal((await app.inject('/openapi.json')).json().info.license.url, 'https://nahat.example/terms')
    t.match(await readText(app, '/'), '<a href="/terms" rel="license">')
  })
})

t.test('the use of the content by AI systems', async (t) => {
  const app = await buildWith(t, { ai_use: { search: true, input: true, train: false } })

  t.test('is in the documents for agents, and in every group of robots.txt', async (t) => {
    const signal = 'search=yes, ai-input=yes, ai-train=no'
    await haveTexts(t, app, [[`/llms.txt /llms-full.txt ${skill}`, signal]])
    t.match(await readInstructions(app), signal)
    const groups = (await readText(app, '/robots.txt')).match(/^User-agent: .*\n.*$/gm) ?? []
    t.ok(groups.length > 1 && groups.every((group) => group.endsWith(`\nContent-Signal: ${signal}`)))
  })

  t.test('is in words on /for-ai/', async (t) => {
    const text = await readText(app, '/for-ai.md')
    t.match(text, 'Search engines may index this content')
    t.match(text, 'AI systems may read this content')
    t.match(text, 'AI models may not be trained on this content.')
  })

  t.test('has only the uses that the data states', async (t) => {
    const app = await buildWith(t, { ai_use: { train: true } })
    t.match(await readText(app, '/robots.txt'), 'User-agent: *\nContent-Signal: ai-train=yes\nAllow: /\n')
    const text = await readText(app, '/for-ai.md')
    t.match(text, 'AI models may be trained on this content.')
    t.notMatch(text, /Search engines|AI systems/)
  })

  t.test('is not in robots.txt if the data states none', async (t) => {
    const robots = await readText(await buildWith(t, { ai_use: {} }), '/robots.txt')
    t.ok(robots.startsWith('User-agent: *\nAllow: /\n\nUser-agent: GPTBot\nAllow: /\n'))
  })
})

t.test('the pages on privacy and accessibility', async (t) => {
  const pages = ['/privacy/', '/accessibility/']

  t.test('exist only if site.json asks for them, with their links', async (t) => {
    const app = await buildWith(t, { legal: { privacy: true, accessibility: false } })
    t.equal((await app.inject('/privacy/')).statusCode, 200)
    t.equal((await app.inject('/accessibility/')).statusCode, 404)
    const home = await readText(app, '/')
    t.match(home, 'href="/privacy/"')
    t.notMatch(home, 'href="/accessibility/"')
    t.notMatch(await readText(app, '/llms.txt'), '/accessibility')
    const without = await buildWith(t, {})
    for (const page of pages) t.equal((await without.inject(page)).statusCode, 404, page)
  })

  t.test('ask nobody to write to a business that states no way to do so', async (t) => {
    const nowhere = { 'profile#/contact': {}, 'profile#/address': undefined }
    const app = await buildWith(t, { legal: { privacy: true, accessibility: true } }, nowhere)
    t.notMatch(await readText(app, '/privacy.md'), /contact us|## Your data/)
    t.notMatch(await readText(app, '/accessibility.md'), /Tell us/)
  })

  t.test('claim nothing that only the owner can know', async (t) => {
    const country = { 'profile#/address': { street: 'Herzl 1', country: 'IL' } }
    const app = await buildWith(t, { legal: { privacy: true, accessibility: true } }, country)
    for (const page of ['/privacy.md', '/accessibility.md']) {
      const text = await readText(app, page)
      t.notMatch(
        text,
        /tested|axe|5568|Regulations|entrance|consultant|as soon as|will|we use|last updated/i,
        page
      )
    }
    t.match(await readText(app, '/accessibility.md'), /WCAG 2\.2.*design goal/)
  })

  t.test('mention the contact form only if the site has one', async (t) => {
    const legal = { legal: { privacy: true } }
    const contact = { 'profile#/contact': { phone: '+44 113 496 0002' } }
    t.match(await readText(await buildWith(t, legal), '/privacy.md'), 'The contact form')
    t.notMatch(await readText(await buildWith(t, legal, contact), '/privacy.md'), 'form writes')
  })
})

t.test('the type of the business in JSON-LD', async (t) => {
  const branch = { id: 'quay', name: 'Quay', address: { locality: 'Leeds' } }
  for (const [business_type, type, why] of [
    ['BikeStore', '"BikeStore"', 'is the one of the data'],
    [
      'VeterinaryCare',
      '["LocalBusiness","VeterinaryCare"]',
      'is next to LocalBusiness if it is not below it'
    ],
    [undefined, '"LocalBusiness"', 'is LocalBusiness if the data has none']
  ] as const) {
    const edits = { 'profile#/business_type': business_type, 'profile#/locations': [branch] }
    const app = await buildWith(t, {}, edits)
    for (const page of ['/', '/services/trouser-hem/'])
      t.match(await readText(app, page), `"@type":${type},"@id":"https://nahat.example/#business"`, why)
    t.match(await readText(app, '/contact/'), `"@type":${type},"@id":"https://nahat.example/contact/#quay"`)
  }
})

t.test('a page without content does not exist, and nothing links to it', async (t) => {
  const app = await buildWith(t, {})

  t.test('without questions there is no page of questions', async (t) => {
    t.equal((await app.inject('/faq/')).statusCode, 404)
    t.notOk('source' in (await app.inject('/api/v1/faq.json')).json())
  })

  t.test('without packages, notes and a range of prices there is no page of prices', async (t) => {
    t.equal((await app.inject('/pricing/')).statusCode, 404)
    for (const edits of [
      { 'pricing#/notes': ['Estimates are free.'] },
      { 'pricing#/max_project_ils': 90 },
      { 'profile#/pricing_model': { entry_price_ils: 10 } },
      { 'pricing#/packages': [{ id: 'pair', name: 'Two pairs', price: { kind: 'fixed', amount: '20' } }] },
      { 'profile#/pricing_model': { typical_range_ils: [10, 20] } }
    ])
      t.equal((await (await buildWith(t, {}, edits)).inject('/pricing/')).statusCode, 200)
  })
})
