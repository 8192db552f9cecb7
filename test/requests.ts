import { call, type HttpRequest } from '../harness/exchange.ts'

const reads = [
  '/api/v1/profile.json',
  '/api/v1/services.json',
  '/api/v1/services/leads.json',
  '/api/v1/pricing.json',
  '/api/v1/packages/bot-full.json',
  '/api/v1/faq.json',
  '/api/faq.json',
  '/openapi.json',
  '/',
  '/pricing/',
  '/services/leads/',
  '/for-ai/',
  '/developers/',
  '/index.md',
  '/pricing.md',
  '/site.webmanifest',
  '/llms.txt',
  '/llms-full.txt',
  '/robots.txt',
  '/sitemap-index.xml',
  '/.well-known/mcp',
  '/.well-known/api-catalog',
  '/.well-known/ard.json'
]

const refused = [
  '/api/v1/nothing.json',
  '/api',
  '/nothing/',
  '/nothing.md',
  '/pricing',
  '/pricing?a=b',
  '/%D7%90/'
]

const malformed = '/api/v1/%ZZ'

const browser = 'text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,image/webp,*/*;q=0.8'
const accepts = [browser, 'text/markdown', 'text/markdown, text/html;q=0.5', 'text/html', '*/*', 'image/png']
const codings = [
  'br',
  'gzip',
  'gzip, deflate, br, zstd',
  'gzip, deflate',
  'br;q=0.1, gzip',
  '*',
  'identity;q=0, *;q=0'
]

const callTool = (name: string, args: object) => call('tools/call', { name, arguments: args })

/** A call of a tool that succeeds. */
export const toolCall = callTool('get_service', { id: 'leads' })

/** Requests for every surface in every variant. */
export const requests: HttpRequest[] = [
  ...[...reads, ...refused].flatMap((path): HttpRequest[] => [
    { path },
    { path, method: 'HEAD' },
    { path, headers: { accept: browser, 'accept-encoding': 'gzip, deflate, br, zstd' } },
    { path, headers: { accept: 'text/markdown', 'accept-encoding': 'gzip' } },
    { path, headers: { accept: 'application/json', 'accept-encoding': 'gzip, deflate, br' } }
  ]),
  ...['/pricing/', '/api/v1/faq.json', '/nothing/'].flatMap((path) => [
    ...accepts.map((accept): HttpRequest => ({ path, headers: { accept } })),
    ...codings.map((coding): HttpRequest => ({ path, headers: { 'accept-encoding': coding } })),
    ...accepts.map((accept): HttpRequest => ({ path, headers: { accept, 'accept-encoding': 'br' } })),
    { path, method: 'HEAD', headers: { 'accept-encoding': 'br' } },
    { path, headers: { origin: 'https://agent.example' } },
    { path, method: 'OPTIONS' },
    {
      path,
      method: 'OPTIONS',
      headers: { origin: 'https://agent.example', 'access-control-request-method': 'GET' }
    },
    { path, method: 'POST', headers: { 'content-type': 'application/json' }, body: '{}' },
    { path, method: 'DELETE' },
    { path, method: 'TRACE' }
  ]),
  { path: malformed },
  { path: '/healthz' },
  { path: '/readyz' },
  { path: '/mcp' },
  {
    path: '/mcp',
    method: 'OPTIONS',
    headers: { origin: 'https://agent.example', 'access-control-request-method': 'POST' }
  },
  call('initialize', {
    protocolVersion: '2025-06-18',
    capabilities: {},
    clientInfo: { name: 'test', version: '1' }
  }),
  call('tools/list', {}),
  call('resources/list', {}),
  toolCall,
  callTool('get_service', { id: 'none' }),
  { ...call('tools/list', {}), body: '{' },
  { ...call('tools/list', {}), headers: { 'content-type': 'text/plain' } },
  { ...call('tools/list', {}), body: `"${'x'.repeat(70_000)}"` }
]
