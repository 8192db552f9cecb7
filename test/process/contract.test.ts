import t from 'tap'
import { send } from '../../harness/exchange.ts'
import { listBusinesses } from '../contract/businesses.ts'
import { holdContract } from '../contract/contract.ts'
import { baseUrl } from '../helper.ts'
import { start } from '../process.ts'

t.test('the process holds the contract', async (t) => {
  // The one with more exchanges; the app holds the contract for the other.
  for (const business of listBusinesses(t).filter(({ isOwn }) => isOwn)) {
    const { dataDir, siteDir } = business
    const { port } = await start(t, { BASE_URL: baseUrl, DATA_DIR: dataDir, SITE_DIR: siteDir })
    await holdContract(t, { name: 'process', ask: (request) => send(port, request) }, business)
  }
})
