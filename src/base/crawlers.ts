/** The crawlers and agents that robots.txt and the metrics name. If a User-Agent contains two names, the first one counts. */
export const crawlers = [
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
