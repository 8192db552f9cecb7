import { cpus } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { type Case, calls, cases } from './cases.ts'
import { measureCatalogue } from './catalogue.ts'
import { compare, rounds } from './compare.ts'
import { measureConversions } from './conversion.ts'
import { send } from './exchange.ts'
import { installed } from './installed.ts'
import { measurePages } from './pages.ts'
import { cores, residentMemory, takeCharge, temporaryFolder } from './processes.ts'
import { type Figures, report } from './report.ts'
import {
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

const { values } = parseArgs({ options: { repeats: { type: 'string', default: '6' } } })
const repeats = Number(values.repeats)
const load = { connections: 32, seconds: 1, repeats }

/** Measures every case on every server that is installed. */
async function measureCases(): Promise<
  Pick<Figures, 'cases' | 'calls' | 'memory' | 'memoryCalled' | 'conversions'>
> {
  const work = temporaryFolder()
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
  const measure = async (requests: Case[]) => {
    const measured: Figures['cases'] = []
    for (const request of requests) {
      progress(request.name)
      measured.push({ name: request.name, costs: await compare(request, [ours, ...others], load, work) })
    }
    return measured
  }
  const documents = { cases: await measure(cases), memory: residentMemory(ours.pid) }
  const called = { calls: await measure(calls), memoryCalled: residentMemory(ours.pid) }
  progress('conversions')
  const { body } = await send(ours.port, '/developers/')
  const conversions = measureConversions(body.toString())
  for (const { stop } of [ours, ...others]) await stop()
  return { ...documents, ...called, conversions }
}

const progress = (what: string) =>
  process.stderr.write(`${Math.round(performance.now() / 1000)} s: ${what}\n`)

takeCharge(600 + repeats * 10)
if (!installed.wrk || !installed.taskset) {
  process.stderr.write('not measured: install wrk and taskset (util-linux), on Linux\n')
  process.exit(0)
}
const absent = Object.entries(installed).flatMap(([name, version]) => (version ? [] : [name]))
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
