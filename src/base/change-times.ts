import type { Stats } from 'node:fs'
import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { codeOf } from './json-value.ts'

/** Reads the modification times of data files, which are named without `.json`. Rejects if a file that exists cannot be read. */
export async function readChangeTimes(folder: string, names: string[]) {
  const found = await Promise.all(
    names.map((name) =>
      stat(join(folder, `${name}.json`)).then(
        (stats) => [[name, stats.mtimeMs] as const],
        (error) => (codeOf(error) === 'ENOENT' ? [] : Promise.reject(error))
      )
    )
  )
  const times = new Map(found.flat())
  const findNewest = (names: Iterable<string>) =>
    Math.max(0, ...Array.from(names, (name) => times.get(name) ?? 0))
  return {
    /** Returns when the newest of some files changed, or undefined if none exists, or its time is in the future. */
    newestOf: (names: string[]) => changeTimeOf({ mtimeMs: findNewest(names) }),
    /** The newest modification time, in milliseconds since 1970. */
    newestTime: findNewest(times.keys())
  }
}

/** Returns when a file changed, or undefined if the clock of the machine that wrote it was ahead. */
export const changeTimeOf = ({ mtimeMs }: Pick<Stats, 'mtimeMs'>): Date | undefined =>
  mtimeMs > 0 && mtimeMs <= Date.now() ? new Date(mtimeMs) : undefined
