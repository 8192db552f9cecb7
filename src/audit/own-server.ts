import { once } from 'node:events'
import { createServer } from 'node:http'
import { pino } from 'pino'
import { buildApp } from '../app.ts'
import { readConfig } from '../config.ts'
import { readBusiness } from '../read-business.ts'

export interface OwnServer {
  origin: string
  close: () => Promise<void>
}

/** This server with the data and the site of the environment, on a free port of this machine. */
export async function startOwn(environment: Record<string, string | undefined>): Promise<OwnServer> {
  const server = createServer()
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const origin = `http://127.0.0.1:${Object(server.address()).port}`
  const build = async () => {
    const config = readConfig({ ...environment, BASE_URL: origin })
    return buildApp(config, { business: readBusiness(config), logger: pino({ level: 'error' }) })
  }
  const app = await build().catch((error) => {
    server.close()
    throw error
  })
  server.on('request', app.listener)
  return {
    origin,
    close: async () => {
      server.closeAllConnections()
      server.close()
      await app.close()
    }
  }
}
