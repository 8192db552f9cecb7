import { stat } from 'node:fs/promises'
import { join } from 'node:path'

/** When the data files were changed, by the name of the file without `.json`; without those that are not there. */
export async function modifiedTimes(dataDir: string, names: string[]): Promise<Map<string, Date>> {
  const times = await Promise.all(
    names.map((name) =>
      stat(join(dataDir, `${name}.json`)).then(
        ({ mtime }): [string, Date][] => [[name, mtime]],
        () => []
      )
    )
  )
  return new Map(times.flat())
}
