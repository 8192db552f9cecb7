import type { Stats } from 'node:fs'
import { lstat, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { type Business, dataFiles } from '../business.ts'
import { wordsFilesOf } from '../words.ts'
import { readHistory } from './git-history.ts'

/** Reads when each committed file of a folder last changed, by its path in the folder. */
export type ReadHistory = (folder: string) => Promise<{ get: (file: string) => Date | undefined }>

/** When the files of a folder last changed. A file is named by its path in the folder. */
export interface ChangeTimes {
  /** Returns when a file with these stats last changed, or undefined if that is unknown. */
  getTime: (file: string, stats: Pick<Stats, 'mtimeMs'>) => Date | undefined
  /** Returns when the newest of some files changed, or undefined if it is unknown which one that is, or when. */
  newestOf: (files: string[]) => Date | undefined
}

// An owner edits files one by one; `git clone`, `cp`, `unzip` and a generator of pages write them together.
const maxGapMs = 1000

// Reading the times of 20,000 files at once took 80 MB.
const maxConcurrent = 64

/**
 * Reads when the files of a folder last changed: from its git history, else from their modification times. A modification
 * time that three or more files share is that of a copy or a build: it is only the latest time at which they can have
 * changed.
 */
export const readChangeTimes = async (
  folder: string,
  files: string[],
  read?: ReadHistory
): Promise<ChangeTimes> => findChanges(await readTimes(folder, files, read))

type FileTime = Awaited<ReturnType<typeof readTime>>

async function readTimes(
  folder: string,
  files: string[],
  read: ReadHistory = readHistory
): Promise<FileTime[]> {
  const history = await read(folder)
  const found: FileTime[] = []
  for (let start = 0; start < files.length; start += maxConcurrent) {
    const group = files.slice(start, start + maxConcurrent)
    found.push(...(await Promise.all(group.map((file) => readTime(folder, file, history.get(file))))))
  }
  return found
}

function findChanges(found: FileTime[]): ChangeTimes {
  const shared = findShared(found.flatMap(({ time }) => time ?? []))
  const changes = new Map(
    found.flatMap(({ file, time, committed }) => {
      if (time === undefined) return []
      const changed = committed ?? (shared.has(time) ? undefined : new Date(time))
      return [[file, { time, changed: omitFuture(changed) }] as const]
    })
  )
  return {
    getTime: (file, { mtimeMs }) => {
      const change = changes.get(file)
      return change?.time === mtimeMs ? change.changed : omitFuture(new Date(mtimeMs))
    },
    newestOf: (names) => {
      const candidates = names.flatMap((file) => changes.get(file) ?? [])
      const latest = ({ time, changed }: { time: number; changed: Date | undefined }) =>
        changed?.getTime() ?? time
      const newest = candidates.reduce((a, b) => (latest(b) > latest(a) ? b : a), {
        time: 0,
        changed: undefined
      })
      return newest.changed
    }
  }
}

async function readTime(folder: string, file: string, committed: Date | undefined) {
  const path = join(folder, file)
  const time = await stat(path).then(
    ({ mtimeMs }) => mtimeMs,
    () => undefined
  )
  // The history has the changes of a link, and not those of the file that it names.
  const isLink = committed && time !== undefined && (await lstat(path)).isSymbolicLink()
  return { file, time, committed: isLink ? undefined : committed }
}

/** Returns the times that are within a second of two others. */
function findShared(times: number[]): Set<number> {
  const sorted = times.sort((a, b) => a - b)
  // Beyond the ends of the list, the difference is NaN, so the result is false.
  const isGroup = (first: number) => Number(sorted[first + 2]) - Number(sorted[first]) <= maxGapMs
  return new Set(sorted.filter((_, index) => isGroup(index - 2) || isGroup(index - 1) || isGroup(index)))
}

/** Returns a time unless the clock of the machine that wrote it was ahead. */
const omitFuture = (time: Date | undefined) => (time && time.getTime() <= Date.now() ? time : undefined)

// The files whose facts the API and the lists of pages have: all but those on how the site presents them.
const { site: _site, words: _words, ...factTable } = dataFiles
const factFiles = Object.keys(factTable).map((name) => `${name}.json`)

/** Reads when the data files and the facts changed, by the history, and when the newest file was modified. */
export async function readDataTimes(dataDir: string, { faq }: Business, history?: ReadHistory) {
  const names = [...Object.keys(dataFiles), ...wordsFilesOf(faq.language)]
  const files = names.map((name) => `${name}.json`)
  const found = await readTimes(dataDir, files, history)
  const changes = findChanges(found)
  const newest = Math.max(...found.flatMap(({ time }) => time ?? []))
  return { changes, changed: changes.newestOf(factFiles), modified: new Date(Math.round(newest)) }
}
