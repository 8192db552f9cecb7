import { type Document, text } from './document.ts'
import { licence } from './prose.ts'
import { sitemapIndex } from './sitemap.ts'

/** For what the content may be used (contentsignals.org); the licence of the data allows all of it. */
const signals = 'search=yes, ai-input=yes, ai-train=yes'

/** A crawler that finds its own name reads no other group. */
const agents = [
  '*',
  'GPTBot',
  'OAI-SearchBot',
  'ChatGPT-User',
  'ClaudeBot',
  'Claude-User',
  'Claude-SearchBot',
  'PerplexityBot',
  'Perplexity-User',
  'Google-Extended',
  'Applebot-Extended',
  'CCBot',
  'Bytespider',
  'Meta-ExternalAgent'
]

/** What crawlers may fetch, which is everything (RFC 9309). */
export const robots: Document = {
  paths: ['/robots.txt'],
  mediaType: text,
  make: ({ baseUrl }) =>
    [
      `# Everything may be read, quoted and learned from, with attribution: ${licence}`,
      ...agents.flatMap((agent) => ['', `User-agent: ${agent}`, `Content-Signal: ${signals}`, 'Allow: /']),
      '',
      `Sitemap: ${baseUrl}${sitemapIndex.paths[0]}`,
      ''
    ].join('\n')
}
