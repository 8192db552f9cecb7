import type { Difference } from '../compare/compare.ts'
import type { AuditedSite, Examined, Page } from './audited-site.ts'
import type { SiteResponse } from './client.ts'
import { type NotApplicable, notApplicable } from './problems.ts'

/** The sources of the checks: scanners of agent readiness, and standards. */
export const scanners = {
  isitagentready: 'isitagentready.com',
  acceptmarkdown: 'acceptmarkdown.com',
  afdocs: 'afdocs 0.22 (Agent-Friendly Documentation Spec 0.6)',
  a14y: 'a14y 0.2 and the draft of 0.3',
  standards: 'RFCs and specifications'
}
export type Scanner = keyof typeof scanners

export type Outcome =
  | { status: 'pass'; note?: string }
  | {
      status: 'fail'
      reason: string
      note?: string
      differences?: Difference[]
      isUnreachable?: true
    }
  | NotApplicable

/** The facts that a surface states differently from the API, and what was compared. */
export interface Comparison {
  differences: Difference[]
  note: string
}

/** The problems of a site, none if it passes; or why the check does not apply to it. */
export type Findings = string[] | Comparison | NotApplicable

export interface Check {
  /** The expectation, as a fact about the site. */
  name: string
  /** The paths that the check requests. */
  fetches: string
  asks: Partial<Record<Scanner, string[]>>
  fix: string
  /** The fix if this software serves the site: names the file or setting. */
  ownFix?: string
  /** Whether a failure is a warning: it depends on what the owner wrote or on their template, and not on the server. */
  isWarning?: boolean
  /** Whether the check compares facts, which no threshold excuses. */
  isFact?: boolean
  run: (site: AuditedSite) => Findings | Promise<Findings>
}

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

/** Makes a check of a document that every site must have. */
export const checkDocument =
  (path: string, run: (document: SiteResponse) => string[]): Check['run'] =>
  async (site) => {
    const document = await site.get(path)
    return document.status === 200 ? run(document) : [`${path} returns ${document.status}`]
  }

/** Makes a check of a text at the root of the site, if the site has it. */
export const checkText =
  (name: string, run: (text: string, site: AuditedSite) => Findings | Promise<Findings>): Check['run'] =>
  async (site) => {
    const { status, text } = await site.get(`/${name}`)
    return status === 200 ? run(text, site) : notApplicable(`the site has no ${name}`)
  }

export const isMarkdown = ({ type }: SiteResponse) => /^text\/markdown\b/.test(type)

export const isSuccess = (response: SiteResponse, isExpected: (response: SiteResponse) => boolean) =>
  response.status === 200 && isExpected(response)

/** Makes a check of the Markdown of each page that has one. Another check fails if a page has none. */
export const checkMarkdown =
  (
    findProblems: (page: Page, markdown: SiteResponse, site: AuditedSite) => string[],
    request = (page: Page, site: AuditedSite) => site.getMarkdown(page.path)
  ): Check['run'] =>
  async (site) => {
    const pages = await Promise.all(
      (await site.readFoundPages()).map(async (page) => ({ page, markdown: await request(page, site) }))
    )
    const found = pages.filter(({ markdown }) => isSuccess(markdown, isMarkdown))
    if (found.length === 0) return notApplicable('no page is served as Markdown')
    return found.flatMap(({ page, markdown }) =>
      findProblems(page, markdown, site).map((problem) => `${page.path} ${problem}`)
    )
  }
