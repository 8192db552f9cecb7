import type { IncomingMessage } from 'node:http'
import { withoutQuery } from '../http/link.ts'
import { chooseMediaType } from '../http/media-type.ts'
import { memoise } from '../http/memoise.ts'
import { crawlers } from '../surfaces/crawlers.ts'

/** The parts of the server that the metrics count separately. */
export type Surface = 'json' | 'html' | 'markdown' | 'mcp' | 'discovery' | 'file' | 'health'

const rules: [path: RegExp, surface: Surface][] = [
  [/^\/(?:api(?:\/|$)|openapi\.json$)/, 'json'],
  [/^\/(?:health|ready)z$/, 'health'],
  [/^\/(?:mcp(?:\/|$)|\.well-known\/mcp)/, 'mcp'],
  [/^\/(?:\.well-known\/|sitemap[^/]*$|[^/]+\.(?:txt|xml)$)/, 'discovery'],
  [/\.md$/, 'markdown'],
  [/\.(?!html?$)[^./]+$/, 'file']
]

// Requests have paths and User-Agent headers of up to 16 KB.
const maxCached = { results: 200, length: 500 }

const readSurface = (path: string) => rules.find(([pattern]) => pattern.test(path))?.[1]
const classifyPath = memoise(readSurface, maxCached.results, maxCached.length)

/** Returns the surface of a request, even if its path does not exist. A page is HTML or Markdown, depending on Accept. */
export function classifyRequest({ url = '', headers }: IncomingMessage): Surface {
  const path = withoutQuery(url)
  // A part of a URL keeps the whole URL in memory, so a path before a query is not cached.
  const surface = path === url ? classifyPath(path) : readSurface(path)
  return surface ?? (chooseMediaType(headers.accept) === 'text/markdown' ? 'markdown' : 'html')
}

/** The values of the `agent` label. */
export type Agent = (typeof crawlers)[number] | 'browser' | 'other'

/** Returns the agent that a User-Agent header belongs to. */
export const classifyAgent = (userAgent = ''): Agent => classify(userAgent)

const readAgent = (userAgent: string): Agent => {
  const text = userAgent.toLowerCase()
  const name = crawlers.find((name) => text.includes(name.toLowerCase()))
  if (name) return name
  // Every browser calls itself Mozilla. So do crawlers, but they add a URL or a word such as "bot".
  return text.startsWith('mozilla/') && !/bot|crawl|spider|https?:|headless/.test(text) ? 'browser' : 'other'
}

const classify = memoise(readAgent, maxCached.results, maxCached.length)
