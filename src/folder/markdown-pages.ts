import { isUtf8 } from 'node:buffer'
import { join } from 'node:path'
import {
  type Document,
  type ErrorCode,
  isMap,
  isScalar,
  LineCounter,
  type ParsedNode,
  parseDocument,
  visit
} from 'yaml'
import { changeTimeOf } from '../base/change-times.ts'
import { type Finding, formatFinding, type LeftOut } from '../base/problem.ts'
import { createPace } from '../base/tasks.ts'
import { squeeze } from '../base/text.ts'
import { maxHeadLength, refusesIndexing } from '../markdown/markdown.ts'
import { markdownPathOf, maxHeldBytes } from '../resources/resources.ts'
import { type ReadFile, serverPaths } from './site-files.ts'

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

// Such files are no pages, but may be drafts.
const otherMarkdownName = /\.(?:M[Dd]|mdx|markdown|mdown|mkdn?)$/
const htmlName = /\.x?html?$/i
// Programs make pages from such files.
const sourceName =
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
    else if (frontMatter && isBuiltIn(path)) leftOut.push(leaveOut('a built-in page at the same path', file))
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
    const isMarkdown = otherMarkdownName.test(path)
    const isSource = sourceName.test(path)
    const mayBeDraft = isMarkdown || isSource || htmlName.test(path)
    if (isDraft(path) || (mayBeDraft && (await readStart(path, read))?.isDraft)) drafts.push(path)
    else if (isMarkdown) leftOut.push(leaveOut('a name that does not end with .md', name))
    else if (isSource) leftOut.push(leaveOut('a name that does not end with .html or .md', name))
  }
  return { pages, problems, leftOut, drafts }
}

const leaveOut = (reason: string, name: string): LeftOut => [
  'file',
  `of the pages, because of ${reason}`,
  name
]

function listLeftOut({ frontMatter, whyNoPage }: Start, name: string, isTaken: boolean): LeftOut[] {
  if (frontMatter === undefined) return [leaveOut(whyNoPage, name)]
  if ('message' in frontMatter) return []
  if (isTaken) return [leaveOut('another page at the same path', name)]
  const menu = 'of the menu, because of a menu that is neither true nor false'
  const address = 'of the site, because of addresses that follow from the names of files'
  const fields = frontMatter.ignored.map((field): LeftOut => ['field', address, `${field} of ${name}`])
  return frontMatter.hasOtherMenu ? [['page', menu, name], ...fields] : fields
}

type Candidate = ReturnType<typeof listCandidates>[number]
type Start = NonNullable<Awaited<ReturnType<typeof readStart>>>

/** Lists the Markdown files that may be pages, the index of a folder before a file with the same path. */
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
    isDraft: isDraft(path, markdown),
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

// Parsing crafted YAML of this length takes less than 100 ms.
const maxYaml = 2000

