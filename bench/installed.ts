import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'

/** The versions of what takes part; undefined for what is not installed. */
export const installed = {
  node: process.versions.node,
  taskset: versionOf('taskset', '--version'),
  wrk: versionOf('wrk', '--version'),
  nginx: versionOf('nginx', '-v'),
  caddy: versionOf('caddy', 'version'),
  express: packageVersion('express'),
  fastify: packageVersion('fastify')
}

/** What a command says of itself. */
function versionOf(command: string, argument: string): string | undefined {
  const { error, stdout, stderr } = spawnSync(command, [argument], { encoding: 'utf8' })
  return error ? undefined : /\d+(?:\.\d+)+/.exec(stdout + stderr)?.[0]
}

function packageVersion(name: string): string {
  const file = new URL(`../node_modules/${name}/package.json`, import.meta.url)
  const { version }: { version: string } = JSON.parse(readFileSync(file, 'utf8'))
  return version
}
