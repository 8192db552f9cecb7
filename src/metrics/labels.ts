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
  [/^\/(?:mcp$|\.well-known\/mcp)/, 'mcp'],
  [/^\/(?:\.well-known\/|sitemap[^/]*$|[^/]+\.(?:txt|xml)$)/, 'discovery'],
  [/\.md$/, 'markdown'],
  [/\.(?!html?$)[^./]+$/, 'file']
]

const classifyPath = memoise((path) => rules.find(([pattern]) => pattern.test(path))?.[1])

/** Returns the surface of a request, even if its path does not exist. A page is HTML or Markdown, depending on Accept. */
export function classifyRequest({ url = '', headers }: IncomingMessage): Surface {
  const path = withoutQuery(url)
  return classifyPath(path) ?? (chooseMediaType(headers.accept) === 'text/markdown' ? 'markdown' : 'html')
}

/** The values of the `agent` label. */
export type Agent = (typeof crawlers)[number] | 'browser' | 'other'

/** Returns the agent that a User-Agent header belongs to. */
export const classifyAgent = (userAgent = ''): Agent => classify(userAgent)

const classify = memoise((userAgent): Agent => {
  const text = userAgent.toLowerCase()
  const name = crawlers.find((name) => text.includes(name.toLowerCase()))
  if (name) return name
  // Every browser calls itself Mozilla. So do crawlers, but they add a URL or a word such as "bot".
  return text.startsWith('mozilla/') && !/bot|crawl|spider|https?:|headless/.test(text) ? 'browser' : 'other'
})
