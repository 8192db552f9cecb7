import {
  closeSync,
  constants,
  fstatSync,
  openSync,
  readdirSync,
  readFileSync,
  readSync,
  type Stats
} from 'node:fs'
import { join } from 'node:path'
import { codeOf } from '../../base/json-value.ts'
import { type Finding, formatProblem } from '../../base/problem.ts'
import { findNearest } from '../../base/text.ts'
import type { DataFile, DataFiles } from '../business.ts'
import { limits } from '../limits.ts'

type Read<Value> = Value | { problem: Finding }

interface DataText {
  name: string
  row: DataFile
  path: string
  read: Read<{ text: string }>
}

/**
 * Reads the data files of a table, and lists warnings about other files of the folder. Returns a problem, as a line, if the
 * files are too large together.
 */
export function readDataFiles(
  dataDir: string,
  table: DataFiles
): { files: DataText[]; warnings: string[] } | { problem: string } {
  const rows = Object.entries<DataFile>(table)
    .flatMap(([name, row]) =>
      (row.isPerLanguage ? listFiles(dataDir, name) : [name]).map((file) => ({ name: file, row }))
    )
    .map((entry) => ({ ...entry, path: join(dataDir, `${entry.name}.json`) }))
  const size = rows.reduce((sum, { path }) => sum + sizeOf(path), 0)
  if (size > limits.dataBytes)
    return { problem: formatProblem({ file: dataDir, pointer: '', message: tooLarge, found: size }) }
  const files = rows
    .map((entry) => ({ ...entry, read: readText(entry.path) }))
    .filter(({ row, read }) => !(row.isOptional && isMissing(read)))
  const names = Object.keys(table).filter((name) => !table[name]?.isPerLanguage)
  const unknown = listUnknownFiles(dataDir, [...names, ...files.map(({ name }) => name)])
  const texts = files.map(({ read, ...entry }) => {
    const hint = isMissing(read) && suggestRename(entry.name, unknown)
    return { ...entry, read: 'problem' in read && hint ? { problem: { ...read.problem, hint } } : read }
  })
  return { files: texts, warnings: warnOfFiles(dataDir, names, unknown) }
}

const sizeOf = (path: string): number => {
  const read = readFile(path, (_, { size }) => ({ size }))
  return 'problem' in read ? 0 : read.size
}

/**
 * Opens a regular file, or a link to one, and closes it after reading. Synchronous, like all of this module: a file system
 * that hangs blocks only the thread that loads the data, and not the thread pool that reads files for requests.
 */
function readFile<Value extends object>(
  path: string,
  read: (descriptor: number, stats: Stats) => Read<Value>
): Read<Value> {
  let descriptor: number | undefined
  try {
    // Without O_NONBLOCK, opening a FIFO waits for its writer.
    descriptor = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK | constants.O_NOCTTY)
    const stats = fstatSync(descriptor)
    return stats.isFile() ? read(descriptor, stats) : { problem: notRegular }
  } catch (error) {
    return { problem: unreadable(error) }
  } finally {
    if (descriptor !== undefined) closeSync(descriptor)
  }
}

/**
 * Returns the names, without `.json`, of the data files with a name or with this name and a language, such as `words.he`.
 * Returns none if the folder does not exist or may not be listed. Throws if it cannot be listed now.
 */
export function listFiles(dataDir: string, name: string): string[] {
  try {
    const files = readdirSync(dataDir).filter((file) => file.startsWith(`${name}.`) && file.endsWith('.json'))
    return files.map((file) => file.slice(0, -'.json'.length)).sort()
  } catch (error) {
    if (!['EACCES', 'ELOOP', 'ENOENT', 'ENOTDIR'].includes(String(codeOf(error)))) throw error
    // The files that must exist report the folder.
    return []
  }
}

export const isMissing = (read: Read<object>): boolean =>
  'problem' in read && (read.problem === missing || read.problem === noFolder)

/** Reads a file in UTF-8, with or without a byte order mark. */
const readText = (path: string) =>
  readFile(path, (descriptor, { size, mtimeMs }) => {
    const bytes = readFileSync(descriptor)
    return bytes.length !== size || fstatSync(descriptor).mtimeMs !== mtimeMs
      ? { problem: changed }
      : { text: new TextDecoder('utf-8', { fatal: true }).decode(bytes) }
  })

export const readFirstBytes = (path: string, maxLength: number) =>
  readFile(path, (descriptor, { size }) => {
    const bytes = Buffer.alloc(Math.min(size, maxLength))
    return { head: bytes.subarray(0, readSync(descriptor, bytes, 0, bytes.length, 0)), size }
  })

export const tooLarge = `the data files must have at most ${limits.dataBytes} bytes (${limits.dataBytes / 2 ** 20} MB) in all`

const problemOf = (message: string, hint: string): Finding => ({ pointer: '', message, hint })

const notRegular = problemOf('is not a regular file', 'Replace it with a file that the server can read.')
const changed = problemOf('changed while the server read it', 'Reload again.')
const missing = problemOf('is missing', 'Create it, or set DATA_DIR to the folder that contains it.')
const noFolder = problemOf('is not in a folder', 'Set DATA_DIR to the folder that contains it.')
const notUtf8 = problemOf('is not UTF-8', 'Save it with the encoding UTF-8.')

const problems = new Map<unknown, Finding>([
  ['ENOENT', missing],
  ['ENOTDIR', noFolder],
  // A socket cannot be opened at all.
  ['ENXIO', notRegular],
  ['ERR_ENCODING_INVALID_ENCODED_DATA', notUtf8]
])

function unreadable(error: unknown): Finding {
  const code = codeOf(error)
  const hint = 'Check that it is a file that the server may read.'
  return problems.get(code) ?? problemOf(`cannot be read (${code})`, hint)
}

/** Returns the JSON files of a folder that are not data files, by their names; some editors add `.txt`. */
function listUnknownFiles(dataDir: string, names: string[]): string[] {
  const dataFileNames = names.map((name) => `${name}.json`)
  try {
    return readdirSync(dataDir).filter(
      (file) => /\.json(\w|\.txt)?$/i.test(file) && !dataFileNames.includes(file)
    )
  } catch {
    return []
  }
}

function suggestRename(name: string, unknown: string[]): string | undefined {
  const file = `${name}.json`
  const other = unknown.find((name) => removeTxt(name) === file) ?? findNearest(file, unknown)
  return other && `Rename ${other} to ${file}.`
}

const removeTxt = (name: string) => name.replace(/\.txt$/i, '')

/** Returns a warning for each file that the server ignores, although its author probably expects to see it published. */
const warnOfFiles = (dataDir: string, names: string[], unknown: string[]): string[] =>
  unknown.map((file) => {
    const dataFileNames = names.map((name) => `${name}.json`)
    const nearest = dataFileNames.find((name) => name === removeTxt(file)) ?? findNearest(file, dataFileNames)
    return formatProblem({
      file: join(dataDir, file),
      pointer: '',
      message: 'is not a data file, so the server ignores it',
      hint: nearest ? `Did you mean ${nearest}?` : `The data files are ${dataFileNames.join(', ')}.`
    })
  })
