// Serves an exported folder with its worker on the engine of Cloudflare Workers, and prints the port.
import { resolve } from 'node:path'
import { Miniflare } from 'miniflare'

const folder = resolve(String(process.argv[2]))
const miniflare = new Miniflare({
  host: '127.0.0.1',
  port: Number(process.env.PORT ?? 0),
  modules: true,
  modulesRoot: folder,
  scriptPath: `${folder}/.business-facts/worker.js`,
  compatibilityDate: '2026-04-01',
  assets: {
    directory: folder,
    binding: 'ASSETS',
    routerConfig: { has_user_worker: true, invoke_user_worker_ahead_of_assets: true },
    assetConfig: { html_handling: 'none', not_found_handling: 'none' }
  }
})
const { port } = await miniflare.ready
process.stdout.write(`${port}\n`)
process.once('SIGTERM', () => miniflare.dispose())
