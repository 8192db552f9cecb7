import type { RequestListener, Server } from 'node:http'
import type { FastifyBaseLogger } from 'fastify'
import { type App, buildApp } from './app.ts'
import { readBusiness, readBusinessInThread } from './business/loading/read-business.ts'
import type { Config } from './config.ts'
import { CurrentApp } from './current-app.ts'
import { Errors } from './http/errors.ts'
import { Readiness } from './http/health.ts'
import { createLimits } from './http/limits.ts'
import { monitorEventLoopLag, shedLoad } from './http/overload.ts'
import { createHttpServer } from './http/server.ts'
import { listen } from './listen.ts'
import { createLogger } from './log.ts'
import type { Metrics, MetricsInputs } from './metrics/metrics.ts'
import { type Signals, stopWithNpm } from './signals.ts'
import { version } from './version.ts'

/** Serves until a signal stops the process; SIGHUP reloads the files. */
export async function serve(config: Config, signals: Signals) {
  const logger = createLogger(config.logLevel)
  const readiness = new Readiness()
  const limits = createLimits(logger)
  const warn = logger.warn.bind(logger)
  const settings = { ...config, omitsMissingImages: true }
  const shared = { logger, limits, isReady: () => readiness.probe() }
  const rebuild = async ({ cache, site: { pictures } }: App) => {
    const business = await readBusinessInThread(settings, warn)
    // Frees the memory of the cached responses for the new data. Requests fill the cache again.
    cache.clear()
    return buildApp(config, { ...shared, business, pictures })
  }
  const first = await buildApp(config, { ...shared, business: readBusiness(settings, warn) })
  const current = new CurrentApp(first, { rebuild, logger })
  const metrics = await openMetrics(config, {
    current: () => current.app,
    reloads: current.reloads,
    limits: limits.log.counts
  })

  const listener: RequestListener = (request, response) => {
    // While draining, close each keep-alive connection after its response.
    if (readiness.isDraining) response.setHeader('connection', 'close')
    current.app.listener(request, response)
  }
  const errors = new Errors(config.baseUrl)
  const monitor = monitorEventLoopLag((isOverloaded) =>
    logger.warn(isOverloaded ? 'overloaded' : 'no longer overloaded')
  )
  const guardedListener = shedLoad(monitor.isOverloaded, errors, listener)
  const server = createHttpServer(metrics?.observe(guardedListener) ?? guardedListener, errors, limits.log)

  process.on('uncaughtException', (error) => {
    logger.fatal({ err: error }, 'uncaught exception')
    process.exit(1)
  })

  await listen(server, config.port, config.host)
  const stop = createStop(server, readiness, { logger, graceMs: config.shutdownGraceMs })
  signals.start({ reload: () => current.reload(), stop })
  stopWithNpm(process.env, stop)
  const addresses = { address: server.address(), metrics: metrics?.server.address() }
  const ms = Math.round(performance.now())
  logger.info({ ...addresses, baseUrl: config.baseUrl, version, ms }, 'listening')
  current.prepareSoon()
}

/** Returns a function that drains the server, closes its connections and ends the process. */
const createStop =
  (
    server: Server,
    readiness: Readiness,
    { logger, graceMs }: { logger: FastifyBaseLogger; graceMs: number }
  ) =>
  async (signal: string): Promise<void> => {
    if (readiness.isDraining) return
    logger.info({ signal }, 'stopping')
    setTimeout(() => server.closeAllConnections(), graceMs)
    await readiness.drain(graceMs / 2)
    server.close(() => {
      logger.info('stopped')
      process.exit(0)
    })
  }

/** Starts the metrics server if METRICS_PORT is set. */
async function openMetrics(
  { metricsPort, metricsHost }: Config,
  inputs: MetricsInputs
): Promise<Metrics | undefined> {
  if (metricsPort === undefined) return undefined
  // Imported lazily, because it would add about 10% to every start.
  const { createMetrics } = await import('./metrics/metrics.ts')
  const metrics = createMetrics(inputs)
  await listen(metrics.server, metricsPort, metricsHost, 'METRICS_')
  return metrics
}
