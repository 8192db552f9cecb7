import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { nginxConfiguration } from '../harness/deploy-files.ts'
import { send as exchange, type Reply } from '../harness/exchange.ts'
import { freePort } from '../harness/free-port.ts'
import type { Case } from './cases.ts'
import { type Costs, measureRounds, throughput } from './compare.ts'
import { send, waitForResponse } from './exchange.ts'
import type { Load } from './load.ts'
import { launch } from './processes.ts'
import { names, type Server, startNginx, startOurs } from './servers.ts'
import { makeSite } from './site.ts'

export interface CacheFigures {
  /** Costs of nginx with its cache, and of nginx serving the same bytes as files. */
  cases: { name: string; costs: Costs }[]
  mixed: MixedFigures
}

interface MixedFigures {
  requests: number
  /** Responses that differ from those of the server itself. */
  wrong: number
  /** Cacheable representations: combinations of URL, media type and content encoding. */
  representations: number
  /** Requests that reached the server when clients requested each of them with all common headers. */
  originRequests: number
}

export const cacheName = 'nginx, its cache'

/** Measures nginx with its cache, as in deploy/nginx.conf, in front of this server. */
export async function measureCache(load: Load, work: string): Promise<CacheFigures> {
  const metricsPort = await freePort()
  const ours = await startOurs({ METRICS_PORT: String(metricsPort) })
  const site = await makeSite(ours.port, join(work, 'cache-site'))
  const front = await startCache(ours.port, join(work, 'cache'))
  const files = await startNginx(site, work)
  const cases: CacheFigures['cases'] = []
  for (const pair of pairs)
    cases.push({ name: pair.name, costs: await comparePair(pair, front, files, load) })
  await files.stop()
  await front.stop()
  // A second nginx, because the mixed requests must start with an empty cache.
  const fresh = await startCache(ours.port, join(work, 'fresh'))
  const mixed = await measureMixed(ours.port, fresh.port, metricsPort, 100_000)
  for (const { stop } of [fresh, ours]) await stop()
  return { cases, mixed }
}

export async function startCache(upstream: number, folder: string): Promise<Server> {
  const port = await freePort()
  mkdirSync(join(folder, 'cache'), { recursive: true })
  const file = join(folder, 'nginx.conf')
  // As in the other nginx, a high keepalive limit, because wrk does not reconnect. A high rate limit, because one client
  // sends all requests.
  const text = nginxConfiguration(folder, port, [upstream, upstream])
    .replace('http {', 'http { keepalive_requests 100000000;')
    .replace('rate=100r/s', 'rate=1000000r/s')
  writeFileSync(file, text)
  const { pid, stop } = launch('nginx', ['-p', folder, '-c', file, '-e', 'stderr'], {})
  await waitForResponse(port, '/healthz')
  return { name: cacheName, pid, port, stop }
}

interface Pair {
  name: string
  /** The request to the cache, and the request for the file with the same bytes. */
  request: Case
  file: Case
}

const createPair = (name: string, path: string, encoding?: 'br'): Pair => ({
  name,
  request: { name, path, headers: encoding ? { 'accept-encoding': encoding } : {} },
  file: { name, path: encoding ? `${path.replace(/\/$/, '/index.html')}.${encoding}` : path, headers: {} }
})

const pairs = [
  createPair('list', '/api/v1/faq.json'),
  createPair('item', '/api/v1/services/leads.json'),
  createPair('list, br', '/api/v1/faq.json', 'br'),
  createPair('page', '/pricing/'),
  createPair('page, br', '/pricing/', 'br'),
  createPair('.md', '/pricing.md')
]

async function comparePair(
  { request, file }: Pair,
  front: Server,
  files: Server,
  load: Load
): Promise<Costs> {
  const [fromCache, fromFile] = await Promise.all([
    send(front.port, request.path, request.headers),
    send(files.port, file.path)
  ])
  if (!fromCache.body.equals(fromFile.body))
    throw new Error(`${file.path} differs from the response to ${request.path}`)
  const turns = [
    { server: files, request: file },
    { server: front, request }
  ]
  return measureRounds(turns, load)
}

