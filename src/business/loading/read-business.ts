import { readFile } from 'node:fs/promises'
import { extname, join } from 'node:path'
import { Worker } from 'node:worker_threads'
import type { Business } from '../business.ts'
import { codeOf } from '../error-code.ts'
import type { Problem } from '../problem.ts'
import { type Loaded, loadBusiness, type Settings } from './load.ts'
import { locate } from './read-json.ts'

/** Thrown if the data is invalid. Each line has a place, a problem and often a hint. */
export class InvalidDataError extends Error {
  readonly lines: string[]

  constructor(lines: string[]) {
    super(lines.join('\n'))
    this.lines = lines
  }
}

/**
 * Reads and checks the data files and the images that they name; throws InvalidDataError if they have problems. Calls `warn`
 * for each warning. It blocks the thread: a server that handles requests uses `readBusinessInThread`.
 */
export const readBusiness = (settings: Settings, warn?: Warn): Business =>
  unwrap(loadBusiness(settings), warn)

type Warn = (message: string) => void

// The extension is that of this file: the worker is built, or, in development, the source.
const worker = new URL(`./read-worker${extname(import.meta.filename)}`, import.meta.url)
// Enough for any data within the limits, and to list the problems of any other data.
const defaults = { maxOldGenerationSizeMb: 48, maxYoungGenerationSizeMb: 4 }

/**
 * Reads and checks the data in a worker thread, so no request waits. The start of `serve` uses `readBusiness`, because a
 * thread would delay it.
 */
export async function readBusinessInThread(
  { dataDir, baseUrl, siteDir, omitsMissingImages }: Settings,
  warn?: Warn,
  resourceLimits = defaults
): Promise<Business> {
  const workerData = { dataDir, baseUrl, siteDir, omitsMissingImages }
  const thread = new Worker(worker, { workerData, resourceLimits })
  const exited = new Promise((resolve) => thread.once('exit', resolve))
  const loaded = await new Promise<Loaded>((resolve, reject) => {
    thread.once('message', resolve).once('error', reject)
  }).catch((error) => rejectWith(error, dataDir))
  // Wait until the memory of the thread is free, because building the server needs it.
  await exited
  return unwrap(loaded, warn)
}

function unwrap(loaded: Loaded, warn: Warn = () => {}): Business {
  if ('problems' in loaded) throw new InvalidDataError(loaded.problems)
  for (const message of loaded.warnings) warn(message)
  return loaded.business
}

function rejectWith(error: unknown, dataDir: string): never {
  /* c8 ignore next: any other error is a bug, which no data causes */
  if (codeOf(error) !== 'ERR_WORKER_OUT_OF_MEMORY') throw error
  throw new InvalidDataError([`${dataDir}: checking the data files needs more memory than the server allows`])
}

/** Returns problems by file. Those of data files have the path of the file, a line and a column, if it can be read. */
export async function locateProblems(dataDir: string, problems: Problem[]): Promise<Problem[]> {
  const names = new Set(problems.map(({ file }) => file))
  const lists = Array.from(names, async (name) => {
    const list = problems.filter((problem) => problem.file === name)
    const file = join(dataDir, name)
    const text = await readFile(file, 'utf8').catch(() => undefined)
    return text === undefined ? list : locate(text, list).map((problem) => ({ ...problem, file }))
  })
  return (await Promise.all(lists)).flat()
}
