import t, { type Test } from 'tap'
import { newConnections, send } from '../../../harness/exchange.ts'
import { listBusinesses } from '../../contract/businesses.ts'
import { holdContract, holdRecording, needEachDifference, type Target } from '../../contract/contract.ts'
import { listFiles, listRecording } from '../../contract/recording.ts'
import { newFolder, write } from '../../export/trees.ts'
import { start } from '../../process.ts'
import { exportProxies, proxies, sendAsOther } from './processes.ts'

for (const business of listBusinesses(t)) {
  const { name, dataDir, siteDir } = business

  t.test(`the servers of ${name} hold the contract`, async (t) => {
    const server = await start(t, { DATA_DIR: dataDir, SITE_DIR: siteDir })
    const root = newFolder(t)
    await write(root, { dataDir, siteDir })
    const targets = [
      ...Object.entries(proxies).map(([name, start]) => ({
        name,
        start: (t: Test) => start(t, [server.port, server.port]),
        recording: listRecording
      })),
      ...Object.entries(exportProxies).map(([name, start]) => ({
        name,
        start: (t: Test) => start(t, root),
        recording: listFiles
      }))
    ]
    for (const { name, start, recording } of targets)
      t.test(name, async (t) => {
        const { port } = await start(t)
        const target: Target = {
          name,
          ask: (request) => sendAsOther(port, request).catch(() => sendAsOther(port, request, newConnections))
        }
        await holdContract(t, target, business)
        await holdRecording(t, target, (request) => send(server.port, request), recording(root))
      })
  })
}

t.test('each server needs each of its differences', async (t) => {
  for (const name of Object.keys({ ...proxies, ...exportProxies })) needEachDifference(t, name)
})
