import { once } from 'node:events'
import type { RequestListener } from 'node:http'
import { type Assembly, assemble, checkSite, InvalidData, readBusiness } from './assemble.ts'
import { type Config, readConfig } from './config.ts'
import { Errors } from './http/errors.ts'
import { createLimits } from './http/limits.ts'
import { shedLoad, watchDelay } from './http/overload.ts'
import { Readiness } from './http/readiness.ts'
import { createHttpServer } from './http/server.ts'
import { createLogger } from './log.ts'
import type { Metrics, Sources } from './metrics/metrics.ts'
import { version } from './version.ts'

/** Says whether the data can be served, and how much of it there is. */
async function check(config: Config) {
  const business = await readBusiness(config)
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

// After a start, who comes first is answered before the pages are made ready.
const restMs = 3000

/** Listens until a signal ends the process; SIGHUP reads the files anew. */
async function serve(config: Config) {
  const logger = createLogger(config.logLevel)
  let isStopping = false
  const readiness = new Readiness()
  const limits = createLimits(logger)
  const build = () => assemble(config, logger, () => readiness.ask(), limits)
  let current = await build()

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
  const server = createHttpServer(metrics?.observe(shedding) ?? shedding, errors, () =>
    limits.log.count('connections')
  )
  const ms = () => Math.round(performance.now())
  /* c8 ignore next: what it is called with is a fault of ours, which no data brings about */
  const fault = (error: unknown) => logger.error({ err: error }, 'fault')
  const prepareSoon = ({ prepare }: Assembly) => {
    setTimeout(() => prepare().catch(fault), restMs).unref()
  }

  async function reload() {
    const started = ms()
    const previous = current
    try {
      current = await build()
      counts.good += 1
      logger.info({ ms: ms() - started }, 'reloaded')
      prepareSoon(current)
    } catch (error) {
      counts.refused += 1
      /* c8 ignore next: whatever else fails is a fault of ours, which no data brings about */
      const reason = error instanceof InvalidData ? { problems: error.lines } : { err: error }
      logger.error(reason, 'reload refused: what was served before is served still')
      return
    }
    await previous.close().catch(fault)
  }
  let reloads = Promise.resolve()
  process.on('SIGHUP', () => {
    reloads = reloads.then(reload)
  })

  async function stop(signal: string) {
    if (isStopping) return
    isStopping = true
    logger.info({ signal }, 'stopping')
    setTimeout(() => server.closeAllConnections(), config.shutdownGraceMs)
    await readiness.end(Math.min(5000, config.shutdownGraceMs / 2))
    server.close(() => {
      logger.info('stopped')
      process.exit(0)
    })
  }
  process.on('SIGTERM', stop)
  process.on('SIGINT', stop)
  process.on('uncaughtException', (error) => {
    logger.fatal({ err: error }, 'fault')
    process.exit(1)
  })

  // Last: whoever reads that it listens may send it a signal at once.
  server.listen(config.port, config.host)
  await once(server, 'listening')
  const addresses = { address: server.address(), metrics: metrics?.server.address() }
  logger.info({ ...addresses, baseUrl: config.baseUrl, version, ms: ms() }, 'listening')
  prepareSoon(current)
}

try {
  const config = readConfig(process.env)
  await (process.argv.includes('--check') ? check(config) : serve(config))
} catch (error) {
  // What the operator did is said in its lines, without a stack.
  process.stderr.write(`${Object(error).message}\n`)
  process.exit(1)
}
