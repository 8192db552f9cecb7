import type { IncomingHttpHeaders } from 'node:http'
import { Cache } from '../http/cache.ts'
import { Queue } from '../http/queue.ts'
import { clip } from './clip.ts'
import type { Exchange } from './exchange.ts'
import { keyOf } from './key.ts'
import { parseMessage } from './message.ts'
import { once } from './once.ts'
import { codes, idOf, type Reply, Result, refuse } from './response.ts'
import type { Source } from './source.ts'
import type { Tool } from './tools.ts'

// Enough for the two largest results of the largest supported business.
const maxCachedBytes = 8 * 2 ** 20
// Most exchanges do not wait for anything; those that wait for the index or a page leave room for others.
const maxExchanges = 16
const maxWaiting = 200

/** Gives what answers a body that came with these headers, and what loads the SDK. */
export interface Answerer {
  answer: (headers: IncomingHttpHeaders, body: string) => Reply | Promise<Reply>
  load: () => Promise<Exchange>
}

/**
 * A result depends on nothing but its request and the facts, so the SDK is asked for each once. An answer rejects if the
 * server fails.
 */
export function createAnswerer(source: Source, tools: Tool[], onBusy: () => void): Answerer {
  const results = new Cache<Result>(maxCachedBytes)
  const queue = new Queue(maxExchanges, maxWaiting)
  // The SDK takes a tenth of a second and 25 MB: not before somebody asks.
  const load = once(async () => {
    const { createExchange } = await import('./exchange.ts')
    return createExchange(source, tools)
  })

  async function ask(
    headers: IncomingHttpHeaders,
    message: unknown,
    key: string | undefined
  ): Promise<Reply> {
    const cached = key === undefined ? undefined : results.get(key)
    if (cached) return cached.to(message)
    const exchange = await load()
    const { status, response } = await exchange(headers, message)
    if (response === undefined) return { status, body: '' }
    const { result } = response
    // The SDK leaves the id out of some errors.
    if (result === undefined)
      return { status, body: JSON.stringify({ ...response, id: idOf(message) }, clipTexts) }
    const made = new Result(result, key)
    if (key !== undefined && !result.isError) results.set(key, made)
    return made.to(message)
  }

  return {
    load,
    answer: (headers, body) => {
      const parsed = parseMessage(body)
      if ('refusal' in parsed) return parsed.refusal
      const { message } = parsed
      const key = keyOf(headers, message)
      const cached = key === undefined ? undefined : results.get(key)
      if (cached) return cached.to(message)
      const answered = queue.run(() => ask(headers, message, key))
      if (answered) return answered
      onBusy()
      return refuse(503, codes.overloaded, 'The server is busy. Try again.', message)
    }
  }
}

/** A replacer of JSON.stringify, for errors: the SDK repeats in them what the client has sent. */
const clipTexts = (name: string, value: unknown) =>
  typeof value === 'string' && name !== 'id' ? clip(value, 1000) : value
