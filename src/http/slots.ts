import type { ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'
import type { FastifyBaseLogger } from 'fastify'

// As in server.ts, not imported.
const http = process.getBuiltinModule('node:http')

/** A response is stalled if this many checks in a row find that its client has taken fewer bytes. */
const stall = { intervalMs: 1000, maxLateChecks: 10, minBytes: 16_384 }

type Item = Duplex | ServerResponse

interface Use {
  response: ServerResponse
  /** The bytes that the client had taken at the last check that was not late. */
  sent: number
  lateChecks: number
}

/**
 * Limits concurrent connections or responses. Above `max`, a new one closes the oldest connection without a request, if more
 * than `maxSpares` have none, else the one that has been idle longest, else the oldest stalled response. Then come the last
 * `maxSpares` places, so short requests still get a response: the oldest that still sends its request, else the oldest
 * without a request, else the oldest. Without spare places, the new one gets none.
 */
export function createSlots(max: number, onFull: () => void, maxSpares = 0) {
  const spares = new Set<Item>()
  const unused = new Set<Item>()
  /** The items with a response; the one whose last request is the oldest comes first. */
  const used = new Map<Item, Use>()
  const count = () => unused.size + used.size

  function remove(item: Item): void {
    unused.delete(item)
    used.delete(item)
    spares.delete(item)
    if (count() < max - maxSpares) spares.clear()
  }

  function findEvictable(): Item | undefined {
    const [oldestUnused] = unused
    const [oldestSpare] = spares
    // The requests of a few new connections are probably on their way.
    if (unused.size > maxSpares) return oldestUnused
    let stalled: Item | undefined
    let sending: Item | undefined
    for (const [item, { response, lateChecks }] of used) {
      if (response.writableFinished) return item
      if (lateChecks >= stall.maxLateChecks) stalled ??= item
      if (!response.req.complete && spares.has(item)) sending ??= item
    }
    return stalled ?? sending ?? oldestUnused ?? oldestSpare
  }

  /** Counts the seconds in which a response waited for its client. One that is not created yet waits for the server. */
  function check(): void {
    for (const [item, use] of used) {
      const socket = item instanceof http.ServerResponse ? item.socket : item
      const sent = socket === null ? 0 : countSent(socket)
      const isWaiting = socket === null || socket.writableLength > 0 || !use.response.req.complete
      if (isWaiting && sent - use.sent < stall.minBytes) use.lateChecks += 1
      else Object.assign(use, { sent, lateChecks: 0 })
    }
  }
  setInterval(check, stall.intervalMs).unref()

  function use(item: Item, response: ServerResponse): void {
    // Less than any number of bytes, so the first check is never late.
    const sent = Number.NEGATIVE_INFINITY
    const newest = unused.delete(item) ? { response, sent, lateChecks: 0 } : used.get(item)
    if (newest === undefined) return
    newest.response = response
    used.delete(item)
    used.set(item, newest)
  }

  return {
    use,
    responseOf: (socket: Duplex): ServerResponse | undefined => used.get(socket)?.response,
    /** Gives an item a place. Returns whether there was one. A closed item gets none. */
    add: (item: Item): boolean => {
      if (item.destroyed) return false
      if (count() >= max) {
        onFull()
        const evicted = findEvictable()
        if (evicted === undefined) return false
        remove(evicted)
        evicted.destroy()
      }
      if (count() - spares.size >= max - maxSpares) spares.add(item)
      unused.add(item)
      if (item instanceof http.ServerResponse) use(item, item)
      item.once('close', () => remove(item))
      return true
    }
  }
}

/** The bytes that the kernel has taken: `bytesWritten` includes those that wait, so this reads the private handle, as net.Socket does. */
export function countSent(socket: Duplex): number {
  const handle: { bytesWritten: number; writeQueueSize: number } | null = Reflect.get(socket, '_handle')
  return handle ? handle.bytesWritten - handle.writeQueueSize : 0
}

/** Runs tasks in order. Calls `onFull` instead of accepting a task while `maxWaiting` wait. */
export function createQueue(maxRunning: number, maxWaiting: number, onFull: () => void) {
  const waiting: (() => void)[] = []
  let running = 0
  const leave = () => {
    const next = waiting.shift()
    // The next task replaces this one, so the number of running tasks stays the same.
    if (next) next()
    else running -= 1
  }
  /** Resolves when a task may start, with the function to call at its end; undefined if too many tasks wait. */
  const enter = (): Promise<() => void> | undefined => {
    if (running < maxRunning) {
      running += 1
      return Promise.resolve(leave)
    }
    if (waiting.length < maxWaiting) return new Promise((resolve) => waiting.push(() => resolve(leave)))
    onFull()
    return undefined
  }
  return {
    enter,
    run: <Value>(task: () => Promise<Value>): Promise<Value> | undefined =>
      enter()?.then((leave) => task().finally(leave))
  }
}

export type LimitLog = ReturnType<typeof createLimitLog>

/** Counts how often each limit is reached. Logs the first time at once, then at most once per minute. */
export function createLimitLog(logger: Pick<FastifyBaseLogger, 'warn'>) {
  const counts = { connections: 0, bodies: 0, files: 0, mcp: 0, responses: 0, unsent: 0 }
  type Limit = keyof typeof counts
  /** The counts since the last line of the log, for a minute after it. */
  const unlogged = new Map<Limit, number>()
  const log = (limit: Limit, count: number) => {
    logger.warn({ limit, count }, 'limit reached')
    unlogged.set(limit, 0)
    setTimeout(() => {
      const further = Number(unlogged.get(limit))
      unlogged.delete(limit)
      if (further > 0) log(limit, further)
    }, 60_000).unref()
  }
  return {
    counts,
    count: (limit: Limit): void => {
      counts[limit] += 1
      const before = unlogged.get(limit)
      if (before === undefined) log(limit, 1)
      else unlogged.set(limit, before + 1)
    }
  }
}
