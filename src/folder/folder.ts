import { isUtf8 } from 'node:buffer'
import type { Stats } from 'node:fs'
import { basename } from 'node:path'
import { changeTimeOf } from '../base/change-times.ts'
import { InputError } from '../base/problem.ts'
import { encodePath } from '../base/url-path.ts'
import { decodeHtml, maxHeadLength, readHead } from '../markdown/markdown.ts'
import { maxHeldBytes, maxPageBytes, type PageSource, type Resource } from '../resources/resources.ts'
import {
  draftMark,
  findMarkdownPages,
  isDraft,
  type MarkdownPage,
  splitFrontMatter
} from './markdown-pages.ts'
import { openSiteFiles, type ReadFile } from './site-files.ts'

export type { MarkdownPage } from './markdown-pages.ts'

export type SiteFolder = Awaited<ReturnType<typeof openFolder>>

// Sitemaps and llms.txt need the titles and descriptions of all pages at once; this many fit in memory.
const maxPages = 10_000

interface Options {
  siteDir: string
  baseUrl: string
  language: string
  showsDrafts: boolean
  listBuiltIn: (isCustom: boolean) => Set<string>
  warn: (message: string) => void
}

/** Rejects if the folder cannot be read, or has too many pages. */
export async function openFolder(options: Options) {
  const { siteDir, showsDrafts, listBuiltIn, warn } = options
  const { files, read, readBody } = await openSiteFiles(siteDir, warn)
  const isCustom = files.has('/')
  const otherHtml = new Set(['/404.html', ...(await moveVerifications(files, read))])
  const htmlFiles = [...files].filter(([path, file]) => file.endsWith('.html') && !otherHtml.has(path))
  const shown = htmlFiles.map(([path]) => path).filter((path) => showsDrafts || !isDraft(path))
  const htmlPaths = new Set(shown)
  const builtIn = listBuiltIn(isCustom)
  const markdown = await findMarkdownPages({ siteDir, files, builtIn, htmlPaths, read, showsDrafts })
  const drafts = new Set(markdown.drafts.map((path) => String(files.get(path))))
  if (!showsDrafts) for (const path of markdown.drafts) files.delete(path)
  const pageCount = htmlPaths.size + markdown.pages.size
  if (pageCount > maxPages)
    throw new InputError([`SITE_DIR: "${siteDir}" must have at most ${maxPages} pages, got ${pageCount}`])
  /** Returns undefined, and logs a warning, if the file is larger than a page may be. */
  const readWhole = async (path: string) => {
    const file = await read(path, maxPageBytes)
    if (file === undefined || file.stats.size <= maxPageBytes) return file?.bytes
    warn(`cannot read the file of ${path} (larger than ${maxPageBytes / 1e6} MB)`)
    return undefined
  }
  return {
    files,
    read,
    readWhole,
    readNotFound: async () => {
      const content = await readWhole('/404.html')
      return content && { headers: headersOf(content), content }
    },
    /** Returns the text after the front matter, or undefined if the file cannot be read. */
    readText: async ({ sourcePath }: MarkdownPage) => {
      const file = await read(sourcePath, maxHeldBytes)
      if (file === undefined) return undefined
      const whole = new TextDecoder().decode(file.bytes)
      return {
        text: splitFrontMatter(whole)?.text ?? whole,
        isTooLarge: file.stats.size > maxHeldBytes,
        modified: changeTimeOf(file.stats),
        version: file.stats.mtimeMs
      }
    },
    htmlPages: Array.from(htmlPaths, (path): PageSource => {
      const name = String(files.get(path))
      const readPart = async (maxBytes = maxHeldBytes) => {
        const file = await read(path, maxBytes, maxHeadLength)
        const page = file && readPage(file, { ...options, path, name, maxBytes })
        if (!page?.isDraft) return page
        drafts.add(name)
        return showsDrafts ? page : undefined
      }
      const summarize = async () => (await readPart(maxHeadLength))?.summary
      return { path, isBuiltIn: false, summarize, read: readPart }
    }),
    list: () =>
      Array.from(files.keys(), (path): [path: string, Resource] => [
        path,
        { isOwned: true, read: () => readBody(path) }
      ]),
    /** Whether an index.html exists at the root, so the pages of the folder replace the built-in ones. */
    isCustom,
    markdownPages: markdown.pages,
    /** A line for each Markdown file that cannot be a page, because its front matter is invalid. */
    problems: markdown.problems,
    /** The files of drafts: of HTML, only those that were read. */
    drafts,
    /** The Markdown files that are no pages, and the pages with a menu of another program. */
    leftOut: markdown.leftOut
  }
}

