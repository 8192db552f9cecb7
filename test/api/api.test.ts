import { createHash } from 'node:crypto'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { Type } from '@sinclair/typebox'
import { pino } from 'pino'
import t from 'tap'
import { type Operation, operations, readBody } from '../../src/business/operations.ts'
import { baseUrl, build, dataWith, facts } from '../helper.ts'

const links = [
  '</openapi.json>; rel="service-desc"; type="application/json"',
  '</developers/>; rel="service-doc"; type="text/html"',
  '<https://creativecommons.org/licenses/by/4.0/>; rel="license"'
].join(', ')
const documented = `See ${baseUrl}/openapi.json`
const error = (code: string, message: string) => ({
  error: { code, message, docs: `${baseUrl}/developers/#errors` }
})

t.test('the API', async (t) => {
  const app = await build(t)
  const business = await facts()
  const addresses = operations.flatMap((row) =>
    (row.ids?.(business) ?? ['']).map((id) => ({
      path: row.path.replace('{id}', id),
      body: readBody(row, business, id)
    }))
  )

  t.test('answers every operation, and the alias byte for byte as the canonical address', async (t) => {
    t.equal(addresses.length, 4 + 8 + 3)
    for (const { path, body } of addresses) {
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

  t.test('links to its description and licence from every answer, errors too', async (t) => {
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
    t.notOk((await app.inject('/%zz')).headers.link, 'but not from what is outside the API')
  })

  t.test('has the same answer with a query, with an escaped path, and without a body for HEAD', async (t) => {
    const plain = await app.inject('/api/v1/services/leads.json')
    t.equal((await app.inject('/api/v1/services/leads.json?utm=1&x[]=%00')).body, plain.body)
    t.equal((await app.inject('/api/v1/services/%6ceads.json')).body, plain.body)
    const head = await app.inject({ method: 'HEAD', url: '/api/v1/services/leads.json' })
    t.equal(head.statusCode, 200)
    t.equal(head.body, '')
    const { date: _, ...headers } = plain.headers
    t.match(head.headers, headers)
  })

  t.test('sends the coding that is asked for, each with its own strong entity tag', async (t) => {
    const ask = (coding: string) =>
      app.inject({ url: '/api/v1/faq.json', headers: coding === '' ? {} : { 'accept-encoding': coding } })
    const plain = await ask('')
    const br = await ask('gzip, deflate, br, zstd')
    const gzip = await ask('gzip')
    t.equal(plain.headers['content-encoding'], undefined)
    t.equal(br.headers['content-encoding'], 'br')
    t.equal(gzip.headers['content-encoding'], 'gzip')
    t.ok(brotliDecompressSync(br.rawPayload).equals(plain.rawPayload))
    t.ok(gunzipSync(gzip.rawPayload).equals(plain.rawPayload))
    t.equal(br.headers['content-length'], String(br.rawPayload.length))
    const tags = [plain, br, gzip].map(({ headers }) => headers.etag)
    t.equal(new Set(tags).size, 3)
    const hash = createHash('sha256').update(plain.rawPayload).digest('base64url').slice(0, 22)
    t.same(tags, [`"${hash}"`, `"${hash}-br"`, `"${hash}-gzip"`])
  })

  t.test('answers 304 for what the client has, with the headers that a cache needs', async (t) => {
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
      'a tag is of one coding'
    )
  })

  t.test('answers 406 where no coding is acceptable', async (t) => {
    const headers = { 'accept-encoding': 'identity;q=0' }
    const response = await app.inject({ url: '/api/v1/faq.json', headers })
    t.equal(response.statusCode, 406)
    t.match(response.headers, { 'cache-control': 'no-store', vary: 'Accept-Encoding' })
    const message = 'The body is there as br, gzip and identity. Accept one of them.'
    t.same(response.json(), error('not_acceptable', message))
  })

  t.test('answers 404 for what is not there, with the ids that are', async (t) => {
    const ids = 'The ids are: leads, faq, reminders, crm, reports, reviews, booking, store.'
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
      t.same(
        response.json(),
        error('not_found', `No such endpoint: no item has this id. ${ids} ${documented}.`)
      )
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

  t.test('says of a package without a price that it is priced on request', async (t) => {
    const dataDir = dataWith(t, { 'pricing#/packages/2/one_time_ils': null })
    const asked = await build(t, { business: await facts(dataDir) })
    const response = await asked.inject('/api/v1/packages/bot-full.json')
    t.equal(response.statusCode, 404)
    t.same(
      response.json(),
      error(
        'not_found',
        `The package "bot-full" is priced on request, so it has no entry of its own. ${documented}.`
      )
    )
    t.same(asked.swagger().paths?.['/api/v1/packages/{id}.json']?.get?.parameters, [
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

  t.test(
    'answers 405 with Allow for any other method on an address that is there, whatever its body',
    async (t) => {
      const message = 'This address is read-only. It answers GET, HEAD, OPTIONS.'
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
      const nowhere = await app.inject({
        method: 'POST',
        url: '/api/v1/nope.json',
        headers: { 'content-type': 'no type' },
        payload: '{'
      })
      t.equal(nowhere.statusCode, 404)
    }
  )

  t.test('answers 400 for a malformed path', async (t) => {
    for (const url of ['/api/v1/%zz.json', '/api/v1/services/%E0%A4%A.json']) {
      const response = await app.inject(url)
      t.equal(response.statusCode, 400)
      t.match(response.headers, { 'cache-control': 'no-store', 'access-control-allow-origin': '*' })
      t.same(response.json(), error('bad_request', 'The path of the address is malformed.'))
    }
  })

  t.test('lets a script of any origin read everything, after a preflight too', async (t) => {
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

  t.test('answers OPTIONS with Allow where something is, 404 where nothing is', async (t) => {
    const there = await app.inject({ method: 'OPTIONS', url: '/api/v1/faq.json' })
    t.equal(there.statusCode, 204)
    t.equal(there.headers.allow, 'GET, HEAD, OPTIONS')
    const nowhere = await app.inject({ method: 'OPTIONS', url: '/api/v1/nope.json' })
    t.equal(nowhere.statusCode, 404)
    t.equal(nowhere.json().error.code, 'not_found')
  })

  t.test('answers 500 without a detail, and logs the fault', async (t) => {
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
    t.equal(answer.statusCode, 404, 'an operation may have no body yet')
    const response = await app.inject('/api/v1/failing/failing.json')
    t.equal(response.statusCode, 500)
    t.match(response.headers, { 'cache-control': 'no-store', 'access-control-allow-origin': '*' })
    t.same(response.json(), error('internal_error', 'The server failed to answer. The fault is logged.'))
    t.match(JSON.parse(lines.join('')), {
      level: 50,
      msg: 'fault',
      method: 'GET',
      url: '/api/v1/failing/failing.json',
      err: { message: 'a secret of /srv', stack: String }
    })
  })
})
