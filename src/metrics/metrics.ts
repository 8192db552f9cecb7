import { createServer, type RequestListener, type Server } from 'node:http'
import { Counter, collectDefaultMetrics, Gauge, Registry } from 'prom-client'
import { Requests } from './requests.ts'

/** The sources of all metrics except those of the requests. */
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

  return { observe: (listener) => requests.observe(listener), server: createMetricsServer(registry) }
}

// Short, because only a few scrapers read the metrics, and none of them sends a body.
const timeouts = { headersTimeout: 10_000, requestTimeout: 15_000, connectionsCheckingInterval: 2_000 }

/** Creates the server of the metrics, which does not listen yet. */
function createMetricsServer(registry: Registry): Server {
  // Concurrent scrapes share one collection, because it takes milliseconds.
  let collection: Promise<string> | undefined
  const collect = () => {
    collection ??= registry.metrics().finally(() => {
      collection = undefined
    })
    return collection
  }
  const server = createServer(timeouts, async ({ method, url }, response) => {
    if (method !== 'GET' || url !== '/metrics') return response.writeHead(404).end()
    return response.writeHead(200, { 'content-type': registry.contentType }).end(await collect())
  })
  server.setTimeout(30_000)
  server.maxConnections = 16
  server.maxRequestsPerSocket = 100
  return server
}
