import { call } from '../../harness/exchange.ts'
import { encodings, error, everywhere, json, methods, strong } from './api.ts'
import type { ContractBusiness } from './businesses.ts'
import { type Exchange, type Facts, get } from './exchange.ts'
import { html, markdown } from './pages.ts'

const text = 'text/plain; charset=utf-8'
const card = /^application\/(?:[\w.-]+\+)?json/

/** The documents outside the API, with the headers of pages and API documents that they share. */
const documents: [path: string, type: string | RegExp, body?: RegExp][] = [
  ['/llms.txt', text, /^# /],
  ['/.well-known/llms.txt', text, /^# /],
  ['/llms-full.txt', text],
  ['/robots.txt', text, /User-agent: \*.*Allow: \/.*Sitemap: https:/s],
  ['/.well-known/security.txt', text, /^Contact: .*Expires: \d{4}-/s],
  ['/sitemap-index.xml', /^application\/xml/, /<sitemapindex/],
  ['/sitemap.xml', /^application\/xml/, /<sitemapindex/],
  ['/sitemap.md', 'text/markdown; charset=utf-8'],
  ['/.well-known/api-catalog', /^application\/linkset\+json/, /"linkset"/],
  ['/.well-known/ard.json', /^application\/json/],
  ['/.well-known/ai-catalog.json', /^application\/ai-catalog\+json/],
  ['/.well-known/agent-skills/index.json', /^application\/json/],
  ['/site.webmanifest', /^application\/manifest\+json/],
  ['/.well-known/mcp', card, /\/mcp"/],
  ['/.well-known/mcp.json', card, /\/mcp"/],
  ['/.well-known/mcp/server-card.json', card, /\/mcp"/],
  ['/mcp/server-card', card, /\/mcp"/]
]

const document: Facts = {
  ...everywhere,
  status: 200,
  'cache-control': /^public, max-age=\d+$/,
  etag: strong,
  vary: 'Accept-Encoding'
}

/** Documents for agents and crawlers (section 4.5), probes, and assets. */
export const documentExchanges = (): Exchange[] => [
  ...documents.map(([path, type, body = /./]) =>
    get(`GET ${path}`, path, { ...document, 'content-type': type, body })
  ),
  ...Object.entries({ '/healthz': 'ok', '/readyz': 'ready' }).map(([path, status]) =>
    get(`GET ${path}`, path, {
      ...everywhere,
      status: 200,
      'content-type': json,
      'cache-control': 'no-store',
      body: JSON.stringify({ status })
    })
  ),
  ...methods('/llms.txt'),
  ...encodings('/llms.txt')
]

const ofMcp: Facts = { ...everywhere, status: 200, 'content-type': /^application\/json/ }
const rpcError = (status: number): Facts => ({
  ...ofMcp,
  status,
  body: /^\{"jsonrpc":"2\.0","error":\{"code":-\d+,/
})

/** The MCP endpoint, with and without a slash: one JSON-RPC message per POST, JSON-RPC errors, and CORS. */
export const mcpExchanges = (business: ContractBusiness): Exchange[] =>
  ['/mcp', '/mcp/'].flatMap((path) => listMcpExchanges(path, business))

function listMcpExchanges(path: string, { serviceIds: [id] }: ContractBusiness): Exchange[] {
  const getService = (id = '') => call('tools/call', { name: 'get_service', arguments: { id } })
  const list = call('tools/list', {})
  const isService = (body: string) => JSON.parse(body).result.structuredContent.id === id
  const isError = (body: string) => JSON.parse(body).result.isError === true
  const origin = 'https://agent.example'
  const withHeaders = (headers: Record<string, string>) => ({
    ...list,
    headers: { ...list.headers, ...headers }
  })
  const posts: [name: string, request: typeof list, expect: Facts][] = [
    ['a tool returns a service', getService(id), { ...ofMcp, body: isService }],
    ['an unknown id is an error of the tool', getService('none'), { ...ofMcp, body: isError }],
    ['tools are listed', list, { ...ofMcp, body: /"get_business_profile"/ }],
    ['a body that is no JSON', { ...list, body: '{' }, rpcError(400)],
    ['another media type', withHeaders({ 'content-type': 'text/plain' }), rpcError(415)],
    ['Accept without JSON', withHeaders({ accept: 'text/html' }), rpcError(406)],
    ['a foreign origin', withHeaders({ origin }), ofMcp],
    ['a body of more than 64 KiB', { ...list, body: `"${'x'.repeat(70_000)}"` }, rpcError(413)]
  ]
  return [
    ...posts.map(
      ([name, request, expect]): Exchange => ({ name: `MCP: ${name}`, request: { ...request, path }, expect })
    ),
    ...['GET', 'DELETE', 'PUT', 'PATCH'].map((method) =>
      get(`MCP: ${method}`, path, { ...rpcError(405), allow: 'POST, OPTIONS' }, {}, method)
    ),
    get('MCP: HEAD', path, { status: 405, allow: 'POST, OPTIONS', body: '' }, {}, 'HEAD'),
    get('MCP: OPTIONS', path, { ...everywhere, status: 204, allow: 'POST, OPTIONS' }, {}, 'OPTIONS'),
    get(
      'MCP: a preflight',
      path,
      {
        ...everywhere,
        status: 204,
        'access-control-allow-methods': 'POST, OPTIONS',
        'access-control-allow-headers': '*, Authorization'
      },
      { origin, 'access-control-request-method': 'POST' },
      'OPTIONS'
    )
  ]
}

const file: Facts = {
  ...everywhere,
  status: 200,
  'cache-control': 'no-cache',
  'last-modified': / GMT$/,
  etag: /./,
  'x-robots-tag': undefined
}
const pdf = { ...file, 'content-type': 'application/pdf' }
const whole = { 'content-length': '300000' }
const part = (bytes: string) => ({ status: 206, 'content-range': `bytes ${bytes}/300000` })
const film = { ...file, 'content-type': 'video/mp4', 'accept-ranges': 'bytes' }

const range = (name: string, value: string, expect: Facts, headers: Record<string, string> = {}) =>
  get(`/film.mp4: ${name}`, '/film.mp4', { ...film, ...expect }, { range: value, ...headers })

const page = (type: string) => ({ ...everywhere, status: 200, 'content-type': type })

/** The files of the owner, with ranges (RFC 9110, section 14). */
export const ownExchanges = (): Exchange[] => [
  get('GET /film.mp4', '/film.mp4', { ...film, ...whole }),
  get('HEAD of /film.mp4', '/film.mp4', { ...film, ...whole, body: '' }, {}, 'HEAD'),
  range('the beginning', 'bytes=0-1', { ...part('0-1'), 'content-length': '2' }),
  range('the rest', 'bytes=2-', part('2-299999')),
  range('the end', 'bytes=-5', part('299995-299999')),
  range('another unit', 'items=0-1', whole),
  range('a part of another version', 'bytes=0-1', whole, { 'if-range': '"another"' }),
  // An ETag of a file is weak, so it allows no part (RFC 9110, section 13.1.5).
  ...Object.entries({ etag: whole, 'last-modified': part('3-9') }).map(
    ([name, expect]): Exchange => ({
      name: `/film.mp4: a part of the version with this ${name}`,
      first: { path: '/film.mp4' },
      request: ({ headers }) => ({
        path: '/film.mp4',
        headers: { range: 'bytes=3-9', 'if-range': String(headers[name]) }
      }),
      expect
    })
  ),
  {
    name: '304 for the ETag of /film.mp4',
    first: { path: '/film.mp4' },
    request: ({ headers: { etag = '' } }) => ({ path: '/film.mp4', headers: { 'if-none-match': etag } }),
    expect: ({ headers: { etag } }) => ({
      ...everywhere,
      status: 304,
      body: '',
      etag,
      'content-type': undefined
    })
  },
  get(
    '/film.mp4: beyond the end',
    '/film.mp4',
    { ...error(416, 'bad_request'), 'content-range': 'bytes */300000' },
    { range: 'bytes=300000-' }
  ),
  get('GET /price%20list.pdf', '/price%20list.pdf', { ...pdf, body: /^%PDF/ }),
  get('GET a name in Hebrew', encodeURI('/תפריט.pdf'), { ...pdf, body: '%PDF-1.7' }),
  get('GET /names.csv', '/names.csv', {
    ...file,
    'content-type': 'text/csv; charset=utf-8',
    vary: 'Accept-Encoding'
  }),
  get('GET /stock.csv, which is large', '/stock.csv', {
    ...file,
    'content-type': /^text\/csv/,
    'content-length': '630000'
  }),
  get('GET a text in an old encoding', '/old.txt', { ...file, 'content-type': 'text/plain', body: 'f\xfcr' }),
  get('GET /.well-known/proof', '/.well-known/proof', { ...file, body: 'proof' }),
  get('GET a folder with an index.xml', '/feed/', {
    ...file,
    'content-type': /^application\/xml|^text\/xml/,
    body: '<rss/>'
  }),
  get('GET a page of more than 500 KB', '/long', page(html)),
  get('GET the Markdown of a large page', '/long', page(markdown), { accept: 'text/markdown' }),
  get('a draft does not exist', '/draft.md', { status: 404 }),
  get('a page that is not listed', '/hidden/', page(html)),
  ...methods('/names.csv'),
  ...encodings('/names.csv')
]
