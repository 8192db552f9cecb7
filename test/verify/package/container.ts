import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import type { Test } from 'tap'
import { freePort } from '../../../harness/free-port.ts'
import { hasEngine, openProject } from '../compose.ts'
import { addService, environment, read, run } from './folder.ts'

export const container = { skip: !hasEngine && 'no container engine' }

/**
 * Builds the image of a folder and starts its container as `docker compose up` does, until the end of the test. Tests its
 * limits, its facts, an edit, the commands in it, and its end.
 */
export async function testContainer(t: Test, folder: string) {
  const port = await freePort()
  const url = `http://localhost:${port}`
  const { docker, compose, follow } = openProject(t, {
    cwd: folder,
    env: { ...environment, PORT: `${port}` }
  })
  const inside = (...words: string[]) => compose('exec', '--no-TTY', 'server', ...words)

  await compose('up', '--build', '--detach', '--wait')
  const id = await compose('ps', '--quiet', 'server')
  const { logged } = follow(id)
  const inspect = async () => JSON.parse(await docker('inspect', id))[0]

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
