import { request } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'

/** What came back for a request, as it was on the wire. */
export interface Answer {
  status: number
  headers: [name: string, value: string][]
  body: Buffer
}

/** Sends one GET on a connection of its own, or a POST of the body; rejects where nothing listens, or after 10 s. */
export const send = (
  port: number,
  path: string,
  headers: Record<string, string> = {},
  body?: string
): Promise<Answer> =>
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
    const sent = request(options, (response) => {
      const chunks: Buffer[] = []
      response.on('data', (chunk: Buffer) => chunks.push(chunk))
      response.on('error', reject)
      response.on('end', () =>
        resolve({
          status: response.statusCode ?? 0,
          headers: pairs(response.rawHeaders),
          body: Buffer.concat(chunks)
        })
      )
    })
    sent.on('error', reject)
    sent.end(body)
  })

/** Asks every 2 ms until there is an answer; rejects after 30 s without one. */
export async function firstAnswer(port: number, path: string): Promise<Answer> {
  const end = performance.now() + 30_000
  for (;;) {
    try {
      return await send(port, path)
    } catch (error) {
      if (performance.now() > end) throw new Error(`no answer on port ${port} within 30 s`, { cause: error })
      await sleep(2)
    }
  }
}

/** Whether two answers give a client the same status, coding and bytes. */
export const isSame = (a: Answer, b: Answer) =>
  a.status === b.status &&
  header(a, 'content-encoding') === header(b, 'content-encoding') &&
  a.body.equals(b.body)

export const header = ({ headers }: Answer, name: string): string | undefined =>
  headers.find(([key]) => key.toLowerCase() === name)?.[1]

const pairs = (raw: string[]) =>
  raw.flatMap((name, index): [string, string][] => (index % 2 === 0 ? [[name, raw[index + 1] ?? '']] : []))
