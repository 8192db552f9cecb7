import { createHash } from 'node:crypto'
import t from 'tap'
import { operations } from '../../src/business/operations.ts'
import { baseUrl, build, dataWith, facts, minimal } from '../helper.ts'
import { discover, page, pagesOf } from './discover.ts'

const pages = pagesOf([page('/')])

t.test('the API catalog lists the current version, and identifies itself in its Link header', async (t) => {
  const { read } = await discover(pages, { operations, prefix: '/api/v2' })
  const descriptions = {
    'service-desc': [{ href: `${baseUrl}/openapi.json`, type: 'application/json' }],
    'service-doc': [
      { href: `${baseUrl}/developers/`, type: 'text/html' },
      { href: `${baseUrl}/developers.md`, type: 'text/markdown' }
    ]
  }
  t.same(JSON.parse(await read('/.well-known/api-catalog')), {
    linkset: [
      {
        anchor: `${baseUrl}/.well-known/api-catalog`,
        item: operations
          .filter(({ ids }) => !ids)
          .map(({ path }) => ({ href: `${baseUrl}/api/v2${path}`, type: 'application/json' })),
        ...descriptions
      },
      {
        anchor: `${baseUrl}/api/v2/`,
        ...descriptions,
        'service-meta': [
          { href: `${baseUrl}/llms.txt`, type: 'text/plain' },
          { href: `${baseUrl}/.well-known/ard.json`, type: 'application/json' },
          { href: `${baseUrl}/.well-known/ai-catalog.json`, type: 'application/ai-catalog+json' }
        ],
        status: [{ href: `${baseUrl}/healthz`, type: 'application/json' }],
        license: [{ href: 'https://creativecommons.org/licenses/by/4.0/' }]
      }
    ]
  })
  const app = await build(t)
  const { headers } = await app.inject({ method: 'HEAD', url: '/.well-known/api-catalog' })
  t.equal(headers.link, '</.well-known/api-catalog>; rel="api-catalog"; type="application/linkset+json"')
})

t.test('the skill', async (t) => {
  const { read } = await discover(pages)
  const index = JSON.parse(await read('/.well-known/agent-skills/index.json'))
  const [{ name, url, digest, description }] = index.skills
  const body = await read(url.slice(baseUrl.length))

  t.test('is listed with the digest of the served bytes', async (t) => {
    t.equal(index.$schema, 'https://schemas.agentskills.io/discovery/0.2.0/schema.json')
    t.same(Object.keys(index.skills[0]), ['name', 'type', 'description', 'url', 'digest'])
    t.equal(index.skills[0].type, 'skill-md')
    t.equal(digest, `sha256:${createHash('sha256').update(body).digest('hex')}`)
  })

  t.test('has front matter that matches the index', async (t) => {
    t.match(name, /^[a-z0-9-]{1,64}$/)
    t.ok(url.endsWith(`/${name}/SKILL.md`))
    t.ok(description.length <= 1024)
    t.match(body, `---\nname: ${name}\ndescription: ${JSON.stringify(description)}\n`)
  })

  t.test('fits on one screen, links to the facts and lists the claims to avoid', async (t) => {
    t.ok(body.split('\n').length < 50)
    const paths = ['/openapi.json', '/llms.txt', ...operations.map(({ path }) => `/api/v1${path}`)]
    for (const path of paths) t.match(body, baseUrl + path)
    t.match(
      body,
      /## Never claim\n\n- That a starting price is the final price, or a quote\.\n- That a price includes tax\./
    )
  })
})

t.test('the manifest of ARD', async (t) => {
  const catalogOf = async (overrides: Parameters<typeof discover>[1] = {}) =>
    JSON.parse(await (await discover(pages, overrides)).read('/.well-known/ard.json'))
  const catalog = await catalogOf()
  const { faq, profile } = await facts()

  t.test('has the MCP server and the skill, with types of the specification', async (t) => {
    t.same(JSON.parse(await (await discover(pages)).read('/.well-known/ai-catalog.json')), catalog)
    t.match(catalog, { specVersion: '1.0', host: { displayName: profile.name, identifier: 'nahat.example' } })
    t.strictSame(
      catalog.entries.map(({ identifier, type, url }: Record<string, string>) => [identifier, type, url]),
      [
        ['mcp', 'application/mcp-server-card+json', '/mcp/server-card'],
        [
          'skill',
          'text/markdown; profile="urn:air:agent-skills"',
          '/.well-known/agent-skills/business-facts/SKILL.md'
        ]
      ].map(([kind, type, path]) => [`urn:air:nahat.example:${kind}:business-facts`, type, baseUrl + path])
    )
  })

  t.test('has two to five example questions per entry, including one from the FAQ', async (t) => {
    for (const { representativeQueries, displayName } of catalog.entries) {
      t.ok(representativeQueries.length >= 2 && representativeQueries.length <= 5)
      t.ok(representativeQueries.includes(faq.categories[0]?.items[0]?.question))
      t.match(displayName, profile.name)
    }
  })

  t.test('exists for a business without an FAQ', async (t) => {
    const business = await facts()
    const { name_en: _, ...profile } = business.profile
    const withoutFaq = { ...business, profile, faq: { ...faq, categories: [] } }
    const { entries } = await catalogOf({ business: withoutFaq })
    t.equal(entries.length, 2)
    t.same(entries[0].representativeQueries, [
      `What does ${profile.name} offer?`,
      `What does ${profile.name} charge?`
    ])
  })

  t.test('has two questions for a business without services and prices too', async (t) => {
    const { entries } = await catalogOf({
      business: await facts(dataWith(t, { services: { examples: [] } }, minimal))
    })
    t.equal(entries[0].representativeQueries.length, 2)
  })
})
