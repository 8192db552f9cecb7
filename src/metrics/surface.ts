import type { IncomingMessage } from 'node:http'
import { chooseMediaType } from '../http/media-type.ts'
import { memoise } from '../http/memoise.ts'

/** The parts of the server that the metrics count separately. */
export type Surface = 'json' | 'html' | 'markdown' | 'mcp' | 'discovery' | 'file' | 'health'

const rules: [path: RegExp, surface: Surface][] = [
  [/^\/(?:api(?:\/|$)|openapi\.json$)/, 'json'],
  [/^\/(?:health|ready)z$/, 'health'],
  [/^\/(?:mcp$|\.well-known\/mcp)/, 'mcp'],
  [/^\/(?:\.well-known\/|sitemap[^/]*$|[^/]+\.(?:txt|xml)$)/, 'discovery'],
  [/\.md$/, 'markdown'],
  [/\.(?!html?$)[^./]+$/, 'file']
]

const classifyPath = memoise((path) => rules.find(([pattern]) => pattern.test(path))?.[1])

/** Returns the surface of a request, even if its path does not exist. A page is HTML or Markdown, depending on Accept. */
export function classifyRequest({ url = '', headers }: IncomingMessage): Surface {
  const query = url.indexOf('?')
  const path = query === -1 ? url : url.slice(0, query)
  return classifyPath(path) ?? (chooseMediaType(headers.accept) === 'text/markdown' ? 'markdown' : 'html')
}
