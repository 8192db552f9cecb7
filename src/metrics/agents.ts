import { crawlers } from '../http/crawlers.ts'
import { memoise } from '../http/memoise.ts'

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
