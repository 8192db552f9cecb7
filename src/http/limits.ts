import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'
import type { FastifyBaseLogger } from 'fastify'

export const maxBodyBytes = 65_536

// Streaming a file takes up to 200 KB until its client has read it.
const maxFiles = 100

export type Limits = ReturnType<typeof createLimits>

/** The limits that all clients share. The process has only one set, because a reload must not double them. */
export function createLimits(logger: Pick<FastifyBaseLogger, 'warn'>, maxMemory = 32 * 2 ** 20) {
  const log = createLimitLog(logger)
  const memory = { used: 0, max: maxMemory }
  return {
    log,
    readBody: createBodyReader(log, memory),
    files: createSlots(maxFiles, () => log.count('files')),
    unsent: createUnsentBodies(log, memory),
    /** The responses that the server is creating: each takes up to a few MB until it is in the response cache. */
    responses: createQueue(16, 1000, () => log.count('responses')),
    // Most MCP requests wait for nothing; those that wait for the index or a page must leave some for the others.
    mcp: createQueue(16, 200, () => log.count('mcp'))
  }
}

type LimitLog = ReturnType<typeof createLimitLog>

/** Counts how often each limit is reached. Logs the first time at once, then at most once per minute. */
function createLimitLog(logger: Pick<FastifyBaseLogger, 'warn'>) {
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
    for (const [item, last] of used) {
      const socket = 'req' in item ? item.socket : item
      const sent = socket === null ? 0 : countSent(socket)
      const isWaiting = socket === null || socket.writableLength > 0 || !last.response.req.complete
      if (isWaiting && sent - last.sent < stall.minBytes) last.lateChecks += 1
      else Object.assign(last, { sent, lateChecks: 0 })
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
      if ('req' in item) use(item, item)
      item.once('close', () => remove(item))
      return true
    }
  }
}

/** The bytes that the kernel has taken: `bytesWritten` includes those that wait, so this reads the private handle, as net.Socket does. */
function countSent(socket: Duplex): number {
  const handle: { bytesWritten: number; writeQueueSize: number } | null = Reflect.get(socket, '_handle')
  return handle ? handle.bytesWritten - handle.writeQueueSize : 0
}

/** Runs tasks in order. Calls `onFull` instead of accepting a task while `maxWaiting` wait. */
function createQueue(maxRunning: number, maxWaiting: number, onFull: () => void) {
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

/** The budget of request bodies, with all that is made of them, and of unsent responses, in bytes. */
interface Memory {
  used: number
  readonly max: number
}

// In bytes: the shortest response body that counts.
const minUnsentBytes = 16_384

/** Bodies that clients have not read outlive the response cache. A shared one counts once. If no other waits, one may have any length. */
function createUnsentBodies(limitLog: LimitLog, memory: Memory) {
  /** How many responses of each body are not sent yet. */
  const counts = new Map<Uint8Array, number>()
  const hasRoom = (body: Uint8Array): boolean =>
    body.length < minUnsentBytes ||
    counts.has(body) ||
    counts.size === 0 ||
    memory.used + body.length <= memory.max
  const release = (body: Uint8Array) => {
    const left = Number(counts.get(body)) - 1
    counts.set(body, left)
    if (left > 0) return
    counts.delete(body)
    memory.used -= body.length
  }
  /** Counts a body until its response is sent or its client disconnects. */
  const hold = (body: Uint8Array, response: ServerResponse): void => {
    if (body.length < minUnsentBytes || response.destroyed) return
    const before = counts.get(body) ?? 0
    if (before === 0) memory.used += body.length
    counts.set(body, before + 1)
    response.once('close', () => release(body))
  }
  return {
    hasRoom,
    hold,
    /** Returns false if the limit is reached; the caller then sends 503. */
    tryHold: (body: Uint8Array, response: ServerResponse): boolean => {
      const isHeld = hasRoom(body)
      if (isHeld) hold(body, response)
      else limitLog.count('unsent')
      return isHeld
    }
  }
}

// In bytes: a body that is read even while others fill the budget.
const freeBodyBytes = 4096
// A body waits as bytes, as text and parsed.
const copies = 3

// A limit, because each chunk costs about 2 µs, however short it is. A client that sends 64 KB at once sends at most four.
const maxChunks = 1000

const reasons = {
  400: `The body was cut off, or came in more than ${maxChunks} chunks.`,
  413: `The body is larger than ${maxBodyBytes / 1024} KiB.`,
  503: 'The server is busy with other requests. Try again.'
} as const

export class BodyError extends Error {
  readonly statusCode: keyof typeof reasons

  constructor(statusCode: keyof typeof reasons) {
    super(reasons[statusCode])
    this.statusCode = statusCode
  }
}

// A listener of a request stays in memory with its connection, and so would a body in its scope.
const ignore = () => {}

/** Copies chunks into one buffer as they arrive: sent byte by byte, they take hundreds of times the size of the body. */
function createBodyReader(limitLog: LimitLog, memory: Memory) {
  /** Changes how much of the budget a body takes. Returns whether there was room for it. */
  const resize = (before: number, after: number): boolean => {
    const bytes = (after - before) * copies
    // Half of the budget, so slow senders leave the rest to responses.
    const hasRoom = after <= freeBodyBytes || memory.used + bytes <= memory.max / 2
    if (hasRoom) memory.used += bytes
    else limitLog.count('bodies')
    return hasRoom
  }
  /** Returns undefined if the budget is full. Most bodies are one chunk, which needs no copy; doubling keeps others cheap. */
  const append = (bytes: Buffer | undefined, length: number, chunk: Buffer): Buffer | undefined => {
    const needed = length + chunk.length
    if (bytes === undefined) return resize(0, needed) ? chunk : undefined
    let room = bytes
    if (needed > bytes.length) {
      const size = Math.min(Math.max(bytes.length * 2, needed), maxBodyBytes)
      if (!resize(bytes.length, size)) return undefined
      room = Buffer.allocUnsafeSlow(size)
      bytes.copy(room)
    }
    chunk.copy(room, length)
    return room
  }
  /** `release` is to be called when nothing that was made of the body is in memory any more. */
  return (request: IncomingMessage): Promise<{ text: string; release: () => void }> =>
    new Promise((resolve, reject) => {
      let bytes: Buffer | undefined
      let length = 0
      let chunks = 0
      const stopReading = () => request.off('data', add).off('end', finish).off('close', cut)
      const fail = (status: keyof typeof reasons) => {
        stopReading()
        resize(bytes?.length ?? 0, 0)
        // Discards the rest of a body that is too large, so its client can read the response.
        if (status === 400) request.pause()
        else request.resume()
        reject(new BodyError(status))
      }
      const add = (chunk: Buffer) => {
        chunks += 1
        if (chunks > maxChunks) return fail(400)
        if (length + chunk.length > maxBodyBytes) return fail(413)
        const appended = append(bytes, length, chunk)
        if (appended === undefined) return fail(503)
        bytes = appended
        length += chunk.length
      }
      const finish = () => {
        stopReading()
        // Not a function of this scope, which would hold the body in memory.
        const release = resize.bind(undefined, bytes?.length ?? 0, 0)
        resolve({ text: bytes?.toString('utf8', 0, length) ?? '', release })
      }
      const cut = () => fail(400)
      request.on('data', add).on('end', finish).on('close', cut)
      request.once('error', ignore)
      if (Number(request.headers['content-length']) > maxBodyBytes) fail(413)
    })
}
