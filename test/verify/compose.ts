import { execFile, spawn, spawnSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { promisify } from 'node:util'
import type { Test } from 'tap'
import { followLog } from '../process.ts'

const execute = promisify(execFile)

export const hasEngine = spawnSync('docker', ['compose', 'version']).status === 0

interface Project {
  cwd?: string
  env: NodeJS.ProcessEnv
  /** The compose files, unless it is the one of the folder. */
  files?: string[]
}

/**
 * Returns functions that run docker and docker compose for a new project, and one that follows the log of a container. The project and the
 * images that it built are removed at the end of the test.
 */
export function openProject(t: Test, { cwd = '.', env, files = [] }: Project) {
  const options = { cwd, env: { ...process.env, ...env }, maxBuffer: 2 ** 24 }
  const name = `business-facts-${randomUUID().slice(0, 8)}`
  const project = ['compose', '--project-name', name, ...files.flatMap((file) => ['--file', file])]
  const docker = async (...words: string[]) => (await execute('docker', words, options)).stdout.trim()
  const compose = (...words: string[]) => docker(...project, ...words)
  t.teardown(() => compose('down', '--volumes', '--remove-orphans', '--rmi', 'local', '--timeout', '0'))
  // Not by compose, whose stream sometimes stays empty on a busy machine.
  const follow = (container: string) => {
    const logs = spawn('docker', ['logs', '--follow', container], {
      ...options,
      stdio: ['ignore', 'pipe', 'ignore']
    })
    t.teardown(() => logs.kill())
    return followLog(logs.stdout)
  }
  return { docker, compose, follow }
}
