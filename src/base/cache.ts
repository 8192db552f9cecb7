interface Sized {
  /** The size of the item in bytes. */
  readonly size: number
}

interface Entry<Item> {
  item: Item
  size: number
  isUsed: boolean
}

/** A cache of at most `maxBytes`. It evicts the oldest entries first, but an entry that was used gets a second chance. */
export class Cache<Item extends Sized> {
  readonly #maxBytes: number
  readonly #entries = new Map<string, Entry<Item>>()
  #size = 0

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes
  }

  /** The size of all items in bytes. */
  get size(): number {
    return this.#size
  }

  /** Whether the items take more than half of the limit, so further items would soon evict others. */
  get isHalfFull(): boolean {
    return this.#size > this.#maxBytes / 2
  }

  get(key: string): Item | undefined {
    const entry = this.#entries.get(key)
    if (entry) entry.isUsed = true
    return entry?.item
  }

  /** Adds an item, or replaces the item with the same key. An item larger than the whole cache is not added. */
  set(key: string, item: Item): void {
    this.#delete(key)
    const size = item.size + key.length
    if (size > this.#maxBytes) return
    this.#entries.set(key, { item, size, isUsed: false })
    this.#size += size
    for (const [oldest, entry] of this.#entries) {
      if (this.#size <= this.#maxBytes) break
      this.#delete(oldest)
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
 * Caches the results of a pure function of texts of which few differ, such as headers and paths. Clears a full cache.
 * Longer texts than `maxLength` are not cached, because clients could fill the memory with them.
 */
export function memoise<T>(
  read: (text: string) => T,
  maxResults = 200,
  maxLength = Number.POSITIVE_INFINITY
): (text: string) => T {
  const results = new Map<string, { result: T }>()
  return (text) => {
    if (text.length > maxLength) return read(text)
    const cached = results.get(text)
    if (cached) return cached.result
    if (results.size >= maxResults) results.clear()
    const result = read(text)
    results.set(text, { result })
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

/** Returns a function that calls `load` once and shares its result. After a failure, the next call tries again. */
export function memoiseAsync<T>(load: () => Promise<T>): () => Promise<T> {
  let pending: Promise<T> | undefined
  return () => {
    pending ??= load().catch((error) => {
      pending = undefined
      throw error
    })
    return pending
  }
}

/** Returns a function that calls `create` when it is first called, and then returns the same value. */
export function once<T>(create: () => T): () => T {
  let created: { value: T } | undefined
  return () => {
    created ??= { value: create() }
    return created.value
  }
}
