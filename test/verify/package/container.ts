import { execFile, spawn, spawnSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { connect } from 'node:net'
import { createInterface } from 'node:readline'
import { text } from 'node:stream/consumers'
import { promisify } from 'node:util'
import type { Test } from 'tap'
import { freePort } from '../../../harness/free-port.ts'
import { addService, environment, read, run } from './folder.ts'

const execute = promisify(execFile)
const hasEngine = spawnSync('docker', ['compose', 'version']).status === 0

/** The options of a test that needs a container engine. */
export const container = { skip: !hasEngine && 'no container engine' }

/** Builds the image of a folder, and starts its container as `docker compose up` does. Removes both at the end. */
async function startContainer(t: Test, folder: string) {
  const port = await freePort()
  const project = ['compose', '--project-name', `business-facts-${randomUUID().slice(0, 8)}`]
  const options = { cwd: folder, env: { ...environment, PORT: `${port}` }, maxBuffer: 2 ** 24 }
  const compose = (...words: string[]) => execute('docker', [...project, ...words], options)

  t.teardown(() => compose('down', '--volumes', '--rmi', 'local', '--timeout', '0'))
  await compose('up', '--build', '--detach', '--wait')
  const logs = spawn('docker', [...project, 'logs', '--follow', '--no-log-prefix', '--no-color'], {
    ...options,
    stdio: ['ignore', 'pipe', 'ignore']
  })
  t.teardown(() => logs.kill())
  const waiting = new Map<string, () => void>()
  createInterface(logs.stdout).on('line', (line) => {
    if (line.startsWith('{')) waiting.get(JSON.parse(line).msg)?.()
  })
  /** Waits for a message of the log. */
  const logged = (message: string) => new Promise<void>((resolve) => waiting.set(message, resolve))

  const id = (await compose('ps', '--quiet', 'server')).stdout.trim()
  const inspect = async () => JSON.parse((await execute('docker', ['inspect', id], options)).stdout)[0]
  return { url: `http://localhost:${port}`, port, compose, logged, inspect }
}

/** Tests the container of a folder: its limits, its facts, an edit, the commands in it, and its end. */
export async function testContainer(t: Test, folder: string) {
  const { url, port, compose, logged, inspect } = await startContainer(t, folder)

  t.match(await inspect(), {
    State: { Health: { Status: 'healthy' } },
    Config: { User: '1000:1000' },
    HostConfig: { ReadonlyRootfs: true, Memory: 256 * 2 ** 20, MemorySwap: 256 * 2 ** 20, CapDrop: ['ALL'] }
  })
  t.match((await compose('exec', '--no-TTY', 'server', 'id', '--user')).stdout, /^1000$/m)
  const writing = compose('exec', '--no-TTY', 'server', 'touch', '/app/new')
  t.match(await writing.catch(String), 'Read-only file system')

  const { name } = JSON.parse(read(folder, 'data/profile.json'))
  t.match(await (await fetch(`${url}/api/v1/profile.json`)).json(), { name })
  t.match(await (await fetch(url)).text(), `<link rel="canonical" href="${url}/"/>`)

  const reloaded = logged('reloaded')
  addService(folder, '560')
  await compose('kill', '--signal', 'HUP')
  await reloaded
  t.match(await (await fetch(`${url}/api/v1/services/added.json`)).json(), { price: { amount: '560' } })

  const checked = await compose('exec', '--no-TTY', 'server', 'business-facts', 'check')
  t.match(checked.stdout, 'data: no problems')
  // Not in the container, which cannot reach the port of the host.
  await run(folder, 'npm', 'run', 'audit', '--', url)

  // A request of which the server has only the first half when it is told to stop.
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' })
  const socket = connect(port, '127.0.0.1')
  const response = text(socket)
  socket.write(
    `POST /mcp HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n`
  )
  socket.write(body.slice(0, 9))
  await fetch(url)
  const stopping = logged('stopping')
  const stopped = compose('stop')
  await stopping
  socket.write(body.slice(9))
  t.match(await response, /^HTTP\/1\.1 200 .*get_business_profile/s)
  await stopped
  t.match(await inspect(), { State: { ExitCode: 0, OOMKilled: false }, RestartCount: 0 })
}
