import { extname } from 'node:path'
import { readChangeTimes } from '../../base/change-times.ts'
import { codeOf } from '../../base/json-value.ts'
import { InputError } from '../../base/problem.ts'
import { TaskThread } from '../../base/tasks.ts'
import { type Business, dataFiles } from '../business.ts'
import { wordsFilesOf } from '../words.ts'
import { type Loaded, loadBusiness, type Settings } from './load.ts'

export { describeProblems } from './load.ts'

/**
 * Reads and checks the data files and the images that they name; rejects with an InputError if they have problems. Calls `warn`
 * for each warning. It blocks the thread: a server that handles requests uses `readBusinessInThread`.
 */
export const readBusiness = async (settings: Settings, warn?: Warn): Promise<Business> =>
  unwrap(await loadBusiness(settings), warn)

type Warn = (message: string) => void

// The extension is the extension of this file: the worker is built, or, in development, the source.
const worker = new URL(`./read-worker${extname(import.meta.filename)}`, import.meta.url)

/** Uses a worker thread, so no request waits. The start of `serve` uses `readBusiness`, because a thread would delay it. */
export async function readBusinessInThread(
  { dataDir, baseUrl, siteDir, omitsMissingImages }: Settings,
  warn?: Warn,
  resourceLimits?: ConstructorParameters<typeof TaskThread>[2]
): Promise<Business> {
  const thread = new TaskThread(worker, undefined, resourceLimits)
  const loaded = await thread
    .run<Loaded>({ dataDir, baseUrl, siteDir, omitsMissingImages })
    .catch((error: unknown): Loaded => {
      if (codeOf(error) === 'ERR_WORKER_OUT_OF_MEMORY')
        return { problems: [`${dataDir}: checking the data files needs more memory than the server allows`] }
      throw error
    })
    // Building the server needs the memory of the thread.
    .finally(() => thread.close())
  return unwrap(loaded, warn)
}

function unwrap(loaded: Loaded, warn: Warn = () => {}): Business {
  if ('problems' in loaded) throw new InputError(loaded.problems)
  for (const message of loaded.warnings) warn(message)
  return loaded.business
}

// The files whose facts the API and the lists of pages have: all but those on how the site presents them.
const { site: _site, words: _words, ...factTable } = dataFiles
const factFiles = Object.keys(factTable).map((name) => `${name}.json`)

export async function readDataTimes(dataDir: string, { faq }: Business) {
  const names = [...Object.keys(dataFiles), ...wordsFilesOf(faq.language)]
  const files = names.map((name) => `${name}.json`)
  const changeTimes = await readChangeTimes(dataDir, files)
  const modified = new Date(Math.round(changeTimes.newestTime))
  return { changeTimes, factsChanged: changeTimes.newestOf(factFiles), modified }
}
