import {
  closeSync,
  constants,
  fstatSync,
  openSync,
  readdirSync,
  readFileSync,
  readSync,
  type Stats,
  statSync
} from 'node:fs'
import { join } from 'node:path'
import { type JSONPath, type ParseErrorCode, printParseErrorCode, visit } from 'jsonc-parser'
import { codeOf, isObject } from '../../base/json-value.ts'
import { type Finding, formatFinding, maxProblems, pointerOf, showSource } from '../../base/problem.ts'
import { findNearest } from '../../base/text.ts'
import type { DataFile } from '../business.ts'
import { limits } from '../limits.ts'

export interface DataDocument {
  name: string
  row: DataFile
  /** Why the file cannot be read or is not JSON: the first reasons, and their number; `text` is then empty, and `value` undefined. */
  findings: Finding[]
  count: number
  text: string
  value: unknown
}

/**
 * Returns a problem, as a line, if the files are too large together. Warns about files that their author probably expects to see
 * published. Throws if the folder cannot be listed.
 */
export async function readDataFiles(
  dataDir: string,
  table: Record<string, DataFile>
): Promise<{ documents: DataDocument[]; warnings: string[] } | { problems: string[] }> {
  const tooLarge = `the data files must have at most ${limits.dataBytes} bytes (${limits.dataBytes / 2 ** 20} MB) in all`
  const reject = (message: string, found: number) => ({
    problems: [formatFinding(dataDir, { pointer: '', message, found })]
  })
  // The folder may be deleted after `checkFolders`: then every file is missing.
  const found = statSync(dataDir, { throwIfNoEntry: false }) ? readdirSync(dataDir) : []
  let size = 0
  const readText = (name: string) =>
    readRegular(join(dataDir, `${name}.json`), (descriptor, stats) => {
      size += stats.size
      return size > limits.dataBytes ? '' : decode(descriptor, stats)
    })
  const files = Object.entries(table)
    .flatMap(([name, row]) =>
      (row.isPerLanguage ? listFiles(found, name) : [name]).map((file) => ({ name: file, row }))
    )
    .map((entry) => ({ ...entry, read: readText(entry.name) }))
    .filter(({ row, read }) => !(row.isOptional && read === missing))
  if (size > limits.dataBytes) return reject(tooLarge, size)
  const known = Object.keys(table)
    .filter((name) => !table[name]?.isPerLanguage)
    .map((name) => `${name}.json`)
  const readFiles = files.map(({ name }) => `${name}.json`)
  const unknown = found.filter((file) => otherData.test(file) && ![...known, ...readFiles].includes(file))
  const documents = await Promise.all(
    files.map(async ({ name, row, read }) => ({
      name,
      row,
      ...(await parse(read === missing ? nameSimilar(`${name}.json`, unknown) : read))
    }))
  )
  const escapedSize = documents.reduce((sum, { text }) => sum + sizeInHtml(text), 0)
  if (escapedSize > limits.dataBytes)
    return reject(`${tooLarge}, counted with &, <, > and quotation marks escaped as in HTML`, escapedSize)
  const absent = known.filter((name) => !readFiles.includes(name))
  const warnings = unknown.map((file) => {
    const nearest = findLike(file, known, absent)
    const hint = nearest ? `Did you mean ${nearest}?` : `The data files are ${known.join(', ')}.`
    const finding = createFinding('is not a data file, so the server ignores it', hint)
    return formatFinding(join(dataDir, file), finding)
  })
  return { documents, warnings }
}

/** Returns the problem of a missing file, which may be there under another name. */
function nameSimilar(file: string, others: string[]): Finding {
  const other = findLike(file, others, others)
  return other ? { ...missing, hint: `Rename ${other} to ${file}.` } : missing
}

async function parse(read: string | Finding): Promise<Omit<DataDocument, 'name' | 'row'>> {
  const found = typeof read === 'string' ? await findSyntaxProblems(read) : listOne(read)
  if (typeof read !== 'string' || found.count > 0) return { ...found, text: '', value: undefined }
  return { ...found, text: read, value: withoutSchema(JSON.parse(read)) }
}

/** Returns the data files, without `.json`, with a name or with this name and a language, such as `words.he`. */
const listFiles = (found: string[], name: string): string[] =>
  found
    .filter((file) => file.startsWith(`${name}.`) && file.endsWith('.json'))
    .map((file) => file.slice(0, -'.json'.length))
    .sort()

