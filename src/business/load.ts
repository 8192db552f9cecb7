import { join } from 'node:path'
import type { TSchema } from '@sinclair/typebox'
import type { Business } from './business.ts'
import { checkSchema } from './check-schema.ts'
import { checkText } from './check-text.ts'
import { complete } from './complete.ts'
import { Faq } from './faq.ts'
import { documentOf, type Operation } from './operations.ts'
import { Pricing } from './pricing.ts'
import type { Problem } from './problem.ts'
import { ProfileFile } from './profile.ts'
import { readJson } from './read-json.ts'
import { checkRules } from './rules.ts'
import { ServiceCatalogFile } from './services.ts'

interface Settings {
  dataDir: string
  /** Public address of the site, without a trailing slash. */
  baseUrl: string
}

const core = { profile: ProfileFile, services: ServiceCatalogFile, pricing: Pricing, faq: Faq }

const further = (operations: Operation[]): [name: string, schema: TSchema][] =>
  operations.flatMap((operation) => {
    const name = documentOf(operation)
    return name === undefined ? [] : [[name, operation.schema]]
  })

/** The published schemas of all data files, by the name of the file without `.json`. */
export const fileSchemas = (operations: Operation[]): Record<string, TSchema> => ({
  ...core,
  ...Object.fromEntries(further(operations))
})

/** Reads and checks every data file; all problems at once where there are any, never an exception. */
export async function loadBusiness(
  { dataDir, baseUrl }: Settings,
  operations: Operation[]
): Promise<{ business: Business } | { problems: Problem[] }> {
  const [profile, services, pricing, faq, others] = await Promise.all([
    read(dataDir, 'profile', core.profile),
    read(dataDir, 'services', core.services),
    read(dataDir, 'pricing', core.pricing),
    read(dataDir, 'faq', core.faq),
    Promise.all(further(operations).map(([name, schema]) => read(dataDir, name, schema)))
  ])
  const documents = [profile, services, pricing, faq, ...others]
  const between = checkRules(Object.fromEntries(documents.map(({ name, raw }) => [name, raw])))
  const problems = documents.flatMap(({ name, path, locate, findings }) =>
    [...findings, ...between.filter(({ file }) => file === name)]
      .map((finding): Problem => ({ ...locate(finding.pointer), ...finding, file: path }))
      .sort((a, b) => Number(a.line) - Number(b.line))
  )
  if (problems.length > 0 || !profile.value || !services.value || !pricing.value || !faq.value)
    return { problems }
  const files = { profile: profile.value, services: services.value, pricing: pricing.value, faq: faq.value }
  return {
    business: {
      ...Object.fromEntries(others.map(({ name, value }) => [name, value])),
      ...complete(files, baseUrl)
    }
  }
}

/** One data file: what stands in it, every finding about it alone, and its value if there is none. */
async function read<T>(dataDir: string, name: string, schema: TSchema & { static: T }) {
  const path = join(dataDir, `${name}.json`)
  const { value: raw, problems, locate } = await readJson(path)
  if (problems.length > 0) return { name, path, raw, locate, findings: problems }
  const checked = checkSchema(withoutSchema(raw), schema)
  const findings = [...('problems' in checked ? checked.problems : []), ...checkText(raw)]
  return { name, path, raw, locate, findings, ...('value' in checked && { value: checked.value }) }
}

// The schema that a file names is for editors: it is neither a fact nor published.
function withoutSchema(raw: unknown): unknown {
  if (typeof raw !== 'object' || raw === null || Array.isArray(raw)) return raw
  return Object.fromEntries(Object.entries(raw).filter(([key]) => key !== '$schema'))
}
