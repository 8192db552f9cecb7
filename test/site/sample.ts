import { noticeMonths } from '../../src/api/deprecation.ts'
import type { Business } from '../../src/business/business.ts'
import { operationsOf } from '../../src/business/operation.ts'
import { createAssetLookup, readAssets } from '../../src/site/assets.ts'
import type { SiteSettings } from '../../src/site/page-context.ts'
import type { BuiltInPages } from '../../src/site/render.ts'
import { baseUrl, v1 } from '../helper.ts'
import { fixtureData } from '../process.ts'

export const shippedData = fixtureData
export const englishData = 'test/fixtures/english'
/** The folders that together have every fact and every page. */
export const fixtures = [shippedData, englishData, 'test/fixtures/guesthouse']

/** Returns the version of the tests with the operations that a business has, as in the app. */
export const versionsOf = (business: Business) => [
  { ...v1, operations: operationsOf(v1.operations, business) }
]

/** Returns settings of a site with the built-in pages and every file with an extension. */
export async function settings(given: Partial<SiteSettings> = {}): Promise<SiteSettings> {
  return {
    baseUrl,
    versions: [v1],
    noticeMonths,
    accessLog: false,
    socialPath: '/og.png',
    hasAdaptiveLogo: false,
    hasOneColourLogo: false,
    menuPages: [],
    tools: [{ name: 'search', description: 'Searches.', question: 'Find {subject}.', subject: 'it' }],
    isCustom: false,
    isOnSite: (path) => /\.\w+$/.test(path),
    asset: createAssetLookup(await readAssets()),
    ...given
  }
}

/** Renders every page and the 404 page. */
export const renderAll = ({ paths, render, renderNotFound }: BuiltInPages) => [
  ...paths.map((path) => render(path)),
  renderNotFound()
]
