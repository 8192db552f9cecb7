import { Type } from '@sinclair/typebox'
import t from 'tap'
import { dataFiles } from '../../src/business/business.ts'
import {
  type ApiVersion,
  operations as allOperations,
  noticeMonths,
  type Operation,
  operationsOf
} from '../../src/business/operations.ts'
import { writeCatalog } from '../../src/business/v1.ts'
import { listHeaderLinks } from '../../src/discovery/discovery.ts'
import { baseUrl, build, buildWhole, dataWith, facts, listen, problemsOf, v1 } from '../helper.ts'
import { callMcp, callTool } from '../requests.ts'
import { v2 } from './v2/version.ts'

const deprecation = { announced: '2027-01-01', ends: '2028-01-01', documentation: '/developers/#v1' }
const deprecated: ApiVersion = { ...v1, deprecation }

t.test('a second version', async (t) => {
  const business = await facts()
  const operations = operationsOf(allOperations, business)
  const single = await build(t, { business })
  const app = await build(t, { business, versions: [deprecated, v2] })
  const document = (await app.inject('/openapi.json')).json()
  const before = (await single.inject('/openapi.json')).json()
  const [{ id, from_ils } = { id: '', from_ils: 0 }] = writeCatalog(business.catalog).examples
  const path = `/services/${id}.json`
  const { listener } = await buildWhole(t, { business, versions: [deprecated, v2] })
  const origin = await listen(t, listener)

  t.test('has its own shape of the same facts, and leaves v1 as it was', async (t) => {
    const service = (await single.inject(`/api/v1${path}`)).json()
    const { from_ils: starting_price, ...rest } = service
    t.same((await app.inject(`/api/v2${path}`)).json(), { ...rest, starting_price })
    t.equal((await app.inject('/api/v2/services.json')).json().examples[0].starting_price, from_ils)
    for (const { path, ids } of operations) {
      const [id = ''] = ids?.(business) ?? []
      const url = path.replace('{id}', id)
      t.equal((await app.inject(`/api/v2${url}`)).statusCode, 200, url)
      t.equal((await app.inject(`/api/v1${url}`)).body, (await single.inject(`/api/v1${url}`)).body, url)
    }
    t.equal((await app.inject('/api/v2/services/nope.json')).statusCode, 404)
    t.equal((await app.inject('/api/v3/services.json')).statusCode, 404)
  })

  t.test('has the same headers at a percent-encoded path, also from the cache', async (t) => {
    const names = ['link', 'deprecation', 'sunset']
    const headersOf = async (path: string) => {
      const { headers } = await fetch(origin + path)
      return names.map((name) => headers.get(name))
    }
    for (const [encoded, plain] of [
      ['/%61pi/v1/profile.json', '/api/v1/profile.json'],
      ['/api/%761/faq.json', '/api/v1/faq.json'],
      ['/%61pi/pricing.json', '/api/pricing.json'],
      ['/api/%761/nothing.json', '/api/v1/nothing.json'],
      ['/api/v1/%zz', '/api/v1/nothing.json'],
      ['/%61pi/v1/%ff', '/api/v1/nothing.json'],
      ['/%61pi/v1/nothing.json?q=%ff', '/api/v1/nothing.json']
    ] as const) {
      const first = await headersOf(encoded)
      t.same(await headersOf(plain), first, encoded)
      t.same(first.includes(null), false, encoded)
      t.notMatch(`${first[0]}`, 'undefined', encoded)
    }
  })

  t.test('leaves the alias at v1, with its canonical link and its end', async (t) => {
    const alias = await app.inject(`/api${path}`)
    const canonical = await app.inject(`/api/v1${path}`)
    t.equal(alias.body, canonical.body)
    t.match(alias.headers, {
      etag: canonical.headers.etag,
      sunset: canonical.headers.sunset,
      link: `<${baseUrl}/api/v1${path}>; rel="canonical", ${canonical.headers.link}`
    })
    const { policy } = document['x-api-versioning']
    t.match(policy, '/api/ is an alias of /api/v1/ and is not guaranteed permanently')
    t.equal(policy, before['x-api-versioning'].policy)
    const moved = await build(t, { versions: [{ ...deprecated, hasAlias: false }, v2] })
    t.notMatch((await moved.inject('/openapi.json')).json()['x-api-versioning'].policy, 'alias')
    t.equal((await moved.inject('/api/profile.json')).statusCode, 404)
  })

  t.test('changes no name and no schema of v1 in the OpenAPI document', async (t) => {
    for (const [path, { get }] of Object.entries<{ get: object }>(before.paths)) {
      const isOfV1 = path.startsWith('/api/v1/')
      t.same(document.paths[path].get, { ...get, ...(isOfV1 && { deprecated: true }) }, path)
    }
    for (const [name, schema] of Object.entries(before.components.schemas)) {
      t.same(document.components.schemas[name], schema, name)
    }
  })

  t.test('has names of its own in the OpenAPI document', async (t) => {
    const { parameters, ...get } = document.paths['/api/v2/services/{id}.json'].get
    t.equal(get.operationId, 'getServiceV2')
    t.notOk(get.deprecated)
    t.same(get.responses[200].content['application/json'].schema, {
      $ref: '#/components/schemas/ServiceV2'
    })
    const { schemas } = document.components
    t.same(schemas.ServiceV2.properties.starting_price.examples, [from_ils])
    t.same(schemas.ServiceCatalogV2.properties.examples.items, { $ref: '#/components/schemas/ExampleV2' })
    const added = Object.keys(schemas).filter((name) => !(name in before.components.schemas))
    t.equal(added.length, Object.keys(before.components.schemas).length - 1, 'all but Error')
    t.ok(added.every((name) => name.endsWith('V2')))
    const paths: { get: { operationId: string } }[] = Object.values(document.paths)
    t.equal(new Set(paths.map(({ get }) => get.operationId)).size, paths.length)
    t.equal(document.info.version, '1.0.0')
  })

  t.test('is the current version for machines', async (t) => {
    const expected = { current: 'v2', canonicalPrefix: '/api/v2/', aliasPrefix: '/api/' }
    t.match(document['x-api-versioning'], expected)
    const catalog = '/.well-known/api-catalog'
    for (const url of ['/llms.txt', '/.well-known/agent-skills/business-facts/SKILL.md', catalog]) {
      const { body } = await app.inject(url)
      t.match(body, `${baseUrl}/api/v2/`, url)
      t.notMatch(body, `${baseUrl}/api/v1`, url)
    }
  })

  t.test('keeps the names of the MCP tools', async (t) => {
    const names = ({ tools }: { tools: { name: string }[] }) => tools.map(({ name }) => name)
    const listed = await callMcp(app, 'tools/list')
    t.same(names(listed), names(await callMcp(single, 'tools/list')))
    const [tool] = listed.tools.filter(({ name }: { name: string }) => name === 'get_service')
    t.ok(tool.outputSchema.properties.starting_price)
    const called = await callTool(app, 'get_service', { id })
    t.same(called, (await app.inject(`/api/v2${path}`)).json())
    const { resources } = await callMcp(app, 'resources/list')
    t.match(resources[0], { uri: `${baseUrl}/api/v2/profile.json`, name: 'getBusinessProfile' })
  })

  t.test('is documented on /developers/, with the end of the version before it', async (t) => {
    const { body } = await app.inject('/developers/')
    const textOf = (html: string) => html.replace(/<[^>]+>/g, '')
    t.match(body, '<code>getServiceV2</code>', 'the operationId of the OpenAPI document')
    t.match(textOf(body), `curl ${baseUrl}/api/v2${path}`)
    t.match(body, '<code>starting_price</code>')
    t.notMatch(body, `${baseUrl}/api/v1/`)
    t.match(textOf(body), 'v1 ends on 1 January 2028. This was announced on 1 January 2027.')
    t.match(body, /<code>\/api\/<\/code>, returns the same as v1,/, 'the alias is an alias of v1')
  })

  t.test('has the JSON to which every page links', async (t) => {
    for (const page of ['/', '/services/', `/services/${id}/`, '/pricing/', '/faq/']) {
      const [, url = ''] = /type="application\/json" href="([^"]+)"/.exec((await app.inject(page)).body) ?? []
      t.match(url, /^\/api\/v2\//)
      t.equal((await app.inject(url)).statusCode, 200, url)
    }
  })
})

