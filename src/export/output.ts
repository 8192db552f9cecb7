import { randomUUID } from 'node:crypto'
import type { Stats } from 'node:fs'
import { lstat, mkdir, readdir, readFile, rename, rm, rmdir, unlink, writeFile } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { codeOf, fieldOf, isObject, parseIfJson } from '../base/json-value.ts'
import { ownFolder } from '../worker/format.ts'

const endingSignals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const
const stagingFolder = `${ownFolder}/new`

/**
 * The folder of an export. New contents wait in a folder of their own until all are complete. The manifest lists the files
 * that belong to the export; no other file is ever changed.
 */
export class Output {
  readonly #folder: string
  /** The files of the export before this one. */
  readonly #previous: Set<string>
  readonly #current = new Set<string>()
  /** Where new contents wait: a folder of this export only, because another one may write to the same place. */
  readonly #staging: string
  /** The outermost folder that did not exist before. */
  readonly #created: string
  /** The names in the staging folder of the files that wait there. */
  readonly #staged = new Map<string, string>()

  private constructor(folder: string, previous: Set<string>, staging: string, created: string) {
    this.#folder = folder
    this.#previous = previous
    this.#staging = staging
    this.#created = created
  }

  get files(): string[] {
    return [...this.#current]
  }

  /** Rejects if one of the files exists and does not belong to an export. Ends another export to the folder, which then rejects. */
  static async open(folder: string, files: string[]): Promise<Output> {
    // First, because the other one cannot change the folder, or its manifest, from then on.
    const all = resolve(folder, stagingFolder)
    await rm(all, { recursive: true, force: true, maxRetries: 5 }).catch(reject(folder))
    const previous = await readPrevious(folder)
    const foreign = await findForeign(folder, new Set(files), previous)
    if (foreign !== undefined)
      throw new Error(
        `${join(folder, foreign)}: exists, but no export wrote it. Move it, or choose another folder.`
      )
    const staging = join(all, randomUUID())
    const created = await mkdir(staging, { recursive: true }).catch(reject(folder))
    return new Output(folder, previous, staging, resolve(String(created)))
  }

  async stage(file: string, content: Uint8Array | string): Promise<void> {
    this.#current.add(file)
    const path = join(this.#folder, file)
    const stats = await statOf(path)
    const bytes = Buffer.from(content)
    if (stats?.isFile() && stats.size === bytes.length && bytes.equals(await readFile(path))) return
    const name = this.#staged.get(file) ?? String(this.#staged.size)
    this.#staged.set(file, name)
    await writeFile(join(this.#staging, name), bytes).catch(reject(path))
  }

  /** Replaces the files. A signal ends the process only after that, so the folder is old or new as a whole. */
  async publish(manifest: string): Promise<{ files: number; written: number; removed: number }> {
    let received: NodeJS.Signals | undefined
    const wait = (signal: NodeJS.Signals) => {
      received ??= signal
    }
    for (const signal of endingSignals) process.on(signal, wait)
    try {
      return await this.#replaceFiles(manifest)
    } finally {
      for (const signal of endingSignals) process.off(signal, wait)
      if (received) process.kill(process.pid, received)
    }
  }

  async #replaceFiles(manifest: string) {
    const staged = this.#staged
    const current = this.#current
    const gone = [...this.#previous].filter((file) => !current.has(file))
    // If this process ends before the last step, the next export knows the files of both.
    if (staged.size > 0 || gone.length > 0)
      await this.#writeManifest(
        JSON.stringify({
          files: Object.fromEntries([...this.#previous, ...current].map((file) => [file, {}]))
        })
      )
    const blocking = findBlocking(gone, current)
    await this.#remove(gone.filter((file) => blocking.has(file)))
    for (const [file, name] of staged) {
      const path = join(this.#folder, file)
      await mkdir(dirname(path), { recursive: true })
      await rename(join(this.#staging, name), path).catch(reject(path))
    }
    await this.#remove(gone.filter((file) => !blocking.has(file)))
    const written = await readFile(join(this.#folder, manifestFile), 'utf8').catch(ignoreMissing)
    if (written !== manifest) await this.#writeManifest(manifest)
    await this.#removeStaging(resolve(this.#folder, stagingFolder))
    return { files: current.size + 1, written: staged.size, removed: gone.length }
  }

  /** Leaves the folder as it was. */
  async discard(): Promise<void> {
    await this.#removeStaging(this.#created)
  }

  /** Removes the folder of this export, and those around it that are empty, up to the outermost. */
  async #removeStaging(outermost: string): Promise<void> {
    await rm(this.#staging, { recursive: true, force: true })
    for (let path = dirname(this.#staging); path.length >= outermost.length; path = dirname(path))
      await rmdir(path).catch(() => {})
  }

  async #writeManifest(text: string): Promise<void> {
    const temporary = join(this.#staging, 'manifest.json')
    const path = join(this.#folder, manifestFile)
    await writeFile(temporary, text).catch(reject(path))
    await rename(temporary, path).catch(reject(path))
  }

  async #remove(files: string[]): Promise<void> {
    for (const file of files) {
      const places = [...listFolders(file), file].map((name) => statOf(join(this.#folder, name)))
      const [own, ...around] = (await Promise.all(places)).reverse()
      // Behind a link is a file of others.
      if (around.some((stats) => stats?.isDirectory() === false)) continue
      if (own?.isDirectory() === false) await unlink(join(this.#folder, file))
      for (const folder of listFolders(file).reverse())
        await rmdir(join(this.#folder, folder)).catch(() => {})
    }
  }
}

const ignoreMissing = (error: unknown): undefined => {
  if (codeOf(error) === 'ENOENT' || codeOf(error) === 'ENOTDIR') return undefined
  throw error
}

/** Returns a function that rejects with one line about a file that cannot be written. */
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

/** Returns something at the place of a file, or of a folder around it, that does not belong to the previous export. */
async function findForeign(
  folder: string,
  files: Set<string>,
  previous: Set<string>
): Promise<string | undefined> {
  const folders = new Set([...previous].flatMap(listFolders))
  for (const place of withFolders(files)) {
    const path = join(folder, place)
    const stats = await statOf(path)
    if (stats === undefined || (stats.isDirectory() ? !files.has(place) : previous.has(place))) continue
    const isKnown = (name: string) => [previous, folders].some((known) => known.has(`${place}/${name}`))
    // A folder of an earlier export, in whose place there is a file now.
    if (
      stats.isDirectory() &&
      folders.has(place) &&
      (await readdir(path, { recursive: true })).every(isKnown)
    )
      continue
    return place
  }
  return undefined
}

/** Returns the files that are gone, and in whose place, or below whose folder, there is another file now. */
function findBlocking(gone: string[], planned: Set<string>): Set<string> {
  const folders = withFolders(planned)
  return new Set(
    gone.filter((file) => folders.has(file) || listFolders(file).some((name) => planned.has(name)))
  )
}

const manifestFile = `${ownFolder}/manifest.json`

export const listFolders = (file: string): string[] =>
  file
    .split('/')
    .slice(0, -1)
    .map((_, index, parts) => parts.slice(0, index + 1).join('/'))
