import { memoise } from '../http/memoise.ts'

// The names of agents and crawlers in User-Agent. If it contains two, the first one in this list counts.
const agentNames = [
  'GPTBot',
  'OAI-SearchBot',
  'ChatGPT-User',
  'ClaudeBot',
  'Claude-User',
  'Claude-SearchBot',
  'PerplexityBot',
  'Perplexity-User',
  'Googlebot',
  'bingbot',
  'Applebot',
  'Amazonbot',
  'Bytespider',
  'CCBot',
  'meta-externalagent',
  'MistralAI-User',
  'DuckAssistBot'
] as const

/** The values of the `agent` label. */
export type Agent = (typeof agentNames)[number] | 'browser' | 'other'

/** Returns the agent that a User-Agent header belongs to. */
export const classifyAgent = (userAgent = ''): Agent => classify(userAgent)

const classify = memoise((userAgent): Agent => {
  const text = userAgent.toLowerCase()
  const name = agentNames.find((name) => text.includes(name.toLowerCase()))
  if (name) return name
  // Every browser calls itself Mozilla. So do crawlers, but they add a URL or a word such as "bot".
  return text.startsWith('mozilla/') && !/bot|crawl|spider|https?:|headless/.test(text) ? 'browser' : 'other'
})
