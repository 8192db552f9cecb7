import { type JSONPath, type ParseErrorCode, printParseErrorCode, visit } from 'jsonc-parser'
import { checkText } from '../../base/check-text.ts'
import { fieldOf, isObject } from '../../base/json-value.ts'
import {
  type Finding,
  Findings,
  formatProblem,
  maxProblems,
  type Problem,
  pointerOf,
  showSource
} from '../../base/problem.ts'
import { type Business, type DataFile, type DataFiles, dataFiles, type Files } from '../business.ts'
import { checkSchemas } from '../checks/check-schema.ts'
import { checkRules } from '../checks/rules.ts'
import { findWarnings } from '../checks/warnings.ts'
import { complete } from '../complete.ts'
import { limits } from '../limits.ts'
import { wordsFilesOf } from '../words.ts'
import { readImages } from './images.ts'
import { readDataFiles, tooLarge } from './read-file.ts'

export interface Settings {
  dataDir: string
  baseUrl: string
  siteDir: string
  /** Whether images that have no file are left out, with a warning, as a server does. They are problems otherwise. */
  omitsMissingImages?: boolean
}

/** The business, or one line for each problem of its data files; each warning is a line too. */
export type Loaded = { business: Business; warnings: string[] } | { problems: string[] }

/**
 * Reads and checks every data file of the table. Returns all problems at once if there are any. Throws an error of
 * the system that no data causes.
 */
export async function loadBusiness(
  { dataDir, baseUrl, ...settings }: Settings,
  table: DataFiles = dataFiles
): Promise<Loaded> {
  const found = readDataFiles(dataDir, table)
  if ('problem' in found) return { problems: [found.problem] }
  const documents = await Promise.all(
    found.files.map(async ({ read, ...file }): Promise<DataDocument> => {
      const findings = 'text' in read ? await inspect(read.text) : new Findings(read.problem)
      const text = 'text' in read && findings.count === 0 ? read.text : ''
      const value = text === '' ? undefined : withoutSchema(JSON.parse(text))
      return { ...file, text, value, findings, warnings: new Findings() }
    })
  )
  const size = documents.reduce((sum, { text }) => sum + sizeInHtml(text), 0)
  if (size > limits.dataBytes) {
    const message = `${tooLarge}, counted with &, <, > and quotation marks escaped as in HTML`
    return { problems: [formatProblem({ file: dataDir, pointer: '', message, found: size })] }
  }
  const value = await checkDocuments(documents)
  const images = checkImages(documents, settings)
  warnOfUnused(documents)
  const problems = await listLines(documents, 'findings', dataDir)
  if (value === undefined || problems.length > 0) return { problems }
  return {
    business: complete(value, baseUrl, images.sizes),
    warnings: [...found.warnings, ...(await listLines(documents, 'warnings', dataDir))]
  }
}

interface DataDocument {
  name: string
  row: DataFile
  path: string
  /** Empty if the file is not JSON; `value` is then undefined. */
  text: string
  value?: unknown
  findings: Findings
  warnings: Findings
}

// The `$schema` of a file is for editors: it is not a fact, and is not published.
function withoutSchema(value: unknown): unknown {
  if (!isObject(value)) return value
  const { $schema, ...facts } = value
  return facts
}

/** Returns the bytes of a JSON text after HTML has escaped it: a page writes `&` as `&amp;`. */
function sizeInHtml(text: string): number {
  let size = Buffer.byteLength(text)
  for (let index = 0; index < text.length; index += 1) {
    const isEscaped = '&<>'.includes(text.charAt(index)) || text.startsWith('\\"', index)
    if (isEscaped) size += 4
  }
  return size
}

/** Adds the problems of the files that are JSON to their findings, and the warnings. Returns the contents if all schemas match. */
async function checkDocuments(documents: DataDocument[]): Promise<Files | undefined> {
  const readable = new Map(documents.filter(({ text }) => text !== '').map((item) => [item.name, item]))
  const values = Object.fromEntries(Array.from(readable, ([name, { value }]) => [name, value]))
  const files = Array.from(readable, ([name, { row, value }]) => ({ name, schema: row.schema, value }))
  let isMatch = true
  for (const finding of await checkSchemas(files)) {
    isMatch = false
    const [, name = '', ...parts] = finding.pointer.split('/')
    const pointer = parts.map((part) => `/${part}`).join('')
    readable.get(name)?.findings.add({ ...finding, pointer })
  }
  for (const { value, findings } of readable.values()) {
    for (const finding of checkText(value)) findings.add(finding)
  }
  const rows = Object.fromEntries(documents.map(({ name, row }) => [name, row]))
  for (const { file, ...finding } of await checkRules(values, rows)) readable.get(file)?.findings.add(finding)
  for (const { file, ...finding } of findWarnings(values)) readable.get(file)?.warnings.add(finding)
  const isFiles = (_values: unknown): _values is Files => isMatch
  return isFiles(values) ? values : undefined
}

// A file of another language has no effect, and its author would wait for one.
function warnOfUnused(documents: DataDocument[]): void {
  const language = fieldOf(documents.find(({ name }) => name === 'faq')?.value, 'language')
  if (typeof language !== 'string') return
  const used: string[] = wordsFilesOf(language)
  for (const { name, row, warnings } of documents) {
    if (!row.isPerLanguage || used.includes(name)) continue
    const hint = `To use it, name it ${used[0]}.json.`
    warnings.add({
      pointer: '',
      message: `is not used, because the language of the site is "${language}"`,
      hint
    })
  }
}

