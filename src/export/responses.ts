import type { App } from '../app.ts'
import { version } from '../version.ts'

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

export type Answer = Awaited<ReturnType<typeof ask>>

/** The response of a decoded path, whose body is in a file of the folder. */
export interface StagedResponse extends Omit<Answer, 'status' | 'body'> {
  path: string
  file: string
}

// Different for each response, so no class has them.
const ownHeaders = ['content-location', 'etag', 'last-modified', 'x-markdown-tokens']
const ownLink = /; rel="(?:canonical|alternate)"/

/** The headers that only one response has, and the headers of its class. Link may be in both: its own links come first. */
export function splitHeaders({ link = '', ...headers }: Headers) {
  const pick = (isPicked: (isOwn: boolean) => boolean): Headers => {
    const names = Object.entries(headers).filter(([name]) => isPicked(ownHeaders.includes(name)))
    const links = link.split(/, (?=<)/).filter((part) => part !== '' && isPicked(ownLink.test(part)))
    return { ...Object.fromEntries(names), ...(links.length > 0 && { link: links.join(', ') }) }
  }
  return { own: pick((isOwn) => isOwn), shared: pick((isOwn) => !isOwn) }
}

interface Manifest {
  date: string
  responses: StagedResponse[]
  /** Encoded paths, and URLs or encoded paths. */
  redirects: [from: string, to: string][]
  files: Iterable<string>
}

/** Lists each file with its path, media type and the headers that only it has, and the classes of the others, as JSON. */
export function formatManifest({ date, responses, redirects, files }: Manifest): string {
  const classes = new Map<string, number>()
  const entries = responses.map(({ path, file, headers }): [string, object] => {
    const { 'content-type': type, ...others } = headers
    const { own, shared } = splitHeaders(others)
    const key = JSON.stringify(shared)
    const number = classes.get(key) ?? classes.size
    classes.set(key, number)
    return [file, { path, type, ...own, class: number }]
  })
  const head = JSON.stringify({ version, date, redirects: Object.fromEntries(redirects) })
  const described = new Map([...Array.from(files, (file): [string, object] => [file, {}]), ...entries])
  // One line per file, so version control shows short differences.
  const lines = Array.from(described, (entry) => entry.map((part) => JSON.stringify(part)).join(':'))
  return `${head.slice(0, -1)},"classes":[\n${[...classes.keys()].join(',\n')}\n],"files":{\n${lines.join(',\n')}\n}}\n`
}
