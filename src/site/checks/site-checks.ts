import { locateProblems } from '../../business/loading/read-business.ts'
import { formatProblem, type Problem } from '../../business/problem.ts'
import type { PageToCheck } from '../markdown/compare.ts'
import type { Site } from '../site.ts'
import { findDisparities } from './disparities.ts'
import { findUnshownTexts } from './unshown-texts.ts'

type Warn = (message: string) => void

interface Options {
  dataDir: string
  baseUrl: string
  /** Returns whether a route besides the site answers a path. */
  isRouted: (path: string) => boolean
  /** Returns whether to stop, because the result is no longer needed. */
  isCancelled: () => boolean
}

/** The checks of the pages and links of a site against the data. */
interface SiteChecks {
  /** Calls `warn` for each problem that is known without reading a page. */
  warnOfLinks: (warn: Warn) => void
  /** Returns the pages that contradict the data, without lines, because finding those would block a server. Calls `warn` for the pages that are not checked, and the facts on no page. */
  comparePages: (warn: Warn) => Promise<Problem[]>
  /** Does all checks, and renders the pages in Markdown. Returns the problems. */
  run: (warn: Warn) => Promise<Problem[]>
}

/** Creates the checks of a site, and does those that need no page. */
export async function createSiteChecks(site: Site, options: Options): Promise<SiteChecks> {
  const { dataDir, baseUrl, isRouted, isCancelled } = options
  const found = site.checkLinks(isRouted)
  const problems = [...site.folder.problems, ...(await locateProblems(dataDir, found.problems))]
  const warnings = await locateProblems(dataDir, found.warnings)
  const warnOf = (list: Problem[], warn: Warn) => {
    for (const problem of list) warn(formatProblem(problem))
  }
  const comparePages = async (warn: Warn) => {
    const check = { baseUrl, compare: (page: PageToCheck) => site.converter.compare(page), warn, isCancelled }
    const disparities = await findDisparities(site.business, site.pages, check)
    // The built-in pages show every fact.
    if (site.folder.isCustom)
      for (const line of await findUnshownTexts(site.business, site.pages, check)) warn(line)
    return disparities
  }
  return {
    warnOfLinks: (warn) => warnOf([...problems, ...warnings], warn),
    comparePages,
    run: async (warn) => {
      for (const warning of site.pictures.warnings) warn(warning)
      const texts = await site.checkTexts(isRouted)
      warnOf([...warnings, ...texts.warnings], warn)
      const disparities = await locateProblems(dataDir, await comparePages(warn))
      return [...problems, ...texts.problems, ...disparities]
    }
  }
}
