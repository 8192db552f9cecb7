/** What a page is about: the business, the site itself, such as its privacy, or how programs read it. */
export type Subject = 'business' | 'site' | 'programs'

/** A page of the site, for documents and tools that list or quote pages. */
export interface PageEntry {
  /** Path of the page, such as `/pricing/`. */
  path: string
  /** Path of the same page as Markdown, such as `/pricing.md`. */
  markdownPath: string
  subject: Subject
  title: string
  /** Empty if a custom page has no description. */
  description: string
  /** A language tag (BCP 47). */
  language: string
  /** When the newest source file of the page changed, if that is known. */
  modified: Date | undefined
}

/** The pages of the site, built-in or custom. */
export interface PageList {
  /** Every page, in the order of a table of contents, except those that ask not to be listed. */
  entries: () => Promise<PageEntry[]>
  /** Returns the Markdown of a page, or undefined if the page does not exist or cannot be converted. */
  markdown: (path: string) => Promise<string | undefined>
}

/** Returns the path of a page as Markdown: `/pricing.md` of `/pricing/`, `/about.html.md` of `/about.html`. */
export const markdownPathOf = (path: string): string =>
  path === '/' ? '/index.md' : path.endsWith('/') ? `${path.slice(0, -1)}.md` : `${path}.md`
