import { readFileSync } from 'node:fs'
import t from 'tap'
import { newConnections, send } from '../../../harness/exchange.ts'
import { listBusinesses } from '../../contract/businesses.ts'
import { holdContract, holdRecording, needEachDifference, type Target } from '../../contract/contract.ts'
import { listRecording } from '../../contract/recording.ts'
import { newFolder, write } from '../../export/trees.ts'
import { start } from '../../process.ts'
import { startWorkerd } from './workerd.ts'

for (const business of listBusinesses(t)) {
  const { name, dataDir, siteDir } = business

  t.test(`the worker of ${name}`, async (t) => {
    const folder = newFolder(t)
    const { timezone: timeZone } = JSON.parse(readFileSync(`${dataDir}/profile.json`, 'utf8'))
    const date = new Date().toLocaleDateString('sv', { timeZone })
    await write(folder, { dataDir, siteDir, date, worker: 'dist/worker.js' })
    const { port, errors } = await startWorkerd(t, folder)
    // After a body that the worker did not read, its engine closes the connection.
    const target: Target = {
      name: 'worker',
      ask: (request) => send(port, request).catch(() => send(port, request, newConnections))
    }
    t.test('holds the contract', (t) => holdContract(t, target, business))

    t.test('responds to the recording as the server does', async (t) => {
      const server = await start(t, { DATA_DIR: dataDir, SITE_DIR: siteDir })
      const recording = listRecording(folder)
      await holdRecording(t, target, (request) => send(server.port, request), recording)
    })

    t.test('logs nothing', async (t) => t.same(errors, []))
  })
}

t.test('the worker needs each difference', async (t) => needEachDifference(t, 'worker'))
