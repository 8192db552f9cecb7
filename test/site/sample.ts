import { noticeMonths } from '../../src/api/deprecation.ts'
import { versions } from '../../src/api/versions.ts'
import { addressOf, readAssets } from '../../src/site/assets.ts'
import type { Settings } from '../../src/site/settings.ts'
import { baseUrl } from '../helper.ts'
import { fixtureData } from '../process.ts'

export const shippedData = fixtureData
export const englishData = 'test/fixtures/english'

/** Settings for a site at which everything is there. */
export async function settings(given: Partial<Settings> = {}): Promise<Settings> {
  return {
    baseUrl,
    versions,
    noticeMonths,
    accessLog: false,
    has: () => true,
    asset: addressOf(await readAssets()),
    ...given
  }
}
