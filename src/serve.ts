import { once } from 'node:events'
import type { RequestListener } from 'node:http'
import { type App, buildApp } from './app.ts'
import { Attempts } from './attempts.ts'
import { formatProblem } from './business/problem.ts'
import { type Config, readConfig } from './config.ts'
import { Errors } from './http/errors.ts'
import { createLimits } from './http/limits.ts'
import { shedLoad, watchDelay } from './http/overload.ts'
import { Readiness } from './http/readiness.ts'
import { createHttpServer } from './http/server.ts'
import { createLogger } from './log.ts'
import type { Metrics, MetricsInputs } from './metrics/metrics.ts'
import { InvalidData, readBusiness, readBusinessInThread } from './read-business.ts'
import type { Signals } from './signals.ts'
import { version } from './version.ts'

/** Prints whether the data can be served, and how much there is. Rejects with the problems if not. */
export async function check() {
  const config = readConfig(process.env)
  const business = readBusiness(config)
  const app = await buildApp(config, { business })
  const disparities = await app.findDisparities((message) => void process.stderr.write(`${message}\n`))
  await app.close()
  if (disparities.length > 0) throw new InvalidData(disparities.map(formatProblem))
  const { services, pricing, faq } = business
  const questions = faq.categories.flatMap(({ items }) => items).length
  const counts = `${services.examples.length} services, ${pricing.packages.length} packages, ${questions} questions`
  process.stdout.write(`${config.dataDir}: no problems (${counts})\n`)
}

/** Serves the metrics if METRICS_PORT is set. */
async function openMetrics(
  { metricsPort, metricsHost }: Config,
  inputs: MetricsInputs
): Promise<Metrics | undefined> {
  if (metricsPort === undefined) return undefined
  // Loaded only here, because it would make every start a tenth longer.
  const { createMetrics } = await import('./metrics/metrics.ts')
  const metrics = createMetrics(inputs)
  metrics.server.listen(metricsPort, metricsHost)
  await once(metrics.server, 'listening')
  return metrics
}

// Lets the first requests after a start pass before the pages are prepared.
const prepareDelayMs = 1000

/** Serves until a signal ends the process; SIGHUP reloads the files. */
export async function serve(signals: Signals) {
  const config = readConfig(process.env)
  const logger = createLogger(config.logLevel)
  let isStopping = false
  const readiness = new Readiness()
  const isReady = () => readiness.ask()
  const limits = createLimits(logger)
  let current = await buildApp(config, { business: readBusiness(config), logger, isReady, limits })

  async function rebuild() {
    const business = await readBusinessInThread(config)
    // The cached responses make room for the new business; requests fill the cache again.
    current.cache.clear()
    return buildApp(config, { business, logger, isReady, limits })
  }

  const counts = { success: 0, failure: 0 }
  const metrics = await openMetrics(config, {
    current: () => current,
    reloads: counts,
    limits: limits.log.counts
  })
  const listener: RequestListener = (request, response) => {
    // While draining, close each keep-alive connection after its response.
    if (isStopping) response.setHeader('connection', 'close')
    current.listener(request, response)
  }
  const errors = new Errors(config.baseUrl)
  const delay = watchDelay((isOverloaded) =>
    logger.warn(isOverloaded ? 'overloaded' : 'no longer overloaded')
  )
  const shedding = shedLoad(delay.isOverloaded, errors, listener)
  const server = createHttpServer(metrics?.observe(shedding) ?? shedding, errors, limits.log)
  const ms = () => Math.round(performance.now())
  /* c8 ignore next: only a bug makes these fail, which no data brings about */
  const logFailure = (message: string) => (error: unknown) => logger.error({ err: error }, message)
  const prepareSoon = ({ prepare }: App) => {
    const start = async () => {
      const started = ms()
      await prepare()
      logger.info({ ms: ms() - started }, 'prepared')
    }
    setTimeout(() => start().catch(logFailure('preparation failed')), prepareDelayMs).unref()
  }

  const rebuilds = new Attempts<App>((late) => late.close())
  async function reload() {
    const started = ms()
    const previous = current
    try {
      current = await rebuilds.run(rebuild)
      counts.success += 1
      logger.info({ ms: ms() - started }, 'reloaded')
      prepareSoon(current)
    } catch (error) {
      counts.failure += 1
      /* c8 ignore next: any other failure is a bug or a file system that hangs, which no test brings about */
      const reason = error instanceof InvalidData ? { problems: error.lines } : { err: error }
      logger.error(reason, 'reload failed, still serving the previous data')
      return
    }
    await previous.close().catch(logFailure('closing the previous app failed'))
  }

  async function stop(signal: string) {
    if (isStopping) return
    isStopping = true
    logger.info({ signal }, 'stopping')
    setTimeout(() => server.closeAllConnections(), config.shutdownGraceMs)
    await readiness.end(config.shutdownGraceMs / 2)
    server.close(() => {
      logger.info('stopped')
      process.exit(0)
    })
  }
  process.on('uncaughtException', (error) => {
    logger.fatal({ err: error }, 'uncaught exception')
    process.exit(1)
  })

  server.listen(config.port, config.host)
  await once(server, 'listening')
  signals.start({ reload, stop })
  const addresses = { address: server.address(), metrics: metrics?.server.address() }
  logger.info({ ...addresses, baseUrl: config.baseUrl, version, ms: ms() }, 'listening')
  prepareSoon(current)
}