/** Returns the throughput of nginx with its cache, as a multiple of nginx serving files. */
export const compareWithFiles = (costs: Costs) => throughput(costs, cacheName, names.nginx)

const paths = [
  ...['/', '/pricing/', '/services/leads/', '/faq/', '/developers/', '/nothing/'],
  ...['/api/v1/profile.json', '/api/v1/faq.json', '/api/v1/services/leads.json', '/api/v1/nothing.json'],
  ...['/openapi.json', '/pricing.md', '/index.md', '/nothing.md', '/llms.txt', '/llms-full.txt']
]
const browser = 'text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,image/webp,*/*;q=0.8'
const accepts = [
  ...[undefined, '*/*', browser, 'text/html', 'text/markdown', 'text/markdown, text/html, */*'],
  ...['application/json', 'text/html;q=0.1, text/markdown', 'image/png']
]
// For these, nginx caches the same representation again, because deploy/nginx.conf does not normalize them.
const unusualValues = ['text/html;q=0.1, text/markdown', 'image/png', 'br;q=0, gzip']
const encodings = [
  undefined,
  'identity',
  'gzip',
  'gzip, deflate',
  'gzip, deflate, br, zstd',
  'br',
  'br;q=0, gzip'
]

/** Sends mixed requests through the cache, and compares each response with that of the server itself. */
async function measureMixed(
  origin: number,
  front: number,
  metrics: number,
  requests: number
): Promise<MixedFigures> {
  const kinds = paths.flatMap((path) =>
    accepts.flatMap((accept) =>
      encodings.map((encoding) => ({
        path,
        headers: { ...(accept && { accept }), ...(encoding && { 'accept-encoding': encoding }) }
      }))
    )
  )
  const expected: { kind: (typeof kinds)[number]; own: Reply }[] = []
  for (const kind of kinds) expected.push({ kind, own: await exchange(origin, kind) })

  const usual = expected.filter(
    ({ kind, own: { status, headers } }) =>
      status === 200 &&
      headers['cache-control']?.startsWith('public') &&
      !unusualValues.some((value) => Object.values(kind.headers).includes(value))
  )
  const representations = new Set(
    usual.map(({ kind, own: { headers } }) =>
      [kind.path, headers['content-type'], headers['content-encoding']].join(' ')
    )
  )
  const before = await countRequests(metrics)
  await cycle(usual, usual.length, async ({ kind }) => void (await exchange(front, kind)))
  const originRequests = (await countRequests(metrics)) - before

  let wrong = 0
  await cycle(expected, requests, async ({ kind, own }) => {
    if (serialize(await exchange(front, kind)) !== serialize(own)) wrong += 1
  })
  return { requests, wrong, representations: representations.size, originRequests }
}

/** Calls `act` `count` times from 32 concurrent clients. Cycles through the items, without two neighbours in a row. */
async function cycle<Item>(items: Item[], count: number, act: (item: Item) => Promise<void>) {
  let next = 0
  const client = async () => {
    while (next < count) {
      // A prime step has no common factor with the number of items, so it reaches each of them.
      const item = items[(next++ * 7919) % items.length]
      if (item !== undefined) await act(item)
    }
  }
  await Promise.all(Array.from({ length: 32 }, client))
}

/** Serializes the parts of a response that must be equal. */
const serialize = ({ status, headers, body }: Reply) =>
  JSON.stringify([
    status,
    ...['content-type', 'content-encoding', 'content-language', 'etag', 'vary', 'cache-control'].map(
      (name) => headers[name]
    ),
    body
  ])

/** Returns the number of requests that the server has counted so far. */
async function countRequests(port: number): Promise<number> {
  const { body } = await send(port, '/metrics')
  const counts = body.toString().matchAll(/^business_requests_total\{.*\} (\d+)$/gm)
  return Array.from(counts, ([, count]) => Number(count)).reduce((sum, count) => sum + count, 0)
}
