import { call, type HttpRequest } from '../../../harness/exchange.ts'

const post = 'POST /mcp HTTP/1.1\r\nHost: nahat.example\r\nContent-Type: application/json\r\n'
const padding = 'x'.repeat(64_000)
const chunk = `${padding.length.toString(16)}\r\n${padding}\r\n`

/** Each is sent over many connections and never completed. */
export const partialRequests: [name: string, connections: number, bytes: string][] = [
  ['a body with Content-Length', 1500, `${post}Content-Length: 65500\r\n\r\n${padding}`],
  ['a chunked body', 1500, `${post}Transfer-Encoding: chunked\r\n\r\n${chunk}`],
  [
    'a chunked body with chunks of one byte',
    1500,
    `${post}Transfer-Encoding: chunked\r\n\r\n${'1\r\nx\r\n'.repeat(900)}`
  ],
  [
    'a body that the method does not need',
    1500,
    `GET /services/ HTTP/1.1\r\nHost: a\r\nContent-Length: 65500\r\n\r\n${padding}`
  ],
  ['headers', 1500, `GET / HTTP/1.1\r\nHost: a\r\nX: ${'x'.repeat(16_000)}`],
  ['many headers', 1500, `GET / HTTP/1.1\r\nHost: a\r\n${'a:b\r\n'.repeat(1900)}`]
]

const message = (note: string): HttpRequest => {
  const { headers, ...rest } = call('tools/list', { _meta: { note } })
  return { ...rest, headers: { ...headers, host: 'nahat.example' } }
}
/** A message that does not count towards the budget for bodies. */
export const short = message('')
/**
 * Nearly as long as a body may be: what the other bodies leave of the budget depends on the chunks in which they arrive, but
 * is less than the memory of one body.
 */
export const long = message('x'.repeat(65_400))
