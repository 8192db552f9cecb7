import type { Test } from 'tap'
import { isParent } from '../../src/base/json-value.ts'
import type { Business } from '../../src/business/business.ts'
import { loadTemporal } from '../../src/business/opening-hours.ts'
import { operationsOf } from '../../src/business/operations.ts'
import { type Context, createContext } from '../../src/context/context.ts'
import type { Resources } from '../../src/resources/resources.ts'
import { listBuiltIn, pageTable } from '../../src/site/page-table.ts'
import { createRenderer } from '../../src/site/render.tsx'
import { openSite } from '../../src/site/site.ts'
import { dataWith, type Edits, facts, siteDir, v1 } from '../helper.ts'
import { fixtureData } from '../process.ts'

export const shippedData = fixtureData
export const englishData = 'test/fixtures/english'
/** The folders that together have every fact and every page. */
export const fixtures = [shippedData, englishData, 'test/fixtures/guesthouse']

/** Returns the version of the tests with the operations that a business has, as in the app. */
export const versionsOf = (business: Business) => [
  { ...v1, operations: operationsOf(v1.operations, business) }
]

await loadTemporal()
const inputs = {
  versions: [v1],
  accessLog: false,
  hasServer: true,
  version: '1.0.0',
  changeTimes: { newestOf: () => undefined, newestTime: 0 },
  factsChanged: undefined,
  now: () => new Date()
}

/** Returns edits of these fields of the profile. */
export const editProfile = (fields: object): Edits =>
  Object.fromEntries(Object.entries(fields).map(([name, value]) => [`profile#/${name}`, value]))

/** Opens the built-in pages of a business with edits; returns them, and a function that renders one. */
export async function open(t: Test, edits: Edits = {}, source = englishData, given: Partial<Options> = {}) {
  const business = await facts(dataWith(t, edits, source))
  const pages = await builtInPages(business, given)
  return { business, pages, html: (path: string) => pages.render(path).html }
}

/** Returns the nodes of a page's JSON-LD. */
export const nodesOf = (html: string) =>
  JSON.parse(/<script type="application\/ld\+json">([^<]*)/.exec(html)?.[1] ?? '{}')['@graph']

export type Node = Record<string, unknown>

/** Returns every node of a page's JSON-LD, at any depth. */
export function listNodes(html: string): Node[] {
  const found: Node[] = []
  for (const [, json = ''] of html.matchAll(/<script type="application\/ld\+json">([^<]*)/g))
    JSON.parse(json, (_key, value) => {
      if (isParent(value) && '@type' in value) found.push({ ...value })
      return value
    })
  return found
}

/** Returns the text of HTML as people read it, in one line. */
export const textOf = (html: string) =>
  html
    .replace(/<script.*?<\/script>/gs, '')
    .replace(/<[^>]+>/g, ' ')
    .replace(/\s+/g, ' ')
    .replace(/ ,/g, ',')

/** Creates a context of a business in a site that has only these resources. */
export const contextOf = async (
  business: Business,
  resources: Resources,
  given: Partial<Context> = {}
): Promise<Context> => {
  const own = { ...inputs, business, resources, asset: String, socialPath: '/og.png', logo: undefined }
  return { ...createContext(own, { builtIn: pageTable, own: [] }), ...given }
}

/** The built-in pages in tests, with their paths. */
export type TestPages = Awaited<ReturnType<typeof builtInPages>>

export type RenderedPage = ReturnType<TestPages['render']>

type Options = Parameters<typeof openSite>[0]

/** Opens the site of a business; returns the paths of its built-in pages, and functions that render them. */
export async function builtInPages(business: Business, given: Partial<Options> = {}) {
  const unused = { showsDrafts: false, warn: () => {}, pictures: undefined, links: [] }
  const { context, folder } = await openSite({ ...inputs, ...unused, business, siteDir, ...given })
  const { render, summarize } = await createRenderer(context)
  const toText = (path: string) => {
    const { summary, body } = render(path)
    return { ...summary, path, html: String(body.content), expires: body.expires }
  }
  const paths = [...listBuiltIn(business, folder.isCustom)]
  return { context, paths, summarize, render: toText, renderNotFound: () => toText('/404/') }
}

/** Renders every page and the 404 page. */
export const renderAll = ({ paths, render, renderNotFound }: TestPages) => [
  ...paths.map((path) => render(path)),
  renderNotFound()
]
