import { execFile, spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import type { Readable } from 'node:stream'
import { promisify } from 'node:util'
import type { Test } from 'tap'

const run = promisify(execFile)
const files = ['docker-compose.yml', 'test/verify/attack/container.yml'].flatMap((name) => ['--file', name])

/**
 * Starts the container of docker-compose.yml and reads its log. Removes it at the end of the test. Returns the server's
 * port and process id on the host.
 */
export async function startContainer(
  t: Test,
  settings: Record<string, string>,
  readLog: (output: Readable) => void
): Promise<{ port: number; pid: number }> {
  const project = ['compose', '--project-name', `business-facts-attack-${randomUUID().slice(0, 8)}`, ...files]
  const env = { ...process.env, ...settings }
  const docker = async (...words: string[]) => (await run('docker', words, { env })).stdout.trim()

  t.teardown(() => docker(...project, 'down', '--volumes', '--remove-orphans', '--timeout', '0'))
  await docker(...project, 'up', '--no-build', '--detach', '--wait')
  const logs = spawn('docker', [...project, 'logs', '--follow', '--no-log-prefix', '--no-color'], {
    env,
    stdio: ['ignore', 'pipe', 'ignore']
  })
  t.teardown(() => logs.kill())
  readLog(logs.stdout)

  const address = await docker(...project, 'port', 'server', '3000')
  const id = await docker(...project, 'ps', '--quiet', 'server')
  const init = await docker('inspect', '--format', '{{.State.Pid}}', id)
  // The server is the only child of the container's init process.
  const pid = Number(readFileSync(`/proc/${init}/task/${init}/children`, 'utf8').split(' ')[0])
  return { port: Number(address.split(':').at(-1)), pid }
}