/** Synchronous: a file system that hangs blocks only the thread that loads the data, not the thread pool of requests. */
function readRegular<T>(path: string, read: (descriptor: number, stats: Stats) => T): T | Finding {
  let descriptor: number | undefined
  try {
    // Without O_NONBLOCK, opening a FIFO waits for its writer.
    descriptor = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK | constants.O_NOCTTY)
    const stats = fstatSync(descriptor)
    return stats.isFile() ? read(descriptor, stats) : notRegular
  } catch (error) {
    return describeError(error)
  } finally {
    if (descriptor !== undefined) closeSync(descriptor)
  }
}

/** Decodes UTF-8, with or without a byte order mark. */
function decode(descriptor: number, stats: Stats): string | Finding {
  const bytes = readFileSync(descriptor)
  return bytes.length !== stats.size || fstatSync(descriptor).mtimeMs !== stats.mtimeMs
    ? changed
    : new TextDecoder('utf-8', { fatal: true }).decode(bytes)
}

/** Returns undefined if the file does not exist. */
export function readFirstBytes(path: string, maxLength: number) {
  const read = readRegular(path, (descriptor, { size }) => {
    const bytes = Buffer.alloc(Math.min(size, maxLength))
    return { head: bytes.subarray(0, readSync(descriptor, bytes, 0, bytes.length, 0)), size }
  })
  return read === missing ? undefined : read
}

const createFinding = (message: string, hint: string): Finding => ({ pointer: '', message, hint })

const notRegular = createFinding('is not a regular file', 'Replace it with a file that the server can read.')
const changed = createFinding('changed while the server read it', 'Reload again.')
const missing = createFinding('is missing', 'Create it, or set DATA_DIR to the folder that contains it.')
const notUtf8 = createFinding('is not UTF-8', 'Save it with the encoding UTF-8.')

const findingsByCode = new Map<unknown, Finding>([
  ['ENOENT', missing],
  ['ENOTDIR', missing],
  // A socket cannot be opened at all.
  ['ENXIO', notRegular],
  ['ERR_ENCODING_INVALID_ENCODED_DATA', notUtf8]
])

const describeError = (error: unknown): Finding =>
  findingsByCode.get(codeOf(error)) ??
  createFinding(`cannot be read (${codeOf(error)})`, 'Check that it is a file that the server may read.')

// Also with the suffix of an editor, and the data of other programs. A file with a dot is one that an editor has open.
const otherData = /^[^.].*\.(?:json(?:\w|\.\w+)?|ya?ml|toml|[ct]sv|xlsx?|ods|numbers)$/i

const removeSuffix = (name: string) => name.replace(/(?<=\.json)\.\w+$/i, '')

/** Returns the name that is probably meant by a file, which may have the suffix of an editor; a similar one of the absent names. */
const findLike = (file: string, names: string[], absent: string[]): string | undefined =>
  names.find((name) => removeSuffix(name) === removeSuffix(file)) ?? findNearest(file, absent)

// The `$schema` of a file is for editors: it is not a fact, and is not published.
function withoutSchema(value: unknown): unknown {
  if (!isObject(value)) return value
  const { $schema, ...facts } = value
  return facts
}

function sizeInHtml(text: string): number {
  let size = Buffer.byteLength(text)
  for (let index = 0; index < text.length; index += 1) {
    const isEscaped = '&<>'.includes(text.charAt(index)) || text.startsWith('\\"', index)
    if (isEscaped) size += 4
  }
  return size
}

const empty = createFinding('is empty', 'Write the JSON object that its schema describes.')

const tooDeep: Finding = { pointer: '', message: `is nested too deeply, over ${limits.depth} levels` }

/** An error of the parser, with line and column from 0. */
interface ParseError {
  error: ParseErrorCode
  offset: number
  line: number
  column: number
}

