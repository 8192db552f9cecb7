import Fastify from 'fastify'
import type { Test } from 'tap'
import { discovery } from '../../src/discovery/discovery.ts'
import { Errors } from '../../src/http/errors.ts'
import { createLimits } from '../../src/http/limits.ts'
import { methods } from '../../src/http/methods.ts'
import { addPublicHeaders } from '../../src/http/public-headers.ts'
import { ResponseCache } from '../../src/http/response-cache.ts'
import type { PageEntry, PageList } from '../../src/surfaces/page-list.ts'
import type { SurfaceContext } from '../../src/surfaces/surface-context.ts'
import { baseUrl, facts, v1 } from '../helper.ts'

/** Returns a page with a path and placeholder values, except for `overrides`. */
export const page = (path: string, overrides: Partial<PageEntry> = {}): PageEntry => ({
  path,
  markdownPath: path === '/' ? '/index.md' : `${path.slice(0, -1)}.md`,
  subject: path === '/developers/' ? 'programs' : 'business',
  title: `Title of ${path}`,
  description: `Description of ${path}`,
  language: 'he',
  modified: new Date('2026-01-02T03:04:05Z'),
  ...overrides
})

/** Returns pages with the given entries, and Markdown by path. */
export const pagesOf = (entries: PageEntry[], markdown: Record<string, string> = {}): PageList => ({
  entries: async () => entries,
  markdown: async (path) => markdown[path]
})

/** Builds an app with only the discovery documents, created from the sample data and the given pages. */
export async function discover(t: Test, pages: PageList, overrides: Partial<SurfaceContext> = {}) {
  const app = Fastify({ exposeHeadRoutes: false })
  const errors = new Errors(baseUrl)
  const context: SurfaceContext = {
    business: await facts(),
    baseUrl,
    operations: v1.operations,
    prefix: '/api/v1',
    pages,
    hasFile: () => false,
    changed: undefined,
    version: '1.0.0',
    describePrice: ({ amount }) => amount,
    now: () => new Date(),
    expires: () => undefined,
    pagesExpire: () => undefined,
    ...overrides
  }
  app.register(addPublicHeaders)
  app.register(methods, { errors })
  app.register(discovery, {
    context,
    errors,
    cache: new ResponseCache({ now: context.now }),
    limits: createLimits({ warn: () => {} })
  })
  t.teardown(() => app.close())
  await app.ready()
  return app
}
