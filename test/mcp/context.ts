import { operationsOf } from '../../src/business/operation.ts'
import { operations } from '../../src/business/operations.ts'
import { markdownPathOf } from '../../src/surfaces/page-list.ts'
import type { SurfaceContext } from '../../src/surfaces/surface-context.ts'
import { baseUrl, facts } from '../helper.ts'

export type Markdown = (path: string) => string | undefined | Promise<string | undefined>

/** Returns a context with only these pages, which `markdown` converts. */
export async function contextWith(paths: string[], markdown: Markdown): Promise<SurfaceContext> {
  const page = {
    subject: 'business' as const,
    title: 'Page',
    description: 'A page.',
    language: 'en',
    modified: undefined
  }
  const business = await facts()
  return {
    business,
    baseUrl,
    operations: operationsOf(operations, business),
    prefix: '/api/v1',
    version: '1.0.0',
    changed: undefined,
    describePrice: ({ amount }) => amount,
    now: () => new Date(),
    expires: () => undefined,
    pagesExpire: () => undefined,
    hasFile: () => false,
    pages: {
      entries: async () => paths.map((path) => ({ ...page, path, markdownPath: markdownPathOf(path) })),
      markdown: async (path) => markdown(path)
    }
  }
}
