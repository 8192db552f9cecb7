import { cpus } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { measureCache } from './cache.ts'
import { type Case, calls, cases } from './cases.ts'
import { measureCatalogue } from './catalogue.ts'
import { compare, rounds } from './compare.ts'
import { measureConversions, measureCorpus } from './conversion.ts'
import { send } from './exchange.ts'
import { installed } from './installed.ts'
import { measureMetrics } from './metrics.ts'
import { measurePages } from './pages.ts'
import { cores, residentMemory, takeCharge, temporaryFolder } from './processes.ts'
import { caseTable, type Figures, report } from './report.ts'
import {
  type Server,
  startCaddy,
  startExpress,
  startFastify,
  startFastifyStatic,
  startNginx,
  startOurs,
  startSirv
} from './servers.ts'
import { makeSite } from './site.ts'
import { timeToFirstAnswer } from './start.ts'

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { repeats: { type: 'string', default: '6' } }
})
const repeats = Number(values.repeats)
const load = { connections: 32, seconds: 1, repeats }

const work = temporaryFolder()

/** Every server that is installed: this one, what it serves as files, and the others that serve these. */
async function startAll() {
  const ours = await startOurs()
  const site = await makeSite(ours.port, join(work, 'site'))
  const others = await Promise.all([
    ...(installed.nginx ? [startNginx(site, work)] : []),
    ...(installed.caddy ? [startCaddy(site, work)] : []),
    startExpress(site),
    startSirv(site),
    startFastifyStatic(site),
    startFastify(site, 'log'),
    startFastify(site, 'no log')
  ])
  const servers: [Server, ...Server[]] = [ours, ...others]
  const measure = async (requests: Case[]) => {
    const measured: Figures['cases'] = []
    for (const request of requests) {
      progress(request.name)
      measured.push({ name: request.name, costs: await compare(request, servers, load, work) })
    }
    return measured
  }
  return {
    ours,
    site,
    measure,
    stop: async () => void (await Promise.all(servers.map(({ stop }) => stop())))
  }
}

/** Measures every case on every server. */
async function measureCases() {
  const { ours, measure, stop } = await startAll()
  const documents = { cases: await measure(cases), memory: residentMemory(ours.pid) }
  const called = { calls: await measure(calls), memoryCalled: residentMemory(ours.pid) }
  progress('conversions')
  const { body } = await send(ours.port, '/developers/')
  const conversions = measureConversions(body.toString())
  await stop()
  progress('the metrics')
  const metrics = await measureMetrics(load)
  progress('a shared cache')
  const cache = installed.nginx ? await measureCache(load, work) : undefined
  return { ...documents, ...called, conversions, metrics, ...(cache && { cache }) }
}

/** Measures the cases of these names alone. */
async function measureSome(names: string[]): Promise<string> {
  const asked = [...cases, ...calls].filter(({ name }) => names.includes(name))
  if (asked.length < names.length) {
    throw new Error(`the cases are: ${[...cases, ...calls].map(({ name }) => `"${name}"`).join(', ')}`)
  }
  const { measure, stop } = await startAll()
  const measured = await measure(asked)
  await stop()
  return caseTable(measured)
}

const progress = (what: string) =>
  process.stderr.write(`${Math.round(performance.now() / 1000)} s: ${what}\n`)

// `conversion <folder>` converts the pages of a folder, and needs no server.
const [mode, corpus] = positionals
if (mode === 'conversion' && corpus !== undefined) {
  process.stdout.write(measureCorpus(corpus))
  process.exit(0)
}
takeCharge(1800 + repeats * 30)
if (!installed.wrk || !installed.taskset) {
  process.stderr.write('not measured: install wrk and taskset (util-linux), on Linux\n')
  process.exit(0)
}
const absent = Object.entries(installed).flatMap(([name, version]) => (version ? [] : [name]))
if (positionals.length > 0) {
  process.stdout.write(await measureSome(positionals))
  process.exit(0)
}
progress('start')
const start = await timeToFirstAnswer(7)
const measured = await measureCases()
progress('10,000 services')
const catalogue = await measureCatalogue(10_000, load)
progress('10,000 pages')
const pages = await measurePages(10_000)
const setting = [
  new Date().toISOString().slice(0, 10),
  `${cpus()[0]?.model}, ${cpus().length} cores; the server on core ${cores.server}, wrk on core ${cores.load}`,
  Object.entries(installed)
    .flatMap(([name, version]) => (version ? [`${name} ${version}`] : []))
    .join(', '),
  `${load.connections} connections, ${rounds} rounds of ${load.seconds} s`,
  ...(absent.length > 0 ? [`not installed, so left out: ${absent.join(', ')}`] : [])
]
process.stdout.write(report({ setting, ...measured, start, catalogue, pages }))
process.exit(0)
