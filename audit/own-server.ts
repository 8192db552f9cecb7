import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import { pino } from 'pino'
import { assemble } from '../src/assemble.ts'
import { readConfig } from '../src/config.ts'

export interface OwnServer {
  origin: string
  close: () => Promise<void>
}

/** This server with the data and the site of the environment, on a free port of this machine. */
export async function startOwn(environment: Record<string, string | undefined>): Promise<OwnServer> {
  let listener: RequestListener = () => undefined
  const server = createServer((request, response) => listener(request, response))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const origin = `http://127.0.0.1:${Object(server.address()).port}`
  const config = readConfig({ ...environment, BASE_URL: origin })
  const assembly = await assemble(config, pino({ level: 'error' }), () => true)
  listener = assembly.listener
  return {
    origin,
    close: async () => {
      server.closeAllConnections()
      server.close()
      await assembly.close()
    }
  }
}
