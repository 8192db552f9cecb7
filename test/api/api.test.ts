import type { InjectOptions } from 'fastify'
import t from 'tap'
import { type Operation, operations, operationsOf } from '../../src/business/operations.ts'
import { baseUrl, build, collectLog, dataWith, facts } from '../helper.ts'
import { sendMcp } from '../requests.ts'

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
      body: JSON.parse(JSON.stringify(row.read(business, new Date(), id)))
    }))
  )

  t.test('serves every operation, with its links', async (t) => {
    for (const { path, body } of paths) {
      const response = await app.inject(`/api/v1${path}`)
      t.equal(response.statusCode, 200, path)
      t.same(response.json(), body)
      t.equal(response.headers.link, links)
    }
  })

  t.test('says what does not exist, with the links of the API', async (t) => {
    const noEndpoint = `No such endpoint. ${baseUrl}/openapi.json lists them all.`
    const ids = 'Valid ids: leads, faq, reminders, crm, reports, reviews, booking, store.'
    const noItem = `No such endpoint: no item has this id. ${ids} ${hint}.`
    const cases: [request: string | InjectOptions, message: string][] = [
      ['/api', noEndpoint],
      ['/api/v1/services/leads', noEndpoint],
      [{ url: '/api/v1/nope.json', method: 'POST', payload: '{' }, noEndpoint],
      ['/api/v1/services/nope.json', noItem],
      ['/api/services/LEADS.json', noItem],
      [`/api/v1/services/${'x'.repeat(9000)}.json`, noItem]
    ]
    for (const [request, message] of cases) {
      const response = await app.inject(request)
      t.equal(response.statusCode, 404, JSON.stringify(request).slice(0, 100))
      t.same(response.json(), error('not_found', message))
      t.equal(response.headers.link, links)
    }
    t.notOk((await app.inject('/%zz')).headers.link, 'no links outside the API')
  })

  t.test('explains why a package that is priced on request is 404', async (t) => {
    const dataDir = dataWith(t, {
      'pricing#/packages/2/one_time_ils': null,
      'pricing#/packages/2/price': undefined
    })
    const unpriced = await build(t, { business: await facts(dataDir) })
    const response = await unpriced.inject('/api/v1/packages/bot-full.json')
    t.equal(response.statusCode, 404)
    const message = `The package "bot-full" is priced on request, so it has no entry of its own. ${hint}.`
    t.same(response.json(), error('not_found', message))
    const document = (await unpriced.inject('/openapi.json')).json()
    const schema = { type: 'string', pattern: '^[a-z][a-z0-9-]*$', enum: ['bot-starter', 'bot-business'] }
    const field = { required: true, description: 'Id of the item.', example: 'bot-starter', schema }
    const { parameters } = document.paths['/api/v1/packages/{id}.json'].get
    t.same(parameters, [{ in: 'path', name: 'id', ...field }])
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
    const listed = JSON.stringify(await sendMcp(plain, 'tools/list'))
    t.notMatch(listed, /get_package/)
    t.match(listed, /get_service/)
  })

  t.test('returns 500 without detail, and logs the error', async (t) => {
    const { logger, lines } = collectLog()
    const read: Operation['read'] = (_business, _now, id) => {
      if (id === 'failing') throw new Error('a secret of /srv')
      return {}
    }
    const ids = () => ['fine', 'failing']
    const rows = operations.slice(0, 1).flatMap((row) => [
      { ...row, operationId: 'getFailing', path: '/failing/{id}.json', ids, read },
      { ...row, operationId: 'getNothing', path: '/nothing.json', read: () => undefined }
    ])
    const app = await build(t, { logger, versions: [{ name: 'v1', operations: rows }] })
    t.equal((await app.inject('/api/v1/failing/fine.json')).statusCode, 200)
    const answer = await app.inject('/api/v1/nothing.json')
    t.equal(answer.statusCode, 404, 'an operation without a body')
    const response = await app.inject('/api/v1/failing/failing.json')
    t.equal(response.statusCode, 500)
    t.match(response.headers, { 'cache-control': 'no-store', 'access-control-allow-origin': '*' })
    t.same(response.json(), error('internal_error', 'The server failed. The error is logged.'))
    t.equal(lines.length, 1)
    t.match(lines[0], {
      level: 50,
      msg: 'request failed',
      method: 'GET',
      url: '/api/v1/failing/failing.json',
      err: { message: 'a secret of /srv', stack: String }
    })
  })
})
