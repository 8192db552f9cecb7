import assert from 'node:assert'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { extname } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'

const serverFile = fileURLToPath(
  new URL(`../business-facts${extname(import.meta.filename)}`, import.meta.url)
)

interface OwnServer {
  origin: string
  stop: () => Promise<void>
}

/**
 * Starts this server as a process on a free port of this machine, so the audit examines it over HTTP, as any other site.
 * Rejects if it does not start.
 */
export async function startOwnServer(): Promise<OwnServer> {
  const port = await findFreePort()
  const origin = `http://127.0.0.1:${port}`
  const settings = {
    HOST: '127.0.0.1',
    PORT: `${port}`,
    BASE_URL: origin,
    METRICS_PORT: '',
    LOG_LEVEL: 'info'
  }
  const child = spawn(process.execPath, [...process.execArgv, serverFile, 'serve'], {
    env: { ...process.env, ...settings },
    stdio: ['ignore', 'pipe', 'inherit']
  })
  const exited = once(child, 'exit')
  // A signal that ends the audit must end the server too; 143 is the exit code of SIGTERM.
  process.once('SIGTERM', () => process.exit(143))
  process.once('exit', () => child.kill())
  const stop = async () => {
    child.kill()
    await exited
  }
  for await (const line of createInterface(child.stdout)) {
    if (line.includes('"msg":"listening"')) {
      child.stdout.resume()
      return { origin, stop }
    }
  }
  throw new Error('The server did not start.')
}

async function findFreePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  assert(address !== null && typeof address === 'object')
  server.close()
  await once(server, 'close')
  return address.port
}
