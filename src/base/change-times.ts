import type { Stats } from 'node:fs'
import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { codeOf } from './json-value.ts'

/** When the files of a folder changed. A file is named by its path in the folder. */
export interface ChangeTimes {
  /** Returns when the newest of some files changed, or undefined if none exists, or its time is in the future. */
  newestOf: (files: string[]) => Date | undefined
  /** The newest modification time, in milliseconds since 1970. */
  newestTime: number
}

/** Reads the modification times of files. Rejects if a file that exists cannot be read. */
export async function readChangeTimes(folder: string, files: string[]): Promise<ChangeTimes> {
  const found = await Promise.all(
    files.map((file) =>
      stat(join(folder, file)).then(
        (stats) => [[file, stats.mtimeMs] as const],
        (error) => (codeOf(error) === 'ENOENT' ? [] : Promise.reject(error))
      )
    )
  )
  const times = new Map(found.flat())
  const findNewest = (names: Iterable<string>) =>
    Math.max(0, ...Array.from(names, (name) => times.get(name) ?? 0))
  return {
    newestOf: (names) => changeTimeOf({ mtimeMs: findNewest(names) }),
    newestTime: findNewest(times.keys())
  }
}

/** Returns when a file changed, or undefined if the clock of the machine that wrote it was ahead. */
export const changeTimeOf = ({ mtimeMs }: Pick<Stats, 'mtimeMs'>): Date | undefined =>
  mtimeMs > 0 && mtimeMs <= Date.now() ? new Date(mtimeMs) : undefined
