import { cases } from './cases.ts'
import { median, type Ratio } from './compare.ts'
import { send } from './exchange.ts'
import { costOfAnswer, type Load } from './load.ts'
import { startCounting } from './servers.ts'

/** How many answers the server gives with the metrics in the CPU time in which it gives one without. */
export async function measureMetrics(load: Load): Promise<{ name: string; ratio: Ratio }[]> {
  const measured: { name: string; ratio: Ratio }[] = []
  for (const request of cases.filter(({ name }) => ['item', 'page'].includes(name))) {
    const server = await startCounting()
    await costOfAnswer(server, request, { ...load, seconds: 45 })
    const [plain, counted]: [number[], number[]] = JSON.parse(
      (await send(server.port, '/figures')).body.toString()
    )
    await server.stop()
    const ratios = counted.map((cost, at) => (plain[at] ?? Number.NaN) / cost).sort((a, b) => a - b)
    const quarter = Math.floor(ratios.length / 4)
    const [low = Number.NaN, high = Number.NaN] = [ratios[quarter], ratios.at(-1 - quarter)]
    measured.push({ name: request.name, ratio: { median: median(ratios), low, high } })
  }
  return measured
}
