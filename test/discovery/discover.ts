import type { Context } from '../../src/context/context.ts'
import { listDocuments } from '../../src/discovery/discovery.ts'
import { type Page, type PageResource, Resources } from '../../src/resources/resources.ts'
import { baseUrl, facts } from '../helper.ts'
import { contextOf } from '../site/sample.ts'

/** Returns a page with a path and placeholder values, except for `overrides`. */
export const page = (path: string, overrides: Partial<Page> = {}): Page => ({
  path,
  markdownPath: path === '/' ? '/index.md' : `${path.slice(0, -1)}.md`,
  subject: path === '/developers/' ? 'programs' : 'business',
  title: `Title of ${path}`,
  description: `Description of ${path}`,
  canonical: baseUrl + path,
  language: 'he',
  modified: new Date('2026-01-02T03:04:05Z'),
  ...overrides
})

/** Returns pages with the given entries, and Markdown by path. */
export function pagesOf(entries: Page[], markdown: Record<string, string> = {}): Resources {
  const resources = new Resources(baseUrl)
  const pages = entries.map((entry): [string, PageResource] => [
    entry.path,
    { isBuiltIn: true, page: async () => entry, read: async () => undefined }
  ])
  const readText = async (path: string) => markdown[path]
  resources.setPages(new Map(pages), { read: async () => undefined, readText }, new Map())
  return resources
}

/** Creates the discovery documents of the sample with these pages; returns a function that reads the text of one. */
export async function discover(resources: Resources, overrides: Partial<Context> = {}) {
  resources.add(listDocuments(await contextOf(await facts(), resources, overrides)))
  const read = async (path: string) => {
    const body = await resources.get(path)?.read()
    return body && 'content' in body ? String(body.content) : ''
  }
  return { read }
}
