import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import type { Test } from 'tap'

/**
 * Serves an exported folder with its worker on the engine of Cloudflare Workers until the end of the test. `errors` has what
 * the worker logs.
 */
export async function startWorkerd(t: Test, folder: string): Promise<{ port: number; errors: string[] }> {
  const child = spawn(process.execPath, ['test/verify/edge/serve.mjs', folder], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, NODE_OPTIONS: '' }
  })
  const ended = once(child, 'close')
  const errors: string[] = []
  createInterface(child.stderr).on('line', (line) => errors.push(line))
  t.teardown(async () => {
    child.kill('SIGTERM')
    await ended
  })
  const port = await Promise.race([
    once(createInterface(child.stdout), 'line').then(([line]) => Number(line)),
    ended.then(() => Promise.reject(new Error(`no worker runs: ${errors.join('\n')}`)))
  ])
  return { port, errors }
}
