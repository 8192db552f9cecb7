import { shardOf } from '../base/shards.ts'
import {
  decodePath,
  encodePath,
  keepQuery,
  listSpellings,
  tryDecodePath,
  withoutQuery
} from '../base/url-path.ts'
import { createMidnights, loadTemporal, type Place, readHours } from '../business/opening-hours.ts'
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
import { createEdgeServer } from '../mcp/edge.ts'
import { type Area, type Entry, files, type Recording, type Site } from './format.ts'

interface Env {
  ASSETS: { fetch: (url: string) => Promise<Response> }
}

export function createHandler(now: () => Date): (request: Request, env: Env) => Promise<Response> {
  // Results, not promises: on Cloudflare, a request must not wait for what another one reads.
  let site: Site | undefined
  const shards = new Map<number, Record<string, Entry>>()
  let respondToMcp: ReturnType<typeof createEdgeServer> | undefined
  let findHours: ReturnType<typeof createHours> | undefined

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
        respondToMcp ??= createEdgeServer((file) => readText(files.mcp(file)), now)
        return await respondToMcp(request)
      }
      const current: Site = site ?? JSON.parse(await readText(files.site))
      site = current
      findHours ??= createHours(current.places, now)
      const find = async (path: string): Promise<Entry | undefined> => {
        const number = shardOf(path, current.shards)
        const shard: Record<string, Entry> =
          shards.get(number) ?? JSON.parse(await readText(files.shard(number)))
        shards.set(number, shard)
        return shard[path]
      }
      const headers = Object.fromEntries(request.headers)
      return await respond({ request, headers, site: current, find, read, findHours })
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

/** A request, and what the worker reads for it. */
interface Exchange {
  request: Request
  headers: Record<string, string>
  site: Site
  find: (path: string) => Promise<Entry | undefined>
  read: (file: string) => Promise<Response>
  findHours: ReturnType<typeof createHours>
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
  const entry = listed?.response ? listed : findUnknownId(encoded, site)
  const isRead = request.method === 'GET' || request.method === 'HEAD'
  if (!isRead) return sendMethod(exchange, entry || prefix === '' ? area.existing : area.missing)
  if (entry) return sendEntry(exchange, entry, area)
  const location = prefix === '' ? await findRedirect(find, path, hasSlash) : undefined
  if (location === undefined)
    return sendEntry(exchange, area.notFound, area, path.endsWith('.md') ? 'text/markdown' : undefined)
  return send(exchange, site.redirect, { location: keepQuery(location, target) })
}

function findPrefix(path: string, { areas }: Site): string {
  // The router reads `%61pi` as `api`.
  const [, root, name] = path.split('/', 3).map((part) => (part.includes('%2') ? part : tryDecodePath(part)))
  return [`/${root}/${name}`, `/${root}`].find((prefix) => prefix in areas) ?? ''
}

function findUnknownId(encoded: string, { unknownIds }: Site): Entry | undefined {
  const path = decodePath(encoded.replace(/%2f/gi, '%252F'))
  const [, response] = unknownIds.find(([pattern]) => new RegExp(pattern).test(path)) ?? []
  return response && { response }
}

function sendMethod(exchange: Exchange, { options, preflight, other }: Area['existing']): Promise<Response> {
  const { request, headers } = exchange
  if (request.method !== 'OPTIONS') return send(exchange, other)
  const requested = headers['access-control-request-headers']
  const isPreflight = headers['access-control-request-method'] !== undefined
  return send(exchange, isPreflight ? preflight : options, {
    ...(requested !== undefined && { 'access-control-allow-headers': requested })
  })
}

async function sendEntry(exchange: Exchange, entry: Entry, area: Area, accept = exchange.headers.accept) {
  const { request, headers: requested, site } = exchange
  const recorded = describe(site, expectValue(chooseRecording(entry, accept)))
  const response = entry.isHours ? await computeHours(exchange, recorded) : recorded
  const { status, headers, file } = response
  if (status !== 200 || headers.etag === undefined) return sendResponse(exchange, response)
  if (failsPrecondition(requested, headers)) return send(exchange, area.preconditionFailed, pickVary(headers))
  if (isNotModified(requested, headers))
    return new Response(null, { status: 304, headers: toNotModified(headers) })
  // Range, because a player of videos needs it.
  const hasParts = request.method === 'GET' && headers['accept-ranges'] !== undefined
  const length = Number(headers['content-length'])
  const part = hasParts ? choosePart(requested, length, headers['last-modified']) : undefined
  if (site.rangeNotSatisfiable && part === null) {
    const range = { 'content-range': `bytes */${length}` }
    return send(exchange, site.rangeNotSatisfiable, { ...pickVary(headers), ...range })
  }
  if (!part || file === undefined) return sendResponse(exchange, response)
  const { start, end } = part
  const body = (await (await exchange.read(file)).arrayBuffer()).slice(start, end + 1)
  const own = {
    'content-range': `bytes ${start}-${end}/${length}`,
    'content-length': String(body.byteLength)
  }
  return new Response(body, { status: 206, headers: { ...headers, ...own } })
}

