import { randomUUID } from 'node:crypto'
import { constants, type Stats } from 'node:fs'
import {
  access,
  lstat,
  mkdir,
  readdir,
  readFile,
  rename,
  rm,
  rmdir,
  unlink,
  writeFile
} from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { codeOf, fieldOf, isObject, parseIfJson } from '../base/json-value.ts'
import { ownFolder } from '../worker/format.ts'

const manifestFile = `${ownFolder}/manifest.json`
const stagingFolder = `${ownFolder}/new`

/**
 * New contents wait in a folder of their own until all are complete. The manifest lists the files of the export; no other file
 * is ever changed. Rejects if a planned file exists and is not of an export. Ends another export to the folder.
 */
export async function openOutput(folder: string, planned: string[]) {
  const outerStaging = resolve(folder, stagingFolder)
  await checkWritable(outerStaging).catch(reject(folder))
  // First, because the other one cannot change the folder, or its manifest, from then on.
  await rm(outerStaging, { recursive: true, force: true, maxRetries: 5 }).catch(reject(folder))
  const previous = await readPrevious(folder)
  await checkPlaces(folder, new Set(planned), previous)
  // Of this export only, because another one may write to the same place.
  const staging = join(outerStaging, randomUUID())
  const outermostCreated = resolve(String(await mkdir(staging, { recursive: true }).catch(reject(folder))))
  const current = new Set<string>()
  /** The names in the staging folder of the files that wait there. */
  const staged = new Map<string, string>()

  /** Removes the folder of this export, and those around it that are empty, up to the outermost. */
  async function removeStaging(outermost: string): Promise<void> {
    await rm(staging, { recursive: true, force: true })
    for (let path = dirname(staging); path.length >= outermost.length; path = dirname(path))
      await rmdir(path).catch(() => {})
  }

  async function writeManifest(text: string): Promise<void> {
    const temporary = join(staging, 'manifest.json')
    const path = join(folder, manifestFile)
    await writeFile(temporary, text).catch(reject(path))
    await rename(temporary, path).catch(reject(path))
  }

  async function replaceFiles(manifest: string) {
    const gone = [...previous].filter((file) => !current.has(file))
    // If this process ends before the last step, the next export knows the files of both.
    if (staged.size > 0 || gone.length > 0) {
      const both = [...previous, ...current].map((file) => [file, {}])
      await writeManifest(JSON.stringify({ files: Object.fromEntries(both) }))
    }
    await removeFiles(folder, listBlocking(gone, current))
    for (const [file, name] of staged) {
      const path = join(folder, file)
      await mkdir(dirname(path), { recursive: true })
      await rename(join(staging, name), path).catch(reject(path))
    }
    await removeFiles(folder, gone)
    const written = await readFile(join(folder, manifestFile), 'utf8').catch(ignoreMissing)
    if (written !== manifest) await writeManifest(manifest)
    await removeStaging(outerStaging)
    return { files: current.size + 1, written: staged.size, removed: gone.length }
  }

  return {
    files: current,
    stage: async (file: string, content: Uint8Array | string): Promise<void> => {
      current.add(file)
      const path = join(folder, file)
      const stats = await statOf(path)
      const bytes = Buffer.from(content)
      if (stats?.isFile() && stats.size === bytes.length && bytes.equals(await readFile(path))) return
      const name = staged.get(file) ?? String(staged.size)
      staged.set(file, name)
      await writeFile(join(staging, name), bytes).catch(reject(path))
    },
    /** Replaces the files. A signal ends the process only after that, so the folder is old or new as a whole. */
    publish: async (manifest: string) => {
      let received: NodeJS.Signals | undefined
      const wait = (signal: NodeJS.Signals) => {
        received ??= signal
      }
      for (const signal of endingSignals) process.on(signal, wait)
      try {
        return await replaceFiles(manifest)
      } finally {
        for (const signal of endingSignals) process.off(signal, wait)
        if (received) process.kill(process.pid, received)
      }
    },
    discard: () => removeStaging(outermostCreated)
  }
}

/** Of a folder that does not exist, the one around it. `mkdir` would report ENOENT for a read-only file system. */
const checkWritable = (folder: string): Promise<void> =>
  access(folder, constants.W_OK).catch((error) => {
    if (codeOf(error) !== 'ENOENT') throw error
    return checkWritable(dirname(folder))
  })

const endingSignals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

async function removeFiles(folder: string, files: string[]): Promise<void> {
  for (const file of files) {
    const places = [...listFolders(file), file].map((name) => statOf(join(folder, name)))
    const [own, ...around] = (await Promise.all(places)).reverse()
    // Behind a link is a file of others.
    if (around.some((stats) => stats?.isDirectory() === false)) continue
    if (own?.isDirectory() === false) await unlink(join(folder, file))
    for (const name of listFolders(file).reverse()) await rmdir(join(folder, name)).catch(() => {})
  }
}

const ignoreMissing = (error: unknown): undefined => {
  if (codeOf(error) === 'ENOENT' || codeOf(error) === 'ENOTDIR') return undefined
  throw error
}

const reject = (path: string) => (error: unknown) => {
  const code = codeOf(error)
  const advice =
    code === 'ENOENT'
      ? 'Another export has begun to write to this folder: wait for its end'
      : 'Choose a folder in which you may write, on a disk with room'
  throw new Error(`${path}: cannot be written (${code}). ${advice}, and export again.`)
}

const statOf = (path: string): Promise<Stats | undefined> => lstat(path).catch(ignoreMissing)

async function readPrevious(folder: string): Promise<Set<string>> {
  const path = join(folder, manifestFile)
  const text = await readFile(path, 'utf8').catch(ignoreMissing)
  if (text === undefined) return new Set()
  const files = fieldOf(parseIfJson(text), 'files')
  if (!isObject(files))
    throw new Error(`${path}: is not the manifest of an export. Restore it, or choose another folder.`)
  // The manifest may come from anywhere, and these names are removed.
  return new Set(Object.keys(files).filter((file) => !/(?:^|\/)(?:\.{0,2}\/|\.{0,2}$)/.test(file)))
}

const withFolders = (files: Iterable<string>) =>
  new Set([...files].flatMap((file) => [file, ...listFolders(file)]))

/** Rejects if something at the place of a file, or of a folder around it, does not belong to the previous export. */
async function checkPlaces(folder: string, files: Set<string>, previous: Set<string>): Promise<void> {
  const folders = new Set([...previous].flatMap(listFolders))
  const isKnown = (name: string) => previous.has(name) || folders.has(name)
  for (const place of withFolders(files)) {
    const path = join(folder, place)
    const stats = await statOf(path)
    if (stats === undefined || (stats.isDirectory() ? !files.has(place) : previous.has(place))) continue
    // A folder of an earlier export, in whose place there is a file now.
    const isFolder = folders.has(place) && stats.isDirectory()
    const names = isFolder ? await readdir(path, { recursive: true }) : undefined
    if (names?.every((name) => isKnown(`${place}/${name}`))) continue
    throw new Error(`${path}: exists, but no export wrote it. Move it, or choose another folder.`)
  }
}

/** Lists the files that are gone, and in whose place, or below whose folder, there is another file now. */
function listBlocking(gone: string[], planned: Set<string>): string[] {
  const places = withFolders(planned)
  return gone.filter((file) => places.has(file) || listFolders(file).some((name) => planned.has(name)))
}

export const listFolders = (file: string): string[] =>
  file
    .split('/')
    .slice(0, -1)
    .map((_, index, parts) => parts.slice(0, index + 1).join('/'))
