import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerResponse
} from 'node:http'
import { Counter, collectDefaultMetrics, Gauge, Registry } from 'prom-client'
import { memoise, sharePending } from '../base/cache.ts'
import { crawlers } from '../base/crawlers.ts'
import { withoutQuery } from '../base/url-path.ts'
import { chooseMediaType } from '../http/negotiation.ts'

export interface MetricsInputs {
  current: () => {
    cache: { size: number; hits: number }
    site: { converter: { counts: Record<'success' | 'failure', number> } }
    modified: Date
  }
  reloads: Record<'success' | 'failure', number>
  /** How often each limit was reached, by its name. */
  limits: Record<string, number>
}

export interface Metrics {
  observe: (listener: RequestListener) => RequestListener
  /** Serves GET /metrics, and sends 404 for every other request. */
  server: Server
}

/** Creates the metrics (Prometheus text format). A reload resets the counters of the cache and of conversions. */
export function createMetrics({ current, reloads, limits }: MetricsInputs): Metrics {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const requests = new Requests(registry)
  const registers = [registry]
  const gauge = (name: string, help: string, read: () => number) =>
    new Gauge({
      name,
      help,
      registers,
      collect() {
        this.set(read())
      }
    })
  const counter = (name: string, help: string, read: () => number) =>
    new Counter({
      name,
      help,
      registers,
      collect() {
        this.reset()
        this.inc(read())
      }
    })
  const counters = (name: string, help: string, read: () => Record<string, number>, label = 'result') =>
    new Counter({
      name,
      help,
      labelNames: [label],
      registers,
      collect() {
        this.reset()
        for (const [value, count] of Object.entries(read())) this.inc({ [label]: value }, count)
      }
    })

  gauge('business_cache_bytes', 'Size of the response cache in bytes.', () => current().cache.size)
  counter(
    'business_cache_hits_total',
    'Responses from the response cache, without routing.',
    () => current().cache.hits
  )
  counters(
    'business_conversions_total',
    'Conversions of pages to Markdown.',
    () => current().site.converter.counts
  )
  counters('business_reloads_total', 'Reloads of the data on SIGHUP.', () => reloads)
  counters(
    'business_limit_reached_total',
    'Connections that were closed, and requests that got 503, because a limit was reached.',
    () => limits,
    'limit'
  )
  gauge(
    'business_data_age_seconds',
    'Seconds since the newest data file was modified.',
    () => (Date.now() - current().modified.getTime()) / 1000
  )

  // Concurrent scrapes share one collection, because it takes milliseconds.
  const collect = sharePending(
    async (registry: Registry) => `${await registry.metrics()}\n${requests.durations.format()}`
  )
  const server = createMetricsServer(registry.contentType, () => collect(registry))
  return { observe: (listener) => requests.observe(listener), server }
}

// Short, because only a few scrapers read the metrics, and none of them sends a body.
const timeouts = { headersTimeout: 10_000, requestTimeout: 15_000, connectionsCheckingInterval: 2_000 }

function createMetricsServer(contentType: string, collect: () => Promise<string>): Server {
  const server = createServer(timeouts, async ({ method, url }, response) => {
    if (method !== 'GET' || url !== '/metrics') return response.writeHead(404).end()
    return response.writeHead(200, { 'content-type': contentType }).end(await collect())
  })
  server.setTimeout(30_000)
  server.maxConnections = 16
  server.maxRequestsPerSocket = 100
  return server
}

type Surface = 'json' | 'html' | 'markdown' | 'mcp' | 'discovery' | 'file' | 'health'

const rules: [path: RegExp, surface: Surface][] = [
  [/^\/(?:api(?:\/|$)|openapi\.json$)/, 'json'],
  [/^\/(?:health|ready)z$/, 'health'],
  [/^\/(?:mcp(?:\/|$)|\.well-known\/mcp(?:[/.]|$))/, 'mcp'],
  [/^\/(?:\.well-known\/|sitemap[^/]*$|[^/]+\.(?:txt|xml)$)/, 'discovery'],
  [/\.md$/, 'markdown'],
  [/\.(?!html?$)[^./]+$/, 'file']
]

// Requests have paths and User-Agent headers of up to 16 KB.
const maxCached = { results: 200, length: 500 }

const readSurface = (path: string) => rules.find(([pattern]) => pattern.test(path))?.[1]
const classifyPath = memoise(readSurface, maxCached.results, maxCached.length)

/** Returns the surface of a request, even if its path does not exist. A page is HTML or Markdown, depending on Accept. */
function classifyRequest({ url = '', headers }: IncomingMessage): Surface {
  const path = withoutQuery(url)
  // A part of a URL keeps the whole URL in memory, so a path before a query is not cached.
  const surface = path === url ? classifyPath(path) : readSurface(path)
  return surface ?? (chooseMediaType(headers.accept) === 'text/markdown' ? 'markdown' : 'html')
}

