import { Type } from '@sinclair/typebox'
import { type Business, type DataFile, type DataFiles, dataFiles, type Files } from './business.ts'
import { checkSchema } from './check-schema.ts'
import { checkText } from './check-text.ts'
import { complete } from './complete.ts'
import { maxDataBytes, maxProblems } from './limits.ts'
import { type Finding, Findings, formatProblem } from './problem.ts'
import { isMissing, openFile, pathOf, readText, refuseLarge, tooLarge } from './read-file.ts'
import { isObject, locate, readJson } from './read-json.ts'
import { checkRules } from './rules.ts'

export interface Settings {
  dataDir: string
  /** Public URL of the site, without a trailing slash. */
  baseUrl: string
}

/** The business, or one line for each problem of its data files. */
export type Loaded = { business: Business } | { problems: string[] }

/** Reads and checks every data file of the table. Returns all problems at once if there are any; never throws. */
export function loadBusiness({ dataDir, baseUrl }: Settings, table: DataFiles = dataFiles): Loaded {
  const files = Object.entries<DataFile>(table)
    .map(([name, row]) => ({ name, row, path: pathOf(dataDir, name) }))
    .map((entry) => ({ ...entry, file: openFile(entry.path) }))
    .filter(({ row, file }) => !(row.isOptional && isMissing(file)))
  const large = refuseLarge(files.map(({ file }) => file))
  if (large) return { problems: [formatProblem({ ...large, file: dataDir })] }

  const documents = files.map(({ name, row, path, file }): DataDocument => {
    const read = readText(file)
    return { name, row, path, ...('text' in read ? parse(read.text) : failed(new Findings(read.problem))) }
  })
  const size = documents.reduce((sum, { text }) => sum + sizeInHtml(text), 0)
  if (size > maxDataBytes) {
    const message = `${tooLarge} after HTML has escaped &, <, > and quotation marks`
    return { problems: [formatProblem({ file: dataDir, pointer: '', message, found: size })] }
  }
  const value = checkDocuments(documents)
  const problems = listProblems(documents, dataDir)
  return value && problems.length === 0 ? { business: complete(value, baseUrl) } : { problems }
}

/** A data file with its contents and its problems. */
interface DataDocument {
  name: string
  row: DataFile
  path: string
  /** Empty if the file is not JSON; `value` is then undefined. */
  text: string
  value?: unknown
  findings: Findings
}

type Parsed = Pick<DataDocument, 'text' | 'value' | 'findings'>

const failed = (findings: Findings): Parsed => ({ text: '', findings })

function parse(text: string): Parsed {
  const json = readJson(text)
  if ('findings' in json) return failed(json.findings)
  return { text, value: withoutSchema(json.value), findings: new Findings() }
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

/** Adds the problems of the files that are JSON to their findings. Returns the contents if all schemas match. */
function checkDocuments(documents: DataDocument[]): Files | undefined {
  const readable = new Map(documents.filter(({ text }) => text !== '').map((item) => [item.name, item]))
  const values = Object.fromEntries(Array.from(readable, ([name, { value }]) => [name, value]))
  const schemas = Object.fromEntries(Array.from(readable, ([name, { row }]) => [name, row.schema]))
  const checked = checkSchema(values, Type.Unsafe<Files>(Type.Object(schemas)))
  if ('problems' in checked) {
    for (const finding of checked.problems) {
      const [, name = '', ...parts] = finding.pointer.split('/')
      const pointer = parts.map((part) => `/${part}`).join('')
      readable.get(name)?.findings.add({ ...finding, pointer })
    }
  }
  for (const { value, findings } of readable.values()) {
    for (const finding of checkText(value)) findings.add(finding)
  }
  const rows = Object.fromEntries(documents.map(({ name, row }) => [name, row]))
  for (const { file, ...finding } of checkRules(values, rows)) readable.get(file)?.findings.add(finding)
  return 'value' in checked ? checked.value : undefined
}

/** Returns a line for each of the first problems, with line and column in the file, and one that counts the rest. */
function listProblems(documents: DataDocument[], dataDir: string): string[] {
  let left = maxProblems
  let more = 0
  const problems = documents.flatMap(({ path, text, findings }) => {
    const listed = findings.first.slice(0, left)
    left -= listed.length
    more += findings.count - listed.length
    return addPlaces(text, listed).map((finding) => formatProblem({ ...finding, file: path }))
  })
  if (more === 0) return problems
  return [...problems, `${dataDir}: ${more.toLocaleString('en')} more problem${more === 1 ? '' : 's'}`]
}

/** Returns the findings with line and column, in the order of the text. */
function addPlaces(text: string, findings: Finding[]): Finding[] {
  const places = locate(
    text,
    findings.map(({ pointer }) => pointer)
  )
  return findings
    .map((finding) => ({ ...places.get(finding.pointer), ...finding }))
    .sort((a, b) => Number(a.line) - Number(b.line))
}
