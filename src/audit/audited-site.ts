import { setTimeout } from 'node:timers/promises'
import { once } from '../base/cache.ts'
import { entriesOf, fieldOf, getString, type JsonObject, readObjects, readText } from '../base/json-value.ts'
import { markdownPathOf } from '../resources/resources.ts'

/** How much of a site the audit reads. A site may be huge or hostile, and the audit must end within its memory. */
const defaultLimits = {
  maxResponseSize: 20_000_000,
  /** The size of all responses together: each stays in memory, because several checks read it. */
  maxTotalSize: 200_000_000,
  maxSitemaps: 100,
  maxUrls: 200_000,
  /** The number of pages whose forms are examined, and of links that are followed, of each document. */
  maxSamples: 50,
  maxOperations: 5000,
  maxFacts: 5000,
  maxPages: 1000,
  /** The size of the HTML of all pages together, whose trees take about ten times the memory. */
  maxHtmlSize: 40_000_000,
  maxToolCalls: 3000
}
export type Limits = typeof defaultLimits

export interface SiteResponse {
  status: number
  headers: Headers
  type: string
  /** The number of bytes. */
  size: number
  text: string
  /** The predicate of a sentence about its URL. */
  summary: string
}

interface RequestOptions {
  method?: string
  headers?: Record<string, string>
  body?: string
}

const sendWhole =
  'Make the site respond to this request within 20 seconds, with a whole body of at most 20 MB.'

/** A check cannot read a response. The fix is about the response, whatever the check is about. */
export class UnreadError extends Error {
  readonly fix: string

  constructor(problem: string, fix = sendWhole) {
    super(problem)
    this.fix = fix
  }
}

const userAgent = 'business-facts-audit'
const timeoutMs = 20_000
// After this many requests in a row without a response, the site is down: waiting for each would take an hour.
const maxUnanswered = 5
const maxConcurrent = 2
const megabyte = 1_000_000
const maxRedirects = 3
// In all, for a site that limits requests. Each wait counts a second more, so their number is limited too.
const maxWaitSeconds = 120

/** The site under audit: requests each path of one origin once, two at a time, within limits of size. */
export class AuditedSite {
  readonly origin: string
  readonly limits: Limits
  /** Why the site gets no more requests. */
  obstacle: Error | undefined
  readonly #fetch: typeof fetch
  readonly #responses = new Map<string, Promise<SiteResponse>>()
  /** The last request in each lane: a request waits for the one before it. */
  readonly #lanes: Promise<unknown>[] = []
  requests = 0
  #unanswered = 0
  #waited = 0
  #totalSize = 0

  constructor(origin: string, fetch = globalThis.fetch, limits: Partial<Limits> = {}) {
    this.origin = origin
    this.limits = { ...defaultLimits, ...limits }
    this.#fetch = fetch
  }