type Agent = (typeof crawlers)[number] | 'browser' | 'other'

export const classifyAgent = (userAgent = ''): Agent => classify(userAgent)

const readAgent = (userAgent: string): Agent => {
  const text = userAgent.toLowerCase()
  const name = crawlers.find((name) => text.includes(name.toLowerCase()))
  if (name) return name
  // Every browser calls itself Mozilla. So do crawlers, but they add a URL or a word such as "bot".
  return text.startsWith('mozilla/') && !/bot|crawl|spider|https?:|headless/.test(text) ? 'browser' : 'other'
}

const classify = memoise(readAgent, maxCached.results, maxCached.length)

/** prom-client reads the totals at scrape time, because calling it for each request would cost about 10% of a response. */
class Requests {
  // By surface, agent and the first digit of the status.
  readonly #tallies = new Map<Surface, Map<Agent, Map<number, number>>>()
  readonly durations = new Durations()

  constructor(registry: Registry) {
    const tallies = this.#tallies
    new Counter({
      name: 'business_requests_total',
      help: 'Requests by the surface they are for, the class of the status and the family of the agent.',
      labelNames: ['surface', 'status', 'agent'],
      registers: [registry],
      collect() {
        this.reset()
        for (const [surface, agents] of tallies)
          for (const [agent, counts] of agents)
            for (const [digit, count] of counts) this.inc({ surface, status: `${digit}xx`, agent }, count)
      }
    })
  }

  /** Returns a listener that also counts each request, when its response is sent or its client disconnects. */
  observe(listener: RequestListener): RequestListener {
    return (request, response) => {
      const started = performance.now()
      const surface = classifyRequest(request)
      const agent = classifyAgent(request.headers['user-agent'])
      listener(request, response)
      // A cached response is already sent. Waiting for its close event would double the cost of counting.
      if (response.writableEnded) this.#count(response, surface, agent, started)
      else response.once('close', () => this.#count(response, surface, agent, started))
    }
  }

  #count({ statusCode }: ServerResponse, surface: Surface, agent: Agent, started: number) {
    const counts = this.#countsOf(surface, agent)
    const digit = Math.trunc(statusCode / 100)
    counts.set(digit, (counts.get(digit) ?? 0) + 1)
    this.durations.add(surface, (performance.now() - started) / 1000)
  }

  #countsOf(surface: Surface, agent: Agent): Map<number, number> {
    const existing = this.#tallies.get(surface)?.get(agent)
    if (existing) return existing
    const counts = new Map<number, number>()
    this.#tallies.set(surface, (this.#tallies.get(surface) ?? new Map()).set(agent, counts))
    return counts
  }
}

const durationName = 'business_request_duration_seconds'
const durationHelp = 'Time from the head of a request to the end of the response, by surface.'
const bounds = [0.0001, 0.0005, 0.001, 0.005, 0.01, 0.05, 0.1, 0.5, 1, 5, Number.POSITIVE_INFINITY]

interface Tally {
  sum: number
  /** Each bucket counts the requests that took at most `bound` seconds and longer than the previous bound. */
  buckets: { bound: number; count: number }[]
}

/** A histogram whose observations are cheap: the one of prom-client reads its labels again for each. */
class Durations {
  readonly #tallies = new Map<Surface, Tally>()

  add(surface: Surface, seconds: number): void {
    const tally = this.#tallies.get(surface) ?? this.#open(surface)
    tally.sum += seconds
    const bucket = tally.buckets.find(({ bound }) => seconds <= bound)
    if (bucket) bucket.count += 1
  }

  #open(surface: Surface): Tally {
    const tally = { sum: 0, buckets: bounds.map((bound) => ({ bound, count: 0 })) }
    this.#tallies.set(surface, tally)
    return tally
  }

  format(): string {
    const series = Array.from(this.#tallies, ([surface, { sum, buckets }]) => {
      let count = 0
      const lines = buckets.map((bucket) => {
        count += bucket.count
        const le = Number.isFinite(bucket.bound) ? bucket.bound : '+Inf'
        return `${durationName}_bucket{surface="${surface}",le="${le}"} ${count}\n`
      })
      const labels = `{surface="${surface}"}`
      return `${lines.join('')}${durationName}_sum${labels} ${sum}\n${durationName}_count${labels} ${count}\n`
    })
    return `# HELP ${durationName} ${durationHelp}\n# TYPE ${durationName} histogram\n${series.join('')}`
  }
}
