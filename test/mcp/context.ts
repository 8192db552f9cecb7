import type { Context } from '../../src/context/context.ts'
import { page, pagesOf } from '../discovery/discover.ts'
import { facts } from '../helper.ts'
import { contextOf, versionsOf } from '../site/sample.ts'

export type Markdown = (path: string) => string | undefined | Promise<string | undefined>

/** Returns a context with only these pages, which `markdown` converts. */
export async function contextWith(paths: string[], markdown: Markdown): Promise<Context> {
  const business = await facts()
  const resources = pagesOf(
    paths.map((path) =>
      page(path, { title: 'Page', description: 'A page.', language: 'en', modified: undefined })
    )
  )
  resources.readText = async (path) => markdown(path)
  const { operations = [] } = versionsOf(business)[0] ?? {}
  return contextOf(business, resources, {
    operations,
    expires: () => undefined,
    pagesExpire: () => undefined
  })
}
