import { createServer } from 'node:http'
import { brotliCompressSync, brotliDecompressSync, gunzipSync, gzipSync } from 'node:zlib'
import type { FastifyInstance, InjectOptions } from 'fastify'
import type { Test } from 'tap'
import { build, facts, listen } from '../helper.ts'

/** An answer on its way to the client. */
export interface Passing {
  /** Of the request, with method, path and headers. */
  method: string
  path: string
  accept: string
  headersAsked: Record<string, string | string[] | undefined>
  status: number
  headers: Record<string, string>
  /** Changes the text of the body, in whatever coding it is. */
  edit: (change: (text: string) => string) => void
}

const codecs = {
  br: { decode: brotliDecompressSync, encode: brotliCompressSync },
  gzip: { decode: gunzipSync, encode: gzipSync }
} as const

const isCoding = (name: string | undefined): name is keyof typeof codecs => name === 'br' || name === 'gzip'

/** A proxy in front of the server, which does to each answer what it is told at the time. */
export async function front(t: Test) {
  let app: FastifyInstance | undefined
  let change: (passing: Passing) => void = () => undefined
  const proxy = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    const { method = 'GET', url = '/', headers: headersAsked } = request
    const asked: InjectOptions = { url, headers: headersAsked, payload: Buffer.concat(chunks) }
    Object.assign(asked, { method })
    const answer = await app?.inject(asked)
    const headers = Object.fromEntries(
      Object.entries(answer?.headers ?? {}).map(([name, value]) => [name, String(value)])
    )
    let body = answer?.rawPayload ?? Buffer.alloc(0)
    const passing: Passing = {
      method,
      path: url,
      accept: String(headersAsked.accept),
      headersAsked,
      status: answer?.statusCode ?? 502,
      headers,
      edit: (changeText) => {
        if (body.length === 0) return
        const coding = headers['content-encoding']
        const text = (isCoding(coding) ? codecs[coding].decode(body) : body).toString()
        const edited = Buffer.from(changeText(text))
        body = isCoding(coding) ? codecs[coding].encode(edited) : edited
        headers['content-length'] = String(body.length)
      }
    }
    change(passing)
    response.writeHead(passing.status, passing.headers)
    response.end(body)
  })
  const origin = await listen(t, () => undefined, proxy)
  app = await build(t, { business: await facts(undefined, undefined, origin) }, { baseUrl: origin })
  return {
    origin,
    /** From now on the proxy does this, and nothing else. */
    breaks: (next: (passing: Passing) => void) => {
      change = next
    }
  }
}
