import { shardOf } from '../base/shards.ts'
import { decodePath, encodePath, listSpellings, tryDecodePath, withoutQuery } from '../base/url-path.ts'
import { publicHeaders } from '../http/headers.ts'
import {
  allowsHtml,
  chooseMediaType,
  choosePart,
  failsPrecondition,
  isNotModified,
  limitAge,
  toNotModified
} from '../http/negotiation.ts'
import { type Area, type Entry, type Form, mcpFile, type Site, shardFile, siteFile } from './format.ts'
import { createHours } from './hours.ts'
import { createMcp } from './mcp.ts'

interface Env {
  ASSETS: { fetch: (url: string) => Promise<Response> }
}

export function createHandler(now: () => Date): (request: Request, env: Env) => Promise<Response> {
  // Results, not promises: on Cloudflare, a request must not wait for what another one reads.
  let site: Site | undefined
  const shards = new Map<number, Record<string, Entry>>()
  let respondToMcp: ReturnType<typeof createMcp> | undefined
  let readHours: ReturnType<typeof createHours> | undefined

  return async (request, { ASSETS }) => {
    const read = async (file: string) => {
      // The host is required, and has no meaning.
      const url = `https://assets.local/${file.split('/').map(encodeURIComponent).join('/')}`
      const response = await ASSETS.fetch(url)
      if (response.status === 200) return response
      throw new Error(`${file}: cannot be read, because its status is ${response.status}`)
    }
    const readText = async (file: string) => (await read(file)).text()
    try {
      if (/^\/mcp\/?$/.test(withoutQuery(targetOf(request)))) {
        // Not imported late: loading it would take 100 ms of the CPU time of the first request.
        respondToMcp ??= createMcp((file) => read(mcpFile(file)), now)
        return await respondToMcp(request)
      }
      const current: Site = site ?? JSON.parse(await readText(siteFile))
      site = current
      readHours ??= createHours(current.places, now)
      const find = async (path: string): Promise<Entry | undefined> => {
        const number = shardOf(path, current.shards)
        const shard: Record<string, Entry> =
          shards.get(number) ?? JSON.parse(await readText(shardFile(number)))
        shards.set(number, shard)
        return shard[path]
      }
      const headers = Object.fromEntries(request.headers)
      return await respond({ request, headers, site: current, find, read, readHours })
    } catch (error) {
      console.error(error)
      return sendUnavailable(request)
    }
  }
}

