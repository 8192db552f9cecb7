import { isUtf8 } from 'node:buffer'
import { changeTimeOf } from '../base/change-times.ts'
import type { Problem } from '../base/problem.ts'
import { createPace } from '../base/tasks.ts'
import { maxHeadLength } from '../markdown/markdown.ts'
import { markdownPathOf, maxHeldBytes } from '../resources/resources.ts'
import { type FrontMatter, isDraft, readFrontMatter } from './front-matter.ts'
import type { ReadFile } from './owner-files.ts'
import { serverPaths } from './site-files.ts'

export interface MarkdownPage extends FrontMatter {
  /** The path of the page, such as `/blog/first/`. */
  path: string
  /** The path of its file, such as `/blog/first.md`. */
  filePath: string
  /** The name of its file, relative to SITE_DIR. */
  file: string
  modified: Date | undefined
}

interface Options {
  /** The files of SITE_DIR by their URL path. */
  files: Map<string, string>
  /** The paths of the other pages, built-in and custom. */
  pagePaths: string[]
  read: ReadFile
  /** Whether drafts are pages too, marked in their titles. */
  showsDrafts: boolean
}

/** Finds files with a title in their front matter, unless another page has their path, in the order of their paths. */
export async function findMarkdownPages({ files, pagePaths, read, showsDrafts }: Options) {
  const markdownPaths = new Set(pagePaths.map(markdownPathOf))
  const pages = new Map<string, MarkdownPage>()
  const problems: Problem[] = []
  const drafts: string[] = []
  const pace = createPace()
  for (const { path, filePath, file } of listCandidates(files)) {
    const isTaken =
      files.has(path) ||
      pages.has(path) ||
      markdownPaths.has(filePath) ||
      markdownPaths.has(markdownPathOf(path))
    const found = await readStartOf(filePath, read)
    await pace()
    if (found?.isDraft) drafts.push(filePath)
    if (isTaken || (found?.isDraft && !showsDrafts)) continue
    const problem = found && findProblem(found, path)
    if (problem) problems.push({ pointer: '', file, ...problem })
    else if (found?.frontMatter && 'title' in found.frontMatter)
      pages.set(path, {
        ...found.frontMatter,
        ...(found.isDraft && { title: `Draft: ${found.frontMatter.title}` }),
        path,
        filePath,
        file,
        modified: changeTimeOf(found.stats)
      })
  }
  return { pages, problems, drafts: [...drafts, ...(await findOtherDrafts(files, read))] }
}

// Such files are no pages, but may be drafts.
const otherMarkdown = /\.(?:M[Dd]|mdx|markdown|mdown|mkdn?)$/

async function findOtherDrafts(files: Map<string, string>, read: ReadFile): Promise<string[]> {
  const drafts: string[] = []
  for (const path of files.keys())
    if (otherMarkdown.test(path) && (await readStartOf(path, read))?.isDraft) drafts.push(path)
  return drafts
}

/** Lists the index of a folder before a file with its path. */
function listCandidates(files: Map<string, string>) {
  const candidates = [...files].flatMap(([filePath, file]) => {
    if (!filePath.endsWith('.md') || filePath.startsWith('/.well-known/')) return []
    const isIndex = filePath.endsWith('/index.md')
    const path = isIndex ? filePath.slice(0, -'index.md'.length) : `${filePath.slice(0, -'.md'.length)}/`
    return [{ path, filePath, file, key: isIndex ? path : `${path}\0` }]
  })
  return candidates.sort((a, b) => (a.key < b.key ? -1 : 1))
}

async function readStartOf(path: string, read: ReadFile) {
  const file = await read(path, maxHeldBytes, maxHeadLength)
  /* c8 ignore next: a file that is deleted after the folder was listed */
  if (file === undefined) return undefined
  const { bytes, stats } = file
  const markdown = new TextDecoder().decode(bytes.subarray(0, maxHeadLength))
  return {
    frontMatter: readFrontMatter(markdown),
    // As in Jekyll.
    isDraft: isDraft(markdown) || path.includes('/_drafts/'),
    isTooLarge: stats.size > maxHeldBytes,
    isUtf8: stats.size > maxHeldBytes || isUtf8(bytes),
    stats
  }
}

function findProblem(
  { frontMatter, isTooLarge, isUtf8 }: NonNullable<Awaited<ReturnType<typeof readStartOf>>>,
  path: string
) {
  if (frontMatter === undefined || 'message' in frontMatter) return frontMatter
  if (serverPaths.includes(path.slice(1, -1)))
    return { message: `cannot be a page, because the server has the path ${path}`, hint: 'Rename the file.' }
  if (isTooLarge) return { message: `must have at most ${maxHeldBytes / 1000} KB to be a page` }
  return isUtf8 ? undefined : { message: 'must be in UTF-8 to be a page' }
}
