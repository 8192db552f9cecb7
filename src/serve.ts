import type { RequestListener } from 'node:http'
import { type App, buildApp } from './app.ts'
import { Attempts } from './attempts.ts'
import { formatProblem } from './business/problem.ts'
import { InvalidData, readBusiness, readBusinessInThread } from './business/read.ts'
import { type Config, readConfig } from './config.ts'
import { checkFolders } from './folders.ts'
import { Errors } from './http/errors.ts'
import { Readiness } from './http/health.ts'
import { createLimits } from './http/limits.ts'
import { shedLoad, watchDelay } from './http/overload.ts'
import { createHttpServer } from './http/server.ts'
import { listen } from './listen.ts'
import { createLogger } from './log.ts'
import type { Metrics, MetricsInputs } from './metrics/metrics.ts'
import { type Signals, stopWithNpm } from './signals.ts'
import { version } from './version.ts'

/** Checks the data and prints its item counts. Rejects with the problems if the data is invalid. */
export async function check() {
  const config = readConfig(process.env)
  checkFolders(config)
  const warn = (message: string) => void process.stderr.write(`${message}\n`)
  const business = readBusiness(config, warn)
  const messages = new Set<string>()
  const app = await buildApp(config, { business, warn: (message) => messages.add(message) })
  const disparities = (await app.findDisparities((message) => messages.add(message))).map(formatProblem)
  await app.close()
  for (const message of [...messages].filter((line) => !disparities.includes(line))) warn(message)
  if (disparities.length > 0) throw new InvalidData(disparities)
  const { services, pricing, faq } = business
  const questions = faq.categories.flatMap(({ items }) => items).length
  const counts = [
    count(services.examples.length, 'service'),
    count(pricing.packages.length, 'package'),
    count(questions, 'question')
  ].join(', ')
  process.stdout.write(`${config.dataDir}: no problems (${counts})\n`)
}

const count = (number: number, noun: string) => `${number} ${noun}${number === 1 ? '' : 's'}`

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

// Delays the preparation, so it does not slow down the first requests after a start.
const prepareDelayMs = 1000

/** Serves until a signal stops the process; SIGHUP reloads the files. */
export async function serve(signals: Signals) {
  const config = readConfig(process.env)
  checkFolders(config)
  const logger = createLogger(config.logLevel)
  let isStopping = false
  const readiness = new Readiness()
  const isReady = () => readiness.probe()
  const limits = createLimits(logger)
  const warn = logger.warn.bind(logger)
  const settings = { ...config, omitsMissingImages: true }
  let current = await buildApp(config, { business: readBusiness(settings, warn), logger, isReady, limits })

  async function rebuild() {
    const business = await readBusinessInThread(settings, warn)
    // Frees the memory of the cached responses for the new data. Requests fill the cache again.
    current.cache.clear()
    const { pictures } = current.site
    return buildApp(config, { business, logger, isReady, limits, pictures })
  }

  const reloadCounts = { success: 0, failure: 0 }
  const metrics = await openMetrics(config, {
    current: () => current,
    reloads: reloadCounts,
    limits: limits.log.counts
  })
  const listener: RequestListener = (request, response) => {
    // While draining, close each keep-alive connection after its response.
    if (isStopping) response.setHeader('connection', 'close')
    current.listener(request, response)
  }
  const errors = new Errors(config.baseUrl)
  const monitor = watchDelay((isOverloaded) =>
    logger.warn(isOverloaded ? 'overloaded' : 'no longer overloaded')
  )
  const guardedListener = shedLoad(monitor.isOverloaded, errors, listener)
  const server = createHttpServer(metrics?.observe(guardedListener) ?? guardedListener, errors, limits.log)
  const now = () => Math.round(performance.now())
  /* c8 ignore next: only a bug can cause these failures */
  const logFailure = (message: string) => (error: unknown) => logger.error({ err: error }, message)
  const prepareSoon = ({ prepare }: App) => {
    const start = async () => {
      const started = now()
      await prepare()
      logger.info({ ms: now() - started }, 'prepared')
    }
    setTimeout(() => start().catch(logFailure('preparation failed')), prepareDelayMs).unref()
  }

  const rebuilds = new Attempts<App>((late) => late.close())
  async function reload() {
    const started = now()
    const previous = current
    try {
      current = await rebuilds.run(rebuild)
      reloadCounts.success += 1
      logger.info({ ms: now() - started }, 'reloaded')
      prepareSoon(current)
    } catch (error) {
      reloadCounts.failure += 1
      /* c8 ignore next: any other failure is a bug or a file system that hangs, which no test can cause */
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
    await readiness.drain(config.shutdownGraceMs / 2)
    server.close(() => {
      logger.info('stopped')
      process.exit(0)
    })
  }
  process.on('uncaughtException', (error) => {
    logger.fatal({ err: error }, 'uncaught exception')
    process.exit(1)
  })

  await listen(server, config.port, config.host)
  signals.start({ reload, stop })
  stopWithNpm(process.env, stop)
  const addresses = { address: server.address(), metrics: metrics?.server.address() }
  logger.info({ ...addresses, baseUrl: config.baseUrl, version, ms: now() }, 'listening')
  prepareSoon(current)
}
