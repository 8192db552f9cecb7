import { cases } from './cases.ts'
import { median, type Ratio } from './compare.ts'
import { send } from './exchange.ts'
import { type Load, measureCost } from './load.ts'
import { startMetricsServer } from './servers.ts'

/** Measures the throughput of this server with metrics, as a multiple of that without. */
export async function measureMetrics(load: Load): Promise<{ name: string; ratio: Ratio }[]> {
  const results: { name: string; ratio: Ratio }[] = []
  for (const request of cases.filter(({ name }) => ['item', 'page'].includes(name))) {
    const server = await startMetricsServer()
    await measureCost(server, request, { ...load, seconds: 45 })
    const [plain, withMetrics]: [number[], number[]] = JSON.parse(
      (await send(server.port, '/figures')).body.toString()
    )
    await server.stop()
    const ratios = withMetrics.map((cost, at) => (plain[at] ?? Number.NaN) / cost).sort((a, b) => a - b)
    const quarter = Math.floor(ratios.length / 4)
    const [low = Number.NaN, high = Number.NaN] = [ratios[quarter], ratios.at(-1 - quarter)]
    results.push({ name: request.name, ratio: { median: median(ratios), low, high } })
  }
  return results
}
