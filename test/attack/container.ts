import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { promisify } from 'node:util'

const run = promisify(execFile)
/** The arguments of `docker` before those of a command of Docker Compose. */
export const project = ['compose', '--project-name', 'business-facts-attack', '--file', 'docker-compose.yml']

/** Runs a command of Docker Compose on the project's own file; what it prints. */
export async function compose(settings: Record<string, string>, ...words: string[]): Promise<string> {
  const { stdout } = await run('docker', [...project, ...words], { env: { ...process.env, ...settings } })
  return stdout
}

/** The id, on this machine, of the server's process in the container: the one child of its init. */
export async function nodeProcessOf(settings: Record<string, string>): Promise<number> {
  const id = (await compose(settings, 'ps', '--quiet', 'server')).trim()
  const { stdout } = await run('docker', ['inspect', '--format', '{{.State.Pid}}', id])
  const init = stdout.trim()
  return Number(readFileSync(`/proc/${init}/task/${init}/children`, 'utf8').split(' ')[0])
}
