import { join } from 'node:path'
import type { Business } from '../../business/business.ts'
import { type ChangeTimes, type ReadHistory, readChangeTimes } from '../../business/loading/change-times.ts'
import type { Problem } from '../../business/problem.ts'
import { listViews } from '../page-table.ts'
import { findMarkdownPages, type MarkdownPage } from './markdown-pages.ts'
import { createFileReader, type ReadFile } from './owner-files.ts'
import { listSiteFiles } from './site-files.ts'

// Sitemaps and llms.txt need the titles and descriptions of all pages at once; this many fit in memory.
const maxPages = 10_000

/** SITE_DIR: its files, and the pages among them. */
export interface SiteFolder {
  /** The files by path, relative to SITE_DIR. */
  files: Map<string, string>
  readFile: ReadFile
  /** When the files changed. */
  changes: ChangeTimes
  /** Whether an index.html exists at the root, so the pages of the folder replace the built-in ones. */
  isCustom: boolean
  /** The paths of the pages in HTML. */
  htmlPaths: string[]
  /** The pages in Markdown by path. */
  markdownPages: Map<string, MarkdownPage>
  /** The Markdown files that cannot be pages, because their front matter is invalid. */
  problems: Problem[]
}

/** Lists the files and pages of SITE_DIR. Rejects if the folder cannot be read, or has too many pages. */
export async function openFolder(
  business: Business,
  siteDir: string,
  history: ReadHistory | undefined,
  warn: (message: string) => void
): Promise<SiteFolder> {
  const files = await listSiteFiles(siteDir, warn)
  const changes = await readChangeTimes(siteDir, [...files.values()], history)
  const readFile = createFileReader(siteDir, files, warn)
  const isCustom = files.has('/')
  const htmlPaths = [...files].flatMap(([path, file]) =>
    file.endsWith('.html') && path !== '/404.html' ? [path] : []
  )
  const pagePaths = [...listViews(business, isCustom).keys(), ...htmlPaths]
  const texts = await findMarkdownPages({ files, pagePaths, readFile, changes })
  const pageCount = htmlPaths.length + texts.pages.size
  if (pageCount > maxPages)
    throw new Error(`SITE_DIR: "${siteDir}" must have at most ${maxPages} pages, got ${pageCount}`)
  const problems = texts.problems.map((problem) => ({ ...problem, file: join(siteDir, problem.file) }))
  return { files, readFile, changes, isCustom, htmlPaths, markdownPages: texts.pages, problems }
}
