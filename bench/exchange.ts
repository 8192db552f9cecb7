import { request } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'

/** A response as received, without decoding. */
export interface RawResponse {
  status: number
  headers: [name: string, value: string][]
  body: Buffer
}

/** Sends a GET, or a POST if there is a body, on a new connection. Rejects if the connection fails, or after 10 s. */
export const send = (
  port: number,
  path: string,
  headers: Record<string, string> = {},
  body?: string
): Promise<RawResponse> =>
  new Promise((resolve, reject) => {
    const options = {
      host: '127.0.0.1',
      port,
      path,
      headers,
      method: body === undefined ? 'GET' : 'POST',
      agent: false,
      signal: AbortSignal.timeout(10_000)
    }
    const outgoing = request(options, (response) => {
      const chunks: Buffer[] = []
      response.on('data', (chunk: Buffer) => chunks.push(chunk))
      response.on('error', reject)
      response.on('end', () =>
        resolve({
          status: response.statusCode ?? 0,
          headers: pairHeaders(response.rawHeaders),
          body: Buffer.concat(chunks)
        })
      )
    })
    outgoing.on('error', reject)
    outgoing.end(body)
  })

/** Sends requests every 2 ms until the server responds. Rejects after 30 s without a response. */
export async function waitForResponse(port: number, path: string): Promise<RawResponse> {
  const end = performance.now() + 30_000
  for (;;) {
    try {
      return await send(port, path)
    } catch (error) {
      if (performance.now() > end)
        throw new Error(`no response on port ${port} within 30 s`, { cause: error })
      await sleep(2)
    }
  }
}

/** Returns whether two responses have the same status, content encoding and body. */
export const isSame = (a: RawResponse, b: RawResponse) =>
  a.status === b.status &&
  header(a, 'content-encoding') === header(b, 'content-encoding') &&
  a.body.equals(b.body)

export const header = ({ headers }: RawResponse, name: string): string | undefined =>
  headers.find(([key]) => key.toLowerCase() === name)?.[1]

const pairHeaders = (raw: string[]) =>
  raw.flatMap((name, index): [string, string][] => (index % 2 === 0 ? [[name, raw[index + 1] ?? '']] : []))
