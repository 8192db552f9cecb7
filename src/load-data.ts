import { versions } from './api/versions.ts'
import type { Business } from './business/business.ts'
import { loadBusiness } from './business/load.ts'
import { formatProblem } from './business/problem.ts'

interface Settings {
  dataDir: string
  baseUrl: string
}

/** The business, or a line for each problem of the data files. */
export type Loaded = { business: Business } | { lines: string[] }

/** Reads and checks the data files of all versions of the API. */
export function loadData(settings: Settings): Loaded {
  const loaded = loadBusiness(
    settings,
    versions.flatMap(({ operations }) => operations)
  )
  return 'problems' in loaded ? { lines: loaded.problems.map(formatProblem) } : loaded
}
