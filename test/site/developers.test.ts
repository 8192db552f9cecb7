import { t } from 'tap'
import type { Business } from '../../src/business/business.ts'
import { operations } from '../../src/business/operations.ts'
import { describeTools } from '../../src/mcp/mcp.ts'
import { baseUrl, build, facts } from '../helper.ts'
import { builtInPages, settings, shippedData } from './sample.ts'

const decode = (html: string) =>
  html
    .replace(/<[^>]+>/g, '')
    .replaceAll('&quot;', '"')
    .replaceAll('&amp;', '&')

t.test('the developer page of a business in Hebrew', async (t) => {
  const business = await facts(shippedData)
  const app = await build(t, { business })
  const { body, headers } = await app.inject('/developers/')
  const [, main = ''] = body.split('<main')

  t.test('is in English, except for the facts', async (t) => {
    t.match(body, '<html lang="en" dir="ltr">')
    t.match(body, '"inLanguage":"en"')
    t.match(body, '<a href="/services/">Services</a>')
    t.match(body, `<bdi lang="he" dir="rtl">${business.profile.tagline}</bdi>`)
    t.notMatch(main.split('<footer')[0]?.replace(/<bdi.*?<\/bdi>/gs, ''), /[\u0590-\u05ff]/)
    const markdown = await app.inject('/developers.md')
    t.equal(markdown.headers['content-language'], 'en')
    t.match(markdown.body, '> Index of this site for AI agents')
  })

  t.test(
    'has the name and the menu entries of the business in Hebrew, if the data has no others',
    async (t) => {
      const { name_en: _, ...profile } = business.profile
      const menu = [{ label: 'מחירון', href: `${baseUrl}/pricing/` }]
      const given = await settings({ menuPages: [{ path: '/about/', name: 'גלריה' }] })
      const site = { ...business, profile, site: { ...business.site, menu } }
      const { html } = (await builtInPages(site, given)).render('/developers/')
      t.match(html, `<title>API for developers | ${profile.name}</title>`)
      t.match(html, '<a href="/pricing/" lang="he" dir="rtl">מחירון</a>')
      t.match(html, '<a href="/about/" lang="he" dir="rtl">גלריה</a>')
    }
  )

  t.test('leaves the other pages in Hebrew', async (t) => {
    t.match((await app.inject('/for-ai/')).body, '<html lang="he" dir="rtl">')
  })

  t.test('folds the fields of each operation and object, with their number', async (t) => {
    t.match(main, /<summary aria-label="\d+ fields: getBusinessProfile">\d+ fields<\/summary><dl/)
    t.match(main, /<summary aria-label="\d+ fields: Contact">/)
    t.match(main, /<summary aria-label="\d+ tools?: MCP server">/)
  })

  t.test('describes each field that has a shared object, and the object', async (t) => {
    const text = decode(body)
    for (const [field, description] of [
      ['logo', 'The logo of the business.'],
      ['image', 'A picture of the business.'],
      ['image', 'A picture of the person.'],
      ['image', 'A picture of the service.']
    ])
      t.match(text, `${field} Image${description}`)
    t.match(body, '<p>An image, with a text for people who cannot see it.</p>')
  })

  t.test('shows a response of each operation, without the rest of long lists and texts', async (t) => {
    const [, list = ''] = main.split('aria-label="Response: listServices"')
    const [sample = ''] = list.split('</figure>')
    const [first, second] = business.catalog.services
    t.match(decode(sample), `"name": "${first?.name}"`)
    t.notMatch(sample, String(second?.name))
    t.match(decode(sample), `… ${business.catalog.services.length - 1} more`)
    t.match(sample, `&quot;<bdi>${first?.name}</bdi>&quot;`)
    t.match(sample, '<span>{\n</span><span data-depth="1">  &quot;')
    t.match(sample, new RegExp(`<span data-depth="3"> {6}&quot;name[^\n]+${first?.name}[^\n]+,\n</span>`))
    t.match(sample, '<bdi>https://<wbr/>nahat.example/<wbr/>services/<wbr/>#')
    const long = { ...business, profile: { ...business.profile, tagline: 'word '.repeat(100).trim() } }
    const { html } = (await builtInPages(long, await settings())).render('/developers/')
    t.match(decode(html), /"tagline": "(word ){15,20}…"/)
  })

  t.test('asks a question of the facts for each MCP tool', async (t) => {
    const payload = { jsonrpc: '2.0', id: 1, method: 'tools/list' }
    const { tools } = (await app.inject({ method: 'POST', url: '/mcp', payload })).json().result
    for (const { name } of tools)
      t.match(decode(body), new RegExp(`${name}(?:(?!Ask:).)+Ask: “[^”]*\\p{L}[^”]*”`, 'su'), name)
    t.match(body, `What does ‘<bdi>${business.catalog.services[0]?.name}</bdi>’ cost?`)
  })

  t.test('has links that add the MCP server to Cursor and VS Code', async (t) => {
    const [, cursor = ''] = /href="(cursor:[^"]*)"/.exec(body) ?? []
    const { pathname, searchParams } = new URL(decode(cursor))
    t.equal(pathname, '/mcp/install')
    t.equal(searchParams.get('name'), 'nahat-example')
    t.same(JSON.parse(atob(searchParams.get('config') ?? '')), { url: `${baseUrl}/mcp` })
    const [, code = ''] = /href="vscode:mcp\/install\?([^"]*)"/.exec(body) ?? []
    t.same(JSON.parse(decodeURIComponent(code)), {
      name: 'nahat-example',
      type: 'http',
      url: `${baseUrl}/mcp`
    })
  })

  t.test('has a name for the connector of an assistant, in letters that claude.ai supports', async (t) => {
    const names: [edits: object, url: string, name: string][] = [
      [{}, baseUrl, 'Nahat Automations'],
      [{ name_en: undefined }, baseUrl, 'nahat-example'],
      [{ name_en: 'Café Zoë’s  Bar & Grill (Jaffa)' }, baseUrl, 'Cafe Zoes Bar and Grill Jaffa'],
      [{ name_en: 'Peter\'s "Shop" No.' + '1' }, baseUrl, 'Peters Shop No 1'],
      [{ name_en: undefined, name: 'Łódź' }, 'https://www.xn--d-2ga.example:8443', 'www-xn--d-2ga-example'],
      [{ name_en: '☕', name: 'Straße 7' }, 'http://localhost:3000', 'localhost'],
      [{ name_en: 'מאפיית Gil', name: 'Gil' }, 'http://[::1]:3000', 'Gil'],
      [{ name_en: undefined }, 'http://[::1]:3000', '1']
    ]
    for (const [edits, url, name] of names) {
      const edited = { ...business, profile: { ...business.profile, ...edits } }
      const { html } = (await builtInPages(edited, await settings({ baseUrl: url }))).render('/developers/')
      const [, code = ''] = /<figcaption>Name<\/figcaption><pre><code[^>]*>(.*?)<\/code>/s.exec(html) ?? []
      t.equal(decode(code), name)
    }
    t.match(decode(main), /claude\.ai offers no tools of a connector whose name has other characters/)
    t.match((await app.inject('/developers.md')).body, '```text\nNahat Automations\n```')
    const { html } = (await builtInPages(business, await settings({ baseUrl: 'http://[::1]:3000' }))).render(
      '/developers/'
    )
    t.match(decode(html), 'claude mcp add --transport http 1 http://[::1]:3000/mcp')
  })

  t.test('needs no exception from the Content-Security-Policy', async (t) => {
    t.notMatch(headers['content-security-policy'], 'unsafe')
    t.notMatch(body, / style=| on\w+=|<style|<script(?! type="(?:module" src="\/|application\/ld))/)
  })
})

