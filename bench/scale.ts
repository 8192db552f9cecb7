import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { cacheName, startCache } from './cache.ts'
import type { Case } from './cases.ts'
import { type Costs, measureRounds, microseconds, requestTo, type Turn, throughput } from './compare.ts'
import { send } from './exchange.ts'
import { installed, node } from './installed.ts'
import type { Load } from './load.ts'
import { cpuTime, residentMemory } from './processes.ts'
import { table } from './report.ts'
import { names, startOurs, startRaw, startWorker } from './servers.ts'
import { writeResponse } from './site.ts'
import { writeCatalogue } from './start.ts'

const sizes = [10, 1000, 2000]
const requests: Case[] = [
  { name: 'page', path: '/pricing/', headers: {} },
  { name: 'page, 304', path: '/pricing/', headers: {}, revalidates: true },
  { name: 'Markdown by Accept', path: '/pricing/', headers: { accept: 'text/markdown' } },
  { name: 'list', path: '/api/v1/faq.json', headers: {} },
  { name: 'item', path: '/api/v1/services/leads.json', headers: {} }
].map((request) => ({ ...request, headers: { 'accept-encoding': 'identity', ...request.headers } }))

/** Measures exports and servers of several numbers of services, and what a response costs on each kind of server. */
export async function measureScale(load: Load, work: string): Promise<string> {
  const rows: string[][] = []
  for (const size of sizes) rows.push(await measureSize(size, join(work, `scale-${size}`)))
  return [
    ...table([
      [
        'services',
        'export',
        'CPU',
        'memory',
        'files',
        'MB',
        'MB, gzip',
        'again',
        'server, at rest',
        'after each page'
      ],
      ...rows
    ]),
    '',
    ...(await compareServers(load, work))
  ].join('\n')
}

async function measureSize(size: number, folder: string): Promise<string[]> {
  const dataDir = join(folder, 'data')
  const ids = writeCatalogue(dataDir, size)
  const out = join(folder, 'public')
  const first = await runExport(dataDir, out)
  const again = await runExport(dataDir, out)
  const files = readdirSync(out, { recursive: true, encoding: 'utf8' })
    .map((name) => join(out, name))
    .filter((file) => statSync(file).isFile())
  const bytes = files.reduce((sum, file) => sum + statSync(file).size, 0)
  const compressed = files.reduce((sum, file) => sum + gzipSync(readFileSync(file)).length, 0)
  const server = await startOurs({ DATA_DIR: dataDir })
  const atRest = residentMemory(server.pid)
  for (const id of ids) await send(server.port, `/services/${id}/`)
  const afterPages = residentMemory(server.pid)
  await server.stop()
  const seconds = (ms: number) => `${(ms / 1000).toFixed(1)} s`
  return [
    String(size),
    ...[seconds(first.ms), seconds(first.cpuMs), `${first.megabytes.toFixed(0)} MB`, String(files.length)],
    ...[(bytes / 1e6).toFixed(1), (compressed / 1e6).toFixed(1), seconds(again.ms)],
    ...[atRest, afterPages].map((megabytes) => `${megabytes.toFixed(0)} MB`)
  ]
}

/** Exports for a worker. Samples the CPU time and the memory, because Node.js reports neither of a child process. */
async function runExport(dataDir: string, out: string) {
  const start = performance.now()
  const child = spawn(node, ['dist/src/business-facts.js', 'export', out, '--host', 'cloudflare'], {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...process.env, BASE_URL: 'https://business.example', DATA_DIR: dataDir }
  })
  const used = { cpuMs: 0, megabytes: 0 }
  const sample = () => {
    try {
      used.cpuMs = cpuTime(Number(child.pid)) / 1000
      const megabytes = residentMemory(Number(child.pid))
      // A process that has ended has no memory, until it is gone.
      if (megabytes > used.megabytes) used.megabytes = megabytes
    } catch {
      // The process is gone.
    }
  }
  const timer = setInterval(sample, 50)
  const [code] = await once(child, 'exit')
  clearInterval(timer)
  if (code !== 0) throw new Error(`the export of ${dataDir} failed`)
  return { ms: performance.now() - start, ...used }
}

/** Returns a table: the responses of each server per second of one core, and as a multiple of bare node:http. */
async function compareServers(load: Load, work: string): Promise<string[]> {
  const out = join(work, 'scale-worker')
  await runExport('data', out)
  const ours = await startOurs({ BASE_URL: 'https://business.example' })
  const others = [
    ...(installed.nginx ? [await startCache(ours.port, join(work, 'scale-cache'))] : []),
    await startWorker(out)
  ]
  const results: { name: string; costs: Costs }[] = []
  for (const request of requests) {
    const turns: Turn[] = []
    for (const server of [ours, ...others]) turns.push({ server, request: await requestTo(server, request) })
    const own = turns[0]?.request ?? request
    const raw = await startRaw(writeResponse(work, await send(ours.port, own.path, own.headers)))
    turns.push({ server: raw, request: own })
    results.push({ name: request.name, costs: await measureRounds(turns, load) })
    await raw.stop()
  }
  for (const { stop } of [ours, ...others]) await stop()
  const shown = [names.raw, names.ours, cacheName, names.worker]
  const describe = (costs: Costs, name: string) => {
    const ratio = throughput(costs, name, names.raw)
    return ratio ? `${Math.round(1e6 / microseconds(costs, name))} (${ratio.median.toFixed(2)})` : ''
  }
  return table([
    ['responses per second of one core', ...shown],
    ...results.map(({ name, costs }) => [name, ...shown.map((server) => describe(costs, server))])
  ])
}
