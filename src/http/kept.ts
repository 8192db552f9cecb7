import type { RequestListener } from 'node:http'
import type { Answerable } from './resource.ts'

interface Entry {
  resource: Answerable
  size: number
  isUsed: boolean
}

/** The resources that have been answered, by path, in at most `limit` bytes; what nobody asks for goes first. */
export class Kept {
  readonly #limit: number
  readonly #entries = new Map<string, Entry>()
  #size = 0

  constructor(limit = 32 * 2 ** 20) {
    this.#limit = limit
  }

  /** Bytes of all bodies that are kept. */
  get size(): number {
    return this.#size
  }

  /** Whether more would soon drive out what is kept. */
  get isHalfFull(): boolean {
    return this.#size > this.#limit / 2
  }

  get(path: string): Answerable | undefined {
    const entry = this.#entries.get(path)
    if (entry) entry.isUsed = true
    return entry?.resource
  }

  /** Keeps a resource as it is now; once more when a body has been added to it. */
  set(path: string, resource: Answerable): void {
    this.#delete(path)
    this.#entries.set(path, { resource, size: resource.size, isUsed: false })
    this.#size += resource.size
    for (const [oldest, entry] of this.#entries) {
      if (this.#size <= this.#limit) break
      this.#delete(oldest)
      // Second chance: what was asked for since it came is the newest again, once.
      if (entry.isUsed && oldest !== path) {
        this.#entries.set(oldest, { ...entry, isUsed: false })
        this.#size += entry.size
      }
    }
  }

  #delete(path: string): void {
    this.#size -= this.#entries.get(path)?.size ?? 0
    this.#entries.delete(path)
  }
}

/**
 * Answers a request for a resource that has been answered before, and leaves every other to `next`. What it sends
 * is what the route sent; routing and the hooks, which cost more than the rest of an answer, are all it leaves out.
 */
export const answerKept =
  (kept: Kept, next: RequestListener): RequestListener =>
  (request, response) => {
    const { method, url = '' } = request
    const reads = method === 'GET' || method === 'HEAD'
    const answer = reads ? (kept.get(url) ?? kept.get(withoutQuery(url)))?.kept(request.headers) : undefined
    if (answer === undefined) return next(request, response)
    response.writeHead(answer.status, answer.headers)
    response.end(method === 'HEAD' ? undefined : answer.body)
  }

function withoutQuery(url: string): string {
  const query = url.indexOf('?')
  return query === -1 ? url : url.slice(0, query)
}
