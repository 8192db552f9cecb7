import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { HttpRequest, Reply } from '../../harness/exchange.ts'
import { call } from '../../harness/exchange.ts'
import { encodePath } from '../../src/base/url-path.ts'
import { readManifest } from '../export/trees.ts'
import { words } from '../helper.ts'
import { type Exchange, type Facts, readFacts } from './exchange.ts'

/** Of the connection, not of the response. HSTS belongs to the proxy, which alone knows of TLS. */
const ofConnection = words(
  'strict-transport-security date connection keep-alive transfer-encoding server via alt-svc'
)

/** Returns the facts of a response that each other target must have too. A length of 0 may be omitted (RFC 9110, section 8.6). */
export function factsOf(reply: Reply): Facts {
  const facts = [...readFacts(reply)].filter(
    ([name, value]) => !ofConnection.includes(name) && !(name === 'content-length' && value === '0')
  )
  return Object.fromEntries(facts)
}

const accepts = [
  undefined,
  'text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,image/webp,*/*;q=0.8',
  ...['*/*', 'text/html', 'text/markdown', 'text/html;q=0.5, text/markdown', 'application/json', 'image/png']
]
const encodings = ['gzip, deflate, br, zstd', 'gzip', 'br', '*', 'gzip;q=0.5, br;q=0.1', 'identity;q=0']

type Variant = Omit<HttpRequest, 'path'>

const reads: Variant[] = [
  { headers: {} },
  { headers: { accept: 'text/markdown' } },
  { headers: { 'accept-encoding': 'br' } },
  { headers: { 'if-none-match': '*' } },
  { method: 'HEAD', headers: {} }
]

/** Requests for one path with every header that a response can depend on. */
const variants: Variant[] = [
  ...reads,
  ...accepts.map((accept) => ({ headers: { ...(accept && { accept }), 'accept-encoding': 'identity' } })),
  ...encodings.map((encoding) => ({ headers: { accept: 'text/html', 'accept-encoding': encoding } })),
  { headers: { accept: 'text/markdown', 'accept-encoding': 'br' } },
  { headers: { accept: 'text/markdown', 'if-none-match': '*' } },
  { method: 'HEAD', headers: { accept: 'text/markdown' } },
  { method: 'OPTIONS', headers: {} },
  { method: 'OPTIONS', headers: { origin: 'https://a.example', 'access-control-request-method': 'GET' } },
  { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{}' },
  { method: 'DELETE', headers: {} }
]

const ranges: Record<string, string>[] = [
  ...words(`
    bytes=0-1 bytes=70000-150000 bytes=299990- bytes=-5 bytes=-900000 bytes=900000- items=0-1 bytes=0-1,5-6 bytes=b-a
    bytes=${Array.from({ length: 500 }, (_, index) => `${index}-${index + 1}`)}
  `).map((range) => ({ range })),
  ...['"another"', 'Mon, 01 Jan 2024 00:00:00 GMT', 'yesterday'].map((condition) => ({
    range: 'bytes=3-9',
    'if-range': condition
  }))
]

const oddFiles = words('/film.mp4?a=b /film%2Emp4 /pricing/?x=.mp4 /none.mp4')

const other = words(`
  /none /none/ /none.md //example.test/ /.env /api%2Fv1/profile.json
  /api /api/ /api/v1 /api/v2/profile.json /api/v1/services/none.json /services%2Fnone/
  /% /api/v1/%ZZ /?a=b /index.html /services/?x=.mp4 /healthz /readyz /_headers
`)

const tool = (name: string, args: object) => call('tools/call', { name, arguments: args })
const messages = [
  call('initialize', {
    protocolVersion: '2025-06-18',
    capabilities: {},
    clientInfo: { name: 'a', version: '1' }
  }),
  ...['tools/list', 'resources/list', 'prompts/list', 'ping', 'none'].map((method) => call(method, {})),
  ...['get_business_profile', 'list_services', 'get_pricing', 'list_faq', 'none'].map((name) =>
    tool(name, {})
  ),
  tool('search', { query: 'price' }),
  tool('get_service', { id: 'none' }),
  { ...call('ping', {}), body: '{' },
  { ...call('ping', {}), headers: { 'content-type': 'text/plain' } }
]

/**
 * Returns requests for every path of a site, its redirects and paths at which nothing exists. Each response must be the response of the
 * server: status, headers and bytes.
 */
export function listRecording(root: string): Exchange[] {
  const { files, redirects } = readManifest(root)
  const paths = Object.values(files).flatMap(({ path }) => path ?? [])
  const isAsset = (path: string) => path.startsWith('/assets/') || /^\/api\/(?!v1\/)/.test(path)
  const requests: HttpRequest[] = [
    ...paths.flatMap((path) =>
      (isAsset(path) ? reads : variants).map((variant) => ({ path: encodePath(path), ...variant }))
    ),
    ...[...Object.keys(redirects), ...other].flatMap((path) =>
      variants.map((variant) => ({ path, ...variant }))
    ),
    // A browser reads a video in parts.
    ...paths
      .filter((path) => /\.(?:mp4|pdf|csv|html)$|^\/(?:long|services\/|openapi\.json)$/.test(path))
      .flatMap((path) =>
        // The whole right after each part.
        ranges.flatMap((headers) =>
          [{ headers }, { method: 'HEAD', headers }, { headers: {} }].map((variant) => ({
            path: encodePath(path),
            ...variant
          }))
        )
      ),
    ...oddFiles.flatMap((path) => [{ range: 'bytes=3-9' }, {}].map((headers) => ({ path, headers }))),
    ...messages
  ]
  return requests.map((request) => {
    const { method = 'GET', path, headers, body = '' } = request
    return {
      name: `recorded ${method} ${path} ${JSON.stringify(headers).slice(0, 150)} ${body.slice(0, 200)}`.trim(),
      first: request,
      request,
      isRecorded: true,
      expect: factsOf
    }
  })
}

/** Returns a request for each file of an export. The response must have its bytes, and the type that the server states. */
export const listFiles = (root: string): Exchange[] =>
  Object.entries(readManifest(root).files).flatMap(([file, { path, type }]) =>
    path === undefined
      ? []
      : {
          name: `file ${path}`,
          request: { path: encodePath(path), headers: { 'accept-encoding': 'identity' } },
          expect: {
            status: 200,
            body: readFileSync(join(root, file), 'latin1'),
            'content-type': type,
            'cache-control': path.startsWith('/assets/')
              ? 'public, max-age=31536000, immutable'
              : /^(?!.*immutable)/
          }
        }
  )
