import { baseUrl, words } from '../helper.ts'
import type { ContractBusiness } from './businesses.ts'
import { type Exchange, type Expected, type Facts, get, sorted } from './exchange.ts'

export const json = 'application/json; charset=utf-8'
const origin = { origin: 'https://agent.example' }

/** Every response: readable by any origin, no cookie, and no deprecation, because no version is deprecated. */
export const everywhere: Facts = {
  'access-control-allow-credentials': undefined,
  'access-control-allow-origin': '*',
  'access-control-expose-headers':
    'Content-Location, Deprecation, ETag, Link, Retry-After, Sunset, X-Markdown-Tokens',
  'cross-origin-resource-policy': 'cross-origin',
  'x-content-type-options': 'nosniff',
  'set-cookie': undefined,
  deprecation: undefined,
  sunset: undefined
}

export const strong = /^"[^"]+"$/
const apiLinks = /<\/openapi\.json>; rel="service-desc".*<\/developers\/>; rel="service-doc"/

const fields =
  (...names: string[]): Expected =>
  (body) => {
    const value: unknown = JSON.parse(body)
    return typeof value === 'object' && value !== null && names.every((name) => name in value)
  }

const found = (body: Expected): Facts => ({
  ...everywhere,
  status: 200,
  'content-type': json,
  'cache-control': /^public, max-age=\d+$/,
  vary: 'Accept-Encoding',
  etag: strong,
  link: apiLinks,
  body
})

/** An error in the shape of section 2.7. */
export const error = (status: number, code: string, message = /./): Facts => ({
  ...everywhere,
  status,
  'content-type': json,
  'cache-control': status === 404 ? 'public, max-age=300' : 'no-store',
  etag: undefined,
  body: (body) => {
    const { error }: { error: { code: string; message: string; docs: string } } = JSON.parse(body)
    return (
      error.code === code && message.test(error.message) && error.docs === `${baseUrl}/developers/#errors`
    )
  }
})

const notFound = error(404, 'not_found', /\/openapi\.json/)
export const malformed = error(400, 'bad_request', /^The path of the URL is malformed\.$/)
export const notAllowed: Facts = {
  ...error(405, 'method_not_allowed', /^This URL is read-only\. Its methods are GET, HEAD, OPTIONS\.$/),
  allow: 'GET, HEAD, OPTIONS'
}

/** The methods of every URL except the URL of MCP (RFC 9110, sections 9.3.7 and 15.5.6), and the preflight of CORS. */
export const methods = (path: string): Exchange[] => [
  ...['POST', 'PUT', 'PATCH', 'DELETE', 'TRACE'].map((method) =>
    get(
      `${method} ${path} is not allowed`,
      path,
      notAllowed,
      method === 'TRACE' ? {} : { 'content-type': 'application/json' },
      method
    )
  ),
  get(
    `OPTIONS ${path} lists the methods`,
    path,
    { ...everywhere, status: 204, allow: 'GET, HEAD, OPTIONS', body: '' },
    {},
    'OPTIONS'
  ),
  get(
    `a preflight of ${path} allows them`,
    path,
    {
      ...everywhere,
      status: 204,
      'access-control-allow-methods': 'GET, HEAD, OPTIONS',
      'access-control-allow-headers': 'x-other',
      'access-control-max-age': '86400'
    },
    { ...origin, 'access-control-request-method': 'GET', 'access-control-request-headers': 'x-other' },
    'OPTIONS'
  )
]

const ask = (path: string, headers: Record<string, string> = {}, method = 'GET') => ({
  method,
  path,
  headers
})

/** Conditional requests (RFC 9110, section 13) and HEAD, for a representation that `headers` select. */
export const conditions = (path: string, headers: Record<string, string> = {}): Exchange[] => {
  const first = ask(path, headers)
  const what = `${path} ${headers.accept ?? ''}`.trim()
  const tagged = (
    name: string,
    field: string,
    value: (etag: string) => string,
    status: number,
    method = 'GET'
  ): Exchange => ({
    name: `${name} ${what}`,
    first,
    request: ({ headers: { etag = '' } }) => ask(path, { ...headers, [field]: value(etag) }, method),
    expect: ({ headers: { etag, vary, ...others } }) =>
      status === 304
        ? {
            ...everywhere,
            status,
            body: '',
            etag,
            vary: sorted(vary),
            'cache-control': others['cache-control'],
            'content-location': others['content-location'],
            'content-type': undefined
          }
        : { ...everywhere, status }
  })
  return [
    {
      name: `HEAD ${what} has the headers of GET`,
      first,
      request: ask(path, headers, 'HEAD'),
      expect: ({ headers: { etag, link, vary, ...others } }) => ({
        ...everywhere,
        ...{ status: 200, body: '', etag, vary: sorted(vary), link: link && String(link) },
        'content-type': others['content-type'],
        'content-length': others['content-length'],
        'cache-control': others['cache-control']
      })
    },
    tagged('304 for the ETag of', 'if-none-match', (etag) => etag, 304),
    tagged('304 for a weak form of the ETag of', 'if-none-match', (etag) => `W/${etag}`, 304),
    tagged('304 for a list with the ETag of', 'if-none-match', (etag) => `"a", ${etag}, W/"b"`, 304),
    tagged('304 for any ETag of', 'if-none-match', () => '*', 304),
    tagged('304 for HEAD of', 'if-none-match', (etag) => etag, 304, 'HEAD'),
    tagged('200 for another ETag of', 'if-none-match', () => '"another"', 200),
    tagged('200 for If-Match with the ETag of', 'if-match', (etag) => etag, 200),
    tagged('412 for If-Match with another ETag of', 'if-match', () => '"another"', 412)
  ]
}

