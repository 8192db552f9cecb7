import { once } from 'node:events'
import type { RequestListener } from 'node:http'
import { checkVersions } from './api/check-versions.ts'
import { versions } from './api/versions.ts'
import { type Assembly, assemble, checkSite } from './assemble.ts'
import { Attempts } from './attempts.ts'
import { type Config, readConfig } from './config.ts'
import { Errors } from './http/errors.ts'
import { createLimits } from './http/limits.ts'
import { shedLoad, watchDelay } from './http/overload.ts'
import { Readiness } from './http/readiness.ts'
import { createHttpServer } from './http/server.ts'
import { createLogger } from './log.ts'
import type { Metrics, Sources } from './metrics/metrics.ts'
import { InvalidData, readBusiness, readBusinessInThread } from './read-business.ts'
import type { Signals } from './signals.ts'
import { version } from './version.ts'

/** Says whether the data can be served, and how much of it there is. */
export async function check() {
  checkVersions(versions)
  const config = readConfig(process.env)
  const business = readBusiness(config)
  await checkSite(config, business)
  const { services, pricing, faq } = business
  const questions = faq.categories.flatMap(({ items }) => items).length
  const counts = `${services.examples.length} services, ${pricing.packages.length} packages, ${questions} questions`
  process.stdout.write(`${config.dataDir}: no problems (${counts})\n`)
}

/** The metrics at a port of their own, if there is to be one. */
async function openMetrics(
  { metricsPort, metricsHost }: Config,
  sources: Sources
): Promise<Metrics | undefined> {
  if (metricsPort === undefined) return undefined
  // Loaded for who asks for it alone, as it would make every start a tenth longer.
  const { createMetrics } = await import('./metrics/metrics.ts')
  const metrics = createMetrics(sources)
  metrics.server.listen(metricsPort, metricsHost)
  await once(metrics.server, 'listening')
  return metrics
}

// The first requests after a start are answered before the pages are prepared.
const restMs = 1000

/** Listens until a signal ends the process; SIGHUP reads the files again. */
export async function serve(signals: Signals) {
  const config = readConfig(process.env)
  const logger = createLogger(config.logLevel)
  let isStopping = false
  const readiness = new Readiness()
  const isReady = () => readiness.ask()
  const limits = createLimits(logger)
  let current = await assemble(config, logger, isReady, limits)

  async function rebuild() {
    const business = await readBusinessInThread(config)
    // The responses that are cached make room for the new business; requests fill the cache again.
    current.kept.clear()
    return assemble(config, logger, isReady, limits, business)
  }

  const counts = { good: 0, refused: 0 }
  const metrics = await openMetrics(config, {
    current: () => current,
    reloads: counts,
    limits: limits.log.counts
  })
  const listener: RequestListener = (request, response) => {
    // Whoever still holds a connection is told with its last answer that it ends.
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
  /* c8 ignore next: what it is called with is a fault of ours, which no data brings about */
  const fault = (error: unknown) => logger.error({ err: error }, 'fault')
  const prepareSoon = ({ prepare }: Assembly) => {
    const start = async () => {
      const started = ms()
      await prepare()
      logger.info({ ms: ms() - started }, 'prepared')
    }
    setTimeout(() => start().catch(fault), restMs).unref()
  }

  const rebuilds = new Attempts<Assembly>((late) => late.close())
  async function reload() {
    const started = ms()
    const previous = current
    try {
      current = await rebuilds.run(rebuild)
      counts.good += 1
      logger.info({ ms: ms() - started }, 'reloaded')
      prepareSoon(current)
    } catch (error) {
      counts.refused += 1
      /* c8 ignore next: any other failure is a bug or a file system that hangs, which no test brings about */
      const reason = error instanceof InvalidData ? { problems: error.lines } : { err: error }
      logger.error(reason, 'reload refused: what was served before is served still')
      return
    }
    await previous.close().catch(fault)
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
    logger.fatal({ err: error }, 'fault')
    process.exit(1)
  })

  server.listen(config.port, config.host)
  await once(server, 'listening')
  signals.start({ reload, stop })
  const addresses = { address: server.address(), metrics: metrics?.server.address() }
  logger.info({ ...addresses, baseUrl: config.baseUrl, version, ms: ms() }, 'listening')
  prepareSoon(current)
}
