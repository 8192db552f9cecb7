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
export class PagesAsMarkdown {
  readonly #options: Options
  readonly #cache = new Cache<WholeBody & { size: number }>(maxCachedBytes)
  readonly #sources: Set<string>
  readonly #createShared = sharePending((path: string) => this.#create(path))
  /** Why pages cannot be converted; each reason applies to one modification time of the page. */
  readonly #failures = new Map<string, { failure: string; modified: number | undefined }>()
  #largeConversion: Promise<unknown> = Promise.resolve()

  constructor(options: Options) {
    this.#options = options
    this.#sources = new Set(Array.from(options.folder.markdownPages.values(), ({ sourcePath }) => sourcePath))
  }

  /** Returns undefined if the page does not exist. */
  async read(path: string): Promise<PageMarkdown | undefined> {
    const cached = this.#cache.get(path)
    if (cached && !this.#hasExpired(cached)) return cached
    const markdown = await this.#createShared(path)
    // The conversion may have begun before midnight.
    return markdown && this.#hasExpired(markdown) ? this.#createShared(path) : markdown
  }

  /** Lists the Markdown of each page by its path, which may be the path of the owner's file, and by another one without a file. */
  list(ownFiles: ReadonlyMap<string, Resource>): [path: string, Resource][] {
    const { pages } = this.#options.context.resources
    // If two pages have the same Markdown path, the first page gets it.
    return [...pages.keys()].reverse().flatMap((path) => {
      const markdownPath = markdownPathOf(path)
      const file = ownFiles.get(markdownPath)
      const read = async () => {
        const markdown = await this.read(path)
        if (markdown === undefined) return file?.read()
        if ('failure' in markdown) return markdown
        return { ...markdown, headers: { ...markdown.headers, 'x-robots-tag': 'noindex' } }
      }
      const resource = { read, isOwned: file !== undefined }
      const others = [otherMarkdownPathOf(path)].filter((other) => !ownFiles.has(other))
      const paths = [...others, markdownPath].filter((one) => !pages.has(one))
      return paths.map((one): [string, Resource] => [one, resource])
    })
  }

  /** Returns the Markdown of the 404 page. */
  createNotFound(): WholeBody {
    const { words, baseUrl, language } = this.#options.context
    const lines = [
      ...[`# ${words.notFound.title}`, '', words.notFound.forAgents, ''],
      `- [${words.layout.agentIndex}](${baseUrl}${agentResources.llms.path})`,
      `- [${words.notFound.siteMap}](${baseUrl}${agentResources.sitemapText.path})`,
      `- [${words.pages.home}](${baseUrl}/)`
    ]
    return createBody(Buffer.from(`${lines.join('\n')}\n`), language)
  }

  #hasExpired(markdown: PageMarkdown): boolean {
    const expires = 'failure' in markdown ? undefined : markdown.expires
    return expires !== undefined && expires <= this.#options.context.now()
  }

  async readAll(isCancelled: () => boolean): Promise<void> {
    for (const path of this.#options.context.resources.pages.keys()) {
      // Further conversions would soon evict the Markdown of other pages.
      if (isCancelled() || this.#cache.isHalfFull) return
      await this.read(path)
    }
  }

  /** Returns the Markdown of a page without its last section, or undefined if the page cannot be converted. */
  async readText(path: string): Promise<string | undefined> {
    const markdown = await this.read(path)
    if (markdown === undefined || 'failure' in markdown) return undefined
    const text = markdown.content.toString()
    const ending = this.#endingIn(String(markdown.headers['content-language']))
    return text.endsWith(ending) ? text.slice(0, text.length - ending.length) : text
  }

  async #create(path: string): Promise<PageMarkdown | undefined> {
    const resource = this.#options.context.resources.pages.get(path)
    const body = await resource?.read()
    const page = await resource?.page()
    if (resource === undefined || page === undefined || body === undefined) return undefined
    // The owner's own Markdown file, unless it is the source of a page.
    const isSource = this.#sources.has(page.markdownPath)
    const own = isSource ? undefined : await this.#options.folder.readWhole(page.markdownPath)
    if (own) return this.#store(page, own, page.language)
    const modified = page.modified?.getTime()
    const previous = this.#failures.get(path)
    if (previous && previous.modified === modified) return previous
    const conversion = await (Buffer.isBuffer(body.content)
      ? this.#convert(resource, page, body.content)
      : this.#convertLarge(resource, page))
    if ('failure' in conversion) {
      this.#failures.set(path, { ...conversion, modified })
      this.#options.warn(`cannot convert ${path} to Markdown: ${conversion.failure}`)
      return conversion
    }
    const { markdown, language } = conversion
    return this.#store(page, Buffer.from(markdown + this.#endingIn(language)), language, body.expires)
  }

  #store({ path, canonical }: Page, content: Buffer, language: string, expires?: Date): WholeBody {
    const { context, links } = this.#options
    const { headers } = createBody(content, language)
    const link = formatPageLinks(canonical, context.baseUrl + encodePath(path), 'text/html', links)
    const markdown = { headers: { ...headers, link }, content, expires, size: content.length }
    this.#cache.set(path, markdown)
    return markdown
  }

  /** Converts large pages one at a time, so only one of them is in memory. */
  #convertLarge(resource: PageResource, page: Page): Promise<Conversion> {
    const next = this.#largeConversion.then(async () => {
      const body = await resource.read(maxPageBytes)
      return body && Buffer.isBuffer(body.content)
        ? this.#convert(resource, page, body.content)
        : { failure: tooLarge }
    })
    this.#largeConversion = next.catch(() => {})
    return next
  }

  #contextIn(language: string): Context {
    const { context } = this.#options
    return primaryLanguage(language) === 'en' ? context.inEnglish() : context
  }

  /** Returns the section after the Markdown of every page, in responses only: MCP and llms-full.txt have lists of pages. */
  #endingIn(language: string): string {
    const { words, baseUrl } = this.#contextIn(language)
    return `\n## Sitemap\n\n- [${words.notFound.siteMap}](${baseUrl}${agentResources.sitemapText.path})\n`
  }

  #convert(
    { isBuiltIn }: PageResource,
    { path, language, modified }: Page,
    bytes: Buffer
  ): Promise<Conversion> {
    const { words, colon, baseUrl } = this.#contextIn(language)
    return this.#options.converter.htmlToMarkdown({
      bytes,
      url: baseUrl + encodePath(path),
      language,
      modified: modified?.toISOString().slice(0, 10),
      preface: `> ${words.layout.agentIndex}${colon} [llms.txt](${baseUrl}${agentResources.llms.path})`,
      ...(isBuiltIn && { version: documentVersion }),
      isTrusted: isBuiltIn
    })
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
