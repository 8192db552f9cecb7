import { cpus } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import { newConnections, send } from '../harness/exchange.ts'
import { type Case, cases } from './cases.ts'
import { measureCost } from './load.ts'
import { residentMemory, type Server, setUp, startOurs, startRaw } from './servers.ts'

const rounds = 5

/** Measures one case on this server, and on bare node:http with the same bytes, in the same rounds. */
async function compare(request: Case, ours: Server): Promise<string[]> {
  const own = await withEtag(request, ours)
  const raw = await startRaw(await exchange(ours, own))
  // The first round only warms both up.
  const costs: { raw: number; ours: number }[] = []
  for (let round = 0; round <= rounds; round += 1)
    costs.push({ raw: await measureCost(raw, own), ours: await measureCost(ours, own) })
  await raw.stop()
  const counted = costs.slice(1)
  const ratios = counted.map(({ raw, ours }) => raw / ours).toSorted((a, b) => a - b)
  const spread = `${ratios.at(0)?.toFixed(2)}–${ratios.at(-1)?.toFixed(2)}`
  return [
    request.name,
    median(counted.map(({ raw }) => raw)).toFixed(1),
    median(counted.map(({ ours }) => ours)).toFixed(1),
    `${median(ratios).toFixed(2)} (${spread})`
  ]
}

async function withEtag(request: Case, server: Server): Promise<Case> {
  if (!request.revalidates) return request
  const { etag } = (await exchange(server, request)).headers
  return { ...request, headers: { ...request.headers, ...(etag && { 'if-none-match': etag }) } }
}

const exchange = ({ port }: Server, request: Case) => send(port, request, newConnections)

/** Measures the time to the first response, and the memory two seconds later: medians of `rounds` starts. */
async function measureStart(start: () => Promise<Server>): Promise<{ time: string; memory: string }> {
  const times: number[] = []
  const memories: number[] = []
  for (let round = 0; round < rounds; round += 1) {
    const server = await start()
    await sleep(2000)
    times.push(server.start)
    memories.push(residentMemory(server))
    await server.stop()
  }
  return { time: `${median(times).toFixed(0)} ms`, memory: `${median(memories).toFixed(0)} MB` }
}

const median = (values: number[]) =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN

const table = ([head = [], ...rows]: string[][]) =>
  [head, head.map((_cell, index) => (index === 0 ? '---' : '--:')), ...rows]
    .map((cells) => `| ${cells.join(' | ')} |\n`)
    .join('')

setUp()
const names = process.argv.slice(2)
const selected = cases.filter(({ name }) => names.length === 0 || names.includes(name))
if (selected.length < names.length)
  throw new Error(`unknown case. The cases are: ${cases.map(({ name }) => `"${name}"`).join(', ')}`)

const ours = await startOurs()
// What the server does in the background after its start is no cost of a response.
await sleep(3000)
const rows: string[][] = []
for (const request of selected) {
  process.stderr.write(`${request.name}\n`)
  rows.push(await compare(request, ours))
}
const afterLoad = `${residentMemory(ours).toFixed(0)} MB`
const response = await exchange(ours, { name: '', path: '/api/v1/faq.json' })
await ours.stop()
process.stdout.write(
  `${new Date().toISOString().slice(0, 10)}: ${cpus()[0]?.model}, ${cpus().length} cores, Node.js ${process.versions.node}\n\n${table(
    [['case', 'node:http, µs', 'this server, µs', 'ratio'], ...rows]
  )}`
)
if (names.length === 0) {
  const [own, raw] = [await measureStart(startOurs), await measureStart(() => startRaw(response))]
  process.stdout.write(
    `\n${table([
      ['', 'node:http', 'this server'],
      ['start to the first response', raw.time, own.time],
      ['memory after the start', raw.memory, own.memory],
      ['memory after the load', '', afterLoad]
    ])}`
  )
}
process.exit(0)
