import type { Stats } from 'node:fs'
import type { ChangeTimes } from '../business/change-times.ts'
import { encodePath } from '../http/link.ts'
import { readPage, renderPage } from './html-page.ts'
import { maxHeadLength } from './markdown/head.ts'
import type { ReadFile } from './owner-files.ts'
import type { BuiltInPages } from './render.ts'
import type { PageSource } from './site-pages.ts'

interface Options {
  /** The files of SITE_DIR by path. */
  files: Map<string, string>
  readFile: ReadFile
  changes: ChangeTimes
  baseUrl: string
  /** The language of a page that states none. */
  language: string
}

/** Lists the paths of the files that are custom pages. */
export const listPageFiles = (files: Map<string, string>): string[] =>
  [...files].flatMap(([path, file]) => (file.endsWith('.html') && path !== '/404.html' ? [path] : []))

/** Returns the sources of the built-in pages, by path. */
export const builtInSources = (pages: BuiltInPages, baseUrl: string): [path: string, PageSource][] =>
  pages.paths.map((path) => [
    path,
    {
      isBuiltIn: true,
      summarize: async () => {
        const { title, description, language, modified } = pages.summarize(path)
        const canonical = baseUrl + encodePath(path)
        return { title, description, canonical, language, isListed: true, modified }
      },
      read: async () => renderPage(pages, path, baseUrl)
    }
  ])

/** Returns the sources of the custom pages, by path. */
export const customSources = (
  paths: string[],
  { files, readFile, changes, baseUrl, language }: Options
): [path: string, PageSource][] =>
  paths.map((path) => {
    const url = baseUrl + encodePath(path)
    const changeOf = (stats: Stats) => changes.of(String(files.get(path)), stats)
    const read = (maxBytes: number) =>
      readFile(path, (file) => readPage({ file, url, language, changeOf }, maxBytes))
    return [path, { isBuiltIn: false, summarize: () => read(maxHeadLength), read }]
  })
