import { send } from '../../harness/exchange.ts'
import type { Line } from '../process.ts'

/** Megabytes that a process with METRICS_PORT holds, as it tells of itself; `line` is its log of where it listens. */
export async function residentMemory({ metrics }: Line): Promise<number> {
  const { body } = await send(Number(Object(metrics).port), { path: '/metrics' })
  return Math.round(Number(/^process_resident_memory_bytes (\S+)$/m.exec(body)?.[1]) / 1e6)
}
