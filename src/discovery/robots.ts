import { type Document, text } from './document.ts'
import { licence } from './prose.ts'
import { sitemapIndex } from './sitemap.ts'

/** The permitted uses of the content (contentsignals.org); the licence of the data allows all of them. */
const signals = 'search=yes, ai-input=yes, ai-train=yes'

/** Each crawler has its own group, because a crawler that finds its name ignores the `*` group. */
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

/** Allows crawlers to fetch everything (RFC 9309). */
export const robots: Document = {
  paths: ['/robots.txt'],
  mediaType: text,
  create: ({ baseUrl }) =>
    [
      `# You may read, quote and train models on everything here, with attribution: ${licence}`,
      ...agents.flatMap((agent) => ['', `User-agent: ${agent}`, `Content-Signal: ${signals}`, 'Allow: /']),
      '',
      `Sitemap: ${baseUrl}${sitemapIndex.paths[0]}`,
      ''
    ].join('\n')
}
