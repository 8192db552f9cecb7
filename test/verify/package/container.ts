import { execFile, spawn, spawnSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { promisify } from 'node:util'
import type { Test } from 'tap'
import { freePort } from '../../../harness/free-port.ts'
import { followLog } from '../../process.ts'
import { addService, environment, read, run } from './folder.ts'

const execute = promisify(execFile)
const hasEngine = spawnSync('docker', ['compose', 'version']).status === 0

/** The options of a test that needs a container engine. */
export const container = { skip: !hasEngine && 'no container engine' }

/**
 * Builds the image of a folder and starts its container as `docker compose up` does, until the end of the test. Tests its
 * limits, its facts, an edit, the commands in it, and its end.
 */
export async function testContainer(t: Test, folder: string) {
  const port = await freePort()
  const url = `http://localhost:${port}`
  const project = ['compose', '--project-name', `business-facts-${randomUUID().slice(0, 8)}`]
  const options = { cwd: folder, env: { ...environment, PORT: `${port}` }, maxBuffer: 2 ** 24 }
  const compose = async (...words: string[]) =>
    (await execute('docker', [...project, ...words], options)).stdout
  const inside = (...words: string[]) => compose('exec', '--no-TTY', 'server', ...words)

  t.teardown(() => compose('down', '--volumes', '--rmi', 'local', '--timeout', '0'))
  await compose('up', '--build', '--detach', '--wait')
  const logs = spawn('docker', [...project, 'logs', '--follow', '--no-log-prefix', '--no-color'], {
    ...options,
    stdio: ['ignore', 'pipe', 'ignore']
  })
  t.teardown(() => logs.kill())
  const { logged } = followLog(logs.stdout)
  const id = (await compose('ps', '--quiet', 'server')).trim()
  const inspect = async () => JSON.parse((await execute('docker', ['inspect', id], options)).stdout)[0]

  t.match(await inspect(), {
    State: { Health: { Status: 'healthy' } },
    Config: { User: '1000:1000' },
    HostConfig: { ReadonlyRootfs: true, Memory: 256 * 2 ** 20, MemorySwap: 256 * 2 ** 20, CapDrop: ['ALL'] }
  })
  t.match(await inside('id', '--user'), /^1000$/m)
  t.match(await inside('touch', '/app/new').catch(String), 'Read-only file system')

  const { name } = JSON.parse(read(folder, 'data/profile.json'))
  t.match(await (await fetch(`${url}/api/v1/profile.json`)).json(), { name })
  t.match(await (await fetch(url)).text(), `<link rel="canonical" href="${url}/"/>`)

  const reloaded = logged('reloaded')
  addService(folder, '560')
  await compose('kill', '--signal', 'HUP')
  await reloaded
  t.match(await (await fetch(`${url}/api/v1/services/added.json`)).json(), { price: { amount: '560' } })

  t.match(await inside('business-facts', 'check'), 'data: no problems')
  // Not in the container, which cannot reach the port of the host.
  await run(folder, 'npm', 'run', 'audit', '--', url)

  // A request of which the server has only the first half when it is told to stop.
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' })
  const head = ['POST /mcp HTTP/1.1', 'host: localhost', 'content-type: application/json']
  const socket = connect(port, '127.0.0.1')
  const response = text(socket)
  socket.write(`${head.join('\r\n')}\r\ncontent-length: ${body.length}\r\n\r\n${body.slice(0, 9)}`)
  await fetch(url)
  const stopping = logged('stopping')
  const stopped = compose('stop')
  await stopping
  socket.write(body.slice(9))
  t.match(await response, /^HTTP\/1\.1 200 .*get_business_profile/s)
  await stopped
  t.match(await inspect(), { State: { ExitCode: 0, OOMKilled: false }, RestartCount: 0 })
}
