import type { Test } from 'tap'
import type { Context } from '../../src/context/context.ts'
import { listDocuments } from '../../src/discovery/discovery.ts'
import { createFastify } from '../../src/http/create-fastify.ts'
import { Errors } from '../../src/http/errors.ts'
import { createLimits } from '../../src/http/limits.ts'
import { resourceRoutes } from '../../src/http/resource-routes.ts'
import { ResponseCache } from '../../src/http/response-cache.ts'
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

/** Builds an app with only the discovery documents, created from the sample data and the given pages. */
export async function discover(t: Test, resources: Resources, overrides: Partial<Context> = {}) {
  const errors = new Errors(baseUrl)
  const app = createFastify({ errors })
  const context = await contextOf(await facts(), resources, overrides)
  resources.add(listDocuments(context))
  const html = { headers: { 'content-type': 'text/html' }, content: Buffer.from('none') }
  app.register(resourceRoutes, {
    resources,
    notFound: async () => ({ html, markdown: html }),
    siteDir: '.',
    errors,
    cache: new ResponseCache({ now: context.now }),
    limits: createLimits({ warn: () => {} })
  })
  t.teardown(() => app.close())
  await app.ready()
  return app
}
