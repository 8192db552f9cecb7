import { readFile } from 'node:fs/promises'
import { createServer, type ServerResponse } from 'node:http'
import { extname, join } from 'node:path'
import { versions } from '../../src/api/versions.ts'
import { buildApp } from '../../src/app.ts'
import { readConfig } from '../../src/config.ts'
import { readAssets } from '../../src/website/assets.ts'
import { manifest } from '../../src/website/manifest.ts'
import { createWebsite } from '../../src/website/render.ts'
import { businessIn, settings } from '../website/sample.ts'

const policy =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; font-src 'self'; connect-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

const publicTypes: Record<string, string> = {
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.ico': 'image/x-icon'
}

/** Serves the pages of a folder of data with their assets and the API on a free port of this machine. */
export async function serve(dataDir: string, port = 0) {
  const server = createServer()
  await new Promise<void>((resolve) => {
    server.listen(port, '127.0.0.1', resolve)
  })
  const listening = server.address()
  const baseUrl = `http://localhost:${typeof listening === 'object' && listening ? listening.port : 0}`
  const business = await businessIn(dataDir, baseUrl)
  const app = await buildApp(readConfig({ BASE_URL: baseUrl }), { business, versions })
  const website = createWebsite(business, await settings({ baseUrl }))
  const assets = new Map((await readAssets()).map((asset) => [asset.path, asset]))

  server.on('request', async (request, response) => {
    const { pathname } = new URL(request.url ?? '/', baseUrl)
    const page = website.render(pathname)
    const asset = assets.get(pathname)
    const file = await readFile(join('site/public', pathname)).catch(() => undefined)
    if (page) return sendPage(response, 200, page.html)
    if (asset) return send(response, 200, asset.mediaType, asset.bytes)
    if (file) return send(response, 200, publicTypes[extname(pathname)] ?? 'application/octet-stream', file)
    if (pathname === '/site.webmanifest')
      return send(response, 200, 'application/manifest+json', manifest(business))
    if (/^\/(api\/|openapi)/.test(pathname)) return app.routing(request, response)
    return sendPage(response, 404, website.notFound().html)
  })
  return { baseUrl, paths: website.paths, close: () => server.close() }
}

function send(response: ServerResponse, status: number, mediaType: string, body: string | Buffer) {
  response.writeHead(status, { 'content-type': mediaType, 'x-content-type-options': 'nosniff' }).end(body)
}

function sendPage(response: ServerResponse, status: number, html: string) {
  response.setHeader('content-security-policy', policy)
  send(response, status, 'text/html; charset=utf-8', html)
}