  /** Returns the response without following a redirect. Rejects if the site does not respond, or reaches a limit. */
  send(path: string, options: RequestOptions): Promise<SiteResponse> {
    const key = JSON.stringify([path, options])
    const sent = this.#responses.get(key)
    if (sent) return sent
    const lane = this.requests % maxConcurrent
    this.requests += 1
    const response = Promise.resolve(this.#lanes[lane]).then(() => this.#request(path, options))
    this.#lanes[lane] = response.catch(() => {})
    this.#responses.set(key, response)
    return response
  }

  async #request(path: string, options: RequestOptions): Promise<SiteResponse> {
    if (this.obstacle) throw this.obstacle
    const method = options.method === undefined ? '' : ` with ${options.method}`
    const place = this.origin + (path === '/' ? '' : path) + method
    try {
      // A path such as `//host/` or `@host/` of a hostile site is not another host.
      const url = new URL(`${this.origin}${path.startsWith('/') ? '' : '/'}${path}`)
      const response = await this.#fetch(url, {
        ...options,
        headers: { 'user-agent': userAgent, ...options.headers },
        redirect: 'manual',
        signal: AbortSignal.timeout(timeoutMs)
      })
      const bytes = await this.#readBody(path, response)
      const { status, headers } = response
      if (status !== 429) this.#unanswered = 0
      else if (await this.#waitFor(headers)) return this.#request(path, options)
      else
        this.#countUnanswered(
          new Error(`${place} returns 429. Let the user agent ${userAgent} send more requests.`)
        )
      const type = headers.get('content-type') ?? ''
      const summary = describe(status, type, headers.get('location'))
      return { status, headers, type, size: bytes.length, text: decode(bytes, type), summary }
    } catch (error) {
      if (error instanceof UnreadError) throw error
      const unread = new UnreadError(`Cannot reach ${place} (${describeFailure(error)}).`)
      this.#countUnanswered(unread)
      throw unread
    }
  }

  /** Waits for the seconds that Retry-After has. Returns whether it has some, and the audit may wait that long. */
  async #waitFor(headers: Headers): Promise<boolean> {
    const after = headers.get('retry-after') ?? ''
    const seconds = /^\d+$/.test(after) ? Number(after) : Number.POSITIVE_INFINITY
    if (this.#waited + 1 + seconds >= maxWaitSeconds) return false
    this.#waited += 1 + seconds
    await setTimeout(seconds * 1000)
    return true
  }

  #countUnanswered(reason: Error) {
    this.#unanswered += 1
    if (this.#unanswered === maxUnanswered) this.obstacle ??= reason
  }

  async #readBody(path: string, { body }: Response): Promise<Buffer> {
    const { maxResponseSize, maxTotalSize } = this.limits
    const chunks: Uint8Array[] = []
    let size = 0
    for await (const chunk of body ?? []) {
      size += chunk.length
      this.#totalSize += chunk.length
      if (size > maxResponseSize)
        throw new UnreadError(
          `${path} has more than ${maxResponseSize / megabyte} MB, which the audit does not read.`
        )
      if (this.#totalSize > maxTotalSize)
        throw new UnreadError(
          `The audit ended at ${path}, because it had read ${maxTotalSize / megabyte} MB.`
        )
      chunks.push(chunk)
    }
    return Buffer.concat(chunks)
  }

  get(path: string, headers: Record<string, string> = {}): Promise<SiteResponse> {
    return this.send(path, { headers })
  }

  /** Returns whether a server or a worker responds: the documents of an export without one announce no MCP server. */
  readonly hasServer = once(async (): Promise<boolean> => {
    const paths = ['/llms.txt', '/.well-known/ard.json']
    const texts = await Promise.all(paths.map((path) => this.getText(path).catch(() => undefined)))
    const found = texts.filter((text) => text !== undefined)
    return found.length === 0 || found.some((text) => /\/mcp\b/.test(text))
  })

  async follow(path: string, headers: Record<string, string> = {}): Promise<SiteResponse> {
    let place = path
    for (let step = 0; step <= maxRedirects; step++) {
      const response = await this.get(place, headers)
      const target = response.headers.get('location')
      if (target === null || response.status < 300 || !URL.canParse(target, this.origin + place))
        return response
      const url = this.resolve(target, place)
      if (url.origin !== this.origin) return response
      place = this.toPath(url.href)
    }
    throw new UnreadError(
      `${path} redirects without end, to "${place}"`,
      'Correct the redirects of the proxy or host.'
    )
  }

  /** Rejects if the status is not 200. */
  async getText(path: string, request = this.get(path)): Promise<string> {
    const response = await request
    if (response.status === 200) return response.text
    throw new UnreadError(`${path} ${response.summary}`, forward)
  }

  async getJson(path: string, request = this.get(path)): Promise<unknown> {
    const text = await this.getText(path, request)
    try {
      return JSON.parse(text)
    } catch (error) {
      const reason = describeError(error)
      throw new UnreadError(`${path} returns 200 with invalid JSON (${reason})`, forward)
    }
  }

  /** Returns the URLs of /sitemap.xml and its sitemaps, and whether these are all, on this site. */
  readonly readSitemaps = once(async (): Promise<{ urls: string[]; isComplete: boolean }> => {
    const { maxSitemaps, maxUrls } = this.limits
    // The check of the documents reports a sitemap that cannot be read.
    const read = async (path: string): Promise<{ status: number; text: string }> =>
      this.follow(path).catch(() => ({ status: 0, text: '' }))
    const root = await read('/sitemap.xml')
    const listed = root.text.includes('<sitemapindex') ? listLocations(root.text) : []
    const paths = listed.slice(0, maxSitemaps).map((url) => this.toPath(url))
    const sitemaps = listed.length > 0 ? await Promise.all(paths.map(read)) : [root]
    const urls = [...new Set(sitemaps.flatMap(({ text }) => listLocations(text)))]
    const isRead = sitemaps.every(({ status }) => status === 200)
    const isHere = urls.every((url) => url.startsWith(`${this.origin}/`))
    const isComplete = isRead && isHere && listed.length <= maxSitemaps && urls.length <= maxUrls
    return { urls: urls.slice(0, maxUrls), isComplete }
  })

  async samplePages(): Promise<string[]> {
    const paths = this.toPaths((await this.readSitemaps()).urls)
    const every = Math.max(1, paths.length / this.limits.maxSamples)
    return paths.filter((_, index) => Math.floor(index / every) !== Math.floor((index - 1) / every))
  }

  /** Returns the paths of the JSON operations of every version, each with its first `maxIds` ids; none without a document. */
  async readOperations(maxIds = 1): Promise<string[]> {
    const document = await this.getJson('/openapi.json').catch(() => ({}))
    const [server] = readObjects(document, 'servers')
    const base = this.resolve(readText(server, 'url') || '/').pathname.replace(/\/$/, '')
    return entriesOf(fieldOf(document, 'paths')).flatMap(([template, item]) => {
      const [operation] = readObjects([fieldOf(item, 'get')])
      if (operation === undefined || !isJsonOperation(operation)) return []
      const [placeholder, name] = /\{([^{}]*)\}/.exec(template) ?? []
      if (placeholder === undefined) return [base + template]
      // An operation whose ids the document does not list cannot be requested.
      const parameter = readObjects(operation, 'parameters').find((parameter) => parameter.name === name)
      const ids = [fieldOf(parameter, 'schema', 'enum') ?? []].flat().slice(0, maxIds)
      return ids.map((id) => base + template.replace(placeholder, () => String(id)))
    })
  }

  /** Returns the first operation in each folder of the API, so at least one per version. */
  async sampleOperations(): Promise<string[]> {
    const operations = (await this.readOperations()).filter((path) => path !== '/openapi.json')
    const folders = new Map(
      operations.toReversed().map((path) => [path.slice(0, path.lastIndexOf('/')), path])
    )
    return [...folders.values()].reverse().slice(0, this.limits.maxSamples)
  }

  /** Resolves a URL that may be relative to a path. Throws if it is not a URL. */
  resolve(url: string, path = '/'): URL {
    if (!URL.canParse(url, this.origin + path)) throw new Error(`"${url}" is not a URL`)
    return new URL(url, this.origin + path)
  }

  /** Returns the path of the home page and of each URL of this site, once. */
  toPaths(urls: string[]): string[] {
    const here = urls.filter((url) => url.startsWith(`${this.origin}/`))
    return [...new Set(['/', ...here.map((url) => this.toPath(url))])]
  }

  toPath(url: string): string {
    const { pathname, search } = this.resolve(url)
    return pathname + search
  }

  toMarkdownPath(page: string): string {
    return page.replace(/^[^?]*/, markdownPathOf)
  }
}

