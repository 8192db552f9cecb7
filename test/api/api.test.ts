import { createHash } from 'node:crypto'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { Type } from '@sinclair/typebox'
import { pino } from 'pino'
import t from 'tap'
import { type Operation, operationsOf } from '../../src/business/operation.ts'
import { operations } from '../../src/business/operations.ts'
import { baseUrl, build, dataWith, facts } from '../helper.ts'

const links = [
  '</openapi.json>; rel="service-desc"; type="application/json"',
  '</developers/>; rel="service-doc"; type="text/html"',
  '<https://creativecommons.org/licenses/by/4.0/>; rel="license"'
].join(', ')
const hint = `See ${baseUrl}/openapi.json`
const error = (code: string, message: string) => ({
  error: { code, message, docs: `${baseUrl}/developers/#errors` }
})

t.test('the API', async (t) => {
  const app = await build(t)
  const business = await facts()
  const paths = operationsOf(operations, business).flatMap((row) =>
    (row.ids?.(business) ?? ['']).map((id) => ({
      path: row.path.replace('{id}', id),
      // JSON omits fields without a value.
      body: JSON.parse(JSON.stringify(row.read(business, id, new Date())))
    }))
  )

  t.test('serves every operation, and the same bytes under the alias', async (t) => {
    for (const { path, body } of paths) {
      const response = await app.inject(`/api/v1${path}`)
      t.equal(response.statusCode, 200, path)
      t.same(response.json(), body)
      t.match(response.headers, {
        'content-type': 'application/json; charset=utf-8',
        'cache-control': 'public, max-age=300',
        vary: 'Accept-Encoding',
        'access-control-allow-origin': '*',
        'access-control-expose-headers':
          'Content-Location, Deprecation, ETag, Link, Sunset, X-Markdown-Tokens'
      })
      t.equal(response.headers.link, links)
      t.notOk(response.headers.deprecation ?? response.headers.sunset)
      const alias = await app.inject(`/api${path}`)
      t.equal(alias.body, response.body)
      t.equal(alias.headers.etag, response.headers.etag)
      t.equal(alias.headers.link, `<${baseUrl}/api/v1${path}>; rel="canonical", ${links}`)
    }
  })

  t.test('links to its description and licence in every response, including errors', async (t) => {
    for (const url of [
      '/openapi.json',
      '/api/v1/nope.json',
      '/api/v1/services/nope.json',
      '/api',
      '/api/%zz'
    ]) {
      t.equal((await app.inject(url)).headers.link, links, url)
    }
    t.equal((await app.inject({ method: 'POST', url: '/api/v1/faq.json' })).headers.link, links)
    t.notOk((await app.inject('/%zz')).headers.link, 'but not outside the API')
  })

  t.test('ignores a query, decodes the path, and answers HEAD without a body', async (t) => {
    const plain = await app.inject('/api/v1/services/leads.json')
    t.equal((await app.inject('/api/v1/services/leads.json?utm=1&x[]=%00')).body, plain.body)
    t.equal((await app.inject('/api/v1/services/%6ceads.json')).body, plain.body)
    const head = await app.inject({ method: 'HEAD', url: '/api/v1/services/leads.json' })
    t.equal(head.statusCode, 200)
    t.equal(head.body, '')
    const { date: _, ...headers } = plain.headers
    t.match(head.headers, headers)
  })

  t.test('negotiates the content encoding, each with its own strong ETag', async (t) => {
    const get = (encoding: string) =>
      app.inject({ url: '/api/v1/faq.json', headers: encoding === '' ? {} : { 'accept-encoding': encoding } })
    const plain = await get('')
    const br = await get('gzip, deflate, br, zstd')
    const gzip = await get('gzip')
    t.equal(plain.headers['content-encoding'], undefined)
    t.equal(br.headers['content-encoding'], 'br')
    t.equal(gzip.headers['content-encoding'], 'gzip')
    t.ok(brotliDecompressSync(br.rawPayload).equals(plain.rawPayload))
    t.ok(gunzipSync(gzip.rawPayload).equals(plain.rawPayload))
    t.equal(br.headers['content-length'], String(br.rawPayload.length))
    const tags = [plain, br, gzip].map(({ headers }) => headers.etag)
    t.equal(new Set(tags).size, 3)
    const hash = createHash('sha256')
      .update('application/json; charset=utf-8\n')
      .update(plain.rawPayload)
      .digest('base64url')
      .slice(0, 22)
    t.same(tags, [`"${hash}"`, `"${hash}-br"`, `"${hash}-gzip"`])
  })

  t.test('returns 304 for a current ETag, with caching headers', async (t) => {
    const { headers } = await app.inject('/api/profile.json')
    const etag = String(headers.etag)
    for (const tag of [etag, `W/${etag}`, `"other", ${etag}`, '*']) {
      const response = await app.inject({ url: '/api/profile.json', headers: { 'if-none-match': tag } })
      t.equal(response.statusCode, 304, tag)
      t.equal(response.body, '')
      t.match(response.headers, {
        etag,
        vary: 'Accept-Encoding',
        'cache-control': 'public, max-age=300',
        link: headers.link,
        'access-control-allow-origin': '*'
      })
      t.notOk(response.headers['content-type'] ?? response.headers['content-length'])
    }
    const br = { 'if-none-match': etag, 'accept-encoding': 'br' }
    t.equal(
      (await app.inject({ url: '/api/profile.json', headers: br })).statusCode,
      200,
      'an ETag is valid for one encoding'
    )
  })

  t.test('returns 406 if no content encoding is acceptable', async (t) => {
    const headers = { 'accept-encoding': 'identity;q=0' }
    const response = await app.inject({ url: '/api/v1/faq.json', headers })
    t.equal(response.statusCode, 406)
    t.match(response.headers, { 'cache-control': 'no-store', vary: 'Accept-Encoding' })
    const message = 'No acceptable content encoding. Available: br, gzip, identity.'
    t.same(response.json(), error('not_acceptable', message))
  })

  t.test('returns 404 for an unknown id and lists the valid ids', async (t) => {
    const ids = 'Valid ids: leads, faq, reminders, crm, reports, reviews, booking, store.'
    for (const url of [
      '/api/v1/services/nope.json',
      '/api/services/LEADS.json',
      `/api/v1/services/${'x'.repeat(9000)}.json`
    ]) {
      const response = await app.inject(url)
      t.equal(response.statusCode, 404)
      t.match(response.headers, {
        'cache-control': 'public, max-age=300',
        'content-type': 'application/json; charset=utf-8'
      })
      t.same(response.json(), error('not_found', `No such endpoint: no item has this id. ${ids} ${hint}.`))
    }
    for (const url of [
      '/api',
      '/api/',
      '/api/v1',
      '/api/v2/profile.json',
      '/api/v1/profile',
      '/api/v1/profile.json/',
      '/api/v1/services/leads',
      '/api/nothing/at/all'
    ]) {
      const response = await app.inject(url)
      t.equal(response.statusCode, 404, url)
      t.same(response.json(), error('not_found', `No such endpoint. ${baseUrl}/openapi.json lists them all.`))
    }
    t.equal((await app.inject({ method: 'HEAD', url: '/api/v1/nope.json' })).statusCode, 404)
  })

  t.test('explains why a package that is priced on request is 404', async (t) => {
    const dataDir = dataWith(t, {
      'pricing#/packages/2/one_time_ils': null,
      'pricing#/packages/2/price': undefined
    })
    const unpriced = await build(t, { business: await facts(dataDir) })
    const response = await unpriced.inject('/api/v1/packages/bot-full.json')
    t.equal(response.statusCode, 404)
    t.same(
      response.json(),
      error(
        'not_found',
        `The package "bot-full" is priced on request, so it has no entry of its own. ${hint}.`
      )
    )
    const document = (await unpriced.inject('/openapi.json')).json()
    t.same(document.paths['/api/v1/packages/{id}.json'].get.parameters, [
      {
        in: 'path',
        name: 'id',
        required: true,
        description: 'Id of the item.',
        example: 'bot-starter',
        schema: { type: 'string', pattern: '^[a-z][a-z0-9-]*$', enum: ['bot-starter', 'bot-business'] }
      }
    ])
  })

  t.test('has only the operations that the business has, on every surface', async (t) => {
    const business = await facts(dataWith(t, { 'pricing#/packages': undefined }))
    const plain = await build(t, { business })
    const get = async (url: string) => (await plain.inject(url)).body
    for (const prefix of ['/api/v1', '/api']) {
      const response = await plain.inject(`${prefix}/packages/bot-full.json`)
      t.equal(response.statusCode, 404)
      t.same(response.json(), error('not_found', `No such endpoint. ${baseUrl}/openapi.json lists them all.`))
    }
    t.same((await plain.inject('/api/v1/pricing.json')).json().packages, [])
    const documents = ['/openapi.json', '/llms.txt', '/developers/', '/for-ai/', '/.well-known/mcp']
    for (const url of documents) t.notMatch(await get(url), /getPackage|get_package|packages\/\{id\}/, url)
    const tools = { jsonrpc: '2.0', id: 1, method: 'tools/list' }
    const headers = { accept: 'application/json, text/event-stream' }
    const listed = await plain.inject({ method: 'POST', url: '/mcp', headers, payload: tools })
    t.notMatch(listed.body, /get_package/)
    t.match(listed.body, /get_service/)
  })

  t.test('returns 405 with Allow for any other method on a known path, with any body', async (t) => {
    const message = 'This URL is read-only. Its methods are GET, HEAD, OPTIONS.'
    for (const method of ['POST', 'PUT', 'PATCH', 'DELETE', 'TRACE', 'PROPFIND'] as const) {
      const request = {
        method,
        url: '/api/v1/profile.json',
        headers: { 'content-type': 'text/xml' }
      }
      const response = await app.inject(method === 'TRACE' ? request : { ...request, payload: '<a' })
      t.equal(response.statusCode, 405, method)
      t.equal(response.headers.allow, 'GET, HEAD, OPTIONS')
      t.same(response.json(), error('method_not_allowed', message))
    }
    const unknown = await app.inject({
      method: 'POST',
      url: '/api/v1/nope.json',
      headers: { 'content-type': 'no type' },
      payload: '{'
    })
    t.equal(unknown.statusCode, 404)
  })

  t.test('returns 400 for a malformed path', async (t) => {
    for (const url of ['/api/v1/%zz.json', '/api/v1/services/%E0%A4%A.json']) {
      const response = await app.inject(url)
      t.equal(response.statusCode, 400)
      t.match(response.headers, { 'cache-control': 'no-store', 'access-control-allow-origin': '*' })
      t.same(response.json(), error('bad_request', 'The path of the URL is malformed.'))
    }
  })

  t.test('allows any origin (CORS), with and without a preflight', async (t) => {
    const headers = {
      origin: 'https://other.example',
      'access-control-request-method': 'GET',
      'access-control-request-headers': 'if-none-match'
    }
    for (const url of ['/api/v1/faq.json', '/openapi.json', '/api/v1/nope.json']) {
      const preflight = await app.inject({ method: 'OPTIONS', url, headers })
      t.equal(preflight.statusCode, 204)
      t.match(preflight.headers, {
        'access-control-allow-origin': '*',
        'access-control-allow-methods': 'GET, HEAD, OPTIONS',
        'access-control-allow-headers': 'if-none-match',
        'access-control-max-age': '86400'
      })
      t.notOk(preflight.headers['access-control-allow-credentials'])
      const response = await app.inject({ url, headers: { origin: 'https://other.example' } })
      t.equal(response.headers['access-control-allow-origin'], '*')
    }
  })

  t.test('allows embedding by any origin, and forbids sniffing of its type', async (t) => {
    for (const url of ['/api/v1/faq.json', '/api/v1/nope.json', '/api/%', '/openapi.json', '/healthz']) {
      const { headers } = await app.inject(url)
      t.equal(headers['x-content-type-options'], 'nosniff', url)
      t.equal(headers['cross-origin-resource-policy'], 'cross-origin', url)
    }
  })

  t.test('answers OPTIONS with Allow on a known path, and 404 on any other', async (t) => {
    const known = await app.inject({ method: 'OPTIONS', url: '/api/v1/faq.json' })
    t.equal(known.statusCode, 204)
    t.equal(known.headers.allow, 'GET, HEAD, OPTIONS')
    const unknown = await app.inject({ method: 'OPTIONS', url: '/api/v1/nope.json' })
    t.equal(unknown.statusCode, 404)
    t.equal(unknown.json().error.code, 'not_found')
  })

  t.test('returns 500 without detail, and logs the error', async (t) => {
    const lines: string[] = []
    const logger = pino({ level: 'info' }, { write: (line: string) => lines.push(line) })
    const failing: Operation = {
      operationId: 'getFailing',
      path: '/failing/{id}.json',
      tag: 'Failing',
      summary: 'Fail',
      description: 'Fails for its second id.',
      schema: Type.Object({}, { description: 'Nothing.' }),
      ids: () => ['fine', 'failing'],
      read: (_business, id) => {
        if (id === 'failing') throw new Error('a secret of /srv')
        return {}
      }
    }
    const { ids: _, ...row } = failing
    const nothing = { ...row, operationId: 'getNothing', path: '/nothing.json', read: () => undefined }
    const app = await build(t, { logger, versions: [{ name: 'v1', operations: [failing, nothing] }] })
    t.equal((await app.inject('/api/v1/failing/fine.json')).statusCode, 200)
    const answer = await app.inject('/api/v1/nothing.json')
    t.equal(answer.statusCode, 404, 'an operation without a body')
    const response = await app.inject('/api/v1/failing/failing.json')
    t.equal(response.statusCode, 500)
    t.match(response.headers, { 'cache-control': 'no-store', 'access-control-allow-origin': '*' })
    t.same(response.json(), error('internal_error', 'The server failed. The error is logged.'))
    t.match(JSON.parse(lines.join('')), {
      level: 50,
      msg: 'request failed',
      method: 'GET',
      url: '/api/v1/failing/failing.json',
      err: { message: 'a secret of /srv', stack: String }
    })
  })
})
