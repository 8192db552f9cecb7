import { cpSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { freePort } from '../harness/free-port.ts'
import { list } from './cases.ts'
import { median } from './compare.ts'
import { waitForResponse } from './exchange.ts'
import { runOurs } from './servers.ts'

/** Returns the median time from the start of the process to the end of its first response, in milliseconds. */
export async function measureStart(starts: number, settings?: Record<string, string>): Promise<number> {
  const times: number[] = []
  for (let i = 0; i < starts; i += 1) {
    const port = await freePort()
    const startTime = performance.now()
    const { stop } = runOurs(port, settings)
    await waitForResponse(port, list)
    times.push(performance.now() - startTime)
    await stop()
  }
  return median(times)
}

interface Catalogue {
  examples: { id: string }[]
}

/** Writes the sample data with `size` services. Returns their ids: s00001, s00002 and so on. */
export function writeCatalogue(folder: string, size: number): string[] {
  cpSync('data', folder, { recursive: true })
  const file = join(folder, 'services.json')
  const catalogue: Catalogue = JSON.parse(readFileSync(file, 'utf8'))
  const ids = Array.from({ length: size }, (_, index) => `s${String(index + 1).padStart(5, '0')}`)
  const examples = ids.map((id, index) => ({
    ...catalogue.examples[index % catalogue.examples.length],
    id
  }))
  writeFileSync(file, JSON.stringify({ ...catalogue, examples }))
  return ids
}