t.test('a deprecated version', async (t) => {
  const app = await build(t, { versions: [deprecated, v2] })
  const link = [
    ...listHeaderLinks(await facts(), 'service-'),
    `<${baseUrl}/developers/#v1>; rel="deprecation"; type="text/html"`,
    `<${baseUrl}/developers/#v1>; rel="sunset"; type="text/html"`,
    `<${baseUrl}/api/v2/profile.json>; rel="successor-version"`
  ].join(', ')
  const signals = { deprecation: '@1798761600', sunset: 'Sat, 01 Jan 2028 00:00:00 GMT' }

  t.test('signals its end on every response, including errors and the alias', async (t) => {
    const { etag } = (await app.inject('/api/v1/faq.json')).headers
    const requests = [
      { url: '/api/v1/faq.json', status: 200 },
      { url: '/api/v1/services/leads.json?x=1', status: 200 },
      { url: '/api/v1/faq.json', headers: { 'if-none-match': String(etag) }, status: 304 },
      { url: '/api/v1/services/nope.json', status: 404 },
      { url: '/api/v1/nope', status: 404 },
      { url: '/api/v1', status: 404 },
      { url: '/api/nope.json', status: 404 },
      { url: '/api/v1/%zz', status: 400 },
      { url: '/api/v1/faq.json', headers: { 'accept-encoding': '*;q=0' }, status: 406 },
      { url: '/api/v1/faq.json', method: 'POST' as const, status: 405 },
      { url: '/api/v1/faq.json', method: 'OPTIONS' as const, status: 204 },
      { url: '/api/v1/faq.json', method: 'HEAD' as const, status: 200 }
    ]
    for (const { status, ...request } of requests) {
      const response = await app.inject(request)
      t.equal(response.statusCode, status, JSON.stringify(request))
      t.match(response.headers, { ...signals, link })
    }
    const alias = await app.inject('/api/faq.json')
    t.match(alias.headers, { ...signals, link: `<${baseUrl}/api/v1/faq.json>; rel="canonical", ${link}` })
  })

  t.test('adds no header to other responses', async (t) => {
    for (const url of ['/api/v2/faq.json', '/api/v2/nope.json', '/openapi.json', '/healthz', '/']) {
      const { headers } = await app.inject(url)
      t.notOk(headers.deprecation ?? headers.sunset, url)
    }
  })

  t.test('is listed in the OpenAPI document', async (t) => {
    const { deprecations, deprecationSignals } = (await app.inject('/openapi.json')).json()[
      'x-api-versioning'
    ]
    const dates = { version: 'v1', announced: '2027-01-01', sunset: '2028-01-01' }
    const documentation = `${baseUrl}/developers/#v1`
    t.same(deprecations, [{ ...dates, documentation, successor: `${baseUrl}/api/v2/profile.json` }])
    t.equal(deprecationSignals.minimumNoticeMonths, noticeMonths)
  })

  t.test('without a successor has no link to one', async (t) => {
    const last = await build(t, { versions: [deprecated] })
    t.notMatch((await last.inject('/api/v1/faq.json')).headers.link, /successor/)
  })
})

