import t from 'tap'
import { send } from '../../harness/exchange.ts'
import { baseUrl, build, facts, listen } from '../helper.ts'
import { listBusinesses } from './businesses.ts'
import { holdContract } from './contract.ts'

t.test('the app holds the contract', async (t) => {
  // The process holds it for the other one.
  for (const business of listBusinesses(t).filter(({ isOwn }) => !isOwn)) {
    const { dataDir, siteDir } = business
    const options = { business: await facts(dataDir, undefined, baseUrl, siteDir) }
    const app = await build(t, options, { dataDir, siteDir })
    const port = Number(new URL(await listen(t, app.routing)).port)
    await holdContract(t, { name: 'app', ask: (request) => send(port, request) }, business)
  }
})
