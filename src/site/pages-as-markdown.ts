import { Cache, sharePending } from '../base/cache.ts'
import { primaryLanguage } from '../base/language.ts'
import { encodePath, formatPageLinks } from '../base/url-path.ts'
import { documentVersion } from '../business/operations.ts'
import { agentResources, type Context } from '../context/context.ts'
import type { SiteFolder } from '../folder/folder.ts'
import type { Conversion, Converter } from '../markdown/markdown.ts'
import {
  markdownPathOf,
  maxPageBytes,
  type Page,
  type PageMarkdown,
  type PageResource,
  type Resource,
  type WholeBody
} from '../resources/resources.ts'

interface Options {
  context: Context
  folder: Pick<SiteFolder, 'markdownPages' | 'readWhole'>
  converter: Pick<Converter, 'htmlToMarkdown'>
  /** Values of the Link header of every page, except the canonical and alternate links. */
  links: string[]
  warn: (message: string) => void
}

// Enough for the Markdown of 2,000 pages of average length.
const maxCachedBytes = 6 * 2 ** 20

/** The Markdown of the pages: each is converted once, and cached while there is room. */
export function createPagesAsMarkdown({ context, folder, converter, links, warn }: Options) {
  const { resources, words, baseUrl } = context
  const cache = new Cache<WholeBody & { size: number }>(maxCachedBytes, context.now)
  const sources = new Set(Array.from(folder.markdownPages.values(), ({ sourcePath }) => sourcePath))
  /** Why pages cannot be converted; each reason applies to one modification time of the page. */
  const failures = new Map<string, { failure: string; modified: number | undefined }>()
  let largeConversion: Promise<unknown> = Promise.resolve()

  const contextIn = (language: string) => (primaryLanguage(language) === 'en' ? context.inEnglish() : context)

  /** Returns the section after the Markdown of every page, in responses only: MCP and llms-full.txt have lists of pages. */
  const endingIn = (language: string) =>
    `\n## Sitemap\n\n- [${contextIn(language).words.notFound.siteMap}](${baseUrl}${agentResources.sitemapText.path})\n`

  function convert({ isBuiltIn }: PageResource, { path, language, modified }: Page, bytes: Buffer) {
    const { words, colon } = contextIn(language)
    return converter.htmlToMarkdown({
      bytes,
      url: baseUrl + encodePath(path),
      language,
      modified: modified?.toISOString().slice(0, 10),
      preface: `> ${words.layout.agentIndex}${colon} [llms.txt](${baseUrl}${agentResources.llms.path})`,
      ...(isBuiltIn && { version: documentVersion }),
      isTrusted: isBuiltIn
    })
  }

  /** Converts large pages one at a time, so only one of them is in memory. */
  function convertLarge(resource: PageResource, page: Page): Promise<Conversion> {
    const next = largeConversion.then(async () => {
      const body = await resource.read(maxPageBytes)
      return body && Buffer.isBuffer(body.content)
        ? convert(resource, page, body.content)
        : { failure: tooLarge }
    })
    largeConversion = next.catch(() => {})
    return next
  }

  function store({ path, canonical }: Page, content: Buffer, language: string, expires?: Date): WholeBody {
    const { headers } = createBody(content, language)
    const link = formatPageLinks(canonical, baseUrl + encodePath(path), 'text/html', links)
    const markdown = { headers: { ...headers, link }, content, expires, size: content.length }
    cache.set(path, markdown)
    return markdown
  }

  const create = sharePending(async (path: string): Promise<PageMarkdown | undefined> => {
    const resource = resources.pages.get(path)
    const body = await resource?.read()
    const page = await resource?.page()
    if (resource === undefined || page === undefined || body === undefined) return undefined
    // The owner's own Markdown file, unless it is the source of a page.
    const own = sources.has(page.markdownPath) ? undefined : await folder.readWhole(page.markdownPath)
    if (own) return store(page, own, page.language)
    const modified = page.modified?.getTime()
    const previous = failures.get(path)
    if (previous && previous.modified === modified) return previous
    const conversion = await (Buffer.isBuffer(body.content)
      ? convert(resource, page, body.content)
      : convertLarge(resource, page))
    if ('failure' in conversion) {
      failures.set(path, { ...conversion, modified })
      warn(`cannot convert ${path} to Markdown: ${conversion.failure}`)
      return conversion
    }
    const { markdown, language } = conversion
    return store(page, Buffer.from(markdown + endingIn(language)), language, body.expires)
  })

  /** Returns undefined if the page does not exist. */
  async function read(path: string): Promise<PageMarkdown | undefined> {
    const cached = cache.get(path)
    if (cached) return cached
    const markdown = await create(path)
    // The conversion may have begun before midnight.
    const isOld = markdown && 'expires' in markdown && markdown.expires && markdown.expires <= context.now()
    return isOld ? create(path) : markdown
  }

  return {
    read,
    /** Lists the Markdown of each page at its path, even if the owner has a file there, and at another one if there is no file. */
    list: (ownFiles: ReadonlyMap<string, Resource>): [path: string, Resource][] =>
      // If two pages have the same Markdown path, the first page gets it.
      [...resources.pages.keys()].reverse().flatMap((path) => {
        const markdownPath = markdownPathOf(path)
        const file = ownFiles.get(markdownPath)
        const readMarkdown = async () => {
          const markdown = await read(path)
          if (markdown === undefined) return file?.read()
          if ('failure' in markdown) return markdown
          return { ...markdown, headers: { ...markdown.headers, 'x-robots-tag': 'noindex' } }
        }
        const resource = { read: readMarkdown, isOwned: file !== undefined }
        const others = [otherMarkdownPathOf(path)].filter((other) => !ownFiles.has(other))
        const paths = [...others, markdownPath].filter((one) => !resources.pages.has(one))
        return paths.map((one): [string, Resource] => [one, resource])
      }),
    createNotFound(): WholeBody {
      const lines = [
        ...[`# ${words.notFound.title}`, '', words.notFound.forAgents, ''],
        `- [${words.layout.agentIndex}](${baseUrl}${agentResources.llms.path})`,
        `- [${words.notFound.siteMap}](${baseUrl}${agentResources.sitemapText.path})`,
        `- [${words.pages.home}](${baseUrl}/)`
      ]
      return createBody(Buffer.from(`${lines.join('\n')}\n`), context.language)
    },
    async readAll(isCancelled: () => boolean): Promise<void> {
      for (const path of resources.pages.keys()) {
        // Further conversions would soon evict the Markdown of other pages.
        if (isCancelled() || cache.isHalfFull) return
        await read(path)
      }
    },
    /** Returns the Markdown of a page without its last section, or undefined if the page cannot be converted. */
    async readText(path: string): Promise<string | undefined> {
      const markdown = await read(path)
      if (markdown === undefined || 'failure' in markdown) return undefined
      const text = markdown.content.toString()
      const ending = endingIn(String(markdown.headers['content-language']))
      return text.endsWith(ending) ? text.slice(0, text.length - ending.length) : text
    }
  }
}

/** As in llmstxt.org: `/pricing/index.html.md` of `/pricing/`, `/about.html.md` of `/about`. */
const otherMarkdownPathOf = (path: string): string =>
  path.endsWith('/') ? `${path}index.html.md` : `${path.replace(/\.html$/, '')}.html.md`

const createBody = (content: Buffer, language: string): WholeBody => ({
  headers: {
    'content-type': 'text/markdown; charset=utf-8',
    'content-language': language,
    'x-markdown-tokens': String(Math.ceil(content.length / bytesPerToken))
  },
  content
})

// Estimates the tokens of a language model: about four letters per token in English, two (of two bytes) in Hebrew.
const bytesPerToken = 4

const tooLarge = `it is larger than ${maxPageBytes / 1e6} MB`
