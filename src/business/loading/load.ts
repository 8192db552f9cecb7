import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type JSONPath, type ParseErrorCode, printParseErrorCode, visit } from 'jsonc-parser'
import { checkText } from '../../base/check-text.ts'
import { fieldOf, isObject } from '../../base/json-value.ts'
import {
  type Finding,
  formatFinding,
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

/** Returns all problems at once if there are any. Throws an error of the system that no data causes. */
export async function loadBusiness(
  { dataDir, baseUrl, siteDir, omitsMissingImages }: Settings,
  table: DataFiles = dataFiles
): Promise<Loaded> {
  const found = readDataFiles(dataDir, table)
  if ('problem' in found) return { problems: [found.problem] }
  const documents = await Promise.all(
    found.files.map(async ({ read, ...file }): Promise<DataDocument> => {
      const { findings, count } = 'text' in read ? await findSyntaxProblems(read.text) : single(read.problem)
      const text = 'text' in read && count === 0 ? read.text : ''
      return {
        ...file,
        findings,
        count,
        text,
        value: text === '' ? undefined : withoutSchema(JSON.parse(text))
      }
    })
  )
  const size = documents.reduce((sum, { text }) => sum + sizeInHtml(text), 0)
  if (size > limits.dataBytes) {
    const message = `${tooLarge}, counted with &, <, > and quotation marks escaped as in HTML`
    return { problems: [formatFinding(dataDir, { pointer: '', message, found: size })] }
  }
  const readable = documents.filter(({ value }) => value !== undefined)
  const values = Object.fromEntries(readable.map(({ name, value }) => [name, value]))
  const rows = Object.fromEntries(documents.map(({ name, row }) => [name, row]))
  const problems = createProblemList()
  for (const { name, findings, count } of documents)
    problems.add(inFile(name, findings), count - findings.length)
  const { explained, ...rejected } = await checkSchemas(readable)
  problems.add(rejected.problems, rejected.count - rejected.problems.length)
  const addOthers = (others: Iterable<Problem>) => problems.add(omitExplained(others, explained))
  for (const { name, value } of readable) addOthers(inFile(name, checkText(value)))
  addOthers(checkRules(values, rows))
  const ruleWarnings = findWarnings(values)
  // Removes the images that a server leaves out from the values.
  const images = readImages(values, siteDir, omitsMissingImages === true)
  addOthers(images.problems)
  // Values without a problem have the types of their schemas.
  const areValid = (_values: unknown): _values is Files => problems.count === 0
  if (!areValid(values)) return { problems: await listLines(documents, problems, 'problem', dataDir) }
  const warnings = createProblemList()
  for (const list of [ruleWarnings, images.warnings, warnOfUnused(documents)]) warnings.add(list)
  const lines = await listLines(documents, warnings, 'warning', dataDir)
  return { business: complete(values, baseUrl, images.sizes), warnings: [...found.warnings, ...lines] }
}

interface DataDocument {
  name: string
  row: DataFile
  /** Why the file is not JSON: the first reasons, and their number; `text` is then empty, and `value` undefined. */
  findings: Finding[]
  count: number
  text: string
  value: unknown
}

function* inFile(file: string, findings: Iterable<Finding>): Generator<Problem> {
  for (const finding of findings) yield { file, ...finding }
}

// A value that its schema rejects has one problem.
function* omitExplained(problems: Iterable<Problem>, explained: Set<string>): Generator<Problem> {
  for (const problem of problems) if (!explained.has(`/${problem.file}${problem.pointer}`)) yield problem
}

/** Collects problems: the first hundred, because there may be half a million, and the number of all. */
function createProblemList() {
  const first: Problem[] = []
  const list = {
    count: 0,
    first,
    add: (problems: Iterable<Problem>, unlisted = 0) => {
      list.count += unlisted
      for (const problem of problems) {
        list.count += 1
        if (first.length < maxProblems) first.push(problem)
      }
    }
  }
  return list
}

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

// A file of another language has no effect, and its author would wait for one.
function warnOfUnused(documents: DataDocument[]): Problem[] {
  const language = fieldOf(documents.find(({ name }) => name === 'faq')?.value, 'language')
  if (typeof language !== 'string') return []
  const used: string[] = wordsFilesOf(language)
  return documents
    .filter(({ name, row }) => row.isPerLanguage && !used.includes(name))
    .map(({ name }) => ({
      file: name,
      pointer: '',
      message: `is not used, because the language of the site is "${language}"`,
      hint: `To use it, name it ${used[0]}.json.`
    }))
}

/** Returns a line for each of the first problems, and one that counts the rest. */
async function listLines(
  documents: DataDocument[],
  problems: ReturnType<typeof createProblemList>,
  noun: 'problem' | 'warning',
  dataDir: string
): Promise<string[]> {
  const first = documents.flatMap(({ name }) => problems.first.filter(({ file }) => file === name))
  const texts = new Map(documents.map(({ name, text }) => [name, text]))
  const lines = await describeProblems(dataDir, first, async (name) => texts.get(name))
  const more = problems.count - lines.length
  if (more === 0) return lines
  return [...lines, `${dataDir}: ${more.toLocaleString('en')} more ${noun}${more === 1 ? '' : 's'}`]
}

/** Returns a line for each problem, with the path of its file, and the line and column of its value if the file can be read. */
export async function describeProblems(
  dataDir: string,
  problems: Problem[],
  read = (name: string) => readFile(join(dataDir, `${name}.json`), 'utf8').catch(() => undefined)
): Promise<string[]> {
  if (problems.length === 0) return []
  const { locate } = await import('../../advice/advice.ts')
  const names = new Set(problems.map(({ file }) => file))
  const lists = Array.from(names, async (name) => {
    const own = problems.filter(({ file }) => file === name)
    const located = locate((await read(name)) ?? '', own).sort((a, b) => Number(a.line) - Number(b.line))
    return located.map((problem) => formatFinding(join(dataDir, `${name}.json`), problem))
  })
  return (await Promise.all(lists)).flat()
}

const empty: Finding = {
  pointer: '',
  message: 'is empty',
  hint: 'Write the JSON object that its schema describes.'
}

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
  if (text.trim() === '') return single(empty)
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
            report(inexactNumber(token, path()), line, column)
          else if (thousands.test(token) && !decimalFields.test(String(path().at(-1))))
            report(unclearNumber(token, path()), line, column)
        },
        onObjectProperty: (name, _offset, _length, line, column, path) => {
          const names = enclosing.at(-1)
          const make = name.length > limits.fieldLength ? longName : names?.has(name) ? duplicate : undefined
          if (make) report(make(name, path()), line, column)
          names?.add(name)
        }
      },
      { disallowComments: true }
    )
  } catch {
    // The parser recurses once per level.
    return single(tooDeep)
  }
  if (syntax) return single(await describeSyntax(text, syntax))
  if (depth > limits.depth) return single(tooDeep)
  const message = `must have at most ${limits.values} values`
  return values > limits.values ? single({ pointer: '', message, found: values }) : { findings, count }
}

const single = (finding: Finding) => ({ findings: [finding], count: 1 })

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

// In many countries the point is between thousands, but JSON.parse reads 12.000 as 12.
const thousands = /^-?[1-9]\d{0,2}\.\d{3}$/
const decimalFields = /^(latitude|longitude|rate_percent)$/

const unclearNumber = (token: string, path: JSONPath): Finding => ({
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
