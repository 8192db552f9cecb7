import { encodePath } from '../http/encode-path.ts'
import type { Kept } from '../http/kept.ts'
import { link } from '../http/link.ts'
import { createPace } from '../http/pace.ts'
import { markdownPathOf, type PageEntry, type Pages } from '../http/pages.ts'
import { Representation } from '../http/representation.ts'
import { type Answerable, type Refusal, Resource } from '../http/resource.ts'
import type { Conversion, Source } from './markdown/convert.ts'
import { maxHeldBytes, maxPageBytes } from './markdown/limits.ts'
import { Page, vary } from './page.ts'
import type { PageFile } from './page-files.ts'

/** What lists of pages tell of one. */
export type PageSummary = Pick<PageFile, 'title' | 'description' | 'language' | 'modified'>

/** A page before it is read; its functions resolve to undefined if it is gone. */
export interface PageSource {
  summarize: () => Promise<PageSummary | undefined>
  read: (maxBytes: number) => Promise<PageFile | undefined>
}

/** The pages by path, in the order of a table of contents. */
export type Sources = Map<string, PageSource>

interface Parts {
  sources: Sources
  /** Markdown of one's own in place of the converted, by its path; undefined where there is none. */
  readMarkdown: (path: string) => Promise<string | undefined>
  convert: (source: Source) => Promise<Conversion>
  baseUrl: string
  /** The line of Markdown before the content of every page. */
  preface: string
  kept: Kept
  warn: (message: string) => void
  /** The links that every page has in its header, besides those between its forms. */
  links: string[]
}

/** The pages of a site in every form, each read, and converted, when it is first asked for. */
export class SitePages implements Pages {
  readonly #parts: Parts
  readonly #paths: Map<string, string>
  readonly #entries = new Map<string, PageEntry>()
  readonly #opening = new Map<string, Promise<Page | undefined>>()
  /** The limits that pages go beyond, each for the page as it was at a time. */
  readonly #refusals = new Map<string, { conversion: Conversion; modified: number }>()
  #large: Promise<unknown> = Promise.resolve()
  #listing: Promise<PageEntry[]> | undefined

  constructor(parts: Parts) {
    this.#parts = parts
    // Of two pages that would share an address the first has it.
    this.#paths = new Map([...parts.sources.keys()].reverse().map((path) => [markdownPathOf(path), path]))
  }

