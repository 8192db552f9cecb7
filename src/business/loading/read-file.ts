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
import { type Finding, formatFinding } from '../../base/problem.ts'
import { findNearest } from '../../base/text.ts'
import type { DataFile, DataFiles } from '../business.ts'
import { limits } from '../limits.ts'

interface Failure {
  problem: Finding
}

interface DataText {
  name: string
  row: DataFile
  read: { text: string } | Failure
}

/**
 * Returns a problem, as a line, if the files are too large together. Warns about files that their author probably expects to see
 * published. Throws if the folder cannot be listed.
 */
export function readDataFiles(
  dataDir: string,
  table: DataFiles
): { files: DataText[]; warnings: string[] } | { problem: string } {
  const found = readdirSync(dataDir)
  let size = 0
  const readText = (name: string) =>
    readRegular(join(dataDir, `${name}.json`), (descriptor, stats) => {
      size += stats.size
      return size > limits.dataBytes ? { text: '' } : decode(descriptor, stats)
    })
  const files = Object.entries<DataFile>(table)
    .flatMap(([name, row]) =>
      (row.isPerLanguage ? listFiles(found, name) : [name]).map((file) => ({ name: file, row }))
    )
    .map((entry) => ({ ...entry, read: readText(entry.name) }))
    .filter(({ row, read }) => !(row.isOptional && isMissing(read)))
  if (size > limits.dataBytes)
    return { problem: formatFinding(dataDir, { pointer: '', message: tooLarge, found: size }) }
  const known = Object.keys(table)
    .filter((name) => !table[name]?.isPerLanguage)
    .map((name) => `${name}.json`)
  const readFiles = files.map(({ name }) => `${name}.json`)
  const unknown = found.filter((file) => otherData.test(file) && ![...known, ...readFiles].includes(file))
  for (const { name, read } of files) {
    const other = isMissing(read) && findLike(`${name}.json`, unknown, unknown)
    if (other && 'problem' in read)
      read.problem = { ...read.problem, hint: `Rename ${other} to ${name}.json.` }
  }
  const absent = known.filter((name) => !readFiles.includes(name))
  const warnings = unknown.map((file) => {
    const nearest = findLike(file, known, absent)
    const hint = nearest ? `Did you mean ${nearest}?` : `The data files are ${known.join(', ')}.`
    const message = 'is not a data file, so the server ignores it'
    return formatFinding(join(dataDir, file), failure(message, hint))
  })
  return { files, warnings }
}

/** Returns the data files, without `.json`, with a name or with this name and a language, such as `words.he`. */
const listFiles = (found: string[], name: string): string[] =>
  found
    .filter((file) => file.startsWith(`${name}.`) && file.endsWith('.json'))
    .map((file) => file.slice(0, -'.json'.length))
    .sort()

/** Synchronous: a file system that hangs blocks only the thread that loads the data, not the thread pool of requests. */
function readRegular<T>(path: string, read: (descriptor: number, stats: Stats) => T): T | Failure {
  let descriptor: number | undefined
  try {
    // Without O_NONBLOCK, opening a FIFO waits for its writer.
    descriptor = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK | constants.O_NOCTTY)
    const stats = fstatSync(descriptor)
    return stats.isFile() ? read(descriptor, stats) : { problem: notRegular }
  } catch (error) {
    return { problem: describeError(error) }
  } finally {
    if (descriptor !== undefined) closeSync(descriptor)
  }
}

/** Decodes UTF-8, with or without a byte order mark. */
function decode(descriptor: number, stats: Stats): { text: string } | Failure {
  const bytes = readFileSync(descriptor)
  return bytes.length !== stats.size || fstatSync(descriptor).mtimeMs !== stats.mtimeMs
    ? { problem: changed }
    : { text: new TextDecoder('utf-8', { fatal: true }).decode(bytes) }
}

export const readFirstBytes = (path: string, maxLength: number) =>
  readRegular(path, (descriptor, { size }) => {
    const bytes = Buffer.alloc(Math.min(size, maxLength))
    return { head: bytes.subarray(0, readSync(descriptor, bytes, 0, bytes.length, 0)), size }
  })

export const isMissing = (read: object): boolean => 'problem' in read && read.problem === missing

export const tooLarge = `the data files must have at most ${limits.dataBytes} bytes (${limits.dataBytes / 2 ** 20} MB) in all`

const failure = (message: string, hint: string): Finding => ({ pointer: '', message, hint })

const notRegular = failure('is not a regular file', 'Replace it with a file that the server can read.')
const changed = failure('changed while the server read it', 'Reload again.')
const missing = failure('is missing', 'Create it, or set DATA_DIR to the folder that contains it.')
const notUtf8 = failure('is not UTF-8', 'Save it with the encoding UTF-8.')

const problems = new Map<unknown, Finding>([
  ['ENOENT', missing],
  ['ENOTDIR', missing],
  // A socket cannot be opened at all.
  ['ENXIO', notRegular],
  ['ERR_ENCODING_INVALID_ENCODED_DATA', notUtf8]
])

const describeError = (error: unknown): Finding =>
  problems.get(codeOf(error)) ??
  failure(`cannot be read (${codeOf(error)})`, 'Check that it is a file that the server may read.')

// Also with the suffix of an editor, and the data of other programs. A file with a dot is one that an editor has open.
const otherData = /^[^.].*\.(?:json(?:\w|\.\w+)?|ya?ml|toml|[ct]sv|xlsx?|ods|numbers)$/i

const removeSuffix = (name: string) => name.replace(/(?<=\.json)\.\w+$/i, '')

/** Returns the name that is probably meant by a file, which may have the suffix of an editor; a similar one of the missing names. */
const findLike = (file: string, names: string[], missing: string[]): string | undefined =>
  names.find((name) => removeSuffix(name) === removeSuffix(file)) ?? findNearest(file, missing)
