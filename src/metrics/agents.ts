import { memoise } from '../http/memoise.ts'

// The names by which agents and crawlers call themselves in User-Agent; of two in one, the one that stands first here.
const named = [
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

/** The agents that are told apart. */
export type Family = (typeof named)[number] | 'browser' | 'other'

/** The family of an agent, from its User-Agent. */
export const familyOf = (userAgent = ''): Family => recognise(userAgent)

const recognise = memoise((userAgent): Family => {
  const text = userAgent.toLowerCase()
  const name = named.find((name) => text.includes(name.toLowerCase()))
  if (name) return name
  // Every browser calls itself Mozilla; so do crawlers, which add an address or what they are.
  return text.startsWith('mozilla/') && !/bot|crawl|spider|https?:|headless/.test(text) ? 'browser' : 'other'
})
