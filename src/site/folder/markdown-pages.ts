import { isUtf8 } from 'node:buffer'
import type { ChangeTimes } from '../../business/loading/change-times.ts'
import type { Problem } from '../../business/problem.ts'
import { createPace } from '../../http/pace.ts'
import { markdownPathOf } from '../../surfaces/page-list.ts'
import { maxHeadLength } from '../markdown/head.ts'
import { maxHeldBytes } from '../markdown/limits.ts'
import { type FrontMatter, readFrontMatter } from './front-matter.ts'
import { type ReadFile, readStart } from './owner-files.ts'
import { serverPaths } from './site-files.ts'

/** A Markdown file of SITE_DIR that is a page in the house style. */
export interface MarkdownPage extends FrontMatter {
  /** The path of the page, such as `/blog/first/`. */
  path: string
  /** The path of its file, such as `/blog/first.md`. */
  filePath: string
  /** The name of its file, relative to SITE_DIR. */
  file: string
  /** When the file last changed, if that is known. */
  modified: Date | undefined
}

interface Options {
  /** The files of SITE_DIR by their URL path. */
  files: Map<string, string>
  /** The paths of the other pages, built-in and custom. */
  pagePaths: string[]
  readFile: ReadFile
  changes: ChangeTimes
}

/**
 * Finds the Markdown files of SITE_DIR that are pages, in the order of their paths: those with a title in their front
 * matter, unless another page has their path. Returns the problems of the others that have front matter.
 */
export async function findMarkdownPages({ files, pagePaths, readFile, changes }: Options) {
  const markdownPaths = new Set(pagePaths.map(markdownPathOf))
  const pages = new Map<string, MarkdownPage>()
  const problems: Problem[] = []
  const pace = createPace()
  for (const { path, filePath, file } of listCandidates(files)) {
    const isTaken =
      files.has(path) ||
      pages.has(path) ||
      markdownPaths.has(filePath) ||
      markdownPaths.has(markdownPathOf(path))
    if (isTaken) continue
    const found = await readFile(filePath, readStartOf)
    const problem = found && findProblem(found, path)
    if (problem) problems.push({ pointer: '', file, ...problem })
    else if (found?.frontMatter && 'title' in found.frontMatter)
      pages.set(path, {
        ...found.frontMatter,
        path,
        filePath,
        file,
        modified: changes.getTime(file, found.stats)
      })
    await pace()
  }
  return { pages, problems }
}

/** Lists the Markdown files with the paths that they have as pages. The index of a folder comes before a file with its path. */
function listCandidates(files: Map<string, string>) {
  const candidates = [...files].flatMap(([filePath, file]) => {
    if (!filePath.endsWith('.md') || filePath.startsWith('/.well-known/')) return []
    const isIndex = filePath.endsWith('/index.md')
    const path = isIndex ? filePath.slice(0, -'index.md'.length) : `${filePath.slice(0, -'.md'.length)}/`
    return [{ path, filePath, file, key: isIndex ? path : `${path}\0` }]
  })
  return candidates.sort((a, b) => (a.key < b.key ? -1 : 1))
}

async function readStartOf(file: string) {
  const { bytes, stats } = await readStart(file, maxHeldBytes, maxHeadLength)
  const markdown = new TextDecoder().decode(bytes.subarray(0, maxHeadLength))
  return {
    frontMatter: readFrontMatter(markdown),
    isTooLarge: stats.size > maxHeldBytes,
    isUtf8: stats.size > maxHeldBytes || isUtf8(bytes),
    stats
  }
}

function findProblem(
  { frontMatter, isTooLarge, isUtf8 }: Awaited<ReturnType<typeof readStartOf>>,
  path: string
) {
  if (frontMatter === undefined || 'message' in frontMatter) return frontMatter
  if (serverPaths.includes(path.slice(1, -1)))
    return { message: `cannot be a page, because the server has the path ${path}`, hint: 'Rename the file.' }
  if (isTooLarge) return { message: `must have at most ${maxHeldBytes / 1000} KB to be a page` }
  return isUtf8 ? undefined : { message: 'must be in UTF-8 to be a page' }
}
