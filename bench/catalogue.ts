import { join } from 'node:path'
import type { Case } from './cases.ts'
import { type Costs, compare } from './compare.ts'
import { send } from './exchange.ts'
import type { Load } from './load.ts'
import { residentMemory, temporaryFolder } from './processes.ts'
import { startOurs } from './servers.ts'
import { timeToFirstAnswer, writeCatalogue } from './start.ts'

export interface CatalogueFigures {
  size: number
  /** Milliseconds. */
  start: number
  /** Megabytes after every service was asked for once, and after the load. */
  memory: { asked: number; loaded: number }
  costs: { item: Costs; list: Costs }
}

/** Measures this server with a catalogue of this many services. */
export async function measureCatalogue(size: number, load: Load): Promise<CatalogueFigures> {
  const work = temporaryFolder()
  const dataDir = join(work, 'data')
  const ids = writeCatalogue(dataDir, size)
  const settings = { DATA_DIR: dataDir }
  const start = await timeToFirstAnswer(3, settings)
  const ours = await startOurs(settings)
  for (const id of ids) await send(ours.port, `/api/v1/services/${id}.json`)
  const asked = residentMemory(ours.pid)
  const measure = (request: Case, connections = load.connections) =>
    compare(request, [ours], { ...load, connections }, work)
  const path = `/api/v1/services/${ids[Math.floor(size / 2)]}.json`
  const item = await measure({ name: 'item', path, headers: {} })
  // Megabytes an answer: those under way when a round ends are not counted, so there are few.
  const list = await measure({ name: 'list', path: '/api/v1/services.json', headers: {} }, 4)
  const loaded = residentMemory(ours.pid)
  await ours.stop()
  return { size, start, memory: { asked, loaded }, costs: { item, list } }
}