t.test('a URL on /for-ai/ may continue on another line after each slash', async (t) => {
  const app = await build(t, { business: await facts(shippedData) })
  const { body } = await app.inject('/for-ai/')
  t.match(body, '<code>https://<wbr/>nahat.example/<wbr/>api/<wbr/>v1/<wbr/>profile.json</code>')
  t.match(body, '<code dir="ltr">https://<wbr/>nahat.example/<wbr/>mcp</code>')
})

const now = () => new Date()

t.test('the tool of every operation has a question', async (t) => {
  const business = await facts('test/fixtures/guesthouse')
  for (const row of operations) {
    const [tool] = describeTools([row], { business, now })
    t.ok(tool?.question, row.operationId)
  }
})

t.test('a tool without a question, or without a fact for it, is described without one', async (t) => {
  const business = await facts(shippedData)
  const bare = { ...business, catalog: { ...business.catalog, services: [] } }
  const describe = (operationId: string, business: Business) =>
    describeTools(
      operations.filter((row) => row.operationId === operationId),
      { business, now }
    )
  const [service, search] = describe('getService', bare)
  t.same(service, { name: 'get_service', description: service?.description, subject: '' })
  t.match(search, { question: 'Find everything about {subject}.', subject: business.profile.name_en })
  const { name_en: _, ...profile } = business.profile
  const [prices] = describe('getPricing', { ...business, profile })
  t.equal(prices?.subject, profile.name)
})
