import { createConfig, lintFromString } from '@redocly/openapi-core'
import type { TSchema } from '@sinclair/typebox'
import { Ajv2020 } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import t, { type Test } from 'tap'
import { versions as servedVersions } from '../../src/api/api.ts'
import type { Business } from '../../src/business/business.ts'
import { type ApiVersion, operations, operationsOf } from '../../src/business/operations.ts'
import { baseUrl, build, dataWith, facts, v1, words } from '../helper.ts'
import { v2 } from './v2/version.ts'

/** Returns a function to the validator of a response by its path in the document and its status. */
function createValidator(document: object) {
  const ajv = new Ajv2020({ strict: false, allErrors: true })
  addFormats.default(ajv)
  ajv.addSchema(document, 'document')
  return (path: string, status: number) => {
    const key = path.replaceAll('/', '~1').replaceAll('{', '%7B').replaceAll('}', '%7D')
    const $ref = `document#/paths/${key}/get/responses/${status}/content/application~1json/schema`
    const validator = ajv.getSchema($ref)
    if (validator === undefined) throw new Error(`${$ref}: is missing`)
    return validator
  }
}

/** Checks the examples in the document of a business and some versions, and every response of its operations. */
async function checkResponses(t: Test, business: Business, versions: ApiVersion[]) {
  const app = await build(t, { business, versions })
  const document = (await app.inject('/openapi.json')).json()
  const validator = createValidator(document)
  for (const [path, { get }] of Object.entries<Record<string, TSchema>>(document.paths)) {
    t.same(Object.keys(get?.responses), ['200', '404', '500'])
    for (const status of [200, 404, 500]) {
      const examples = get?.responses[status].content['application/json'].examples
      const validate = validator(path, status)
      t.ok(validate(examples.data.value), `${status} for ${path}: ${JSON.stringify(validate.errors)}`)
    }
    const ids: string[] = get?.parameters?.[0].schema.enum ?? ['']
    for (const id of ids) {
      const validate = validator(path, 200)
      t.ok(validate((await app.inject(path.replace('{id}', id))).json()), JSON.stringify(validate.errors))
    }
    if (path.includes('{id}')) {
      t.ok(validator(path, 404)((await app.inject(path.replace('{id}', 'nope'))).json()))
    }
  }
  t.notOk(validator('/api/v1/faq.json', 200)({ language: 'he' }), 'the validation can fail')
}

/** Lists the problems that Redocly's `recommended-strict` rules find in an OpenAPI document, one line each. */
async function findOpenapiProblems(document: string): Promise<string[]> {
  const config = await createConfig({ extends: ['recommended-strict'] })
  const problems = await lintFromString({ source: document, absoluteRef: 'openapi.json', config })
  return problems.map(
    ({ ruleId, message, location }) =>
      `${location.map(({ pointer }) => pointer).join()} ${message} (${ruleId})`
  )
}

