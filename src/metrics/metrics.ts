import { createServer, type IncomingMessage, type RequestListener } from 'node:http'
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import { sharePending } from '../base/cache.ts'
import { crawlers } from '../base/crawlers.ts'
import { withoutQuery } from '../base/url-path.ts'
import { chooseMediaType } from '../http/negotiation.ts'

interface Inputs {
  current: () => {
    cache: { size: number; hits: number }
    site: { converter: { counts: Record<'success' | 'failure', number> } }
    modified: Date
  }
  reloads: Record<'success' | 'failure', number>
  limits: Record<string, number>
}

// Short, because only a few scrapers read the metrics, and none of them sends a body.
const timeouts = { headersTimeout: 10_000, requestTimeout: 15_000, connectionsCheckingInterval: 2_000 }

/** Creates the metrics (Prometheus text format). A reload resets the counters of the cache and of conversions. */
export function createMetrics({ current, reloads, limits }: Inputs) {
  const registry = new Registry()
  const registers = [registry]
  collectDefaultMetrics({ register: registry })
  const requests = new Counter({
    name: 'business_requests_total',
    help: 'Requests by the surface they are for, the class of the status and the family of the agent.',
    labelNames: ['surface', 'status', 'agent'],
    registers
  })
  const durations = new Histogram({
    name: 'business_request_duration_seconds',
    help: 'Time from the head of a request to the end of the response, by surface.',
    labelNames: ['surface'],
    buckets: [0.0001, 0.0005, 0.001, 0.005, 0.01, 0.05, 0.1, 0.5, 1, 5],
    registers
  })
  const gauge = (name: string, help: string, read: () => number) =>
    new Gauge({
      name,
      help,
      registers,
      collect() {
        this.set(read())
      }
    })
  const counter = (name: string, help: string, label: string, read: () => Record<string, number>) =>
    new Counter({
      name,
      help,
      labelNames: label ? [label] : [],
      registers,
      collect() {
        this.reset()
        for (const [value, count] of Object.entries(read())) this.inc(label ? { [label]: value } : {}, count)
      }
    })
  gauge('business_cache_bytes', 'Size of the response cache in bytes.', () => current().cache.size)
  counter('business_cache_hits_total', 'Responses from the response cache, without routing.', '', () => ({
    hits: current().cache.hits
  }))
  counter(
    'business_conversions_total',
    'Conversions of pages to Markdown.',
    'result',
    () => current().site.converter.counts
  )
  counter('business_reloads_total', 'Reloads of the data on SIGHUP.', 'result', () => reloads)
  counter(
    'business_limit_reached_total',
    'Connections that were closed, and requests that got 503, because a limit was reached.',
    'limit',
    () => limits
  )
  gauge(
    'business_data_age_seconds',
    'Seconds since the newest data file was modified.',
    () => (Date.now() - current().modified.getTime()) / 1000
  )

  // Concurrent scrapes share one collection, because it takes milliseconds.
  const collect = sharePending<void, string>(() => registry.metrics())
  const server = createServer(timeouts, async ({ method, url }, response) => {
    if (method !== 'GET' || url !== '/metrics') return response.writeHead(404).end()
    return response.writeHead(200, { 'content-type': registry.contentType }).end(await collect())
  })
  server.setTimeout(30_000)
  server.maxConnections = 16
  server.maxRequestsPerSocket = 100
  return {
    observe:
      (listener: RequestListener): RequestListener =>
      (request, response) => {
        const surface = classifyRequest(request)
        const agent = classifyAgent(request.headers['user-agent'])
        const stop = durations.startTimer({ surface })
        response.once('close', () => {
          requests.inc({ surface, status: `${Math.trunc(response.statusCode / 100)}xx`, agent })
          stop()
        })
        listener(request, response)
      },
    server
  }
}

const rules: [path: RegExp, surface: string][] = [
  [/^\/(?:api(?:\/|$)|openapi\.json$)/, 'json'],
  [/^\/(?:health|ready)z$/, 'health'],
  [/^\/(?:mcp(?:\/|$)|\.well-known\/mcp(?:[/.]|$))/, 'mcp'],
  [/^\/(?:\.well-known\/|sitemap[^/]*$|[^/]+\.(?:txt|xml)$)/, 'discovery'],
  [/\.md$/, 'markdown'],
  [/\.(?!html?$)[^./]+$/, 'file']
]

/** Returns the surface of a request, even if its path does not exist. A page is HTML or Markdown, depending on Accept. */
function classifyRequest({ url = '', headers }: IncomingMessage): string {
  const path = withoutQuery(url)
  const surface = rules.find(([pattern]) => pattern.test(path))?.[1]
  return surface ?? (chooseMediaType(headers.accept) === 'text/markdown' ? 'markdown' : 'html')
}

function classifyAgent(userAgent = ''): string {
  const text = userAgent.toLowerCase()
  const name = crawlers.find((name) => text.includes(name.toLowerCase()))
  if (name) return name
  // Every browser calls itself Mozilla. So do crawlers, but they add a URL or a word such as "bot".
  return text.startsWith('mozilla/') && !/bot|crawl|spider|https?:|headless/.test(text) ? 'browser' : 'other'
}
