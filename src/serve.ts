import { once } from 'node:events'
import type { RequestListener, Server } from 'node:http'
import type { FastifyBaseLogger } from 'fastify'
import type { App } from './app.ts'
import { codeOf, fieldOf } from './base/json-value.ts'
import { type Config, checkFolders } from './config.ts'
import { Errors } from './http/errors.ts'
import { Readiness } from './http/health.ts'
import { createLimits } from './http/limits.ts'
import { createHttpServer, shedLoad } from './http/server.ts'
import { createLogger } from './log.ts'
import type { createMetrics } from './metrics/metrics.ts'
import { type catchSignals, stopWithNpm } from './signals.ts'
import { version } from './version.ts'

/** Serves until a signal stops the process; SIGHUP reloads the files. */
export async function serve(config: Config, signals: ReturnType<typeof catchSignals>) {
  const logger = createLogger(config.logLevel)
  const warn = logger.warn.bind(logger)
  const [{ buildApp }, { readBusiness, readBusinessInThread }, { createCurrentApp }] = await Promise.all([
    import('./app.ts'),
    import('./business/loading/load.ts'),
    import('./current-app.ts')
  ])
  const readiness = new Readiness()
  const limits = createLimits(logger)
  const settings = { ...config, omitsMissingImages: true }
  const shared = { logger, limits, isReady: () => readiness.probe() }
  const rebuild = async (previous: App) => {
    checkFolders(config)
    const business = await readBusinessInThread(settings, warn)
    // Frees the memory of the cached responses for the new data. Requests fill the cache again.
    previous.cache.clear()
    return buildApp(config, { ...shared, business, pictures: previous.site.pictures })
  }
  const first = await buildApp(config, { ...shared, business: await readBusiness(settings, warn) })
  const current = createCurrentApp(first, { rebuild, logger })
  const metrics = await openMetrics(config, {
    current: current.app,
    reloads: current.reloads,
    limits: limits.log.counts
  })

  const listener: RequestListener = (request, response) => {
    // While draining, close each keep-alive connection after its response.
    if (readiness.isDraining) response.setHeader('connection', 'close')
    current.app().listener(request, response)
  }
  const errors = new Errors(config.baseUrl)
  const guardedListener = shedLoad(listener, errors, (hasBegun) =>
    logger.warn(hasBegun ? 'overloaded' : 'no longer overloaded')
  )
  const server = createHttpServer(metrics?.observe(guardedListener) ?? guardedListener, errors, limits.log)

  process.on('uncaughtException', (error) => {
    logger.fatal({ err: error }, 'uncaught exception')
    process.exit(1)
  })

  await listen(server, config.port, config.host)
  const stop = createStop(server, readiness, logger, config.shutdownGraceMs)
  signals.start({ reload: current.reload, stop })
  stopWithNpm(process.env, stop)
  const addresses = { address: server.address(), metrics: metrics?.server.address() }
  const ms = Math.round(performance.now())
  const isTerminal = process.stdout.isTTY
  logger.info(isTerminal ? { ms } : { ...addresses, baseUrl: config.baseUrl, version, ms }, 'listening')
  await current.prepareSoon()
  if (isTerminal) process.stdout.write(describeNext(config, Number(fieldOf(addresses.address, 'port'))))
}

const describeNext = ({ host, dataDir }: Config, port: number) =>
  `\nOpen http://${/^(?:0\.0\.0\.0|::|127\.0\.0\.1)$/.test(host) ? 'localhost' : host}:${port}/\n` +
  `After an edit of ${dataDir}, run: npm run reload. Ctrl+C stops the server.\n`

const createStop =
  (server: Server, readiness: Readiness, logger: FastifyBaseLogger, graceMs: number) =>
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

async function openMetrics(
  { metricsPort, metricsHost }: Config,
  inputs: Parameters<typeof createMetrics>[0]
) {
  if (metricsPort === undefined) return undefined
  // Imported lazily, because it would add about 10% to every start.
  const metrics = (await import('./metrics/metrics.ts')).createMetrics(inputs)
  await listen(metrics.server, metricsPort, metricsHost, 'METRICS_')
  return metrics
}

/** Rejects with one line that names the settings, with a prefix, if the server cannot listen. */
export async function listen(server: Server, port: number, host: string, prefix: '' | 'METRICS_' = '') {
  server.listen(port, host)
  try {
    await once(server, 'listening')
  } catch (error) {
    const code = codeOf(error)
    throw new Error(
      code === 'EADDRINUSE'
        ? `${prefix}PORT: ${port} is already in use. Stop the other process, or set another port.`
        : `${prefix}HOST, ${prefix}PORT: cannot listen on "${host}", port ${port} (${code}). Set an address of this machine, such as 127.0.0.1, and a port from 1024.`
    )
  }
}
