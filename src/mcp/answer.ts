import type { IncomingHttpHeaders } from 'node:http'
import { Kept } from '../http/kept.ts'
import { keyOf } from './key.ts'
import { parseMessage } from './message.ts'
import { once } from './once.ts'
import { codes, type Reply, Result } from './response.ts'
import type { Source } from './source.ts'

interface Response {
  result?: { isError?: boolean }
  error?: { code: number; message: string }
}

/**
 * Gives what answers a body that came with these headers. A result depends on nothing but its request and the facts,
 * so the SDK is asked for each once. Rejects where the server is at fault.
 */
export function createAnswer(source: Source) {
  const results = new Kept<Result>(8 * 2 ** 20)
  // The SDK takes a tenth of a second and 25 MB: not before somebody asks.
  const open = once(async () => {
    const { createExchange } = await import('./exchange.ts')
    return createExchange(source)
  })

  async function ask(
    headers: IncomingHttpHeaders,
    message: unknown,
    key: string | undefined
  ): Promise<Reply> {
    const exchange = await open()
    const { status, body } = await exchange(headers, message)
    const { result, error }: Response = body === '' ? {} : JSON.parse(body)
    // A fault of ours: what the SDK says of it is for the log alone.
    if (error?.code === codes.internal) throw new Error(error.message)
    if (key === undefined || result === undefined || result.isError) return { status, body }
    const made = new Result(result, key)
    results.set(key, made)
    return made.to(message)
  }

  return (headers: IncomingHttpHeaders, body: string): Reply | Promise<Reply> => {
    const parsed = parseMessage(body)
    if ('refusal' in parsed) return parsed.refusal
    const key = keyOf(headers, parsed.message)
    const kept = key === undefined ? undefined : results.get(key)
    return kept ? kept.to(parsed.message) : ask(headers, parsed.message, key)
  }
}
