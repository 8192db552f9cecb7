import { Type } from '@sinclair/typebox'
import t from 'tap'
import { v1 } from '../../src/api/v1/version.ts'
import type { Version } from '../../src/api/versions.ts'
import { dataFiles } from '../../src/business/business.ts'
import { type Operation, operation, operations } from '../../src/business/operations.ts'
import { apiLinks } from '../../src/discovery/links.ts'
import { baseUrl, build, dataWith, facts, problems } from '../helper.ts'
import { v2 } from './v2/version.ts'

t.test('a second version', async (t) => {
  const app = await build(t, { versions: [v1, v2] })

  t.test('is a folder beside the first, and both are served', async (t) => {
    t.same((await app.inject('/api/v2/prices.json')).json(), { currency: 'ILS', from: 1900 })
    t.equal((await app.inject('/api/v1/pricing.json')).statusCode, 200)
    t.equal((await app.inject('/api/pricing.json')).statusCode, 200, 'the alias stays with the first')
    t.equal((await app.inject('/api/prices.json')).statusCode, 404)
    const document = app.swagger()
    t.ok(document.paths?.['/api/v2/prices.json']?.get)
    t.match(Object(document)['x-api-versioning'], {
      current: 'v2',
      canonicalPrefix: '/api/v2/',
      aliasPrefix: '/api/'
    })
  })
})

t.test('a deprecated version', async (t) => {
  const deprecation = { announced: '2027-01-01', ends: '2028-01-01', documentation: '/developers/#v1' }
  const marked: Version = { ...v1, deprecation }
  const app = await build(t, { versions: [marked, v2] })
  const link = [
    ...apiLinks,
    `<${baseUrl}/developers/#v1>; rel="deprecation"; type="text/html"`,
    `<${baseUrl}/developers/#v1>; rel="sunset"; type="text/html"`,
    `<${baseUrl}/api/v2/>; rel="successor-version"`
  ].join(', ')
  const signals = { deprecation: '@1798761600', sunset: 'Sat, 01 Jan 2028 00:00:00 GMT' }

  t.test('says so on every answer of its own and of its alias', async (t) => {
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

  t.test('leaves the answers of others as they are', async (t) => {
    for (const url of ['/api/v2/prices.json', '/api/v2/nope.json', '/openapi.json', '/healthz', '/']) {
      const { headers } = await app.inject(url)
      t.notOk(headers.deprecation ?? headers.sunset, url)
    }
  })

  t.test('is marked in the specification', async (t) => {
    const document = app.swagger()
    t.equal(document.paths?.['/api/v1/faq.json']?.get?.deprecated, true)
    t.notOk(document.paths?.['/api/v2/prices.json']?.get?.deprecated)
    t.same(Object(document)['x-api-versioning'].deprecations, [
      {
        version: 'v1',
        announced: '2027-01-01',
        sunset: '2028-01-01',
        documentation: `${baseUrl}/developers/#v1`,
        successor: `${baseUrl}/api/v2/`
      }
    ])
  })

  t.test('without a successor has no link to one', async (t) => {
    const last = await build(t, { versions: [marked] })
    t.notMatch((await last.inject('/api/v1/faq.json')).headers.link, /successor/)
  })

  t.test('that ends before twelve months are over stops the start, in one line', async (t) => {
    const hasty = { ...v1, deprecation: { ...deprecation, ends: '2027-12-31' } }
    await t.rejects(build(t, { versions: [hasty, v2] }), {
      message: 'v1 is deprecated on 2027-01-01 and ends on 2027-12-31: give at least 12 months'
    })
    const vague = { ...v1, deprecation: { ...deprecation, ends: 'next year' } }
    await t.rejects(build(t, { versions: [vague, v2] }), { message: /ends on next year/ })
  })
})

t.test('a seventh operation is one row, its schema and its data', async (t) => {
  const Review = Type.Object(
    {
      name: Type.String({ description: 'Who wrote it.', examples: ['A'], minLength: 1 }),
      stars: Type.Optional(Type.Integer({ description: 'How good.', examples: [4], multipleOf: 2 })),
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
    description: 'What clients say of the business.',
    schema: Reviews,
    read: (business) => ('reviews' in business ? business.reviews : undefined)
  }
  const rows = [...operations, row]
  const table = { ...dataFiles, reviews: { schema: Reviews } }
  const data = { $schema: './schema/reviews.schema.json', reviews: [{ name: 'דנה' }] }
  const business = await facts(dataWith(t, { reviews: data }), table)
  const app = await build(t, { business, versions: [{ ...v1, operations: rows }] })

  t.test('and stands on every surface', async (t) => {
    for (const prefix of ['/api/v1', '/api']) {
      t.same((await app.inject(`${prefix}/reviews.json`)).json(), { reviews: [{ name: 'דנה' }] })
    }
    const { paths, components } = Object(app.swagger())
    t.equal(paths['/api/v1/reviews.json'].get.operationId, 'listReviews')
    t.same(components.schemas.Reviews.properties.reviews.items, { $ref: '#/components/schemas/Review' })
    t.same(components.schemas.Review.properties.name.examples, ['דנה'])
    t.same(components.schemas.Review.properties.stars.examples, [4], 'where the data have none')
  })

  t.test('and its data are checked like the others', async (t) => {
    const edits = { reviews: { reviews: [{ name: '<b>', mane: 1, stars: 7, on: 'today' }] } }
    t.same(await problems(t, edits, table), [
      'reviews.json /reviews/0/mane: is an unknown field, got 1. Did you mean "name"?',
      'reviews.json /reviews/0/stars: must be multiple of 2, got 7',
      'reviews.json /reviews/0/on: must match ^\\d{4}$, got "today"',
      'reviews.json /reviews/0/name: contains HTML, got "<b>". Write plain text.'
    ])
  })

  t.test('an operation that repeats an id of another stops the start', async (t) => {
    const twice = operation({ ...row, path: '/again.json', schema: Reviews, read: () => ({ reviews: [] }) })
    await t.rejects(build(t, { business, versions: [{ ...v1, operations: [...rows, twice] }] }), {
      message: 'Two operations have the operationId listReviews'
    })
  })
})
