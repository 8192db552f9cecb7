import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'

/** The CPU core of the measured server, and the core of everything else. */
export const cores = { server: '0', load: availableParallelism() > 1 ? '1' : '0' }

const children = new Set<ChildProcess>()
const folders = new Set<string>()

/** Moves this process off the server's core. Cleans up child processes and folders on exit, at the latest after the limit. */
export function setUpProcess(limitSeconds: number) {
  spawnSync('taskset', ['-a', '-c', '-p', cores.load, String(process.pid)])
  process.on('exit', () => {
    for (const child of children) child.kill('SIGKILL')
    for (const folder of folders) rmSync(folder, { recursive: true, force: true })
  })
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => process.exit(1))
  setTimeout(() => {
    process.stderr.write(`stopped: not finished within ${limitSeconds} s\n`)
    process.exit(1)
  }, limitSeconds * 1000).unref()
}

/** Starts a server on its core with only these settings, in this folder, and discards its output. */
export function launch(command: string, args: string[], env: Record<string, string>, cwd = '.') {
  const { PATH, HOME } = process.env
  const child = spawn('taskset', ['-c', cores.server, command, ...args], {
    cwd,
    stdio: 'ignore',
    env: { PATH, HOME, NODE_ENV: 'production', ...env }
  })
  const { pid } = child
  if (pid === undefined) throw new Error('taskset, of the package util-linux, is not installed')
  children.add(child)
  const exited = once(child, 'exit')
  const stop = async () => {
    child.kill('SIGKILL')
    await exited
    children.delete(child)
  }
  return { pid, stop }
}

/** Returns the CPU time (user and system) of all threads of a process so far, in microseconds. */
export function cpuTime(pid: number): number {
  // schedstat counts nanoseconds; /proc/<pid>/stat has only a resolution of 10 ms.
  const spent = (task: string) =>
    Number(readFileSync(`/proc/${pid}/task/${task}/schedstat`, 'utf8').split(' ')[0])
  return readdirSync(`/proc/${pid}/task`).reduce((sum, task) => sum + spent(task), 0) / 1000
}

/** Returns the resident memory of a process, in megabytes (10^6 bytes). */
export function residentMemory(pid: number): number {
  const kilobytes = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]
  return (Number(kilobytes) * 1024) / 1e6
}

/** Creates a folder that is deleted when this process exits. */
export function createTemporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'bench-'))
  folders.add(folder)
  return folder
}
