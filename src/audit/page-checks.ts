import type { AuditedSite, Examined, Page } from './audited-site.ts'
import type { Check } from './check.ts'

/** Makes a check of each page by itself, or of those with structured data. */
export const checkPages = (
  name: string,
  asks: Check['asks'],
  fix: string,
  findProblems: (page: Page, site: AuditedSite) => string[],
  examined?: Examined
): Check => ({
  name,
  fetches: 'pages',
  asks,
  fix,
  run: (site) => site.checkPages((page) => findProblems(page, site), examined)
})

/** Makes a check of the owner's texts or template, whose failure is a warning. */
export const checkContent = (...check: Parameters<typeof checkPages>): Check => ({
  ...checkPages(...check),
  isWarning: true
})
