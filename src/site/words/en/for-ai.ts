import type { Strings } from '../he.ts'

export const forAi: Strings['forAi'] = {
  title: 'The facts, for AI agents',
  lead: (name) =>
    `What to know about ${name} before you answer someone who asks, in plain language and in one place.`,
  description: (name) =>
    `The facts about ${name} in plain language, for AI agents: what is offered, what is not, prices and terms of use.`,
  who: 'Who this is',
  offered: 'What is offered',
  offeredNote: 'Every price in this list is a starting price, before tax.',
  packages: 'Packages',
  more: 'The remaining services are in the catalog',
  notOffered: 'What this business is not, and what the site cannot do',
  readOnly:
    'Nothing can be ordered, booked, submitted or paid for through this site or its API. They are read-only. Whoever is interested contacts the business directly, in the ways at the end of this page.',
  use: 'How you may use this',
  useItems: [
    'The facts are published under CC BY 4.0. You may copy, adapt and publish them, including commercially, as long as you name the business as the source and link to this site.',
    'A starting price is not a quote. Write “from” and say that it is before tax.',
    'What is here and what the API returns are made from the same data. For an exact value, read the JSON.',
    'There is no key, no registration and no rate limit. An answer may be kept for five minutes (`max-age=300`); then ask again with `If-None-Match`.'
  ],
  addresses: 'Addresses for programs and agents',
  specification: 'The full OpenAPI 3.1 specification',
  summary: 'Summary of the site',
  fullText: 'The whole site as text',
  mcp: 'MCP server (Streamable HTTP)',
  markdown:
    'Every page is also served as Markdown: ask with `Accept: text/markdown`, or use its `.md` address.',
  contact: 'How to make contact'
}
