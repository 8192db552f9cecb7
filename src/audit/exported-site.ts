import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { decodePath } from '../base/url-path.ts'
import { ownFolder } from '../worker/format.ts'

type Fetch = typeof globalThis.fetch

/** Returns the URL of an export, and a function that responds as its host does; undefined if the folder is not an export. */
export async function openExport(folder: string): Promise<{ url: string; fetch: Fetch } | undefined> {
  const has = (name: string) => existsSync(join(folder, ownFolder, name))
  if (!has('manifest.json')) return undefined
  const { servers } = JSON.parse(await readFile(join(folder, 'openapi.json'), 'utf8'))
  if (!has('worker.js')) return { url: servers[0].url, fetch: await createStaticFetch(folder) }
  const { default: worker } = await import('../worker/worker.ts')
  const read = async (url: string) =>
    new Response(await readFile(join(folder, decodePath(new URL(url).pathname))))
  const fetchFromWorker: Fetch = (input, init) => {
    const request = new Request(input, init)
    // As a host does: the MCP server compares it.
    request.headers.set('host', new URL(request.url).host)
    return worker.fetch(request, { ASSETS: { fetch: read } })
  }
  return { url: servers[0].url, fetch: fetchFromWorker }
}

async function createStaticFetch(folder: string): Promise<Fetch> {
  const text = await readFile(join(folder, ownFolder, 'manifest.json'), 'utf8')
  const { classes, files } = JSON.parse(text)
  const entries = Object.entries<{ path?: string; type: string; class: number }>(files)
  const responses = new Map(
    entries.map(([file, { path, type, class: number }]) => {
      const headers: Record<string, string> = { ...classes[number], 'content-type': type }
      return [path, { file, status: 200, headers }]
    })
  )
  const missing = { file: '404.html', status: 404, headers: { 'content-type': 'text/html; charset=utf-8' } }
  return async (url) => {
    const { file, ...response } = responses.get(decodePath(new URL(String(url)).pathname)) ?? missing
    return new Response(await readFile(join(folder, file)), response)
  }
}
