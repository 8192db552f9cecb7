import { createServer } from 'node:http'
import { brotliCompressSync, brotliDecompressSync, constants, gunzipSync, gzipSync } from 'node:zlib'
import type { FastifyInstance, InjectOptions, LightMyRequestResponse } from 'fastify'
import type { Test } from 'tap'
import type { Version } from '../../src/api/version.ts'
import { build, facts, listen, v1 } from '../helper.ts'

/** A request, and its response before the client receives it. */
export interface Exchange {
  method: string
  path: string
  /** The Accept header of the request. */
  accept: string
  requestHeaders: Record<string, string | string[] | undefined>
  status: number
  headers: Record<string, string>
  /** Changes the text of the body, in any content encoding. */
  edit: (change: (text: string) => string) => void
}

const codecs = {
  br: {
    decode: brotliDecompressSync,
    encode: (bytes: Buffer) => brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } })
  },
  gzip: { decode: gunzipSync, encode: gzipSync }
} as const

const isEncoding = (name: string | undefined): name is keyof typeof codecs => name === 'br' || name === 'gzip'

/** Starts the server behind a proxy that can change every response. */
export async function startProxy(t: Test, versions: Version[] = [v1]) {
  let app: FastifyInstance | undefined
  let change: (exchange: Exchange) => void = () => undefined
  // The server sends the same response to the same request, so the audits after the first one do not wait for it.
  const responses = new Map<string, Promise<LightMyRequestResponse | undefined>>()
  function readOnce(options: InjectOptions) {
    const { method, url, headers: { host, connection, ...headers } = {}, payload } = options
    const key = JSON.stringify([method, url, headers, String(payload)])
    const response = responses.get(key) ?? Promise.resolve(app?.inject(options))
    responses.set(key, response)
    return response
  }
  const proxy = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    const { method = 'GET', url = '/', headers: requestHeaders } = request
    const options: InjectOptions = { url, headers: requestHeaders, payload: Buffer.concat(chunks) }
    Object.assign(options, { method })
    const injected = await readOnce(options)
    const headers = Object.fromEntries(
      Object.entries(injected?.headers ?? {}).map(([name, value]) => [name, String(value)])
    )
    let body = injected?.rawPayload ?? Buffer.alloc(0)
    const exchange: Exchange = {
      method,
      path: url,
      accept: String(requestHeaders.accept),
      requestHeaders,
      status: injected?.statusCode ?? 502,
      headers,
      edit: (changeText) => {
        if (body.length === 0) return
        const encoding = headers['content-encoding']
        const text = (isEncoding(encoding) ? codecs[encoding].decode(body) : body).toString()
        const edited = Buffer.from(changeText(text))
        body = isEncoding(encoding) ? codecs[encoding].encode(edited) : edited
        headers['content-length'] = String(body.length)
      }
    }
    change(exchange)
    response.writeHead(exchange.status, exchange.headers)
    response.end(body)
  })
  const origin = await listen(t, () => undefined, proxy)
  const business = await facts(undefined, undefined, origin)
  app = await build(t, { business, versions }, { baseUrl: origin })
  return {
    origin,
    /** Makes the proxy change every response from now on; without an argument, it changes none. */
    changeResponses: (next: (exchange: Exchange) => void = () => undefined) => {
      change = next
    }
  }
}
