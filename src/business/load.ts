import { join } from 'node:path'
import type { TSchema } from '@sinclair/typebox'
import type { Business } from './business.ts'
import { checkSchema } from './check-schema.ts'
import { checkText } from './check-text.ts'
import { complete } from './complete.ts'
import { FaqFile } from './faq.ts'
import { maxDataBytes, maxProblems } from './limits.ts'
import { documentOf, type Operation } from './operations.ts'
import { Pricing } from './pricing.ts'
import type { Finding, Problem } from './problem.ts'
import { ProfileFile } from './profile.ts'
import { type File, openFile, readText, refuseLarge } from './read-file.ts'
import { locate, readJson } from './read-json.ts'
import { checkRules } from './rules.ts'
import { ServiceCatalogFile } from './services.ts'

interface Settings {
  dataDir: string
  /** Public address of the site, without a trailing slash. */
  baseUrl: string
}

const core = { profile: ProfileFile, services: ServiceCatalogFile, pricing: Pricing, faq: FaqFile }

const furtherSchemas = (operations: Operation[]): [name: string, schema: TSchema][] =>
  operations.flatMap((operation) => {
    const name = documentOf(operation)
    return name === undefined ? [] : [[name, operation.schema]]
  })

/** The published schemas of all data files, by the name of the file without `.json`. */
export const fileSchemas = (operations: Operation[]): Record<string, TSchema> => ({
  ...core,
  ...Object.fromEntries(furtherSchemas(operations))
})

/** Reads and checks every data file; all problems at once if there are any, never an exception. */
export function loadBusiness(
  { dataDir, baseUrl }: Settings,
  operations: Operation[]
): { business: Business } | { problems: Problem[] } {
  const open = (name: string) => openFile(join(dataDir, `${name}.json`))
  const files = {
    profile: open('profile'),
    services: open('services'),
    pricing: open('pricing'),
    faq: open('faq')
  }
  const further = furtherSchemas(operations).map(([name, schema]) => ({ name, schema, file: open(name) }))
  const tooLarge = refuseLarge([...Object.values(files), ...further.map(({ file }) => file)])
  if (tooLarge) return { problems: [{ ...tooLarge, file: dataDir }] }

  const profile = check('profile', files.profile, core.profile)
  const services = check('services', files.services, core.services)
  const pricing = check('pricing', files.pricing, core.pricing)
  const faq = check('faq', files.faq, core.faq)
  const others = further.map(({ name, file, schema }) => check(name, file, schema))
  const size = [profile, services, pricing, faq, ...others].reduce(
    (sum, { text }) => sum + sizeInHtml(text),
    0
  )
  if (size > maxDataBytes) return { problems: [{ ...tooLargeInHtml(size), file: dataDir }] }

  const problems = findProblems([profile, services, pricing, faq, ...others], dataDir)
  if (problems.length > 0 || !profile.value || !services.value || !pricing.value || !faq.value)
    return { problems }
  const values = { profile: profile.value, services: services.value, pricing: pricing.value, faq: faq.value }
  return {
    business: {
      ...Object.fromEntries(others.map(({ name, value }) => [name, value])),
      ...complete(values, baseUrl)
    }
  }
}

/** Bytes of a JSON text with those that HTML adds: a page writes `&` as `&amp;`. */
function sizeInHtml(text: string): number {
  let size = Buffer.byteLength(text)
  for (let index = 0; index < text.length; index += 1) {
    const isEscaped = '&<>'.includes(text.charAt(index)) || text.startsWith('\\"', index)
    if (isEscaped) size += 4
  }
  return size
}

const tooLargeInHtml = (size: number): Finding => ({
  pointer: '',
  message: `must have at most ${maxDataBytes} bytes (${maxDataBytes / 2 ** 20} MB) in its data files, and has ${size} with &, <, > and quotation marks as HTML writes them`
})

/** A data file with its contents and the problems of it alone. */
interface Checked {
  name: string
  path: string
  /** Empty if it is not JSON. */
  text: string
  raw?: unknown
  /** The first ones; `count` has the number of all. */
  findings: Finding[]
  count: number
}

/** Reads and checks one data file by itself; without a value if there are problems. */
function check<T>(name: string, file: File, schema: TSchema & { static: T }): Checked & { value?: T } {
  const { path } = file
  const read = readText(file)
  if ('problem' in read) return { name, path, text: '', findings: [read.problem], count: 1 }
  const { text } = read
  const json = readJson(text)
  if (json.count > 0) return { name, path, text: '', findings: json.problems, count: json.count }
  const raw = json.value
  const checked = checkSchema(withoutSchema(raw), schema)
  const findings: Finding[] = []
  let count = 0
  for (const part of ['problems' in checked ? checked.problems : [], checkText(raw)]) {
    for (const finding of part) {
      count += 1
      if (count <= maxProblems) findings.push(finding)
    }
  }
  return { name, path, text, raw, findings, count, ...('value' in checked && { value: checked.value }) }
}

/** The problems of each file and between the files; the first are located, the rest counted. */
function findProblems(documents: Checked[], dataDir: string): Problem[] {
  const between = checkRules(Object.fromEntries(documents.map(({ name, raw }) => [name, raw])))
  let left = maxProblems
  let more = 0
  const problems = documents.flatMap(({ name, path, text, findings, count }) => {
    const others = between.filter(({ file }) => file === name)
    const listed = [...findings, ...others].slice(0, left)
    left -= listed.length
    more += count + others.length - listed.length
    return placed(text, listed).map((finding): Problem => ({ ...finding, file: path }))
  })
  if (more === 0) return problems
  const message = `has ${more.toLocaleString('en')} more problem${more === 1 ? '' : 's'}`
  return [...problems, { file: dataDir, pointer: '', message }]
}

/** The findings with line and column, in the order of the text. */
function placed(text: string, findings: Finding[]): Finding[] {
  const places = locate(
    text,
    findings.map(({ pointer }) => pointer)
  )
  return findings
    .map((finding) => ({ ...places.get(finding.pointer), ...finding }))
    .sort((a, b) => Number(a.line) - Number(b.line))
}

// The schema that a file names is for editors: it is neither a fact nor published.
function withoutSchema(raw: unknown): unknown {
  if (typeof raw !== 'object' || raw === null || Array.isArray(raw)) return raw
  return Object.fromEntries(Object.entries(raw).filter(([key]) => key !== '$schema'))
}
