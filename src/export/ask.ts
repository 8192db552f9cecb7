import type { App } from '../app.ts'

/** A response of the app. */
export interface Answer {
  status: number
  headers: Record<string, string>
  body: Buffer
  length: number
}

// Of the connection, not of the response.
const omitted = ['connection', 'content-length', 'date', 'keep-alive', 'transfer-encoding']

/** Returns the response to a request for an encoded path, without a content encoding. */
export async function ask(
  { fastify }: App,
  url: string,
  headers: Record<string, string> = {},
  method: 'GET' | 'OPTIONS' | 'POST' = 'GET'
): Promise<Answer> {
  const request = { 'accept-encoding': 'identity', ...headers }
  const { statusCode: status, ...response } = await fastify.inject({ method, url, headers: request })
  const sent = Object.entries(response.headers).filter(([name]) => !omitted.includes(name))
  return {
    status,
    headers: Object.fromEntries(sent.map(([name, value]) => [name, String(value)])),
    body: response.rawPayload,
    length: response.rawPayload.length
  }
}
