import { type Check, notApplicable } from '../check.ts'

/** What scanners ask for and a site like this one cannot honestly have. */
const absent: [name: string, asks: Check['asks'], reason: string][] = [
  [
    'OAuth metadata',
    { isitagentready: ['oauthDiscovery', 'oauthProtectedResource', 'authMd'] },
    'everything is public: there is nothing to sign in to'
  ],
  [
    'another way in for agents that cannot sign in',
    { afdocs: ['auth-alternative-access'] },
    'everything is public: there is nothing to sign in to'
  ],
  [
    'payment protocols',
    { isitagentready: ['x402', 'mpp', 'ucp', 'acp', 'ap2'] },
    'nothing is sold here: the site and its API only read'
  ],
  [
    'an A2A agent card',
    { isitagentready: ['a2aAgentCard'] },
    'no agent answers here, only documents and tools'
  ],
  [
    'a directory of keys for signed requests (Web Bot Auth)',
    { isitagentready: ['webBotAuth'] },
    'the server sends no requests to others'
  ],
  [
    'DNS records for agents (DNS-AID)',
    { isitagentready: ['dnsAid'] },
    'they stand in the DNS, which the server does not answer'
  ],
  [
    'headings that tell the variants of tabs apart',
    { afdocs: ['section-header-quality'] },
    'the built-in pages have no tabs'
  ],
  [
    'a guide to installation and configuration for coding agents',
    { a14y: ['agents-md.has-min-sections'] },
    'the site describes a business, and there is nothing to install'
  ],
  [
    'a section about the sitemap in the Markdown of every page',
    { a14y: ['markdown.sitemap-section'] },
    'the line at the top leads to llms.txt, which leads to all; the rest is the page alone'
  ],
  ['a glossary', { a14y: ['html.glossary-link'] }, 'the business has no terms of its own to explain'],
  [
    'a version in the front matter of Markdown',
    { a14y: ['markdown.frontmatter: doc_version'] },
    'a page has no version; last_updated says how old it is'
  ]
]

export const others: Check[] = absent.map(([name, asks, reason]) => ({
  name,
  fetches: 'nothing',
  asks,
  fix: '',
  run: () => notApplicable(reason)
}))
