import { once } from 'node:events'
import { createServer } from 'node:http'
import { pino } from 'pino'
import { assemble } from '../assemble.ts'
import { readConfig } from '../config.ts'

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
  const build = async () =>
    assemble(readConfig({ ...environment, BASE_URL: origin }), pino({ level: 'error' }), () => true)
  const assembly = await build().catch((error) => {
    server.close()
    throw error
  })
  server.on('request', assembly.listener)
  return {
    origin,
    close: async () => {
      server.closeAllConnections()
      server.close()
      await assembly.close()
    }
  }
}
