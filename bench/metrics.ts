import { freePort } from '../test/free-port.ts'
import { cases } from './cases.ts'
import { type Costs, measureRounds } from './compare.ts'
import type { Load } from './load.ts'
import { startOurs } from './servers.ts'

export const counting = 'with METRICS_PORT'

/** What an answer costs this server with the metrics and without; many rounds, as the difference is small. */
export async function measureMetrics(load: Load): Promise<{ name: string; costs: Costs }[]> {
  const plain = await startOurs()
  const counted = { ...(await startOurs({ METRICS_PORT: String(await freePort()) })), name: counting }
  const measured: { name: string; costs: Costs }[] = []
  for (const request of cases.filter(({ name }) => ['item', 'page'].includes(name))) {
    const turns = [plain, counted].map((server) => ({ server, request }))
    measured.push({ name: request.name, costs: await measureRounds(turns, load, 25) })
  }
  for (const { stop } of [plain, counted]) await stop()
  return measured
}
