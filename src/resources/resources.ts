import type { Stats } from 'node:fs'
import { sharePending } from '../base/cache.ts'
import { createPace } from '../base/tasks.ts'
import {
  decodePath,
  encodePath,
  formatPageLinks,
  listSpellings,
  toHref,
  trimSlash
} from '../base/url-path.ts'

/** The largest page, in bytes, that is held in memory. A larger one is streamed from its file. */
export const maxHeldBytes = 500_000

/** The largest page, in bytes, that is read whole. A larger one has no Markdown, and is not compared with the data. */
export const maxPageBytes = 2_000_000

export interface Body {
  headers: Record<string, string>
  /** The bytes, or a file of SITE_DIR to stream. */
  content: Buffer | { file: string; stats: Stats }
  /** When it must be created again; undefined if it depends only on the facts. */
  expires?: Date | undefined
}

/** Why a page has no Markdown: a clause about the page, such as "it is larger than 2 MB". */
interface Failure {
  failure: string
}

export type WholeBody = Body & { content: Buffer }
export type PageMarkdown = WholeBody | Failure

/** The response of a path outside the API. */
export interface Resource {
  read: () => Promise<Body | Failure | undefined>
  /** Of a file of SITE_DIR that is not a page. */
  isOwned?: boolean
}

export interface PageResource extends Resource {
  isBuiltIn: boolean
  /** Read when first asked; undefined if the file is gone. */
  page: () => Promise<Page | undefined>
  /** Reads a page of more than `maxBytes` as a file to stream; the default is what is held in memory. */
  read: (maxBytes?: number) => Promise<Body | undefined>
}

/** What a page is about: the business, the site itself, such as its privacy, or how programs read it. */
export type Subject = 'business' | 'site' | 'programs'

export interface Page {
  path: string
  /** Path of the same page as Markdown, such as `/pricing.md`. */
  markdownPath: string
  subject: Subject
  title: string
  description: string
  canonical: string
  language: string
  /** Why lists omit it, such as `its front matter`; undefined if they include it. */
  unlisted?: string | undefined
  /** When the newest source file of the page changed, if that is known. */
  modified: Date | undefined
}

type Summary = Omit<Page, 'path' | 'markdownPath' | 'subject'>

export interface PageSource {
  path: string
  isBuiltIn: boolean
  summarize: () => Promise<Summary | undefined>
  read: (maxBytes?: number) => Promise<{ summary: Summary; body: Body } | undefined>
}

/** Creates a page that caches its metadata. In its Link header (RFC 8288), `links` follow the canonical and the alternate link. */
export function createPage(
  { path, isBuiltIn, summarize, read }: PageSource,
  subject: Subject,
  links: string[],
  baseUrl: string
): PageResource {
  let page: Page | undefined
  const keep = (summary: Summary): Page => {
    page = { ...summary, path, markdownPath: markdownPathOf(path), subject, title: summary.title || path }
    return page
  }
  return {
    isBuiltIn,
    page: async () => {
      const summary = page === undefined ? await summarize() : undefined
      return summary ? keep(summary) : page
    },
    read: async (maxBytes) => {
      const found = await read(maxBytes)
      if (found === undefined) return undefined
      const { canonical, markdownPath } = keep(found.summary)
      const link = formatPageLinks(canonical, baseUrl + encodePath(markdownPath), 'text/markdown', links)
      return { ...found.body, headers: { ...found.body.headers, link } }
    }
  }
}

/** `/pricing.md` of `/pricing/`, `/about.html.md` of `/about.html`. */
export const markdownPathOf = (path: string): string =>
  path === '/' ? '/index.md' : path.endsWith('/') ? `${path.slice(0, -1)}.md` : `${path}.md`

/** Cache-Control of a file of SITE_DIR, because it can change at any time. */
export const revalidated = 'no-cache'

/** Returns the headers of a file of SITE_DIR: no date if it is in the future (RFC 9110, section 8.8.2.1). */
export function fileHeadersOf(stats: Stats): Record<string, string> {
  const { mtime } = stats
  return {
    'cache-control': revalidated,
    ...(mtime.getTime() <= Date.now() && { 'last-modified': mtime.toUTCString() })
  }
}