/** Returns path and query as the client sent them: a URL object has neither dot segments nor an empty query. */
const targetOf = ({ url }: Request): string => url.replace(/^[^:]+:\/\/[^/?#]*|#.*/g, '')

function sendUnavailable({ method }: Request): Response {
  const body = JSON.stringify({
    error: { code: 'unavailable', message: 'The site cannot be read at the moment. Try again.' }
  })
  const headers = {
    ...publicHeaders,
    'cache-control': 'no-store',
    'content-type': 'application/json; charset=utf-8',
    'content-length': String(body.length),
    'retry-after': '5'
  }
  return new Response(method === 'HEAD' ? null : body, { status: 503, headers })
}

/** With the body if the worker computed it. */
type Computed = Form & { content?: Uint8Array<ArrayBuffer> }

/** A request, and what the worker reads for it. */
interface Exchange {
  request: Request
  headers: Record<string, string>
  site: Site
  find: (path: string) => Promise<Entry | undefined>
  read: (file: string) => Promise<Response>
  readHours: ReturnType<typeof createHours>
}

async function respond(exchange: Exchange): Promise<Response> {
  const { request, site, find } = exchange
  const target = targetOf(request)
  const encoded = withoutQuery(target)
  const prefix = findPrefix(encoded, site)
  const area = expectValue(site.areas[prefix])
  const path = tryDecodePath(encoded)
  if (path === undefined) return send(exchange, area.malformed)
  // An encoded slash is no delimiter (RFC 3986, section 2.2), so only ids and the owner's redirects have it.
  const hasSlash = /%2f/i.test(encoded)
  const listed = hasSlash ? undefined : await find(path)
  const entry = listed?.form ? listed : findUnknownId(encoded, site)
  const isRead = request.method === 'GET' || request.method === 'HEAD'
  if (!isRead) return sendMethod(exchange, entry || prefix === '' ? area.known : area.unknown)
  if (entry) return sendEntry(exchange, entry, area)
  const location = prefix === '' ? await findRedirect(find, path, hasSlash) : undefined
  if (location === undefined)
    return sendEntry(exchange, area.missing, area, path.endsWith('.md') ? 'text/markdown' : undefined)
  const query = location.includes('?') ? '' : target.slice(encoded.length)
  return send(exchange, site.redirect, { location: location.replace(/(?=#)|$/, () => query) })
}

function findPrefix(path: string, { areas }: Site): string {
  // The router reads `%61pi` as `api`.
  const [, root, name] = path.split('/', 3).map((part) => (part.includes('%2') ? part : tryDecodePath(part)))
  return [`/${root}/${name}`, `/${root}`].find((prefix) => prefix in areas) ?? ''
}

function findUnknownId(encoded: string, { patterns }: Site): Entry | undefined {
  const path = decodePath(encoded.replace(/%2f/gi, '%252F'))
  return patterns.find(([pattern]) => new RegExp(pattern).test(path))?.[1]
}

function sendMethod(exchange: Exchange, { options, preflight, other }: Area['known']): Promise<Response> {
  const { request, headers } = exchange
  if (request.method !== 'OPTIONS') return send(exchange, other)
  const requested = headers['access-control-request-headers']
  const isPreflight = headers['access-control-request-method'] !== undefined
  return send(exchange, isPreflight ? preflight : options, {
    ...(requested !== undefined && { 'access-control-allow-headers': requested })
  })
}

async function sendEntry(exchange: Exchange, entry: Entry, area: Area, accept = exchange.headers.accept) {
  const { request, site } = exchange
  const stored = expectValue(chooseForm(entry, accept))
  const form = entry.isHours ? await computeHours(exchange, stored) : stored
  const { status, headers } = describe(site, form)
  if (status !== 200 || headers.etag === undefined) return send(exchange, form)
  if (failsPrecondition(exchange.headers, headers))
    return send(exchange, area.precondition, pickVary(headers))
  if (isNotModified(exchange.headers, headers))
    return new Response(null, { status: 304, headers: toNotModified(headers) })
  const hasParts = request.method === 'GET' && headers['accept-ranges'] !== undefined
  return hasParts ? sendPart(exchange, form, headers) : send(exchange, form)
}

function chooseForm({ form, markdown, fallback, none }: Entry, accept: string | undefined): Form | undefined {
  if (markdown === undefined) return form
  const type = chooseMediaType(accept)
  if (type === undefined) return none ?? form
  if (type === 'text/html') return form
  return fallback && allowsHtml(accept) ? fallback : markdown
}

async function computeHours({ site, readHours }: Exchange, form: Form): Promise<Computed> {
  const { headers } = describe(site, form)
  const { content, etag, left } = await readHours(String(headers['content-type']))
  const own = { etag, 'cache-control': String(limitAge(headers, left)['cache-control']) }
  return { ...form, headers: { ...form.headers, ...own }, content, length: content.length }
}

function describe({ classes }: Site, { class: number, headers: own = {} }: Form) {
  const described = expectValue(classes[number])
  const link = [own.link, described.headers.link].filter((part) => part !== undefined).join(', ')
  const headers: Record<string, string> = { ...described.headers, ...own, ...(link && { link }) }
  return { ...described, headers }
}

/** An error keeps only this header of the resource. */
const pickVary = ({ vary }: Record<string, string>) => (vary === undefined ? {} : { vary })

/** Range, because a player of videos needs it. */
async function sendPart(exchange: Exchange, form: Form, headers: Record<string, string>): Promise<Response> {
  const { site, read } = exchange
  const { file, length = 0 } = form
  const part = choosePart(exchange.headers, length, headers['last-modified'])
  if (site.beyond && part === null)
    return send(exchange, site.beyond, { ...pickVary(headers), 'content-range': `bytes */${length}` })
  if (!part || file === undefined) return send(exchange, form)
  const { start, end } = part
  const bytes = await (await read(file)).arrayBuffer()
  return new Response(bytes.slice(start, end + 1), {
    status: 206,
    headers: {
      ...headers,
      'content-range': `bytes ${start}-${end}/${length}`,
      'content-length': String(end + 1 - start)
    }
  })
}

async function send({ request, site, read }: Exchange, form: Computed, more: Record<string, string> = {}) {
  const { status, headers, body = null } = describe(site, form)
  const { file, content } = form
  const length = form.length !== undefined && { 'content-length': String(form.length) }
  const init = { status, headers: { ...headers, ...length, ...more } }
  if (request.method === 'HEAD') return new Response(null, init)
  if (file === undefined || content) return new Response(content ?? body, init)
  return new Response((await read(file)).body, init)
}

function expectValue<T>(value: T | undefined): T {
  if (value === undefined) throw new Error('the files of the export contradict each other')
  return value
}

/** Returns where the server would redirect a path, encoded for a Location header. */
async function findRedirect(find: Exchange['find'], path: string, hasSlash: boolean) {
  const listed = await find(path.normalize())
  if (hasSlash) return listed?.own
  const { paths, page } = listSpellings(path)
  for (const other of paths) if ((await find(other))?.form) return encodePath(other)
  if ((await find(page))?.none) return encodePath(page)
  return listed?.location
}