function chooseRecording(entry: Entry, accept: string | undefined): Recording | undefined {
  const { response, markdown, withoutMarkdown, notAcceptable } = entry
  if (markdown === undefined) return response
  const type = chooseMediaType(accept)
  if (type === undefined) return notAcceptable ?? response
  if (type === 'text/html') return response
  return withoutMarkdown && allowsHtml(accept) ? withoutMarkdown : markdown
}

type Reply = ReturnType<typeof describe>

/** Returns a response with all its headers; its body, or the file that has it. */
function describe({ classes }: Site, { class: number, headers: own = {}, file, length }: Recording) {
  const { status, headers: shared, body } = expectValue(classes[number])
  const link = [own.link, shared.link].filter((part) => part !== undefined).join(', ')
  const size = length !== undefined && { 'content-length': String(length) }
  const headers: Record<string, string> = { ...shared, ...own, ...(link && { link }), ...size }
  return { status, headers, body, file }
}

async function computeHours({ findHours }: Exchange, { status, headers }: Reply): Promise<Reply> {
  const { body, length, etag, left } = await findHours(String(headers['content-type']))
  const own = { etag, 'content-length': String(length) }
  return { status, headers: { ...limitAge(headers, left), ...own }, body, file: undefined }
}

/** An error keeps only this header of the resource. */
const pickVary = ({ vary }: Record<string, string>) => (vary === undefined ? {} : { vary })

const send = (exchange: Exchange, recording: Recording, more: Record<string, string> = {}) => {
  const { headers, ...response } = describe(exchange.site, recording)
  return sendResponse(exchange, { ...response, headers: { ...headers, ...more } })
}

async function sendResponse({ request, read }: Exchange, { status, headers, body, file }: Reply) {
  const init = { status, headers }
  if (request.method === 'HEAD') return new Response(null, init)
  return new Response(file === undefined ? (body ?? null) : (await read(file)).body, init)
}

function expectValue<T>(value: T | undefined): T {
  if (value === undefined) throw new Error('the files of the export contradict each other')
  return value
}

/** Returns where the server would redirect a path, encoded for a Location header. */
async function findRedirect(find: Exchange['find'], path: string, hasSlash: boolean) {
  const listed = await find(path.normalize())
  if (hasSlash) return listed?.ownLocation
  const { paths, page } = listSpellings(path)
  for (const other of paths) if ((await find(other))?.response) return encodePath(other)
  if ((await find(page))?.notAcceptable) return encodePath(page)
  return listed?.location
}

/** Computes hours.json, its length in bytes and its entity tag once a day; `left` is in milliseconds until the next day of a place. */
function createHours(places: Place[], now: () => Date) {
  const findMidnight = createMidnights(places)
  let last: { until: Date | undefined; body: string; length: number; etag: string } | undefined
  return async (mediaType: string) => {
    await loadTemporal()
    const time = now()
    const until = findMidnight(time)
    if (last === undefined || last.until !== until) {
      const body = JSON.stringify(readHours(places, time))
      const { length } = new TextEncoder().encode(body)
      last = { until, body, length, etag: await createEtag(mediaType, body) }
    }
    return { ...last, left: Number(until) - time.getTime() }
  }
}

/** Returns the entity tag that `represent.ts` computes with Node.js for a body without a content encoding. */
async function createEtag(mediaType: string, body: string): Promise<string> {
  const hash = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(`${mediaType}\n${body}`))
  const text = btoa(String.fromCharCode(...new Uint8Array(hash)))
  return `"${text.slice(0, 22).replaceAll('+', '-').replaceAll('/', '_')}"`
}

// The first use of time arithmetic takes long. A request has 10 ms of CPU time on Cloudflare's free plan, and the start has more.
const opening_hours = [{ day: 'sunday', opens: '09:00', closes: '17:00' } as const]
await createHours([{ id: '', timezone: 'Europe/London', opening_hours }], () => new Date(0))('')
