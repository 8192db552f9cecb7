import Fastify from 'fastify'
import type { Test } from 'tap'
import { versions } from '../../src/api/versions.ts'
import { discovery } from '../../src/discovery/discovery.ts'
import { Errors } from '../../src/http/errors.ts'
import { createLimits } from '../../src/http/limits.ts'
import { methods } from '../../src/http/methods.ts'
import type { PageEntry, Pages } from '../../src/http/pages.ts'
import { addPublicHeaders } from '../../src/http/public-headers.ts'
import { ResponseCache } from '../../src/http/response-cache.ts'
import { baseUrl, facts } from '../helper.ts'

/** A page of which nothing matters but its path. */
export const page = (path: string, given: Partial<PageEntry> = {}): PageEntry => ({
  path,
  markdownPath: path === '/' ? '/index.md' : `${path.slice(0, -1)}.md`,
  title: `Title of ${path}`,
  description: `Description of ${path}`,
  language: 'he',
  modified: new Date('2026-01-02T03:04:05Z'),
  ...given
})

/** Pages with this Markdown. */
export const pagesOf = (entries: PageEntry[], markdown: Record<string, string> = {}): Pages => ({
  entries: async () => entries,
  markdown: async (path) => markdown[path]
})

type Sources = Parameters<typeof discovery>[1]['sources']

/** The documents alone, made from the facts of the project and these pages. */
export async function discover(t: Test, pages: Pages, given: Partial<Sources> = {}) {
  const app = Fastify({ exposeHeadRoutes: false })
  const errors = new Errors(baseUrl)
  const sources = {
    business: await facts(),
    baseUrl,
    versions,
    pages,
    hasFile: () => false,
    started: new Date('2026-11-20T10:00:00Z'),
    ...given
  }
  app.register(addPublicHeaders)
  app.register(methods, { errors })
  const pageCount = (await pages.entries()).length
  app.register(discovery, {
    sources,
    pageCount,
    errors,
    cache: new ResponseCache(),
    limits: createLimits({ warn: () => {} })
  })
  t.teardown(() => app.close())
  await app.ready()
  return app
}