  /** A page, or a page as Markdown at the address of its own; undefined where there is none. */
  async at(path: string): Promise<Answerable | undefined> {
    if (this.#parts.sources.has(path)) return this.page(path)
    const page = this.#paths.get(path)
    if (page === undefined) return undefined
    const markdown = await (await this.page(page))?.markdown()
    return markdown && ('status' in markdown ? refused(markdown) : markdown.atAddress)
  }

  /** Every page; who asks while the list is made waits for the same list. */
  entries(): Promise<PageEntry[]> {
    this.#listing ??= this.#list().finally(() => {
      this.#listing = undefined
    })
    return this.#listing
  }

  async markdown(path: string): Promise<string | undefined> {
    const markdown = await (await this.page(path))?.markdown()
    if (markdown === undefined || 'status' in markdown) return undefined
    return (await markdown.atAddress.representation.bytes('identity')).toString()
  }

  /** Converts every page, one after the other, until there are as many as may be kept, or `isOver`. */
  async convertAll(isOver: () => boolean): Promise<void> {
    for (const path of this.#parts.sources.keys()) {
      if (isOver() || this.#parts.kept.isHalfFull) return
      await (await this.page(path))?.markdown()
    }
  }

  /** A page that is kept, or being opened, or now is; undefined where there is none. */
  page(path: string): Promise<Page | undefined> {
    const kept = this.#parts.kept.get(encodePath(path))
    if (kept instanceof Page) return Promise.resolve(kept)
    const opening = this.#opening.get(path) ?? this.#open(path).finally(() => this.#opening.delete(path))
    this.#opening.set(path, opening)
    return opening
  }

  async #list(): Promise<PageEntry[]> {
    const entries: PageEntry[] = []
    const pace = createPace()
    for (const [path, source] of this.#parts.sources) {
      const summary = this.#entries.has(path) ? undefined : await source.summarize()
      const entry = summary ? this.#enter(path, summary) : this.#entries.get(path)
      if (entry) entries.push(entry)
      await pace()
    }
    return entries
  }

  async #open(path: string): Promise<Page | undefined> {
    const file = await this.#parts.sources.get(path)?.read(maxHeldBytes)
    if (file === undefined) return undefined
    const { markdownPath } = this.#enter(path, file)
    const { baseUrl, kept, links } = this.#parts
    const linksTo = (path: string, type: string) =>
      [link(file.canonical, 'canonical'), link(baseUrl + encodePath(path), 'alternate', type), ...links].join(
        ', '
      )
    const headers = { ...file.headers, vary, link: linksTo(markdownPath, 'text/markdown') }
    const page: Page = new Page({
      html: file.isWhole
        ? new Resource(new Representation(file.bytes, file.mediaType), headers)
        : { ...headers, 'content-type': file.mediaType },
      headers: { link: linksTo(path, 'text/html') },
      markdownPath,
      convert: () => this.#convert(path, markdownPath, file),
      grown: () => kept.set(encodePath(path), page)
    })
    // Known at once: who asks while it is converted waits for the same conversion.
    kept.set(encodePath(path), page)
    return page
  }

  #enter(path: string, { title, description, language, modified }: PageSummary): PageEntry {
    const markdownPath = markdownPathOf(path)
    const entry = { path, markdownPath, title: title || path, description, language, modified }
    this.#entries.set(path, entry)
    return entry
  }

  async #convert(path: string, markdownPath: string, file: PageFile): Promise<Conversion> {
    const own = await this.#parts.readMarkdown(markdownPath)
    if (own !== undefined) return { markdown: own, language: file.language }
    const modified = file.modified.getTime()
    const known = this.#refusals.get(path)
    if (known?.modified === modified) return known.conversion
    const conversion = await (file.isWhole ? this.#convertFile(path, file) : this.#convertLarge(path))
    if ('refusal' in conversion) {
      this.#refusals.set(path, { conversion, modified })
      this.#parts.warn(`${path} is not there as Markdown: ${conversion.refusal}`)
    }
    return conversion
  }

  /** Converts pages that are too large to be held, so that one of them at a time is in memory. */
  #convertLarge(path: string): Promise<Conversion> {
    const next = this.#large.then(async () => {
      const file = await this.#parts.sources.get(path)?.read(maxPageBytes)
      return file?.isWhole ? this.#convertFile(path, file) : { refusal: tooLarge }
    })
    this.#large = next.catch(() => {})
    return next
  }

  #convertFile(path: string, { bytes, isBuiltIn, language, modified }: PageFile): Promise<Conversion> {
    const { convert, baseUrl, preface } = this.#parts
    return convert({
      bytes: isBuiltIn ? withoutStructured(bytes) : bytes,
      address: baseUrl + encodePath(path),
      language,
      modified: modified.toISOString().slice(0, 10),
      preface,
      isTrusted: isBuiltIn
    })
  }
}

/** The page without its JSON-LD, which Markdown leaves out: in the largest page, it is half of all bytes. */
const withoutStructured = (bytes: Buffer) =>
  // A character a byte, whatever the encoding: JSON-LD holds no `<`.
  Buffer.from(
    bytes.toString('latin1').replace(/<script type="application\/ld\+json">[^<]*<\/script>/, ''),
    'latin1'
  )

const tooLarge = `it is larger than ${maxPageBytes / 1e6} MB`

const refused = (refusal: Refusal): Answerable => ({
  size: 0,
  kept: () => undefined,
  answer: async () => refusal
})
