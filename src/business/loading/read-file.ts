import { closeSync, constants, fstatSync, openSync, readdirSync, readSync, type Stats } from 'node:fs'
import { join } from 'node:path'
import { codeOf } from '../error-code.ts'
import { maxDataBytes } from '../limits.ts'
import type { Finding } from '../problem.ts'

interface OpenFile {
  descriptor: number
  stats: Stats
}

/** A file that is open, or why it is not. */
type OpenedFile = OpenFile | { problem: Finding }

export const dataFilePath = (dataDir: string, name: string): string => join(dataDir, `${name}.json`)

/**
 * Opens a regular file, or a link to one. Synchronous, like all of this module: a file system that hangs blocks only
 * the thread that loads the data, and not the thread pool that reads files and compresses for requests.
 */
export function openFile(path: string): OpenedFile {
  try {
    // Without O_NONBLOCK, opening a FIFO waits for its writer.
    const descriptor = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK | constants.O_NOCTTY)
    const stats = fstatSync(descriptor)
    if (stats.isFile()) return { descriptor, stats }
    closeSync(descriptor)
    return { problem: notRegular }
  } catch (error) {
    return { problem: unreadable(error) }
  }
}

/**
 * Returns the names, without `.json`, of the data files with a name or with this name and a language, such as `words.he`.
 * Returns none if the folder cannot be read.
 */
export function listFiles(dataDir: string, name: string): string[] {
  try {
    const files = readdirSync(dataDir).filter((file) => file.startsWith(`${name}.`) && file.endsWith('.json'))
    return files.map((file) => file.slice(0, -'.json'.length)).sort()
  } catch {
    // The files that must exist report the folder.
    return []
  }
}

/** Returns whether a file could not be opened because it, or its folder, does not exist. */
export const isMissing = (file: OpenedFile): boolean =>
  'problem' in file && (file.problem === missing || file.problem === noFolder)

/** Returns a problem if the files together are too large; it then closes them. */
export function rejectLarge(files: OpenedFile[]): Finding | undefined {
  const open = files.filter((file) => 'descriptor' in file)
  const size = open.reduce((sum, { stats }) => sum + stats.size, 0)
  if (size <= maxDataBytes) return undefined
  for (const { descriptor } of open) closeSync(descriptor)
  return { pointer: '', message: tooLarge, found: size }
}

/** Reads a file in UTF-8, with or without a byte order mark, and closes it. */
export function readText(file: OpenedFile): { text: string } | { problem: Finding } {
  if ('problem' in file) return file
  const read = readOpen(file)
  closeSync(file.descriptor)
  return read
}

function readOpen({ descriptor, stats }: OpenFile): { text: string } | { problem: Finding } {
  // One byte more than the size, to notice that the file grows.
  const bytes = Buffer.alloc(stats.size + 1)
  let length = 0
  let count: number
  try {
    do {
      count = readSync(descriptor, bytes, length, bytes.length - length, null)
      length += count
    } while (count > 0)
    if (length !== stats.size || fstatSync(descriptor).mtimeMs !== stats.mtimeMs) return { problem: changed }
    return { text: new TextDecoder('utf-8', { fatal: true }).decode(bytes.subarray(0, length)) }
  } catch (error) {
    return { problem: unreadable(error) }
  }
}

/** Reads at most `maxLength` bytes from the start of a file, and returns them with the size of the whole file. */
export function readFirstBytes(
  path: string,
  maxLength: number
): { head: Buffer; size: number } | { problem: Finding } {
  const file = openFile(path)
  if ('problem' in file) return file
  const { descriptor, stats } = file
  const bytes = Buffer.alloc(Math.min(stats.size, maxLength))
  try {
    return { head: bytes.subarray(0, readSync(descriptor, bytes, 0, bytes.length, 0)), size: stats.size }
    /* c8 ignore next 3: a read of an open file fails only if the disk does */
  } catch (error) {
    return { problem: unreadable(error) }
  } finally {
    closeSync(descriptor)
  }
}

export const tooLarge = `the data files must have at most ${maxDataBytes} bytes (${maxDataBytes / 2 ** 20} MB) in all`

const notRegular: Finding = {
  pointer: '',
  message: 'is not a regular file',
  hint: 'Replace it with a file that the server can read.'
}

const changed: Finding = {
  pointer: '',
  message: 'changed while the server read it',
  hint: 'Reload again.'
}

const missing: Finding = {
  pointer: '',
  message: 'is missing',
  hint: 'Create it, or set DATA_DIR to the folder that contains it.'
}

const noFolder: Finding = {
  pointer: '',
  message: 'is not in a folder',
  hint: 'Set DATA_DIR to the folder that contains it.'
}

const notUtf8: Finding = { pointer: '', message: 'is not UTF-8', hint: 'Save it with the encoding UTF-8.' }

const problems = new Map<unknown, Finding>([
  ['ENOENT', missing],
  ['ENOTDIR', noFolder],
  // A socket cannot be opened at all.
  ['ENXIO', notRegular],
  ['ERR_ENCODING_INVALID_ENCODED_DATA', notUtf8]
])

function unreadable(error: unknown): Finding {
  const code = codeOf(error)
  return (
    problems.get(code) ?? {
      pointer: '',
      message: `cannot be read (${code})`,
      hint: 'Check that it is a file that the server may read.'
    }
  )
}
