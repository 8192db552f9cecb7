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

  /** Returns the item with a key, or undefined if the cache does not have it. */
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
