import { closeSync, openSync } from 'node:fs'
import { buildApp } from '../../src/app.ts'
import { loadBusiness } from '../../src/business/loading/load.ts'
import { readConfig } from '../../src/config.ts'
import { fixtureData } from '../process.ts'

// Asks for a page while the process has no file descriptor left, and again when it has; writes the status of both.
const [, , siteDir = ''] = process.argv
const settings = { BASE_URL: 'https://nahat.example', LOG_LEVEL: 'silent' }
const config = readConfig({ ...settings, DATA_DIR: fixtureData, SITE_DIR: siteDir })
const loaded = await loadBusiness(config)
if ('problems' in loaded) throw new Error('the fixture has no problems')
const app = await buildApp(config, loaded)
const statusOf = async () => (await app.fastify.inject('/team')).statusCode
// Another page first: its request loads the modules that are loaded lazily.
await app.fastify.inject('/')

const held: number[] = []
try {
  for (;;) held.push(openSync(import.meta.filename, 'r'))
} catch {
  // EMFILE: all are held.
}
const without = await statusOf()
for (const descriptor of held) closeSync(descriptor)
const after = await statusOf()
await app.close()
process.stdout.write(JSON.stringify({ without, after }))
