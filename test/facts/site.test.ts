import { type Test, t } from 'tap'
import { type Edits, serve, words } from '../helper.ts'

/** Serves the minimal business with a site.json and further edits. */
const serveSite = (t: Test, site: object, edits: Edits = {}) => serve(t, { site, ...edits })

type Site = Awaited<ReturnType<typeof serve>>

const skill = '/.well-known/agent-skills/business-facts/SKILL.md'

/** Tests that each of these paths, in words, has a text. */
async function haveTexts(t: Test, { read }: Site, texts: [paths: string, text: string][]) {
  for (const [paths, text] of texts) for (const path of words(paths)) t.match(await read(path), text, path)
}

t.test('a licence', async (t) => {
  const url = 'https://licences.example/open-facts'
  const site = await serveSite(t, { licence: { name: 'Open Facts 2', url } })

  t.test('is on every page and in every document for agents', async (t) => {
    const published = `published under Open Facts 2 (${url})`
    const link = `<a href="${url}" rel="license"><bdi dir="ltr">Open Facts 2</bdi></a>`
    await haveTexts(t, site, [
      ['/ /services/trouser-hem/ /contact/', link],
      ['/for-ai.md /developers.md', `published under [Open Facts 2](${url}).`],
      [`/llms.txt /llms-full.txt /.well-known/mcp ${skill}`, published],
      [skill, '\nlicense: "Open Facts 2"\n'],
      ['/robots.txt', `# Licence: Open Facts 2, ${url}\n`],
      ['/', `"license":"${url}"`],
      ['/openapi.json', `"license":{"name":"Open Facts 2","url":"${url}"}`]
    ])
    for (const path of ['/', '/api/v1/profile.json'])
      t.match((await site.app.inject(path)).headers.link, `<${url}>; rel="license"`)
  })

  t.test('may be a page of the site', async (t) => {
    await haveTexts(t, await serveSite(t, { licence: { name: 'Our terms', url: '/terms' } }), [
      ['/openapi.json', '"url":"https://nahat.example/terms"}'],
      ['/', '<a href="/terms" rel="license">']
    ])
  })
})

t.test('the use of the content by AI systems', async (t) => {
  const site = await serveSite(t, { ai_use: { search: true, input: true, train: false } })

  t.test('is in the documents for agents, and in words on /for-ai/', async (t) => {
    const signal = 'search=yes, ai-input=yes, ai-train=no'
    await haveTexts(t, site, [
      [`/llms.txt /llms-full.txt /.well-known/mcp ${skill}`, signal],
      ['/for-ai.md', 'Search engines may index this content'],
      ['/for-ai.md', 'AI systems may read this content'],
      ['/for-ai.md', 'AI models may not be trained on this content.']
    ])
  })

  t.test('has only the uses that the data states', async (t) => {
    const { read } = await serveSite(t, { ai_use: { train: true } })
    t.match(await read('/robots.txt'), 'User-agent: *\nContent-Signal: ai-train=yes\nAllow: /\n')
    t.match(await read('/for-ai.md'), 'AI models may be trained on this content.')
    t.notMatch(await read('/for-ai.md'), /Search engines|AI systems/)
  })

  t.test('is not in robots.txt if the data states none', async (t) => {
    const robots = await (await serveSite(t, { ai_use: {} })).read('/robots.txt')
    t.ok(robots.startsWith('User-agent: *\nAllow: /\n\nUser-agent: GPTBot\nAllow: /\n'))
  })
})

t.test('the pages on privacy and accessibility', async (t) => {
  const legal = { privacy: true, accessibility: true }
  const statusOf = async ({ app }: Site, path: string) => (await app.inject(path)).statusCode

  t.test('exist only if site.json asks for them, with their links', async (t) => {
    const site = await serveSite(t, { legal: { privacy: true, accessibility: false } })
    t.equal(await statusOf(site, '/privacy/'), 200)
    t.match(await site.read('/'), 'href="/privacy/"')
    for (const path of ['/', '/llms.txt']) t.notMatch(await site.read(path), '/accessibility', path)
    t.equal(await statusOf(site, '/accessibility/'), 404)
    const without = await serveSite(t, {})
    for (const path of ['/privacy/', '/accessibility/']) t.equal(await statusOf(without, path), 404, path)
  })

  t.test('ask nobody to write to a business that states no way to do so', async (t) => {
    const nowhere = { 'profile#/contact': {}, 'profile#/address': undefined }
    const { read } = await serveSite(t, { legal }, nowhere)
    t.notMatch(await read('/privacy.md'), /contact us|## Your data/)
    t.notMatch(await read('/accessibility.md'), /Tell us/)
  })

  t.test('claim nothing that only the owner can know', async (t) => {
    const country = { 'profile#/address': { street: 'Herzl 1', country: 'IL' } }
    const { read } = await serveSite(t, { legal }, country)
    const claims = /tested|axe|5568|Regulations|entrance|consultant|as soon as|will|we use|last updated/i
    for (const page of ['/privacy.md', '/accessibility.md']) t.notMatch(await read(page), claims, page)
    t.match(await read('/accessibility.md'), /WCAG 2\.2.*design goal/)
  })

  t.test('mention the contact form only if the site has one', async (t) => {
    const phone = { 'profile#/contact': { phone: '+44 113 496 0002' } }
    t.match(await (await serveSite(t, { legal })).read('/privacy.md'), 'The contact form')
    t.notMatch(await (await serveSite(t, { legal }, phone)).read('/privacy.md'), 'form writes')
  })
})

t.test('the type of the business in JSON-LD', async (t) => {
  const branch = { id: 'quay', name: 'Quay', address: { locality: 'Leeds' } }
  for (const [business_type, type, why] of [
    ['BikeStore', '"BikeStore"', 'is the one of the data'],
    ['VeterinaryCare', '["LocalBusiness","VeterinaryCare"]', 'is next to LocalBusiness if not below it'],
    [undefined, '"LocalBusiness"', 'is LocalBusiness if the data has none']
  ] as const) {
    const edits = { 'profile#/business_type': business_type, 'profile#/locations': [branch] }
    const { read } = await serveSite(t, {}, edits)
    for (const page of ['/', '/services/trouser-hem/'])
      t.match(await read(page), `"@type":${type},"@id":"https://nahat.example/#business"`, why)
    t.match(await read('/contact/'), `"@type":${type},"@id":"https://nahat.example/contact/#quay"`)
  }
})

t.test('a page without content does not exist, and nothing links to it', async (t) => {
  const { app } = await serveSite(t, {})

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
      t.equal((await (await serveSite(t, {}, edits)).app.inject('/pricing/')).statusCode, 200)
  })
})
