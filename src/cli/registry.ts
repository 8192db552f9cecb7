import { buildApp } from '../app.ts'
import { readBusiness } from '../business/loading/load.ts'
import type { Config } from '../config.ts'
import { warn } from './command.ts'

// The registry verifies a domain, so an address of a network or of this machine has no name there.
const publicUrl =
  /^https:\/\/(?!.*\.(?:localhost|local|internal)(?::|$))[a-z0-9.-]+\.[a-z][a-z0-9-]*(?::\d+)?$/

/** Prints the server.json of the MCP registry. Rejects if BASE_URL is not public, or with the problems of the data. */
export async function run(config: Config): Promise<void> {
  if (!publicUrl.test(config.baseUrl))
    throw new Error(
      `BASE_URL: must be the public https URL of the site, such as https://business.example, got "${config.baseUrl}". Set it in .env.`
    )
  const app = await buildApp(config, { business: await readBusiness(config, warn), warn })
  await app.close()
  process.stdout.write(`${JSON.stringify(app.registryEntry, null, 2)}\n`)
}