/** Finds the first syntax error of a text (RFC 8259), else a limit that it exceeds, else all bad names and numbers. */
async function findSyntaxProblems(text: string): Promise<{ findings: Finding[]; count: number }> {
  if (text.trim() === '') return listOne(empty)
  let syntax: ParseError | undefined
  const findings: Finding[] = []
  let count = 0
  // The field names of each enclosing object so far; an empty set for an array.
  const enclosing: Set<string>[] = []
  let depth = 0
  let values = 0
  const enter = () => {
    values += 1
    depth = Math.max(depth, enclosing.push(new Set()))
  }
  const leave = () => {
    enclosing.pop()
  }
  const report = (finding: Finding, line: number, column: number) => {
    // Beyond the limit, the number of values is the only problem.
    if (values > limits.values) return
    count += 1
    if (count <= maxProblems) findings.push({ ...finding, line: line + 1, column: column + 1 })
  }
  try {
    visit(
      text,
      {
        onError: (error, offset, _length, line, column) => {
          syntax ??= { error, offset, line, column }
        },
        onObjectBegin: enter,
        onArrayBegin: enter,
        onObjectEnd: leave,
        onArrayEnd: leave,
        onLiteralValue: (value, offset, length, line, column, path) => {
          values += 1
          const token = text.slice(offset, offset + length)
          if (typeof value === 'number' && !isReliable(value, token))
            report(describeInexactNumber(token, path()), line, column)
          else if (thousands.test(token) && !decimalFields.test(String(path().at(-1))))
            report(describeUnclearNumber(token, path()), line, column)
        },
        onObjectProperty: (name, _offset, _length, line, column, path) => {
          const names = enclosing.at(-1)
          if (name.length > limits.fieldLength) report(describeLongName(name, path()), line, column)
          else if (names?.has(name)) report(describeDuplicate(name, path()), line, column)
          names?.add(name)
        }
      },
      { disallowComments: true }
    )
  } catch {
    // The parser recurses once per level.
    return listOne(tooDeep)
  }
  if (syntax) return listOne(await describeSyntax(text, syntax))
  if (depth > limits.depth) return listOne(tooDeep)
  const message = `must have at most ${limits.values} values`
  return values > limits.values ? listOne({ pointer: '', message, found: values }) : { findings, count }
}

const listOne = (finding: Finding) => ({ findings: [finding], count: 1 })

// JSON.parse silently drops all but the last of two fields with the same name.
const describeDuplicate = (name: string, parent: JSONPath): Finding => ({
  pointer: pointerOf([...parent, name]),
  message: 'is a duplicate field',
  hint: 'Delete one of the two.'
})

const describeLongName = (name: string, parent: JSONPath): Finding => ({
  pointer: pointerOf(parent),
  message: `must not have a field name longer than ${limits.fieldLength} characters`,
  found: name
})

// Beyond this range, readers round an integer (RFC 8259, section 6). They read 1e400 as infinite, and 1e-400 as 0.
const isReliable = (value: number, token: string): boolean =>
  Math.abs(value) <= Number.MAX_SAFE_INTEGER && (value !== 0 || !/^[^e]*[1-9]/i.test(token))

const describeInexactNumber = (token: string, path: JSONPath): Finding => ({
  pointer: pointerOf(path),
  message: `must be a number that programs read exactly, from -${Number.MAX_SAFE_INTEGER} to ${Number.MAX_SAFE_INTEGER}`,
  found: token,
  hint: 'Write it in quotes.'
})

// In many countries the point is between thousands, but JSON.parse reads 12.000 as 12.
const thousands = /^-?[1-9]\d{0,2}\.\d{3}$/
const decimalFields = /^(latitude|longitude|rate_percent)$/

const describeUnclearNumber = (token: string, path: JSONPath): Finding => ({
  pointer: pointerOf(path),
  message: 'must not have a point before three digits, which may be thousands',
  found: token,
  hint: `Write ${token.replace('.', '')} if they are thousands, or ${Number(token)} if they are decimals.`
})

async function describeSyntax(text: string, { error, offset, line, column }: ParseError): Promise<Finding> {
  const reason = printParseErrorCode(error)
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .toLowerCase()
  const found = text.slice(offset, offset + 40).split('\n', 1)[0]
  const before = text.slice(Math.max(0, offset - 1000), offset).trimEnd()
  const { suggestSyntax } = await import('../../advice/advice.ts')
  const hint = suggestSyntax(reason, before, text.slice(offset, offset + 1000))
  return {
    pointer: '',
    message: `is not JSON (${reason})${found ? `, got ${showSource(found)}` : ''}`,
    ...(hint && { hint }),
    line: line + 1,
    column: column + 1
  }
}
