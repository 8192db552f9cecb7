import type { App } from '../app.ts'

type Headers = Record<string, string>

// Of the connection, not of the response.
const omitted = ['connection', 'content-length', 'date', 'keep-alive', 'transfer-encoding']

export async function ask(
  { fastify }: App,
  url: string,
  headers: Headers = {},
  method: 'GET' | 'OPTIONS' | 'POST' = 'GET'
) {
  const request = { 'accept-encoding': 'identity', ...headers }
  const { statusCode: status, ...response } = await fastify.inject({ method, url, headers: request })
  const sent = Object.entries(response.headers).filter(([name]) => !omitted.includes(name))
  const received: Headers = Object.fromEntries(sent.map(([name, value]) => [name, String(value)]))
  return { status, headers: received, body: response.rawPayload, length: response.rawPayload.length }
}

/** The response of a decoded path, whose body is in a file of the folder. */
export interface StagedResponse {
  path: string
  file: string
  headers: Headers
  length: number
}

// Different for each response, so no class has them.
const ownHeaders = ['content-location', 'etag', 'last-modified', 'x-markdown-tokens']
const ownLink = /; rel="(?:canonical|alternate)"/

/** The headers that only one response has, and the headers of its class. Link may be in both: its own links come first. */
export function splitHeaders({ link = '', ...headers }: Headers) {
  const pick = (isOwn: boolean): Headers => {
    const names = Object.entries(headers).filter(([name]) => ownHeaders.includes(name) === isOwn)
    const links = link.split(/, (?=<)/).filter((part) => part !== '' && ownLink.test(part) === isOwn)
    return { ...Object.fromEntries(names), ...(links.length > 0 && { link: links.join(', ') }) }
  }
  return { own: pick(true), shared: pick(false) }
}
