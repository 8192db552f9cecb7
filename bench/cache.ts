import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { nginxConfiguration } from '../harness/deploy-files.ts'
import { send as exchange, type Reply } from '../harness/exchange.ts'
import { freePort } from '../harness/free-port.ts'
import type { Case } from './cases.ts'
import { type Costs, measureRounds, throughput } from './compare.ts'
import { firstAnswer, send } from './exchange.ts'
import type { Load } from './load.ts'
import { launch } from './processes.ts'
import { names, type Server, startNginx, startOurs } from './servers.ts'
import { makeSite } from './site.ts'

export interface CacheFigures {
  /** Of nginx with its cache and of nginx that serves the same bytes as files. */
  cases: { name: string; costs: Costs }[]
  mixed: MixedFigures
}

interface MixedFigures {
  requests: number
  /** Answers that were not what the server itself gives to the same request. */
  wrong: number
  /** Forms of answers that a shared cache may keep: by address, media type and coding. */
  forms: number
  /** How often the server was asked for one of them, when each was asked for with each of the usual headers. */
  asked: number
}

export const cached = 'nginx, its cache'

/** Measures nginx with its cache, as deploy/nginx.conf has it, in front of this server. */
export async function measureCache(load: Load, work: string): Promise<CacheFigures> {
  const metricsPort = await freePort()
  const ours = await startOurs({ METRICS_PORT: String(metricsPort) })
  const site = await makeSite(ours.port, join(work, 'kept'))
  const front = await startCache(ours.port, join(work, 'cached'))
  const files = await startNginx(site, work)
  const cases: CacheFigures['cases'] = []
  for (const pair of compared)
    cases.push({ name: pair.name, costs: await compareCached(pair, front, files, load) })
  await files.stop()
  await front.stop()
  // One that has kept nothing yet.
  const fresh = await startCache(ours.port, join(work, 'fresh'))
  const mixed = await measureMixed(ours.port, fresh.port, metricsPort, 100_000)
  for (const { stop } of [fresh, ours]) await stop()
  return { cases, mixed }
}

async function startCache(upstream: number, folder: string): Promise<Server> {
  const port = await freePort()
  mkdirSync(join(folder, 'cache'), { recursive: true })
  const file = join(folder, 'nginx.conf')
  // As in the other nginx: wrk does not open connections again. All of the load comes from one client.
  const text = nginxConfiguration(folder, port, [upstream, upstream])
    .replace('http {', 'http { keepalive_requests 100000000;')
    .replace('rate=100r/s', 'rate=1000000r/s')
  writeFileSync(file, text)
  const { pid, stop } = launch('nginx', ['-p', folder, '-c', file, '-e', 'stderr'], {})
  await firstAnswer(port, '/healthz')
  return { name: cached, pid, port, stop }
}

interface Pair {
  name: string
  /** Of the cache, and of the file with the same bytes. */
  request: Case
  file: Case
}

const pair = (name: string, path: string, coding?: 'br'): Pair => ({
  name,
  request: { name, path, headers: coding ? { 'accept-encoding': coding } : {} },
  file: { name, path: coding ? `${path.replace(/\/$/, '/index.html')}.${coding}` : path, headers: {} }
})

const compared = [
  pair('list', '/api/v1/faq.json'),
  pair('item', '/api/v1/services/leads.json'),
  pair('list, br', '/api/v1/faq.json', 'br'),
  pair('page', '/pricing/'),
  pair('page, br', '/pricing/', 'br'),
  pair('.md', '/pricing.md')
]

async function compareCached(
  { request, file }: Pair,
  front: Server,
  files: Server,
  load: Load
): Promise<Costs> {
  const [kept, plain] = await Promise.all([
    send(front.port, request.path, request.headers),
    send(files.port, file.path)
  ])
  if (!kept.body.equals(plain.body)) throw new Error(`${file.path} is not what ${request.path} gives`)
  const turns = [
    { server: files, request: file },
    { server: front, request }
  ]
  return measureRounds(turns, load)
}

/** How much of what nginx does with files it does with what it keeps. */
export const ofFiles = (costs: Costs) => throughput(costs, cached, names.nginx)

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
// Of these, nginx keeps apart what is the same; the others are those that it knows.
const odd = ['text/html;q=0.1, text/markdown', 'image/png', 'br;q=0, gzip']
const codings = [
  undefined,
  'identity',
  'gzip',
  'gzip, deflate',
  'gzip, deflate, br, zstd',
  'br',
  'br;q=0, gzip'
]

/** Sends mixed requests through the cache; each answer must be that which the server gives to the request itself. */
async function measureMixed(
  origin: number,
  front: number,
  metrics: number,
  requests: number
): Promise<MixedFigures> {
  const kinds = paths.flatMap((path) =>
    accepts.flatMap((accept) =>
      codings.map((coding) => ({
        path,
        headers: { ...(accept && { accept }), ...(coding && { 'accept-encoding': coding }) }
      }))
    )
  )
  const pairs: { kind: (typeof kinds)[number]; own: Reply }[] = []
  for (const kind of kinds) pairs.push({ kind, own: await exchange(origin, kind) })

  const usual = pairs.filter(
    ({ kind, own: { status, headers } }) =>
      status === 200 &&
      headers['cache-control']?.startsWith('public') &&
      !odd.some((value) => Object.values(kind.headers).includes(value))
  )
  const forms = new Set(
    usual.map(({ kind, own: { headers } }) =>
      [kind.path, headers['content-type'], headers['content-encoding']].join(' ')
    )
  )
  const before = await countRequests(metrics)
  await inTurn(usual, usual.length, async ({ kind }) => void (await exchange(front, kind)))
  const asked = (await countRequests(metrics)) - before

  let wrong = 0
  await inTurn(pairs, requests, async ({ kind, own }) => {
    if (essence(await exchange(front, kind)) !== essence(own)) wrong += 1
  })
  return { requests, wrong, forms: forms.size, asked }
}

/** Does it `count` times from 32 clients, with each item in turn, and never with two neighbours in a row. */
async function inTurn<Item>(items: Item[], count: number, act: (item: Item) => Promise<void>) {
  let next = 0
  const client = async () => {
    while (next < count) {
      // A prime: without a common factor with their number, it comes to each.
      const item = items[(next++ * 7919) % items.length]
      if (item !== undefined) await act(item)
    }
  }
  await Promise.all(Array.from({ length: 32 }, client))
}

const essence = ({ status, headers, body }: Reply) =>
  JSON.stringify([
    status,
    ...['content-type', 'content-encoding', 'content-language', 'etag', 'vary', 'cache-control'].map(
      (name) => headers[name]
    ),
    body
  ])

/** How many requests the server has counted so far. */
async function countRequests(port: number): Promise<number> {
  const { body } = await send(port, '/metrics')
  const counts = body.toString().matchAll(/^business_requests_total\{.*\} (\d+)$/gm)
  return Array.from(counts, ([, count]) => Number(count)).reduce((sum, count) => sum + count, 0)
}
