import type { RequestListener } from 'node:http'
import type { Answerable } from './resource.ts'
import type { UnsentBodies } from './unsent-bodies.ts'

const empty = Buffer.alloc(0)

interface Sized {
  /** Bytes that are held for it. */
  readonly size: number
}

interface Entry<Item> {
  item: Item
  size: number
  isUsed: boolean
}

/** What has been answered, such as resources by path, in at most `limit` bytes; what nobody asks for goes first. */
export class Kept<Item extends Sized = Answerable> {
  readonly #limit: number
  readonly #entries = new Map<string, Entry<Item>>()
  #size = 0
  /** How many answers have been given without routing. */
  hits = 0

  constructor(limit = 16 * 2 ** 20) {
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

  get(key: string): Item | undefined {
    const entry = this.#entries.get(key)
    if (entry) entry.isUsed = true
    return entry?.item
  }

  /** Keeps an item as it is now; once more when something has been added to it. */
  set(key: string, item: Item): void {
    this.#delete(key)
    this.#entries.set(key, { item, size: item.size, isUsed: false })
    this.#size += item.size
    for (const [oldest, entry] of this.#entries) {
      if (this.#size <= this.#limit) break
      this.#delete(oldest)
      // Second chance: what was asked for since it came is the newest again, once.
      if (entry.isUsed && oldest !== key) {
        this.#entries.set(oldest, { ...entry, isUsed: false })
        this.#size += entry.size
      }
    }
  }

  clear(): void {
    this.#entries.clear()
    this.#size = 0
  }

  #delete(key: string): void {
    this.#size -= this.#entries.get(key)?.size ?? 0
    this.#entries.delete(key)
  }
}

/**
 * Answers a request for a resource that has been answered before, and leaves every other to `next`. What it sends
 * is what the route sent; routing and the hooks, which cost more than the rest of an answer, are all it leaves out.
 */
export const answerKept =
  (kept: Kept, unsent: UnsentBodies, next: RequestListener): RequestListener =>
  (request, response) => {
    const { method, url = '' } = request
    const reads = method === 'GET' || method === 'HEAD'
    const answer = reads ? (kept.get(url) ?? kept.get(withoutQuery(url)))?.kept(request.headers) : undefined
    if (answer === undefined || !unsent.admits(answer.body ?? empty)) return next(request, response)
    kept.hits += 1
    response.writeHead(answer.status, answer.headers)
    response.end(method === 'HEAD' ? undefined : answer.body)
    if (answer.body && response.writableLength > 0) unsent.hold(answer.body, response)
  }

function withoutQuery(url: string): string {
  const query = url.indexOf('?')
  return query === -1 ? url : url.slice(0, query)
}
