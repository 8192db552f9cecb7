import { execFile, spawn } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { Test } from 'tap'
import { fieldOf } from '../../../src/base/json-value.ts'
import { followLog } from '../../process.ts'

const execute = promisify(execFile)

// A clean environment: npm passes its own settings to its scripts. Commands begin with `env`, because tap adds its hooks to
// NODE_OPTIONS of every process.
export const environment = {
  ...Object.fromEntries(Object.entries(process.env).filter(([name]) => !/^(npm_|TAP)/i.test(name))),
  HOST: '127.0.0.1',
  PORT: '0'
}

export const npmOptions = ['--prefer-offline', '--no-audit', '--no-fund', '--loglevel=error']

/** Runs a command to its end in a folder; rejects if it fails. */
export const run = (cwd: string, command: string, ...args: string[]) =>
  execute('env', ['NODE_OPTIONS=', command, ...args], { cwd, env: environment, maxBuffer: 2 ** 24 })

export const read = (...path: string[]) => readFileSync(join(...path), 'utf8')

/** Runs the `init` of a package, such as a tarball, in a folder. More options of npm may follow the package. */
export const runInit = (cwd: string, source: string[], ...args: string[]) =>
  run(cwd, 'npx', '--yes', ...npmOptions, '--package', ...source, '--', 'business-facts', 'init', ...args)

/** Starts `npm start` in a folder; waits until the server listens. */
export async function serve(t: Test, folder: string) {
  const child = spawn('env', ['NODE_OPTIONS=', 'npm', 'start'], { cwd: folder, env: environment })
  t.teardown(() => child.kill())
  const { logged } = followLog(child.stdout)
  const { address, pid } = await logged('listening')
  return { url: `http://127.0.0.1:${fieldOf(address, 'port')}`, pid: Number(pid), child, logged }
}

/** Adds a service with this price to the catalogue, or changes its price. */
export function addService(folder: string, amount: string) {
  const file = join(folder, 'data/services.json')
  const services = JSON.parse(read(file))
  const service = { id: 'added', name: 'Added', price: { kind: 'fixed', amount } }
  const others = services.examples.filter(({ id }: { id: string }) => id !== 'added')
  writeFileSync(file, JSON.stringify({ ...services, examples: [...others, service] }, null, 2))
}

/** Writes a git repository of the unpacked tarball, tagged v1.0.0. Returns its address. */
export async function writeRepository(t: Test, tarball: string): Promise<string> {
  const root = t.testdir({})
  await run(root, 'tar', '-xzf', tarball)
  const folder = join(root, 'package')
  const {
    scripts: _scripts,
    devDependencies: _dependencies,
    ...manifest
  } = JSON.parse(read(folder, 'package.json'))
  // The code is built already, so npm need not install a compiler.
  writeFileSync(join(folder, 'package.json'), JSON.stringify(manifest))
  const commands = [
    'init --quiet',
    'add --all',
    '-c user.name=test -c user.email=test@business.example commit --quiet --message Built',
    'tag v1.0.0'
  ]
  for (const command of commands) await run(folder, 'git', ...command.split(' '))
  return `git+file://${folder}#v1.0.0`
}
