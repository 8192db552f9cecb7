import { join } from 'node:path'
import type { Case } from './cases.ts'
import { type Costs, compare } from './compare.ts'
import { send } from './exchange.ts'
import type { Load } from './load.ts'
import { createTemporaryFolder, residentMemory } from './processes.ts'
import { startOurs } from './servers.ts'
import { measureStart, writeCatalogue } from './start.ts'

export interface CatalogueFigures {
  size: number
  /** Milliseconds from start to the first response. */
  start: number
  /** Megabytes after one request for each service, and after the load. */
  memory: { afterRequests: number; afterLoad: number }
  costs: { item: Costs; list: Costs }
}

/** Measures this server with a catalogue of `size` services. */
export async function measureCatalogue(size: number, load: Load): Promise<CatalogueFigures> {
  const work = createTemporaryFolder()
  const dataDir = join(work, 'data')
  const ids = writeCatalogue(dataDir, size)
  const settings = { DATA_DIR: dataDir }
  const start = await measureStart(3, settings)
  const ours = await startOurs(settings)
  for (const id of ids) await send(ours.port, `/api/v1/services/${id}.json`)
  const afterRequests = residentMemory(ours.pid)
  const measure = (request: Case, connections = load.connections) =>
    compare(request, [ours], { ...load, connections }, work)
  const path = `/api/v1/services/${ids[Math.floor(size / 2)]}.json`
  const item = await measure({ name: 'item', path, headers: {} })
  // Few connections, because each response has megabytes and those in flight at the end of a round are not counted.
  const list = await measure({ name: 'list', path: '/api/v1/services.json', headers: {} }, 4)
  const afterLoad = residentMemory(ours.pid)
  await ours.stop()
  return { size, start, memory: { afterRequests, afterLoad }, costs: { item, list } }
}
