import { Type } from '@sinclair/typebox'
import { type Business, type DataFile, type DataFiles, dataFiles, type Files } from '../business.ts'
import { checkAdvice } from '../checks/advice.ts'
import { checkSchema, compileSchema } from '../checks/check-schema.ts'
import { checkText } from '../checks/check-text.ts'
import { checkRules } from '../checks/rules.ts'
import { complete } from '../complete.ts'
import { fieldOf, isObject } from '../json-value.ts'
import { maxDataBytes, maxProblems } from '../limits.ts'
import { Findings, formatProblem, type Problem } from '../problem.ts'
import { partOfSchema } from '../schemas/words.ts'
import { wordsFilesOf } from '../words.ts'
import { type Images, omitMissing, readImages } from './images.ts'
import { dataFilePath, isMissing, listFiles, openFile, readText, rejectLarge, tooLarge } from './read-file.ts'
import { locate, readJson } from './read-json.ts'
import { listUnknownFiles, suggestRename, warnOfFiles } from './unknown-files.ts'

export interface Settings {
  dataDir: string
  /** Public URL of the site, without a trailing slash. */
  baseUrl: string
  /** The folder of the images that the data names. */
  siteDir: string
  /** Whether images that have no file are left out, with a warning, as a server does. They are problems otherwise. */
  omitsMissingImages?: boolean
}

/** The business, or one line for each problem of its data files; each warning is a line too. */
export type Loaded = { business: Business; warnings: string[] } | { problems: string[] }

/**
 * Reads and checks every data file of the table. Returns all problems at once if there are any; never throws. A test
 * passes `compile` to compile the schemas once for many loads.
 */
export function loadBusiness(
  { dataDir, baseUrl, ...settings }: Settings,
  table: DataFiles = dataFiles,
  compile = compileSchema
): Loaded {
  const files = Object.entries<DataFile>(table)
    .flatMap(([name, row]) =>
      (row.isPerLanguage ? listFiles(dataDir, name) : [name]).map((file) => ({ name: file, row }))
    )
    .map(({ name, row }) => ({ name, row, path: dataFilePath(dataDir, name) }))
    .map((entry) => ({ ...entry, file: openFile(entry.path) }))
    .filter(({ row, file }) => !(row.isOptional && isMissing(file)))
  const large = rejectLarge(files.map(({ file }) => file))
  if (large) return { problems: [formatProblem({ ...large, file: dataDir })] }

  const names = Object.keys(table).filter((name) => !table[name]?.isPerLanguage)
  const unknown = listUnknownFiles(dataDir, [...names, ...files.map(({ name }) => name)])
  const documents = files.map(({ name, row, path, file }): DataDocument => {
    const read = readText(file)
    if ('text' in read) return { name, row, path, ...parse(read.text) }
    const hint = isMissing(file) && suggestRename(name, unknown)
    return { name, row, path, ...failed(new Findings({ ...read.problem, ...(hint && { hint }) })) }
  })
  const size = documents.reduce((sum, { text }) => sum + sizeInHtml(text), 0)
  if (size > maxDataBytes) {
    const message = `${tooLarge}, counted with &, <, > and quotation marks escaped as in HTML`
    return { problems: [formatProblem({ file: dataDir, pointer: '', message, found: size })] }
  }
  const value = checkDocuments(documents, compile)
  const images = checkImages(documents, settings)
  warnOfUnused(documents)
  const problems = listLines(documents, 'findings', dataDir)
  if (value === undefined || problems.length > 0) return { problems }
  return {
    business: complete(value, baseUrl, images.sizes),
    warnings: [...warnOfFiles(dataDir, names, unknown), ...listLines(documents, 'warnings', dataDir)]
  }
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
  /** Findings that do not make the data invalid. */
  warnings: Findings
}

type Parsed = Pick<DataDocument, 'text' | 'value' | 'findings' | 'warnings'>

const failed = (findings: Findings): Parsed => ({ text: '', findings, warnings: new Findings() })

function parse(text: string): Parsed {
  const json = readJson(text)
  if ('findings' in json) return failed(json.findings)
  const findings = new Findings()
  return { text, value: withoutSchema(json.value), findings, warnings: new Findings() }
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
function checkDocuments(documents: DataDocument[], compile: typeof compileSchema): Files | undefined {
  const readable = new Map(documents.filter(({ text }) => text !== '').map((item) => [item.name, item]))
  const values = Object.fromEntries(Array.from(readable, ([name, { value }]) => [name, value]))
  const schemas = Object.fromEntries(
    Array.from(readable, ([name, { row, value }]) => [
      name,
      // Compiling the schema of all words takes as long as those of all other files.
      row.isPerLanguage ? Type.Unsafe(partOfSchema(row.schema, value)) : row.schema
    ])
  )
  const checked = checkSchema(values, Type.Unsafe<Files>(Type.Object(schemas)), compile)
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
  for (const { file, ...finding } of checkAdvice(values)) readable.get(file)?.warnings.add(finding)
  return 'value' in checked ? checked.value : undefined
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

/** Reads the images that the files name, and adds their problems to the findings and warnings. */
function checkImages(
  documents: DataDocument[],
  { siteDir, omitsMissingImages }: Omit<Settings, 'dataDir' | 'baseUrl'>
): Images {
  const files = Object.fromEntries(documents.map(({ name, value }) => [name, value]))
  const found = readImages(files, siteDir)
  const images = omitsMissingImages ? omitMissing(files, found) : found
  for (const { name, findings, warnings } of documents) {
    const isHere = ({ file }: Problem) => file === name
    for (const { file, ...problem } of images.problems.filter(isHere)) findings.add(problem)
    for (const { file, ...problem } of images.warnings.filter(isHere)) warnings.add(problem)
  }
  return images
}

/** Returns a line for each of the first findings or warnings, with line and column, and one that counts the rest. */
function listLines(documents: DataDocument[], list: 'findings' | 'warnings', dataDir: string): string[] {
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
