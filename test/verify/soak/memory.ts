import { send } from '../../../harness/exchange.ts'
import { fieldOf } from '../../../src/base/json-value.ts'
import type { Line } from '../../process.ts'

/** Returns the resident memory in MB that a server with METRICS_PORT reports; `line` is its log line `listening`. */
export async function residentMemory({ metrics }: Line): Promise<number> {
  const { body } = await send(Number(fieldOf(metrics, 'port')), { path: '/metrics' })
  return Math.round(Number(/^process_resident_memory_bytes (\S+)$/m.exec(body)?.[1]) / 1e6)
}
