import { noticeMonths } from '../../src/api/deprecation.ts'
import { versions } from '../../src/api/versions.ts'
import type { Business } from '../../src/business/business.ts'
import { loadBusiness } from '../../src/business/load.ts'
import { operations } from '../../src/business/operations.ts'
import { addressOf, readAssets } from '../../src/website/assets.ts'
import type { Settings } from '../../src/website/settings.ts'

export const baseUrl = 'https://nahat.example'
export const shippedData = 'data'
export const englishData = 'test/website/english'

/** The facts in a folder. */
export async function businessIn(dataDir: string, address = baseUrl): Promise<Business> {
  const loaded = await loadBusiness({ dataDir, baseUrl: address }, operations)
  if ('problems' in loaded) throw new Error(JSON.stringify(loaded.problems))
  return loaded.business
}

/** Settings with every surface off, but for those that are given. */
export async function settings(given: Partial<Settings> = {}): Promise<Settings> {
  return {
    baseUrl,
    versions,
    noticeMonths,
    accessLog: false,
    asset: addressOf(await readAssets()),
    features: { markdown: false, mcp: false, reference: false, discovery: false },
    ...given
  }
}
