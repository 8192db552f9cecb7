import type { InjectOptions, LightMyRequestResponse } from 'fastify'
import type { Test } from 'tap'
import type { ApiVersion } from '../../src/business/operations.ts'
import { build, facts, v1 } from '../helper.ts'

/** A request, and its response before the client receives it. */
export interface Exchange {
  method: string
  path: string
  accept: string
  requestHeaders: Record<string, string>
  status: number
  headers: Record<string, string>
  /** Changes the text of the body. */
  edit: (change: (text: string) => string) => void
}

// The audit requires HTTPS of a site on another machine.
const origin = 'http://127.0.0.1:3000'

/**
 * Builds the app, and returns a `fetch` that gets its responses and can change each of them. It opens no connection,
 * because the audits take three times the CPU time over HTTP.
 */
export async function createProxy(t: Test, versions: ApiVersion[] = [v1], dataDir?: string, settings = {}) {
  const app = await build(
    t,
    { business: await facts(dataDir, undefined, origin), versions },
    { baseUrl: origin, ...settings }
  )
  let change: (exchange: Exchange) => void = () => undefined
  // The app sends the same response to the same request, so the audits after the first one do not wait for it.
  const responses = new Map<string, Promise<LightMyRequestResponse>>()

  async function fetchFromApp(...[input, init = {}]: Parameters<typeof fetch>): Promise<Response> {
    const { method = 'GET', body: payload } = init
    const { host, pathname, search } = new URL(String(input))
    const path = pathname + search
    const requestHeaders: Record<string, string> = Object.fromEntries([
      ['host', host],
      ['accept', '*/*'],
      ...new Headers(init.headers)
    ])
    const key = JSON.stringify([method, path, requestHeaders, payload])
    const options: InjectOptions = { url: path, headers: requestHeaders }
    if (typeof payload === 'string') options.payload = payload
    const stored = responses.get(key) ?? app.inject(Object.assign(options, { method }))
    responses.set(key, stored)
    const { statusCode: status, headers: sent, rawPayload } = await stored
    const headers = Object.fromEntries(Object.entries(sent).map(([name, value]) => [name, String(value)]))
    let changedBody = Buffer.from(rawPayload)
    const exchange: Exchange = {
      method,
      path,
      accept: String(requestHeaders.accept),
      requestHeaders,
      status,
      headers,
      edit: (changeText) => {
        changedBody = Buffer.from(changeText(changedBody.toString()))
      }
    }
    change(exchange)
    const hasBody = method !== 'HEAD' && exchange.status !== 204 && exchange.status !== 304
    const { status: changedStatus, headers: changedHeaders } = exchange
    return new Response(hasBody ? changedBody : null, { status: changedStatus, headers: changedHeaders })
  }

  return {
    origin,
    fetch: fetchFromApp,
    /** Makes the proxy change every response from now on; without an argument, it changes none. */
    changeResponses: (next: (exchange: Exchange) => void = () => undefined) => {
      change = next
    }
  }
}
