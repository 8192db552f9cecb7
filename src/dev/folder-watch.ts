import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

const intervalMs = 200

/**
 * Calls `onChange` after each change of the files in the folders, when they no longer change. Compares the list of files with
 * the list before, because fs.watch loses replaced files and edits behind some mounts of Docker.
 */
export async function watchFolders(
  folders: string[],
  onChange: () => Promise<void>,
  signal: AbortSignal
): Promise<void> {
  let published = await describe(folders)
  let previous = published
  while (await sleepUnlessAborted(intervalMs, signal)) {
    const current = await describe(folders)
    // An editor that is still writing would show a problem that does not exist.
    if (current !== published && current === previous) {
      published = current
      await onChange()
    }
    previous = current
  }
}

/** Waits, and returns true; returns false at once if the signal is aborted. */
const sleepUnlessAborted = (milliseconds: number, signal: AbortSignal) =>
  sleep(milliseconds, undefined, { signal }).then(
    () => true,
    () => false
  )

/** Returns a text that differs if a file was added, changed, replaced or removed. */
async function describe(folders: string[]): Promise<string> {
  const lists = await Promise.all(folders.map(describeFolder))
  return lists.join('\n\n')
}

async function describeFolder(folder: string): Promise<string> {
  const names = await readdir(folder, { recursive: true }).catch(() => [])
  const lines = await Promise.all(
    names.sort().map(async (name) => {
      const stats = await stat(join(folder, name)).catch(() => undefined)
      // The time of a folder changes when an editor writes a temporary file.
      return stats?.isFile() ? `${name} ${stats.ino} ${stats.size} ${stats.mtimeMs}` : name
    })
  )
  return lines.join('\n')
}
