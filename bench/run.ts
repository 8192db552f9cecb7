import { cpus } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { measureCache } from './cache.ts'
import { type Case, calls, cases } from './cases.ts'
import { measureCatalogue } from './catalogue.ts'
import { compare, compareBuilds } from './compare.ts'
import { measureConversions, measureCorpus } from './conversion.ts'
import { send } from './exchange.ts'
import { installed } from './installed.ts'
import { measureMetrics } from './metrics.ts'
import { measurePages } from './pages.ts'
import { cores, createTemporaryFolder, residentMemory, setUpProcess } from './processes.ts'
import { buildTable, caseTable, type Figures, report } from './report.ts'
import { measureScale } from './scale.ts'
import {
  type Server,
  startBuild,
  startCaddy,
  startExpress,
  startFastify,
  startFastifyStatic,
  startNginx,
  startOurs,
  startSirv
} from './servers.ts'
import { makeSite } from './site.ts'
import { measureStart } from './start.ts'

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    repeats: { type: 'string', default: '6' },
    rounds: { type: 'string', default: '5' },
    against: { type: 'string' }
  }
})
const repeats = Number(values.repeats)
const rounds = Number(values.rounds)
const load = { connections: 32, seconds: 1, rounds, repeats }

const work = createTemporaryFolder()

/** Starts this server, writes its responses as files, and starts every installed server that serves these files. */
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
    const results: Figures['cases'] = []
    for (const request of requests) {
      progress(request.name)
      results.push({ name: request.name, costs: await compare(request, servers, load, work) })
    }
    return results
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
  const mcp = { calls: await measure(calls), memoryAfterCalls: residentMemory(ours.pid) }
  progress('conversions')
  const { body } = await send(ours.port, '/developers/')
  const conversions = measureConversions(body.toString())
  await stop()
  progress('the metrics')
  const metrics = await measureMetrics(load)
  progress('a shared cache')
  const cache = installed.nginx ? await measureCache(load, work) : undefined
  return { ...documents, ...mcp, conversions, metrics, ...(cache && { cache }) }
}

/** Measures only the cases with these names. */
async function measureSome(names: string[]): Promise<string> {
  const selected = select(names)
  const { measure, stop } = await startAll()
  const results = await measure(selected)
  await stop()
  return caseTable(results)
}

/** Measures the cases with these names, or all of them, on this build and on the one in `folder`, in the same rounds. */
async function measureAgainst(folder: string, names: string[]): Promise<string> {
  const selected = names.length > 0 ? select(names) : [...cases, ...calls]
  // The same data, because a longer body takes more time.
  const builds = [await startOurs({ DATA_DIR: join(folder, 'data') }), await startBuild(folder)]
  // A build loads the MCP SDK after its start or at the first call. The larger heap makes every response slower.
  for (const { port } of builds)
    for (const { path, headers, body } of calls) await send(port, path, headers, body)
  const results: Figures['cases'] = []
  for (const request of selected) {
    progress(request.name)
    results.push({ name: request.name, costs: await compareBuilds(request, builds, load, work) })
  }
  return buildTable(results, folder)
}

/** Returns the cases with these names. */
function select(names: string[]): Case[] {
  const selected = [...cases, ...calls].filter(({ name }) => names.includes(name))
  if (selected.length === names.length) return selected
  const all = [...cases, ...calls].map(({ name }) => `"${name}"`).join(', ')
  throw new Error(`unknown case. The cases are: ${all}`)
}

const progress = (task: string) =>
  process.stderr.write(`${Math.round(performance.now() / 1000)} s: ${task}\n`)

// `conversion <folder>` only converts the pages of a folder, without a server.
const [mode, corpus] = positionals
if (mode === 'conversion' && corpus !== undefined) {
  process.stdout.write(measureCorpus(corpus))
  process.exit(0)
}
setUpProcess(1800 + repeats * 30)
if (!installed.wrk || !installed.taskset) {
  process.stderr.write('cannot measure: wrk or taskset is missing. Install wrk and util-linux, on Linux.\n')
  process.exit(0)
}
const missing = Object.entries(installed).flatMap(([name, version]) => (version ? [] : [name]))
if (values.against !== undefined) {
  process.stdout.write(await measureAgainst(values.against, positionals))
  process.exit(0)
}
if (positionals.length > 0 && mode !== 'scale') {
  process.stdout.write(await measureSome(positionals))
  process.exit(0)
}
// `scale` measures several numbers of services, and the worker; it needs `npm ci --prefix test/edge`.
if (mode === 'scale') {
  process.stdout.write(`${await measureScale(load, work)}\n`)
  process.exit(0)
}
progress('start')
const start = await measureStart(7)
const results = await measureCases()
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
  ...(missing.length > 0 ? [`not installed, so left out: ${missing.join(', ')}`] : [])
]
process.stdout.write(report({ setting, ...results, start, catalogue, pages }))
process.exit(0)
