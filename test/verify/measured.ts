import { appendFileSync } from 'node:fs'
import type { Test } from 'tap'
import { send } from '../../harness/exchange.ts'
import { fieldOf } from '../../src/base/json-value.ts'
import { type Line, runToEnd } from '../process.ts'

// About 2 MB.
const reference = JSON.stringify(
  Array.from({ length: 20_000 }, (_, id) => ({ id, summary: 'word '.repeat(18) }))
)

/** Returns how many times slower this machine is now than the one of the limits, which parses and writes 20 MB of JSON in 100 ms. */
function slowness(): number {
  const before = process.cpuUsage()
  for (let count = 0; count < 10; count += 1) JSON.stringify(JSON.parse(reference))
  const { user, system } = process.cpuUsage(before)
  return Math.max(1, (user + system) / 100_000)
}

/**
 * Records a measured value for the table of `npm run verify`. A value above the limit is information; above twice the limit,
 * which for times follows the speed of this machine, it fails.
 */
export function measure(t: Test, name: string, value: number, limit: number, unit: 'ms' | 'MB'): void {
  const scaled = unit === 'ms' ? limit * slowness() : limit
  const file = process.env.MEASURED
  if (file !== undefined) appendFileSync(file, `${JSON.stringify({ name, value, limit: scaled, unit })}\n`)
  t.ok(
    value <= 2 * scaled,
    `${name}: ${Math.round(value)} ${unit}, the limit is ${Math.round(scaled)} ${unit}`
  )
}

/** Returns the resident memory in MB that a server with METRICS_PORT reports; `line` is its log line `listening`. */
export async function residentMemory({ metrics }: Line): Promise<number> {
  const { body } = await send(Number(fieldOf(metrics, 'port')), { path: '/metrics' })
  return Math.round(Number(/^process_resident_memory_bytes (\S+)$/m.exec(body)?.[1]) / 1e6)
}

/** Runs a command to its end. Returns its exit code, its standard error, its CPU time in ms and its peak of memory in MB. */
export function runMeasured(args: string[], settings: Record<string, string>) {
  const report = 'process.on("exit",()=>console.error(JSON.stringify(process.resourceUsage())))'
  const { status, stderr } = runToEnd(args, settings, '.', report)
  const { userCPUTime, systemCPUTime, maxRSS } = JSON.parse(/\{.*\}\s*$/.exec(stderr)?.[0] ?? '{}')
  return { status, stderr, cpuMs: (userCPUTime + systemCPUTime) / 1000, peakMb: maxRSS / 1024 }
}
