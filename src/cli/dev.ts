import { fieldOf } from '../base/json-value.ts'
import type { Config } from '../config.ts'
import { createDevServer } from '../dev/dev.ts'
import { createLogger } from '../log.ts'
import { listen } from '../serve.ts'
import { stopWithNpm } from '../signals.ts'

export async function run(config: Config) {
  const logger = createLogger(config.logLevel, true)
  const server = await createDevServer(config, logger)
  await listen(server, config.port, config.host)
  const stop = () => process.exit(0)
  process.once('SIGINT', stop).once('SIGTERM', stop)
  stopWithNpm(process.env, stop)
  logger.info(
    `serving ${config.dataDir} and ${config.siteDir} at http://localhost:${fieldOf(server.address(), 'port')}/`
  )
}
