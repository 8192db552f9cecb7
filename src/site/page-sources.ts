import type { Stats } from 'node:fs'
import { encodePath } from '../http/link.ts'
import type { PageEntry } from '../surfaces/page-list.ts'
import { type HtmlPage, readPage, toHtmlPage } from './folder/html-page.ts'
import type { SiteFolder } from './folder/site-folder.ts'
import { maxHeadLength } from './markdown/head.ts'
import type { BuiltInPages, PageSummary } from './render.ts'

/** Reads one page. Both functions resolve to undefined if its file was deleted. */
export interface PageSource {
  isBuiltIn: boolean
  summarize: () => Promise<PageSummary | undefined>
  read: (maxBytes: number) => Promise<HtmlPage | undefined>
}

/** A page with its paths and its summary. */
export type ListedPage = PageEntry & PageSummary

/** Returns the sources of the built-in pages, by path. */
export const builtInSources = (pages: BuiltInPages): [path: string, PageSource][] =>
  pages.paths.map((path) => [
    path,
    {
      isBuiltIn: true,
      summarize: async () => pages.summarize(path),
      read: async () => toHtmlPage(pages.render(path), true)
    }
  ])

/** Returns the sources of the pages in HTML, by path; `language` is that of a page that states none. */
export const customSources = (
  { htmlPaths, files, readFile, changes }: SiteFolder,
  baseUrl: string,
  language: string
): [path: string, PageSource][] =>
  htmlPaths.map((path) => {
    const url = baseUrl + encodePath(path)
    const changeOf = (stats: Stats) => changes.getTime(String(files.get(path)), stats)
    const read = (maxBytes: number) =>
      readFile(path, (file) => readPage({ file, url, language, changeOf }, maxBytes))
    return [path, { isBuiltIn: false, summarize: () => read(maxHeadLength), read }]
  })
