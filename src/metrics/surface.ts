import type { IncomingMessage } from 'node:http'
import { chooseMediaType } from '../http/media-type.ts'
import { memoise } from '../http/memoise.ts'

/** The parts of the server that requests are counted by. */
export type Surface = 'json' | 'html' | 'markdown' | 'mcp' | 'discovery' | 'file' | 'health'

const rules: [path: RegExp, surface: Surface][] = [
  [/^\/(?:api(?:\/|$)|openapi\.json$)/, 'json'],
  [/^\/(?:health|ready)z$/, 'health'],
  [/^\/(?:mcp$|\.well-known\/mcp)/, 'mcp'],
  [/^\/(?:\.well-known\/|sitemap[^/]*$|[^/]+\.(?:txt|xml)$)/, 'discovery'],
  [/\.md$/, 'markdown'],
  [/\.(?!html?$)[^./]+$/, 'file']
]

const byPath = memoise((path) => rules.find(([pattern]) => pattern.test(path))?.[1])

/** The surface that a request is for, whether or not there is an answer: a page is HTML or Markdown, as Accept asks. */
export function surfaceOf({ url = '', headers }: IncomingMessage): Surface {
  const query = url.indexOf('?')
  const path = query === -1 ? url : url.slice(0, query)
  return byPath(path) ?? (chooseMediaType(headers.accept) === 'text/markdown' ? 'markdown' : 'html')
}