// Metadata begins with a key. A rule (`---`) at the start of a text is not front matter.
const yamlStart = /^\ufeff?---(?:ya?ml)?[ \t]*\r?\n(?=(?:[ \t]*(?:#.*)?\r?\n)*[ \t]*["']?[\w-]+["']?[ \t]*:)/
const yamlEnd = /^(?:---|\.\.\.)[ \t]*\r?$/m

// As in Jekyll, Hugo and WordPress. Not read as YAML, because invalid front matter must not publish a draft.
const no = `["']?(?:false|no|off|n|0)["']?`
const lineEnd = `[ \\t]*(?:#.*)?\\r?$`
const published = '(?:(?:is_?)?publish(?:ed)?|render|permalink)'
const status = `(?:(?:post_)?status|visibility)["']?[ \\t]*[:=]\\s*["']?(?:(?:auto-)?draft|pending|future|scheduled|private|hidden|trash|unpublished)`
// Hugo renders no page for it.
const build = `_?build["']?[ \\t]*:(?:[ \\t]*\\{[^\\n}]{0,200}|[ \\t]*(?:#.*)?(?:\\r?\\n[ \\t].*){0,4}?\\r?\\n[ \\t]+)["']?render["']?[ \\t]*:[ \\t]*["']?(?:never|false)\\b`
const draft = new RegExp(
  `^["']?(?:(?:(?:is_?)?draft|private|unpublished)["']?[ \\t]*[:=](?!(?:[ \\t]*(?:${no}|null|~))?${lineEnd}(?!\\n[ \\t]+["']?(?:true|yes|on)))|${published}["']?[ \\t]*[:=]\\s*${no}${lineEnd}|${status}["']?${lineEnd}|${build})`,
  'im'
)

// TOML and JSON of Hugo, and YAML in braces.
const otherStart =
  /^(?:\+\+\+[ \t]*(?=\r?\n)[\s\S]*?(?:\n\+\+\+|$)|---toml[ \t]*\r?\n[\s\S]*?(?:\n---|$)|(?:---(?:json)?\s*)?\{[\s\S]*?(?:\}[ \t]*(?:\r?\n|$)|$))/

/** Returns whether a file is in a folder of drafts, as in Jekyll, or its front matter makes it one, such as `status: private`. */
export function isDraft(path: string, markdown = ''): boolean {
  if (path.includes('/_drafts/')) return true
  // Without the characters that its author cannot see.
  const text = markdown.replace(/[\p{Cf}\u00a0]/gu, '').trimStart()
  const yaml = splitFrontMatter(text)?.yaml
  if (yaml === undefined)
    return draft.test((otherStart.exec(text)?.[0] ?? '').replace(/[{},]\s*|^[ \t]+/gm, '\n'))
  // All keys may be indented.
  const [indent = ''] = /^[ \t]*(?=["']?[\w-])/m.exec(yaml) ?? []
  return draft.test(yaml.replaceAll(new RegExp(`^${indent}`, 'gm'), ''))
}

function whyNoPage(markdown: string): string {
  const text = markdown.trimStart()
  if (/[\0\ufffd]/.test(text)) return 'an encoding other than UTF-8'
  if (otherStart.test(text)) return 'front matter that is not YAML'
  return yamlStart.test(text.replace(/^<!--[\s\S]{0,500}?-->\s*/, '')) && !yamlStart.test(markdown)
    ? 'text before its front matter'
    : 'front matter without a title'
}

/** Returns undefined if the file begins with no front matter. It is closed if a line `---` ends it. */
export function splitFrontMatter(markdown: string) {
  const [opening] = yamlStart.exec(markdown) ?? []
  if (opening === undefined) return undefined
  const rest = markdown.slice(opening.length)
  const closing = yamlEnd.exec(rest)
  if (closing === null) return { yaml: rest, isClosed: false, text: '' }
  const text = rest.slice(closing.index + closing[0].length)
  return { yaml: rest.slice(0, closing.index), isClosed: true, text }
}

type FrontMatter = Exclude<ReturnType<typeof readFrontMatter>, Finding | undefined>

/** Reads YAML, as Jekyll and Hugo do. Returns undefined if the file has no front matter, or none with a title. */
function readFrontMatter(markdown: string) {
  const parts = splitFrontMatter(markdown)
  if (parts === undefined) return undefined
  if (!parts.isClosed)
    return createFinding(1, 1, 'the front matter has no end', 'Write a line --- after its last field.')
  if (parts.yaml.length > maxYaml)
    return createFinding(1, 1, `the front matter must have at most ${maxYaml} characters`)
  const lines = new LineCounter()
  // In this schema every scalar is a string, so a title may be a number or a date.
  const document = parseDocument(parts.yaml, { schema: 'failsafe', prettyErrors: false, lineCounter: lines })
  const findingAt = (offset: number, message: string, hint = quoteHint) => {
    const { line, col } = lines.linePos(offset)
    return createFinding(line + 1, col, message, hint)
  }
  const [error] = document.errors
  if (error)
    return findingAt(error.pos[0], `the front matter is not valid YAML (${error.message})`, hints[error.code])
  // As in Hugo, the case of a key does not matter: an owner may write `Title`.
  visit(document, {
    Pair: (_, { key }) => {
      if (isScalar(key)) key.value = String(key.value).toLowerCase()
    }
  })
  if (!document.has('title')) return undefined
  const values = ['title', 'description'].map((key) => document.get(key) ?? '')
  const [title, description] = values.map((value) => (typeof value === 'string' ? squeeze(value) : undefined))
  if (!title) return findingAt(findField(document, 'title'), 'title must be a text')
  if (description === undefined)
    return findingAt(findField(document, 'description'), 'description must be a text')
  const textOf = (key: string) => String(document.get(key) ?? '')
  const textAt = (...path: string[]) => (isMap(document.get(path[0])) ? String(document.getIn(path)) : '')
  const isNo = (key: string) => /^(?:false|no|off|n|0|null|~)$/i.test(textOf(key))
  const isListed =
    delisting.every((key) => textOf(key) === '' || isNo(key)) &&
    !['index', 'sitemap'].some(isNo) &&
    !['build', '_build'].some((key) => /^(?:never|false)$/.test(textAt(key, 'list'))) &&
    !['disable', 'exclude'].some((key) => textAt('sitemap', key) === 'true') &&
    textAt('seo', 'noindex') !== 'true' &&
    textAt('robots', 'index') !== 'false' &&
    ![textOf('robots'), textOf('googlebot'), ...['meta', 'seo'].map((key) => textAt(key, 'robots'))].some(
      refusesIndexing
    )
  const menu = squeeze(textOf('menu')).toLowerCase()
  return {
    title: title.slice(0, maxTitle),
    description,
    isListed,
    /** When another program would begin to publish it, and end; empty if it says nothing. */
    starts: textOf('publishdate') || textOf('pubdate') || textOf('date'),
    ends: textOf('expirydate') || textOf('unpublishdate'),
    isInMenu: /^(?:true|yes|on)$/.test(menu),
    /** Whether `menu` is a field of another program, such as Hugo's `menu: main`. */
    hasOtherMenu:
      !/^(?:true|yes|on|false|no|off)?$/.test(menu) ||
      ['menus', 'eleventynavigation'].some((key) => document.has(key)),
    /** Fields that give pages another address, which have no effect here. */
    ignored: addressFields.filter((key) => document.has(key.toLowerCase()))
  }
}

function findField({ contents }: Document.Parsed, name: string): number {
  const pairs = isMap<ParsedNode>(contents) ? contents.items : []
  const [start = 0] = pairs.flatMap(({ key }) => (isScalar(key) && key.value === name ? key.range[0] : []))
  return start
}

// As in Hugo and its themes, Jekyll, Eleventy and WordPress.
const delisting =
  'noindex no_index robotsnoindex unlisted hidden sitemap_exclude sitemapexclude eleventyexcludefromcollections'.split(
    ' '
  )
const addressFields =
  'permalink url slug aliases redirect_from redirect_to canonical canonicalURL canonical_url'.split(' ')

const maxTitle = 200
const quoteHint = 'Write quotation marks around a text that has a colon or begins with a sign.'
const hints: Partial<Record<ErrorCode, string>> = {
  DUPLICATE_KEY: 'Delete one of the two fields.',
  TAB_AS_INDENT: 'Write each field at the start of its line, and spaces in place of tabs.',
  UNEXPECTED_TOKEN: 'Write quotation marks around the whole text, and the other kind of them within it.'
}

const createFinding = (line: number, column: number, message: string, hint?: string): Finding => ({
  pointer: '',
  line,
  column,
  message,
  ...(hint && { hint })
})
