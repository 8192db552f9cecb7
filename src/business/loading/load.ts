import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { readChangeTimes } from '../../base/change-times.ts'
import { checkText } from '../../base/check-text.ts'
import { codeOf, fieldOf } from '../../base/json-value.ts'
import { type Finding, formatFinding, InputError, maxProblems, type Problem } from '../../base/problem.ts'
import { programNear, TaskThread } from '../../base/tasks.ts'
import { type Business, type DataFile, dataFiles, type Files } from '../business.ts'
import { checkSchemas } from '../checks/check-schemas.ts'
import { checkRules } from '../checks/rules.ts'
import { findWarnings } from '../checks/warnings.ts'
import { complete } from '../complete.ts'
import { wordsFilesOf } from '../words.ts'
import { readImages } from './images.ts'
import { type DataDocument, readDataFiles } from './read-data-files.ts'

interface Settings {
  dataDir: string
  baseUrl: string
  siteDir: string
  /** Whether images that have no file are left out, with a warning, as a server does. They are problems otherwise. */
  omitsMissingImages?: boolean
}

/** The business, or one line for each problem of its data files; each warning is a line too. */
type Loaded = { business: Business; warnings: string[] } | { problems: string[] }

/**
 * Reads and checks the data files and the images that they name; rejects with an InputError if they have problems. Calls `warn`
 * for each warning. It blocks the thread: a server that handles requests uses `readBusinessInThread`.
 */
export const readBusiness = async (settings: Settings, warn?: Warn): Promise<Business> =>
  unwrap(await loadBusiness(settings), warn)

type Warn = (message: string) => void

/** Uses a worker thread, so no request waits. The start of `serve` uses `readBusiness`, because a thread would delay it. */
export async function readBusinessInThread(
  { dataDir, baseUrl, siteDir, omitsMissingImages }: Settings,
  warn?: Warn,
  resourceLimits?: ConstructorParameters<typeof TaskThread>[2]
): Promise<Business> {
  const thread = new TaskThread(programNear(import.meta, 'read-worker'), undefined, resourceLimits)
  const loaded = await thread
    .run<Loaded>({ dataDir, baseUrl, siteDir, omitsMissingImages })
    .catch((error: unknown): Loaded => {
      if (codeOf(error) === 'ERR_WORKER_OUT_OF_MEMORY')
        return { problems: [`${dataDir}: checking the data files needs more memory than the server allows`] }
      throw error
    })
    // Building the server needs the memory of the thread.
    .finally(() => thread.close())
  return unwrap(loaded, warn)
}

function unwrap(loaded: Loaded, warn: Warn = () => {}): Business {
  if ('problems' in loaded) throw new InputError(loaded.problems)
  for (const message of loaded.warnings) warn(message)
  return loaded.business
}

// The files whose facts the API and the lists of pages have: all but those on how the site presents them.
const { site: _site, words: _words, ...factFiles } = dataFiles

export async function readDataTimes(dataDir: string, { faq }: Business) {
  const names = [...Object.keys(dataFiles), ...wordsFilesOf(faq.language)]
  const changeTimes = await readChangeTimes(dataDir, names)
  const modified = new Date(Math.round(changeTimes.newestTime))
  return { changeTimes, factsChanged: changeTimes.newestOf(Object.keys(factFiles)), modified }
}

/** Returns all problems at once if there are any. Throws an error of the system that no data causes. */
export async function loadBusiness(
  { dataDir, baseUrl, siteDir, omitsMissingImages }: Settings,
  table: Record<string, DataFile> = dataFiles
): Promise<Loaded> {
  const found = await readDataFiles(dataDir, table)
  if ('problems' in found) return found
  const { documents } = found
  const readable = documents.filter(({ value }) => value !== undefined)
  const values = Object.fromEntries(readable.map(({ name, value }) => [name, value]))
  const rows = Object.fromEntries(documents.map(({ name, row }) => [name, row]))
  const problems = createProblemList()
  for (const { name, findings, count } of documents)
    problems.add(inFile(name, findings), count - findings.length)
  const { explained, ...rejected } = await checkSchemas(values, rows)
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
