import { Session } from 'node:inspector'
import { fixtureData } from './process.ts'

// Writes the packages, and the folders of src, that the start of the server has loaded when it begins to listen.
const packages = new Set<string>()
const session = new Session()
session.connect()
session.on('Debugger.scriptParsed', ({ params: { url } }) => {
  const [, name] = /.*\/node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(url) ?? []
  const [, folder] = /\/src\/([^/]+)\//.exec(url) ?? []
  if (name ?? folder) packages.add(name ?? `src/${folder}`)
})
session.post('Debugger.enable')
const { readConfig } = await import('../src/config.ts')
const { readBusiness } = await import('../src/business/loading/load.ts')
const { buildApp } = await import('../src/app.ts')
const config = readConfig({ DATA_DIR: fixtureData, LOG_LEVEL: 'silent' })
const app = await buildApp(config, { business: await readBusiness(config) })
process.stdout.write(JSON.stringify([...packages]))
await app.close()