const maxVerification = 1000
const verificationName =
  /(?:^|\/)(?:(?:google|naver|yandex_|pinterest-|baidu_verify_|nortonsw_|mywot|ahrefs_|facebook|wmail_)[\w-]+|[\w-]*verif[\w-]*|\w{16,})\.html$/
// The name of a file and its text. Each service names the file after its code, which the text repeats.
const verification =
  /^(?:([\w-]+\.html)\n[a-z]+-site-verification: ?\1|[\w-]*?(\w{6,})\.html\n(?:[\w-]+: ?)?(?:[\w-]+_)?\2|[\w-]+\.html\n(?=\S*\d)\w{6,}|baidu_verify_[\w-]+\.html\n[\w-]+|yandex_(\w+)\.html\n<.*\bVerification: \3\b.*|pinterest-(\w+)\.html\n<.*\bp:domain_verify\b.*\b\4.*)$/is

/** Gives the files that prove to a search engine or network whose site this is their own paths, and returns them. */
async function moveVerifications(files: Map<string, string>, read: ReadFile): Promise<string[]> {
  const found: string[] = []
  for (const [path, file] of [...files].filter(([, file]) => verificationName.test(file))) {
    const start = await read(path, maxVerification)
    if (!verification.test(`${basename(file)}\n${String(start?.bytes).trim()}`)) continue
    files.delete(path)
    files.set(`/${file}`, file)
    found.push(`/${file}`)
  }
  return found
}

const headersOf = (bytes: Buffer) => ({
  // Pages may open popups, such as the popup of a payment provider.
  'cross-origin-opener-policy': 'same-origin-allow-popups',
  'referrer-policy': 'strict-origin-when-cross-origin',
  // HTML in other encodings declares them itself.
  'content-type': isUtf8(bytes) ? 'text/html; charset=utf-8' : 'text/html'
})

/** Reads a custom page of at most `maxBytes`, or only the head of a larger one. Marks the title of a draft. */
function readPage(
  { bytes, stats }: { bytes: Buffer; stats: Stats },
  given: Pick<Options, 'baseUrl' | 'language'> & { path: string; name: string; maxBytes: number }
) {
  const isWhole = stats.size <= given.maxBytes
  const start = stats.size > maxHeadLength ? trimToAscii(bytes.subarray(0, maxHeadLength)) : bytes
  const html = decodeHtml(start)
  const url = given.baseUrl + encodePath(given.path)
  const { title, description, canonical, language, unlisted } = readHead(html, url, given.language)
  const mark = isDraft(given.path, html) ? draftMark : ''
  const whole = mark ? markTitle(bytes) : bytes
  return {
    isDraft: mark !== '',
    summary: {
      description,
      canonical,
      language,
      unlisted,
      title: title && mark + title,
      modified: changeTimeOf(stats)
    },
    body: {
      headers: headersOf(isWhole ? bytes : start),
      content: isWhole ? whole : { file: given.name, stats }
    }
  }
}

// The bytes of any encoding stay as they are.
const markTitle = (bytes: Buffer) =>
  Buffer.from(bytes.toString('latin1').replace(/<title(?=[\s>])[^<>]*>/i, `$&${draftMark}`), 'latin1')

// Cuts after the last ASCII character, because half a character would make UTF-8 look like another encoding.
const trimToAscii = (bytes: Buffer) => bytes.subarray(0, bytes.findLastIndex((byte) => byte < 0x80) + 1)
