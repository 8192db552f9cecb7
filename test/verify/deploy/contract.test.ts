import t, { type Test } from 'tap'
import { newConnections, send } from '../../../harness/exchange.ts'
import { listBusinesses } from '../../contract/businesses.ts'
import { holdContract, holdRecording, type Target } from '../../contract/contract.ts'
import type { Ask } from '../../contract/exchange.ts'
import { listFiles, listRecording } from '../../contract/recording.ts'
import { newFolder, write } from '../../export/trees.ts'
import { baseUrl } from '../../helper.ts'
import {
  asOther,
  type Listening,
  startCaddy,
  startCaddyExport,
  startNginx,
  startNginxExport,
  startServer
} from './processes.ts'

for (const business of listBusinesses(t)) {
  const { dataDir, siteDir } = business

  t.test(`the servers of ${business.name} hold the contract`, async (t) => {
    const { port } = await startServer(t, { BASE_URL: baseUrl, DATA_DIR: dataDir, SITE_DIR: siteDir })
    const root = newFolder(t)
    await write(root, { dataDir, siteDir })
    const targets: [name: string, start: (t: Test) => Promise<Listening>][] = [
      ['nginx', (t) => startNginx(t, [port, port])],
      ['Caddy', (t) => startCaddy(t, [port, port])],
      ['nginx with the export', (t) => startNginxExport(t, root)],
      ['Caddy with the export', (t) => startCaddyExport(t, root)]
    ]
    const server: Ask = (request) => send(port, request)
    for (const [name, start] of targets)
      t.test(name, async (t) => {
        const { port } = await start(t)
        const target: Target = {
          name,
          ask: (request) =>
            send(port, asOther(request)).catch(() => send(port, asOther(request), newConnections))
        }
        await holdContract(t, target, business)
        const isExport = name.endsWith('export')
        await holdRecording(t, target, server, isExport ? listFiles(root) : listRecording(root))
      })
  })
}
