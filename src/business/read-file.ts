import { closeSync, constants, fstatSync, openSync, readSync, type Stats } from 'node:fs'
import { maxDataBytes } from './limits.ts'
import type { Finding } from './problem.ts'

interface Open {
  path: string
  descriptor: number
  stats: Stats
}

interface Unreadable {
  path: string
  problem: Finding
}

/** A file that is open, or why it is not. */
export type File = Open | Unreadable

/**
 * Opens a regular file, or a link to one. Synchronously, as all of this module: a file system that hangs holds the
 * thread that loads the data, and none of those that read files and compress for requests.
 */
export function openFile(path: string): File {
  try {
    // Without O_NONBLOCK, to open a FIFO waits for its writer.
    const descriptor = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK | constants.O_NOCTTY)
    const stats = fstatSync(descriptor)
    if (stats.isFile()) return { path, descriptor, stats }
    closeSync(descriptor)
    return { path, problem: notRegular }
  } catch (error) {
    return { path, problem: unreadable(error) }
  }
}

/** Closes the files if they are too large together, and returns the problem. */
export function refuseLarge(files: File[]): Finding | undefined {
  const open = files.filter((file) => 'descriptor' in file)
  const size = open.reduce((sum, { stats }) => sum + stats.size, 0)
  if (size <= maxDataBytes) return undefined
  for (const { descriptor } of open) closeSync(descriptor)
  return tooLarge(size)
}

/** Reads a file in UTF-8, with or without a byte order mark, and closes it. */
export function readText(file: File): { text: string } | { problem: Finding } {
  if ('problem' in file) return file
  const read = readOpen(file)
  closeSync(file.descriptor)
  return read
}

function readOpen({ descriptor, stats }: Open): { text: string } | { problem: Finding } {
  // One byte more than the file had, to see whether it grows.
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

const tooLarge = (size: number): Finding => ({
  pointer: '',
  message: `must have at most ${maxDataBytes} bytes (${maxDataBytes / 2 ** 20} MB) in its data files, and has ${size}`
})

const notRegular: Finding = {
  pointer: '',
  message: 'is not a regular file',
  hint: 'replace it by a file that the server may read'
}

const changed: Finding = { pointer: '', message: 'changed while it was read', hint: 'reload again' }

const missing: Finding = {
  pointer: '',
  message: 'is missing',
  hint: 'create it, or set DATA_DIR to the folder that holds it'
}

const noFolder: Finding = {
  pointer: '',
  message: 'is not in a folder',
  hint: 'set DATA_DIR to the folder that holds it'
}

const notUtf8: Finding = { pointer: '', message: 'is not UTF-8', hint: 'save it with the encoding UTF-8' }

const known = new Map([
  ['ENOENT', missing],
  ['ENOTDIR', noFolder],
  // A socket cannot be opened at all.
  ['ENXIO', notRegular],
  ['ERR_ENCODING_INVALID_ENCODED_DATA', notUtf8]
])

function unreadable(error: unknown): Finding {
  const { code } = Object(error)
  return (
    known.get(code) ?? {
      pointer: '',
      message: `cannot be read (${code})`,
      hint: 'check that it is a file that the server may read'
    }
  )
}
