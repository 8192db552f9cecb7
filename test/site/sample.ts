import type { Test } from 'tap'
import { isParent } from '../../src/base/json-value.ts'
import type { Business } from '../../src/business/business.ts'
import { loadTemporal } from '../../src/business/opening-hours.ts'
import { operationsOf } from '../../src/business/operations.ts'
import { type Context, type ContextInputs, createContext } from '../../src/context/context.ts'
import { createPage, Resources } from '../../src/resources/resources.ts'
import { readAssets } from '../../src/site/assets.ts'
import { listBuiltIn, pageTable } from '../../src/site/page-table.ts'
import { createRenderer } from '../../src/site/render.tsx'
import { dataWith, type Edits, facts, v1 } from '../helper.ts'
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
const { asset } = await readAssets('', true)

interface Settings extends Omit<ContextInputs, 'business' | 'resources'> {
  isCustom: boolean
  menuPages: Parameters<typeof createContext>[1]['own']
  /** Returns whether SITE_DIR has a page or a file at a path. */
  isOnSite: (path: string) => boolean
}

/** Returns settings of a site with the built-in pages and every file with an extension. */
export async function settings(given: Partial<Settings> = {}): Promise<Settings> {
  return {
    versions: [v1],
    accessLog: false,
    hasServer: true,
    version: '1.0.0',
    changeTimes: { newestOf: () => undefined, newestTime: 0 },
    factsChanged: undefined,
    now: () => new Date(),
    socialPath: '/og.png',
    logo: undefined,
    menuPages: [],
    isCustom: false,
    isOnSite: (path) => /\.\w+$/.test(path),
    asset,
    ...given
  }
}

/** Returns edits of these fields of the profile. */
export const editProfile = (fields: object): Edits =>
  Object.fromEntries(Object.entries(fields).map(([name, value]) => [`profile#/${name}`, value]))

/** Opens the built-in pages of a business with edits; returns them, and a function that renders one. */
export async function open(t: Test, edits: Edits = {}, source = englishData, given: Partial<Settings> = {}) {
  const business = await facts(dataWith(t, edits, source))
  const pages = await builtInPages(business, await settings(given))
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
): Promise<Context> => ({
  ...createContext({ ...(await settings()), business, resources }, { builtIn: pageTable, own: [] }),
  ...given
})

/** The built-in pages in tests, with their paths. */
export type TestPages = Awaited<ReturnType<typeof builtInPages>>

export type RenderedPage = ReturnType<TestPages['render']>

/** Loads the built-in pages of a business without a folder, a converter or pictures. */
export async function builtInPages(
  business: Business,
  { isCustom, isOnSite, menuPages, ...given }: Settings
) {
  const resources = new Resources(business.baseUrl)
  const file = { read: async () => undefined }
  const { get } = resources
  resources.get = (path) => get.call(resources, path) ?? (isOnSite(path) ? file : undefined)
  const context = createContext({ ...given, business, resources }, { builtIn: pageTable, own: menuPages })
  const rows = listBuiltIn(business, isCustom)
  const renderer = await createRenderer(context)
  const pages = Array.from(rows, (path) => {
    const summarize = async () => renderer.summarize(path)
    const read = async () => renderer.render(path)
    const source = { path, isBuiltIn: !isOnSite(path), summarize, read }
    return [path, createPage(source, 'business', [], business.baseUrl)] as const
  })
  const none = async () => undefined
  resources.setPages(new Map(pages), { read: none, readText: none }, new Map())
  const toText = (path: string, { summary, body }: ReturnType<typeof renderer.render>) => ({
    ...{ ...summary, path, html: String(body.content) },
    expires: body.expires
  })
  return {
    ...{ context, paths: [...rows] },
    summarize: renderer.summarize,
    render: (path: string) => toText(path, renderer.render(path)),
    renderNotFound: () => toText('/404/', renderer.render('/404/'))
  }
}

/** Renders every page and the 404 page. */
export const renderAll = ({ paths, render, renderNotFound }: TestPages) => [
  ...paths.map((path) => render(path)),
  renderNotFound()
]
