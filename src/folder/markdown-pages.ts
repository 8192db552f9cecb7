import { isUtf8 } from 'node:buffer'
import { join } from 'node:path'
import { changeTimeOf } from '../base/change-times.ts'
import { type Finding, formatFinding, type LeftOut } from '../base/problem.ts'
import { createPace } from '../base/tasks.ts'
import { maxHeadLength } from '../markdown/markdown.ts'
import { markdownPathOf, maxHeldBytes } from '../resources/resources.ts'
import { type FrontMatter, isDraft, readFrontMatter, whyNoPage } from './front-matter.ts'
import type { ReadFile } from './owner-files.ts'
import { serverPaths } from './site-files.ts'

export interface MarkdownPage extends FrontMatter {
  /** The path of the page, such as `/blog/first/`. */
  path: string
  /** The path of its file, such as `/blog/first.md`. */
  sourcePath: string
  /** The name of its file, relative to SITE_DIR. */
  file: string
  modified: Date | undefined
}

interface Options {
  siteDir: string
  files: Map<string, string>
  builtIn: Set<string>
  htmlPaths: Set<string>
  read: ReadFile
  showsDrafts: boolean
}

export const draftMark = 'Draft: '

// As in Jekyll.
export const isAmongDrafts = (path: string): boolean => path.includes('/_drafts/')

// Such files are no pages, but may be drafts.
const otherMarkdown = /\.(?:M[Dd]|mdx|markdown|mdown|mkdn?)$/
const html = /\.x?html?$/i
// What programs make pages from.
const source =
  /\.(?:adoc|asciidoc|org|rst|textile|shtml?|njk|liquid|astro|hbs|handlebars|mustache|ejs|pug|haml|twig|erb|vue|svelte|mht(?:ml)?)$/i

/** Finds files with a title in their front matter, unless another page has their path. */
export async function findMarkdownPages(options: Options) {
  const { siteDir, files, builtIn, htmlPaths, read, showsDrafts } = options
  const markdownPaths = new Set([...builtIn, ...htmlPaths].map(markdownPathOf))
  const isBuiltIn = (path: string) => builtIn.has(path) && !htmlPaths.has(path)
  const pages = new Map<string, MarkdownPage>()
  const problems: string[] = []
  const drafts: string[] = []
  const leftOut: LeftOut[] = []
  const pace = createPace()
  const isPathTaken = ({ path, sourcePath }: Candidate) =>
    [files, pages].some((all) => all.has(path)) ||
    [sourcePath, markdownPathOf(path)].some((one) => markdownPaths.has(one))
  const add = (candidate: Candidate, start: Start) => {
    const { path, sourcePath, file } = candidate
    const { frontMatter, isDraft, stats } = start
    const isTaken = isPathTaken(candidate)
    if (isDraft) drafts.push(sourcePath)
    else if (!markdownPaths.has(sourcePath)) leftOut.push(...listLeftOut(start, file, isTaken))
    // The Markdown of a page in HTML is no page of its own.
    else if (frontMatter && isBuiltIn(path)) leftOut.push(noPage('a built-in page at the same path', file))
    if (frontMatter === undefined || isTaken || (isDraft && !showsDrafts)) return
    const checked = check(frontMatter, start, path)
    if ('message' in checked)
      return problems.push(formatFinding(join(siteDir, file), { pointer: '', ...checked }))
    const title = (isDraft ? draftMark : '') + checked.title
    pages.set(path, { ...checked, title, path, sourcePath, file, modified: changeTimeOf(stats) })
  }
  for (const candidate of listCandidates(files)) {
    const start = await readStart(candidate.sourcePath, read)
    if (start) add(candidate, start)
    await pace()
  }
  for (const [path, name] of files) {
    if (path.endsWith('.md')) continue
    const isMarkdown = otherMarkdown.test(path)
    const isSource = source.test(path)
    const mayBeDraft = isMarkdown || isSource || html.test(path)
    if (isAmongDrafts(path) || (mayBeDraft && (await readStart(path, read))?.isDraft)) drafts.push(path)
    else if (isMarkdown) leftOut.push(noPage('a name that does not end with .md', name))
    else if (isSource) leftOut.push(noPage('a name that does not end with .html or .md', name))
  }
  return { pages, problems, leftOut, drafts }
}

const noPage = (reason: string, name: string): LeftOut => ['file', `of the pages, because of ${reason}`, name]

function listLeftOut({ frontMatter, whyNoPage }: Start, name: string, isTaken: boolean): LeftOut[] {
  if (frontMatter === undefined) return [noPage(whyNoPage, name)]
  if ('message' in frontMatter) return []
  if (isTaken) return [noPage('another page at the same path', name)]
  const menu = 'of the menu, because of a menu that is neither true nor false'
  const address = 'of the site, because of addresses that follow from the names of files'
  const fields = frontMatter.ignored.map((field): LeftOut => ['field', address, `${field} of ${name}`])
  return frontMatter.hasOtherMenu ? [['page', menu, name], ...fields] : fields
}

type Candidate = ReturnType<typeof listCandidates>[number]
type Start = NonNullable<Awaited<ReturnType<typeof readStart>>>

/** Lists the index of a folder before a file with its path. */
function listCandidates(files: Map<string, string>) {
  const candidates = [...files].flatMap(([sourcePath, file]) => {
    if (!sourcePath.endsWith('.md') || sourcePath.startsWith('/.well-known/')) return []
    const isIndex = sourcePath.endsWith('/index.md')
    const path = isIndex ? sourcePath.slice(0, -'index.md'.length) : `${sourcePath.slice(0, -'.md'.length)}/`
    return [{ path, sourcePath, file, key: isIndex ? path : `${path}\0` }]
  })
  return candidates.sort((a, b) => (a.key < b.key ? -1 : 1))
}

async function readStart(path: string, read: ReadFile) {
  const file = await read(path, maxHeldBytes, maxHeadLength)
  if (file === undefined) return undefined
  const { bytes, stats } = file
  const markdown = new TextDecoder().decode(bytes.subarray(0, maxHeadLength))
  return {
    frontMatter: readFrontMatter(markdown),
    /** Why it is no page if it has no front matter. */
    whyNoPage: whyNoPage(markdown),
    isDraft: isDraft(markdown) || isAmongDrafts(path),
    isTooLarge: stats.size > maxHeldBytes,
    isUtf8: stats.size > maxHeldBytes || isUtf8(bytes),
    stats
  }
}

/** Returns the front matter, or why the file cannot be a page. */
function check(frontMatter: FrontMatter | Finding, { isTooLarge, isUtf8 }: Start, path: string) {
  if ('message' in frontMatter) return frontMatter
  if (serverPaths.includes(path.slice(1, -1)))
    return { message: `cannot be a page, because the server has the path ${path}`, hint: 'Rename the file.' }
  if (isTooLarge) return { message: `must have at most ${maxHeldBytes / 1000} KB to be a page` }
  return isUtf8 ? frontMatter : { message: 'must be in UTF-8 to be a page' }
}
