/** A cache of at most `maxBytes`. The size of an item, in bytes, never changes. Evicts the least recently used items first. */
export class Cache<Item extends { readonly size: number; readonly expires?: Date | undefined }> {
  protected readonly now: () => Date
  readonly #maxBytes: number
  readonly #items = new Map<string, Item>()
  #size = 0

  constructor(maxBytes: number, now = () => new Date()) {
    this.#maxBytes = maxBytes
    this.now = now
  }

  /** The size of all items in bytes. */
  get size(): number {
    return this.#size
  }

  /** Whether the items take more than half of the limit, so further items would soon evict others. */
  get isHalfFull(): boolean {
    return this.#size > this.#maxBytes / 2
  }

  /** Returns undefined if the item has expired. */
  get(key: string): Item | undefined {
    const item = this.#items.get(key)
    if (item === undefined) return undefined
    this.#items.delete(key)
    this.#items.set(key, item)
    return item.expires && item.expires <= this.now() ? undefined : item
  }

  /** Adds an item, or replaces the item with the same key. An item larger than the whole cache is not added. */
  set(key: string, item: Item): void {
    this.#delete(key)
    const size = item.size + key.length
    if (size > this.#maxBytes) return
    this.#items.set(key, item)
    this.#size += size
    for (const oldest of this.#items.keys()) {
      if (this.#size <= this.#maxBytes) break
      this.#delete(oldest)
    }
  }

  clear(): void {
    this.#items.clear()
    this.#size = 0
  }

  #delete(key: string): void {
    const item = this.#items.get(key)
    if (item !== undefined) this.#size -= item.size + key.length
    this.#items.delete(key)
  }
}

/** Caches the results of a pure function, by default of one with few different arguments, such as paths. A full cache is cleared. */
export function memoise<Key, T>(read: (key: Key) => T, maxResults = 200): (key: Key) => T {
  const results = new Map<Key, { result: T }>()
  return (key) => {
    const cached = results.get(key)
    if (cached) return cached.result
    if (results.size >= maxResults) results.clear()
    const result = read(key)
    results.set(key, { result })
    return result
  }
}

/** Returns a function whose concurrent calls with one key share a result. A later call runs again. */
export function sharePending<Key, Result>(run: (key: Key) => Promise<Result>): (key: Key) => Promise<Result> {
  const pending = new Map<Key, Promise<Result>>()
  return (key) => {
    const result = pending.get(key) ?? run(key).finally(() => pending.delete(key))
    pending.set(key, result)
    return result
  }
}

/** Returns a function that calls `create` once and shares its result. After a failure, the next call tries again. */
export function once<T>(create: () => T): () => T {
  let created: { value: T } | undefined
  return () => {
    if (created) return created.value
    const value = create()
    created = { value }
    if (value instanceof Promise)
      value.catch(() => {
        created = undefined
      })
    return value
  }
}