function checkImages(
  documents: DataDocument[],
  { siteDir, omitsMissingImages }: Omit<Settings, 'dataDir' | 'baseUrl'>
) {
  const files = Object.fromEntries(documents.map(({ name, value }) => [name, value]))
  const images = readImages(files, siteDir, omitsMissingImages === true)
  for (const { name, findings, warnings } of documents) {
    const isHere = ({ file }: Problem) => file === name
    for (const { file, ...problem } of images.problems.filter(isHere)) findings.add(problem)
    for (const { file, ...problem } of images.warnings.filter(isHere)) warnings.add(problem)
  }
  return images
}

/** Returns a line for each of the first findings or warnings, with line and column, and one that counts the rest. */
async function listLines(
  documents: DataDocument[],
  list: 'findings' | 'warnings',
  dataDir: string
): Promise<string[]> {
  if (documents.every(({ [list]: { count } }) => count === 0)) return []
  const { locate } = await import('../../advice/advice.ts')
  let left = maxProblems
  let more = 0
  const lines = documents.flatMap(({ path, text, [list]: found }) => {
    const listed = found.first.slice(0, left)
    left -= listed.length
    more += found.count - listed.length
    const located = locate(text, listed).sort((a, b) => Number(a.line) - Number(b.line))
    return located.map((finding) => formatProblem({ ...finding, file: path }))
  })
  if (more === 0) return lines
  const noun = list === 'findings' ? 'problem' : 'warning'
  return [...lines, `${dataDir}: ${more.toLocaleString('en')} more ${noun}${more === 1 ? '' : 's'}`]
}

/** An error of the parser, with line and column from 0. */
interface ParseError {
  error: ParseErrorCode
  offset: number
  line: number
  column: number
}

const empty: Finding = {
  pointer: '',
  message: 'is empty',
  hint: 'Write the JSON object that its schema describes.'
}

const tooDeep: Finding = { pointer: '', message: `is nested too deeply, over ${limits.depth} levels` }

const tooMany = (values: number): Finding => ({
  pointer: '',
  message: `must have at most ${limits.values} values`,
  found: values
})

/**
 * Finds why a text is not strict JSON (RFC 8259) within the limits, in which no object has two fields with the same name.
 * Returns only the first syntax error, because later ones follow from it; else a limit; else the bad names and numbers.
 */
async function inspect(text: string): Promise<Findings> {
  if (text.trim() === '') return new Findings(empty)
  let syntax: ParseError | undefined
  const fields = new Findings()
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
            fields.add({ ...inexactNumber(token, path()), line: line + 1, column: column + 1 })
        },
        onObjectProperty: (name, _offset, _length, line, column, path) => {
          const names = enclosing.at(-1)
          const make = name.length > limits.fieldLength ? longName : names?.has(name) ? duplicate : undefined
          if (make) fields.add({ ...make(name, path()), line: line + 1, column: column + 1 })
          names?.add(name)
        }
      },
      { disallowComments: true }
    )
  } catch {
    // The parser recurses once per level.
    return new Findings(tooDeep)
  }
  if (syntax) return new Findings(await describeSyntax(text, syntax))
  if (depth > limits.depth) return new Findings(tooDeep)
  return values > limits.values ? new Findings(tooMany(values)) : fields
}

// JSON.parse silently drops all but the last of two fields with the same name.
const duplicate = (name: string, parent: JSONPath): Finding => ({
  pointer: pointerOf([...parent, name]),
  message: 'is a duplicate field',
  hint: 'Delete one of the two.'
})

const longName = (name: string, parent: JSONPath): Finding => ({
  pointer: pointerOf(parent),
  message: `must not have a field name longer than ${limits.fieldLength} characters`,
  found: name
})

// Beyond this range, readers round an integer (RFC 8259, section 6). They read 1e400 as infinite, and 1e-400 as 0.
const isReliable = (value: number, token: string): boolean =>
  Math.abs(value) <= Number.MAX_SAFE_INTEGER && (value !== 0 || !/^[^e]*[1-9]/i.test(token))

const inexactNumber = (token: string, path: JSONPath): Finding => ({
  pointer: pointerOf(path),
  message: `must be a number that programs read exactly, from -${Number.MAX_SAFE_INTEGER} to ${Number.MAX_SAFE_INTEGER}`,
  found: token,
  hint: 'Write it in quotes.'
})

async function describeSyntax(text: string, { error, offset, line, column }: ParseError): Promise<Finding> {
  const reason = printParseErrorCode(error)
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .toLowerCase()
  const found = text.slice(offset, offset + 40).split('\n', 1)[0]
  const before = text.slice(Math.max(0, offset - 1000), offset).trimEnd()
  const { suggestSyntax } = await import('../../advice/advice.ts')
  const hint = suggestSyntax({ reason, before, after: text.slice(offset, offset + 1000) })
  return {
    pointer: '',
    message: `is not JSON (${reason})${found ? `, got ${showSource(found)}` : ''}`,
    ...(hint && { hint }),
    line: line + 1,
    column: column + 1
  }
}
