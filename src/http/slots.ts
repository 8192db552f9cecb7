import type { Limit, LimitLog } from './limit-log.ts'

/** A connection or a response. */
interface Closable {
  destroyed: boolean
  destroy: () => unknown
  once: (event: 'close', listener: () => void) => unknown
}

/** Limits concurrent connections or responses. Above `max`, a new one closes the oldest, so slow clients block nobody. */
export class Slots {
  readonly #max: number
  readonly #limit: Limit
  readonly #limitLog: LimitLog
  readonly #items = new Set<Closable>()

  constructor(max: number, limit: Limit, limitLog: LimitLog) {
    this.#max = max
    this.#limit = limit
    this.#limitLog = limitLog
  }

  add(item: Closable): void {
    if (item.destroyed) return
    this.#makeRoom()
    this.#items.add(item)
    item.once('close', () => this.#items.delete(item))
  }

  /** Marks an item as the newest. */
  renew(item: Closable): void {
    if (this.#items.delete(item)) this.#items.add(item)
  }

  #makeRoom(): void {
    for (const oldest of this.#items) {
      if (this.#items.size < this.#max) return
      this.#items.delete(oldest)
      oldest.destroy()
      this.#limitLog.count(this.#limit)
    }
  }
}