/** Returns whether an operation requires no parameter outside its path, and returns JSON or states no media type. */
function isJsonOperation(operation: JsonObject): boolean {
  const content = fieldOf(operation, 'responses', '200', 'content') ?? { 'application/json': {} }
  const isOther = (parameter: JsonObject) => parameter.in !== 'path' && parameter.required === true
  return (
    !readObjects(operation, 'parameters').some(isOther) &&
    entriesOf(content).some(([type]) => /[/+]json\b/.test(type))
  )
}

const forward = 'Forward the path to the server, and its status and type to the client.'

function describe(status: number, type: string, target: string | null): string {
  if (target !== null && status >= 300 && status < 400) return `redirects to "${target}" (${status})`
  return `returns ${status} with ${type === '' ? 'no Content-Type' : `the type "${type}"`}`
}

const entities = new Map(Object.entries({ apos: "'", quot: '"', lt: '<', gt: '>', amp: '&' }))

const listLocations = (xml: string): string[] =>
  Array.from(xml.matchAll(/<loc>([^<]{1,10000})<\/loc>/g), ([, url = '']) =>
    url.trim().replace(/&(\w+);/g, (entity, name) => entities.get(name) ?? entity)
  )

/** Decodes a text without its byte order mark. Its type or the start of an HTML page names the encoding; else it is UTF-8. */
function decode(bytes: Buffer, type: string): string {
  const start = /html/.test(type) ? bytes.toString('latin1', 0, 1024) : ''
  const [, label = 'utf-8'] = /charset\s*=\s*["']?([\w-]+)/i.exec(type + start) ?? []
  try {
    return new TextDecoder(label).decode(bytes)
  } catch {
    return new TextDecoder().decode(bytes)
  }
}

export const describeError = (error: unknown): string =>
  error instanceof Error ? error.message : String(error)

/** Returns the code of a network error, such as ECONNREFUSED, or else its message. It is the cause of "fetch failed". */
function describeFailure(error: unknown): string {
  const cause = fieldOf(error, 'cause') ?? error
  return getString(cause, 'code') ?? describeError(cause)
}
