import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'

/** The Node.js that runs the measured servers: BENCH_NODE=/path/to/node npm run bench. */
export const node = process.env.BENCH_NODE ?? process.execPath

/** The versions of the measured programs, or undefined if one is not installed. */
export const installed = {
  node: versionOf(node, '--version'),
  taskset: versionOf('taskset', '--version'),
  wrk: versionOf('wrk', '--version'),
  nginx: versionOf('nginx', '-v'),
  caddy: versionOf('caddy', 'version'),
  express: packageVersion('express'),
  fastify: packageVersion('fastify')
}

/** Returns the version that a command prints, or undefined if the command is missing. */
function versionOf(command: string, argument: string): string | undefined {
  const { error, stdout, stderr } = spawnSync(command, [argument], { encoding: 'utf8' })
  return error ? undefined : /\d+(?:\.\d+)+/.exec(stdout + stderr)?.[0]
}

function packageVersion(name: string): string {
  const file = new URL(`../node_modules/${name}/package.json`, import.meta.url)
  const { version }: { version: string } = JSON.parse(readFileSync(file, 'utf8'))
  return version
}