t.test('the OpenAPI document', async (t) => {
  const app = await build(t)
  const business = await facts()
  // The guest house has the operations that other businesses lack.
  const guestHouse = { ...(await facts('test/fixtures/guesthouse')), site: business.site }
  const other = await (await build(t, { business: guestHouse })).inject('/openapi.json')
  const response = await app.inject('/openapi.json')
  const document = response.json()
  const entries = Object.entries<Record<string, TSchema>>(document.paths)

  t.test('passes the strictest rules of Redocly, also with two versions', async (t) => {
    // The document of both versions has all of v1.
    const both = await build(t, { business: guestHouse, versions: [v1, v2] })
    t.same(await findOpenapiProblems((await both.inject('/openapi.json')).body), [])
    const { summary, ...rest } = document.paths['/openapi.json'].get
    const broken = { ...document, components: {}, paths: { '/openapi.json': { get: rest } } }
    t.match((await findOpenapiProblems(JSON.stringify(broken))).join('\n'), 'operation-summary')
  })

  t.test('has the content that the specification requires', async (t) => {
    t.equal(document.openapi, '3.1.0')
    t.match(document.info, {
      title: 'Nahat Automations: business facts',
      version: '1.0.0',
      contact: { name: 'נחת אוטומציות', email: 'shalom@nahat.example', url: `${baseUrl}/` },
      license: { name: 'CC BY 4.0', url: 'https://creativecommons.org/licenses/by/4.0/' }
    })
    t.match(document.servers, [{ url: baseUrl }])
    t.equal(document.servers.length, 1)
    t.same(document.security, [])
    const rows = operationsOf(operations, business).map(({ operationId, path }) => [
      operationId,
      `/api/v1${path}`
    ])
    const found = entries.map(([path, { get }]) => [get?.operationId, path])
    t.same(found, [...rows, ['openapi', '/openapi.json']])
    const required = words(`
      Address Category Contact Error Example Faq FaqCategory FaqItem Package PackageDetail PricingModel Pricing
      Profile Service ServiceCatalog
    `)
    const names = Object.keys(document.components.schemas)
    for (const name of required) t.ok(names.includes(name), name)
    t.same(document['x-api-versioning'], {
      strategy: 'url-path',
      current: 'v1',
      canonicalPrefix: '/api/v1/',
      aliasPrefix: '/api/',
      policy: document['x-api-versioning'].policy,
      deprecations: [],
      deprecationSignals: {
        headers: ['Deprecation', 'Sunset', 'Link'],
        description: document['x-api-versioning'].deprecationSignals.description,
        policyUrl: `${baseUrl}/developers/#versioning`,
        minimumNoticeMonths: 12
      }
    })
  })

  t.test('takes its ids and examples from the data', async (t) => {
    const [id] = document.paths['/api/v1/services/{id}.json'].get.parameters
    const ids = business.catalog.services.map(({ id }) => id)
    t.same(id.schema.enum, ids)
    t.equal(document.components.schemas.Example.properties.from_ils.examples[0], 3400)
    const { ServiceCatalog } = document.components.schemas
    t.equal(ServiceCatalog.examples[0].examples.length, 2)
    t.match(document.info.description, 'Examples have at most two entries per list.', 'and says so')
    const changed = await build(t, {
      business: await facts(dataWith(t, { 'services#/examples/0/from_ils': 4444 }))
    })
    const text = (await changed.inject('/openapi.json')).body
    t.match(text, /4444/)
    t.notMatch(text, /"from_ils":3400/)
  })

  t.test('is valid for a business with required fields only', async (t) => {
    const least = { 'profile#/name_en': undefined, 'profile#/contact': {}, 'services#/examples': [] }
    const small = await build(t, { business: await facts(dataWith(t, least)) })
    const text = (await small.inject('/openapi.json')).body
    t.same(await findOpenapiProblems(text), [])
    const { info, components, paths } = JSON.parse(text)
    t.same(info.title, 'נחת אוטומציות: business facts')
    t.notOk(info.contact.email)
    t.same(components.schemas.Profile.properties.name_en.examples, ['Business'])
    const { content } = paths['/api/v1/services/{id}.json'].get.responses[200]
    t.same(Object.keys(content['application/json']), ['schema'], 'no item is an example')
  })

  t.test('gives every field a description, an example and a constraint', async (t) => {
    const bare = (path: string, schema: TSchema): string[] => {
      if (schema.$ref) return []
      const fields = Object.entries<TSchema>(schema.properties ?? {}).flatMap(([name, field]) =>
        bare(`${path}/${name}`, field)
      )
      const inner = [...fields, ...(schema.items ? bare(`${path}/*`, schema.items) : [])]
      const limits = ['pattern', 'format', 'maxLength', 'minLength', 'maximum', 'enum']
      const isFree = schema.type === 'object' || schema.type === 'array' || schema.type === 'boolean'
      const isLimited = isFree || limits.some((limit) => limit in schema)
      return schema.description && schema.examples && isLimited ? inner : [path, ...inner]
    }
    const schemas = { ...document.components.schemas, ...other.json().components.schemas }
    for (const [name, schema] of Object.entries<TSchema>(schemas)) t.same(bare(name, schema), [])
  })

  for (const versions of [[v1, v2], ...(servedVersions.length > 1 ? [servedVersions] : [])]) {
    const names = versions.map(({ name }) => name).join(' and ')
    t.test(`validates every response of ${names}, including errors`, (t) =>
      checkResponses(t, business, versions)
    )
  }

  t.test('validates every response of the guest house', (t) => checkResponses(t, guestHouse, [v1]))

  t.test('stays small for a catalogue of 3,000 services', async (t) => {
    const services = Array.from({ length: 375 }, (_, index) =>
      business.catalog.services.map((service) => ({ ...service, id: `${service.id}-${index}` }))
    ).flat()
    const catalog = { ...business.catalog, services }
    const large = await build(t, { business: { ...business, catalog } })
    t.ok((await large.inject('/openapi.json')).body.length < response.body.length + 60_000)
    const message = `No such endpoint: no item has this id. The id is unknown. See ${baseUrl}/openapi.json.`
    t.match((await large.inject('/api/v1/services/nope.json')).json(), { error: { message } })
  })
})
