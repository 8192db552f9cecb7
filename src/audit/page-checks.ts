import type { AuditedSite, Examined, Page } from './audited-site.ts'
import type { Check, Findings } from './check.ts'
import type { SiteResponse } from './client.ts'
import { notApplicable } from './problems.ts'

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

/** Returns whether a response is Markdown by its Content-Type. */
export const isMarkdown = ({ type }: SiteResponse) => /^text\/markdown\b/.test(type)

/** Returns whether a response has the status 200 and an expected form. */
export const isSuccess = (response: SiteResponse, isExpected: (response: SiteResponse) => boolean) =>
  response.status === 200 && isExpected(response)

/** Checks the Markdown of each page that has one. Another check fails if a page has none. */
export async function checkMarkdown(
  site: AuditedSite,
  findProblems: (page: Page, markdown: SiteResponse) => string[],
  request = (page: Page) => site.getMarkdown(page.path)
): Promise<Findings> {
  const pages = await Promise.all(
    (await site.readFoundPages()).map(async (page) => ({ page, markdown: await request(page) }))
  )
  const found = pages.filter(({ markdown }) => isSuccess(markdown, isMarkdown))
  if (found.length === 0) return notApplicable('no page is served as Markdown')
  return found.flatMap(({ page, markdown }) =>
    findProblems(page, markdown).map((problem) => `${page.path} ${problem}`)
  )
}
