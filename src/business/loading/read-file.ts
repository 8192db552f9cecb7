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

interface OpenFile {
  descriptor: number
  stats: Stats
}

type OpenedFile = OpenFile | { problem: Finding }

interface DataText {
  name: string
  row: DataFile
  path: string
  read: { text: string } | { problem: Finding }
}

/**
 * Reads the data files of a table, and lists warnings about other files of the folder. Returns a problem, as a line, if the
 * files are too large together.
 */
export function readDataFiles(
  dataDir: string,
  table: DataFiles
): { files: DataText[]; warnings: string[] } | { problem: string } {
  const files = Object.entries<DataFile>(table)
    .flatMap(([name, row]) =>
      (row.isPerLanguage ? listFiles(dataDir, name) : [name]).map((file) => ({ name: file, row }))
    )
    .map(({ name, row }) => ({ name, row, path: join(dataDir, `${name}.json`) }))
    .map((entry) => ({ ...entry, file: openFile(entry.path) }))
    .filter(({ row, file }) => !(row.isOptional && isMissing(file)))
  const large = rejectLarge(files.map(({ file }) => file))
  if (large) return { problem: formatProblem({ ...large, file: dataDir }) }
  const names = Object.keys(table).filter((name) => !table[name]?.isPerLanguage)
  const unknown = listUnknownFiles(dataDir, [...names, ...files.map(({ name }) => name)])
  const texts = files.map(({ file, ...entry }) => {
    const read = readText(file)
    const hint = isMissing(file) && suggestRename(entry.name, unknown)
    return { ...entry, read: 'problem' in read && hint ? { problem: { ...read.problem, hint } } : read }
  })
  return { files: texts, warnings: warnOfFiles(dataDir, names, unknown) }
}

/**
 * Opens a regular file, or a link to one. Synchronous, like all of this module: a file system that hangs blocks only
 * the thread that loads the data, and not the thread pool that reads files and compresses for requests.
 */
function openFile(path: string): OpenedFile {
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

export const isMissing = (file: OpenedFile): boolean =>
  'problem' in file && (file.problem === missing || file.problem === noFolder)

/** Returns a problem if the files together are too large; it then closes them. */
function rejectLarge(files: OpenedFile[]): Finding | undefined {
  const open = files.filter((file) => 'descriptor' in file)
  const size = open.reduce((sum, { stats }) => sum + stats.size, 0)
  if (size <= limits.dataBytes) return undefined
  for (const { descriptor } of open) closeSync(descriptor)
  return { pointer: '', message: tooLarge, found: size }
}

/** Reads a file in UTF-8, with or without a byte order mark, and closes it. */
function readText(file: OpenedFile): { text: string } | { problem: Finding } {
  if ('problem' in file) return file
  const read = readOpen(file)
  closeSync(file.descriptor)
  return read
}

function readOpen({ descriptor, stats }: OpenFile): { text: string } | { problem: Finding } {
  try {
    const bytes = readFileSync(descriptor)
    if (bytes.length !== stats.size || fstatSync(descriptor).mtimeMs !== stats.mtimeMs)
      return { problem: changed }
    return { text: new TextDecoder('utf-8', { fatal: true }).decode(bytes) }
  } catch (error) {
    return { problem: unreadable(error) }
  }
}

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
  } catch (error) {
    return { problem: unreadable(error) }
  } finally {
    closeSync(descriptor)
  }
}

export const tooLarge = `the data files must have at most ${limits.dataBytes} bytes (${limits.dataBytes / 2 ** 20} MB) in all`

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
