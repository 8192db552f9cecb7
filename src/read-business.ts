import { once } from 'node:events'
import { extname } from 'node:path'
import { Worker } from 'node:worker_threads'
import type { Business } from './business/business.ts'
import type { Config } from './config.ts'
import { type Loaded, loadData } from './load-data.ts'

/** Thrown if the data is invalid; each line has the place, the problem and how to mend it. */
export class InvalidData extends Error {
  readonly lines: string[]

  constructor(lines: string[]) {
    super(lines.join('\n'))
    this.lines = lines
  }
}

/** Reads and checks the data files before there are requests; throws InvalidData if they have problems. */
export const readBusiness = ({ dataDir, baseUrl }: Config): Business =>
  businessOf(loadData({ dataDir, baseUrl }))

// As this file is: built, or in development the source.
const file = new URL(`./load-data-worker${extname(import.meta.filename)}`, import.meta.url)
// Enough for any data within the limits, and for the problems of any data beyond them.
const defaults = { maxOldGenerationSizeMb: 48, maxYoungGenerationSizeMb: 4 }

/** Does the same in a thread of its own, so that no request waits for it. Such a thread would slow down the start. */
export async function readBusinessInThread(
  { dataDir, baseUrl }: Config,
  resourceLimits = defaults
): Promise<Business> {
  const worker = new Worker(file, { workerData: { dataDir, baseUrl }, resourceLimits })
  const exited = new Promise((resolve) => worker.once('exit', resolve))
  const [loaded]: [Loaded] = Object(await once(worker, 'message').catch((error) => refuse(error, dataDir)))
  // What comes next needs the memory of the thread.
  await exited
  return businessOf(loaded)
}

function businessOf(loaded: Loaded): Business {
  if ('lines' in loaded) throw new InvalidData(loaded.lines)
  return loaded.business
}

function refuse(error: unknown, dataDir: string): never {
  /* c8 ignore next: any other error is a bug, which no data brings about */
  if (Object(error).code !== 'ERR_WORKER_OUT_OF_MEMORY') throw error
  throw new InvalidData([`${dataDir}: to check the data files takes more memory than the server has for it`])
}
