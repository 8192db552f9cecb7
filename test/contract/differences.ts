export interface Difference {
  targets: string[]
  exchanges: RegExp
  /** Without them, at least one fact of each exchange. */
  facts?: string[]
  /** Whether some of the exchanges do not differ, because it depends on a size or a time. */
  isPartial?: boolean
  reason: string
}

const [nginx, caddy, worker] = ['nginx', 'Caddy', 'worker']
const [nginxExport, caddyExport] = ['nginx with the export', 'Caddy with the export']
const exports = [nginxExport, caddyExport]

/** Returns differences of some targets by the reason: which exchanges, and which facts. */
const differ = (targets: string[], rows: Record<string, [exchanges: RegExp, facts?: string[]]>) =>
  Object.entries(rows).map(
    ([reason, [exchanges, facts]]): Difference => ({ targets, exchanges, reason, ...(facts && { facts }) })
  )

const aboveRoot = 'nginx removes dot segments, and rejects a path above the root'
const noHeaders = 'the site of the host has no headers for single files'
const one404 = 'the 404 page of a host is one file'
const ownTag = 'the host compresses each response, and its ETag does not name the encoding'

/**
 * Every difference from the contract. The suites fail for one that is missing here, and for one that is not needed any more.
 */
export const differences: Difference[] = [
  ...differ([caddy, caddyExport], {
    'the HTTP server of Go rejects a malformed path before Caddy reads its configuration': [
      /^(?:\/%|\/%ZZ|\/api\/v1\/\S*%\S*) is malformed|^recorded \S+ (?:\/%|\/api\/v1\/%ZZ) /
    ]
  }),
  ...differ([nginx], {
    [aboveRoot]: [/\/(?:%2e%2e\/|\.\.%2f)package\.json/],
    'nginx rejects a malformed path itself, without the links of the API and for every method': [
      /^recorded \S+ (?:\/%|\/api\/v1\/%ZZ) /
    ],
    'nginx forwards no If-Match, and evaluates it only for responses that it may cache': [
      /^412 for If-Match with another ETag of \S+ text\/markdown/,
      ['status']
    ],
    'nginx compares no ETag of texts and streamed pages of the owner: their paths are as the paths of documents that it caches':
      [/^recorded GET \/(?:\.well-known\/proof|feed\/index\.xml|old\.txt|feed\/|long) .*"if-none-match"/]
  }),
  ...differ(exports, {
    'a folder of files has no MCP server and no health checks': [
      /^MCP: |^GET \/(?:\.well-known\/mcp|mcp\/server-card|healthz|readyz)/
    ],
    [noHeaders]: [/ is HTML$| is Markdown(?: for an agent)?$|^the alias /, ['link']],
    [ownTag]: [/ is (?:br|gzip) for Accept-Encoding: /, ['etag']],
    'the host compresses by gzip only': [/ is br for Accept-Encoding: /, ['content-encoding']],
    'the host compares no weights of Accept-Encoding': [/ is 406 without an acceptable encoding$/],
    'the host sends HTML if Accept allows no type of a page': [/^Accept of .* → 406$/],
    'the host compares no weights and no parameters of Accept': [
      /^Accept of .*: (?:text\/html;q=0, \*|text\/html;q=0\.1, |Text\/Markdown;Q=0\.5|text\/markdown;\s?(?!q=)\w|text\/plain;).* → text\/markdown$/,
      ['content-type']
    ],
    'the host has no limit for Accept': [/^an Accept of more than 1 KB/, ['content-type']],
    [one404]: [
      /does not exist for an agent$|^\/nowhere\.md does not exist$/,
      ['content-type', 'cache-control']
    ],
    'the site of the host lists no redirects': [/^(?!\/services|\/index)\S+ leads to |^HEAD of a redirect$/],
    'the host decodes an encoded slash': [/^\/(?:api%2Fv1\/profile\.json|services%2F) does not exist$/],
    'the host decodes bytes that are not UTF-8': [/^\/services\/%C3%28\/ is malformed$/],
    'the host redirects to a folder itself, with a page': [/^\/services(?:\?a=b)? leads to /, ['body']],
    'the host rejects a method before it looks for the file': [/^\S+ to a missing path of the API$/],
    'the host does not know which files are the owner’s': [
      /^GET (?:a text in an old encoding|a folder with an index\.xml)$/,
      ['cache-control']
    ],
    'the host states UTF-8 for each text': [
      /^GET a text in an old encoding$|^file \/(?:old\.txt|feed\/index\.xml)$/,
      ['content-type']
    ],
    'the host sends its own 416': [/^\/film\.mp4: beyond the end$/],
    'the host allows no header by its name': [/^a preflight of /, ['access-control-allow-headers']],
    'the ETag of a host is strong': [/^\/film\.mp4: .* with this etag$/, ['content-length']]
  }),
  ...differ(exports, {
    [noHeaders]: [/ is Markdown(?: for an agent)?$/, ['content-language', 'x-markdown-tokens']],
    [one404]: [/^\/nowhere\/ does not exist for an agent$/, ['body']]
  }),
  {
    targets: exports,
    exchanges: /./,
    facts: ['vary'],
    isPartial: true,
    reason: 'the host adds Accept-Encoding only to responses that it compresses'
  },
  ...differ([nginxExport], {
    [aboveRoot]: [/\/(?:%2e%2e\/|\.\.%2f)package\.json/],
    'nginx redirects to a folder by 301': [/^\/services(?:\?a=b)? leads to /, ['status']],
    'nginx sends a page with each redirect': [/\/index\.html leads to /, ['body']],
    'nginx omits Accept-Ranges in a response that is a part': [
      /^\/film\.mp4: (?:the beginning|the rest|the end|.* with this .*)$/,
      ['accept-ranges']
    ]
  }),
  ...differ([caddyExport], {
    'Caddy omits the query from a redirect to a folder': [/^\/services\?a=b leads to /, ['location']],
    'Caddy redirects a file with a slash to the file': [/^\S+\.(?:json|html)\/ does not exist$/],
    'Caddy rejects a unit of Range that it does not know': [/^\/film\.mp4: another unit$/]
  }),
  ...differ([worker], {
    [ownTag]: [/ is (?:br|gzip) for Accept-Encoding: /, ['etag']],
    'the host reads Accept-Encoding before the worker': [
      / is 406 without an acceptable encoding$|^recorded .*"accept-encoding":"identity;q=0"/
    ]
  }),
  {
    targets: [worker],
    exchanges: / is (?:br|gzip) for Accept-Encoding: /,
    facts: ['content-encoding'],
    isPartial: true,
    reason: 'the host chooses which types it compresses, and how'
  },
  {
    targets: [worker],
    exchanges: /^recorded .*"accept-encoding":"(?!identity"|identity;)/,
    facts: ['etag', 'content-encoding', 'content-length'],
    isPartial: true,
    reason: ownTag
  }
]