t.test('an operation that is added as one row, its schema and its data', async (t) => {
  const Review = Type.Object(
    {
      name: Type.String({ description: 'Who wrote it.', examples: ['A'], minLength: 1 }),
      stars: Type.Optional(Type.Integer({ description: 'How good.', examples: [4], maximum: 5 })),
      on: Type.Optional(Type.String({ description: 'When.', examples: ['2026'], pattern: '^\\d{4}$' }))
    },
    { $id: 'Review', description: 'A review.' }
  )
  const Reviews = Type.Object(
    { reviews: Type.Array(Review, { description: 'All reviews.' }) },
    { $id: 'Reviews', description: 'What clients say.' }
  )
  const row: Operation = {
    operationId: 'listReviews',
    path: '/reviews.json',
    tag: 'Reviews',
    summary: 'List the reviews',
    describe: () => 'What clients say of the business.',
    schema: Reviews,
    read: (business) => ('reviews' in business ? business.reviews : undefined)
  }
  const rows = [...allOperations, row]
  const table = { ...dataFiles, reviews: { schema: Reviews } }
  const data = { $schema: './schema/reviews.schema.json', reviews: [{ name: 'דנה' }] }
  const business = await facts(dataWith(t, { reviews: data }), table)
  const app = await build(t, { business, versions: [{ ...v1, operations: rows }] })

  t.test('is on every surface', async (t) => {
    for (const prefix of ['/api/v1', '/api']) {
      t.same((await app.inject(`${prefix}/reviews.json`)).json(), { reviews: [{ name: 'דנה' }] })
    }
    const { paths, components } = (await app.inject('/openapi.json')).json()
    t.equal(paths['/api/v1/reviews.json'].get.operationId, 'listReviews')
    t.same(components.schemas.Reviews.properties.reviews.items, { $ref: '#/components/schemas/Review' })
    t.same(components.schemas.Review.properties.name.examples, ['דנה'])
    t.same(components.schemas.Review.properties.stars.examples, [4], 'if the data has none')
  })

  t.test('has its data checked like other data', async (t) => {
    const edits = { reviews: { reviews: [{ name: '<b>', mane: 1, stars: 7, on: 'today' }] } }
    t.same(await problemsOf(dataWith(t, edits), table), [
      'reviews.json /reviews/0/mane: is an unknown field, got 1. Did you mean "name"?',
      'reviews.json /reviews/0/stars: must be at most 5, got 7',
      'reviews.json /reviews/0/on: must match ^\\d{4}$, got "today"',
      'reviews.json /reviews/0/name: contains HTML, got "<b>". Write plain text.'
    ])
  })
})