/** Content encodings (RFC 9110, section 12.5.3): the ETag differs, and the decoded bytes are the same. */
export const encodings = (path: string): Exchange[] => [
  ...['br', 'gzip', 'gzip;q=0.5, br;q=0.1', 'gzip, deflate, br, zstd', 'identity', ''].map(
    (value): Exchange => {
      const encoding =
        value === '' || value === 'identity' ? undefined : /^gzip(?:;|$)/.test(value) ? 'gzip' : 'br'
      return {
        name: `${path} is ${encoding ?? 'not encoded'} for Accept-Encoding: ${value}`,
        first: ask(path),
        request: ask(path, { 'accept-encoding': value }),
        expect: ({ body, headers: { etag = '', vary } }) => ({
          ...{ ...everywhere, status: 200, vary: sorted(vary), body },
          'content-encoding': encoding,
          etag: encoding ? etag.replace(/"$/, `-${encoding}"`) : etag
        })
      }
    }
  ),
  {
    name: `${path} is 406 without an acceptable encoding`,
    first: ask(path),
    request: ask(path, { 'accept-encoding': 'identity;q=0, *;q=0' }),
    expect: ({ headers: { vary } }) => ({
      ...error(406, 'not_acceptable', /^No acceptable content encoding\. Available: br, gzip, identity\.$/),
      vary: sorted(vary)
    })
  }
]

const alias = (path: string): Exchange => ({
  name: `the alias /api/${path} has the same bytes`,
  first: ask(`/api/v1/${path}`),
  request: ask(`/api/${path}`),
  expect: ({ body }) => ({
    ...found(body),
    link: new RegExp(`<${baseUrl}/api/v1/${path}>; rel="canonical"`)
  })
})

const isSpecification = (body: string) => {
  const { openapi, info, 'x-api-versioning': policy } = JSON.parse(body)
  return openapi === '3.1.0' && info.version === '1.0.0' && policy.canonicalPrefix === '/api/v1/'
}

/** The operations of section 4.1, their alias (4.2), the specification (4.3) and the errors (7). */
export function apiExchanges({ serviceIds, packageIds }: ContractBusiness): Exchange[] {
  const service = `/api/v1/services/${serviceIds[0]}.json`
  const item = (amount: string) => fields('id', 'name', amount, 'currency')
  const documents: (readonly [path: string, body: Expected])[] = [
    ['profile.json', fields('name', 'url', 'contact', 'address', 'pricing_model')],
    ['services.json', fields('currency', 'categories', 'examples')],
    ['pricing.json', fields('model', 'currency', 'packages')],
    ['faq.json', fields('language', 'categories')],
    [`services/${serviceIds[0]}.json`, item('from_ils')],
    [`packages/${packageIds[0]}.json`, item('one_time_ils')]
  ]
  const missing = words(`
    /api /api/ /api/nope.json /api/v1 /api/v1/ /api/v1/nope.json /api/v2/profile.json
    /api/v1/services/nope.json /api/v1/packages/nope.json /api/v1/services/Upper.json
    /api/v1/services/%D7%90.json /api/v1/services/a%2Fb.json /api/v1/profile /api/v1/profile.json/
  `)
  return [
    ...documents.flatMap(([path, body]) => [
      get(`GET /api/v1/${path}`, `/api/v1/${path}`, found(body)),
      alias(path)
    ]),
    ...['/openapi.json', '/api/openapi.json', '/.well-known/openapi.json'].map((path) =>
      get(`GET ${path}`, path, found(isSpecification))
    ),
    get('a query is ignored', '/api/v1/profile.json?a=b', found(fields('name'))),
    get('a path may be percent-encoded', '/api/v1/%70rofile.json', found(fields('name'))),
    get('Accept of JSON is ignored', '/api/v1/profile.json', found(fields('name')), { accept: 'image/png' }),
    get('any origin may read', '/api/v1/profile.json', found(fields('name')), origin),
    ...missing.map((path) => get(`${path} does not exist`, path, notFound)),
    get('HEAD of a missing path', '/api/nope', { ...notFound, body: '' }, {}, 'HEAD'),
    ...['/api/v1/%ZZ', '/api/v1/services/%.json'].map((path) => get(`${path} is malformed`, path, malformed)),
    ...['/api/v1/profile.json', service, '/openapi.json'].flatMap((path) => [
      ...methods(path),
      ...conditions(path),
      ...encodings(path)
    ]),
    ...['POST', 'OPTIONS'].map((method) =>
      get(`${method} to a missing path of the API`, '/api/nope', notFound, {}, method)
    )
  ]
}