/** Cache-Control of a path that contains the hash of its content. */
export const immutable = 'public, max-age=31536000, immutable'

interface PageMarkdownReader {
  /** Returns undefined if the page does not exist. */
  read: (path: string) => Promise<PageMarkdown | undefined>
  /** The Markdown without its last section; undefined if the page does not exist or cannot be converted. */
  readText: (path: string) => Promise<string | undefined>
}

export class Resources {
  /** By path, in the order of a table of contents. */
  pages: ReadonlyMap<string, PageResource> = new Map()
  #markdown: PageMarkdownReader | undefined
  #aliases: ReadonlyMap<string, string> = new Map()
  readonly #others = new Map<string, Resource>()
  /** The URLs to which site.json redirects, by decoded path without a slash at its end. */
  readonly #redirects: ReadonlyMap<string, string>

  constructor(baseUrl: string, redirects: Record<string, string> = {}) {
    this.#redirects = new Map(
      Object.entries(redirects).map(([path, url]) => [
        trimSlash(decodePath(path).normalize()),
        toHref(url, baseUrl)
      ])
    )
  }

  /** `aliases` has the canonical paths by other paths at which a client might look for a page or its file. */
  setPages(
    pages: ReadonlyMap<string, PageResource>,
    markdown: PageMarkdownReader,
    aliases: ReadonlyMap<string, string>
  ): void {
    this.pages = pages
    this.#markdown = markdown
    this.#aliases = aliases
  }

  /** Adds resources by path. They win over pages and over those before, except over the owner's files. */
  add(resources: Iterable<[path: string, Resource]>): void {
    for (const [path, resource] of resources) if (!this.isOwned(path)) this.#others.set(path, resource)
  }

  get(path: string): Resource | undefined {
    return this.#others.get(path) ?? this.pages.get(path)
  }

  /** The pages come last. */
  listPaths = (): string[] => [...new Set([...this.#others.keys(), ...this.pages.keys()])]

  /** Lists the aliases and the redirects of site.json, decoded, with and without a slash, and their targets. */
  listRedirects(): [path: string, location: string][] {
    const paths = [...this.#aliases.keys(), ...this.#redirects.keys()].flatMap((path) => [path, `${path}/`])
    return paths.flatMap((path): [string, string][] => {
      const found = this.find(path)
      return found !== undefined && 'location' in found ? [[path, found.location]] : []
    })
  }

  redirectOf = (path: string): string | undefined => this.#redirects.get(trimSlash(path.normalize()))

  isOwned = (path: string): boolean => this.#others.get(path)?.isOwned === true

  has = (path: string): boolean => this.get(path) !== undefined || this.#canonicalOf(path) !== undefined

  readMarkdown: PageMarkdownReader['read'] = async (path) => this.#markdown?.read(path)

  readText: PageMarkdownReader['readText'] = async (path) => this.#markdown?.readText(path)

  /** Returns the resource of a decoded path, or an encoded redirect to its canonical spelling, or to the target in site.json. */
  find(path: string): Resource | { location: string } | undefined {
    const resource = this.get(path)
    if (resource) return resource
    const canonical = this.#canonicalOf(path)
    const location = canonical === undefined ? this.redirectOf(path) : encodePath(canonical)
    return location === undefined ? undefined : { location }
  }

  #canonicalOf(requested: string): string | undefined {
    const { paths, page } = listSpellings(requested)
    const path = paths.find((path) => this.get(path)) ?? (this.pages.has(page) ? page : undefined)
    const normal = requested.normalize()
    return path ?? this.#aliases.get(normal) ?? this.#aliases.get(trimSlash(normal))
  }

  /** Omits pages that ask not to be listed. */
  listPages: () => Promise<Page[]> = sharePending<void, Page[]>(async () => {
    const listed: Page[] = []
    const pace = createPace()
    for (const resource of this.pages.values()) {
      const page = await resource.page()
      if (page && page.unlisted === undefined) listed.push(page)
      await pace()
    }
    return listed
  })
}
