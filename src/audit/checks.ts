import type { Check } from './check.ts'
import { catalogs } from './checks/catalogs.ts'
import { content } from './checks/content.ts'
import { http } from './checks/http.ts'
import { links } from './checks/links.ts'
import { llms } from './checks/llms.ts'
import { markdown } from './checks/markdown.ts'
import { negotiation } from './checks/negotiation.ts'
import { pages } from './checks/pages.ts'
import { robots } from './checks/robots.ts'
import { services } from './checks/services.ts'
import { sitemaps } from './checks/sitemaps.ts'
import { notApplicable } from './problems.ts'

/** The demands of scanners that a public, read-only site of a business cannot honestly meet. */
const neverApplicable: [name: string, asks: Check['asks'], reason: string][] = [
  [
    'OAuth metadata is published',
    { isitagentready: ['oauthDiscovery', 'oauthProtectedResource', 'authMd'] },
    'everything is public, so nobody signs in'
  ],
  [
    'agents that cannot sign in have an alternative',
    { afdocs: ['auth-alternative-access'] },
    'everything is public, so nobody signs in'
  ],
  [
    'payment protocols are announced',
    { isitagentready: ['x402', 'mpp', 'ucp', 'acp', 'ap2'] },
    'the site and its API are read-only and sell nothing'
  ],
  [
    'an A2A agent card is published',
    { isitagentready: ['a2aAgentCard'] },
    'the site has documents and tools, but no agent'
  ],
  [
    'a key directory for signed requests (Web Bot Auth) is published',
    { isitagentready: ['webBotAuth'] },
    'the server sends no requests to other sites'
  ],
  [
    'DNS records for agents (DNS-AID) are published',
    { isitagentready: ['dnsAid'] },
    'DNS records are outside the control of a web server'
  ],
  [
    'headings distinguish the variants of tabs',
    { afdocs: ['section-header-quality'] },
    'the tabs of the built-in pages contain no headings'
  ],
  [
    'coding agents have a guide to installation and configuration',
    { a14y: ['agents-md.has-min-sections'] },
    'the site describes a business, which nobody installs'
  ],
  ['the site has a glossary', { a14y: ['html.glossary-link'] }, 'the business has no terms that need one']
]

/** Every check, in the order of the report. */
export const checks: Check[] = [
  ...robots,
  ...sitemaps,
  ...llms,
  ...negotiation,
  ...markdown,
  ...pages,
  ...content,
  ...links,
  ...catalogs,
  ...services,
  ...http,
  ...neverApplicable.map(([name, asks, reason]) => ({
    name,
    fetches: 'nothing',
    asks,
    fix: '',
    run: () => notApplicable(reason)
  }))
]
