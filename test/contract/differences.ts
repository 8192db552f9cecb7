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

/** Returns differences of some targets: which exchanges, why, and which facts. */
const differ = (targets: string[], ...rows: [exchanges: RegExp, reason: string, facts?: string[]][]) =>
  rows.map(
    ([exchanges, reason, facts]): Difference => ({ targets, exchanges, reason, ...(facts && { facts }) })
  )

const aboveRoot = 'nginx removes dot segments, and rejects a path above the root'
const noHeaders = 'the site of the host has no headers for single files'
const one404 = 'the 404 page of a host is one file'
const ownTag = 'the host compresses each response, and its ETag does not name the encoding'

/**
 * Every difference from the contract. The suites fail for one that is missing here, and for one that is not needed any more.
 */
export const differences: Difference[] = [
  ...differ(
    [caddy, caddyExport],
    [
      /^(?:\/%|\/%ZZ|\/api\/v1\/\S*%\S*) is malformed|^recorded \S+ (?:\/%|\/api\/v1\/%ZZ) /,
      'the HTTP server of Go rejects a malformed path before Caddy reads its configuration'
    ]
  ),
  ...differ(
    [nginx],
    [/\/%2e%2e\/package\.json/, aboveRoot],
    [
      /^recorded \S+ (?:\/%|\/api\/v1\/%ZZ) /,
      'nginx rejects a malformed path itself, without the links of the API and for every method'
    ],
    [
      /^412 for If-Match with another ETag of \S+ text\/markdown/,
      'nginx forwards no If-Match, and evaluates it only for responses that it may cache',
      ['status']
    ],
    [
      /^recorded GET \/(?:\.well-known\/proof|feed\/index\.xml|old\.txt|feed\/|long) .*"if-none-match"/,
      'nginx compares no ETag of texts and streamed pages of the owner: their paths are as those of documents that it caches'
    ]
  ),
  ...differ(
    [caddy, worker],
    [
      /^recorded GET \/long \{"if-none-match"/,
      'the 304 of a streamed page has a Content-Type, which is optional (RFC 9110, section 15.4.5)',
      ['content-type']
    ]
  ),
  ...differ(
    exports,
    [
      /^MCP: |^GET \/(?:\.well-known\/mcp|mcp\/server-card|healthz|readyz)/,
      'a folder of files has no MCP server and no health checks'
    ],
    [/ is HTML$| is Markdown(?: for an agent)?$|^the alias /, noHeaders, ['link']],
    [/ is Markdown(?: for an agent)?$/, noHeaders, ['content-language', 'x-markdown-tokens']],
    [/ is (?:br|gzip) for Accept-Encoding: /, ownTag, ['etag']],
    [/ is br for Accept-Encoding: /, 'the host compresses by gzip only', ['content-encoding']],
    [/ is 406 without an acceptable encoding$/, 'the host compares no weights of Accept-Encoding'],
    [/^Accept of .* → 406$/, 'the host sends HTML if Accept allows no type of a page'],
    [
      /^Accept of .*: (?:text\/html;q=0, \*|text\/html;q=0\.1, |Text\/Markdown;Q=0\.5|text\/markdown;\s?(?!q=)\w|text\/plain;).* → text\/markdown$/,
      'the host compares no weights and no parameters of Accept',
      ['content-type']
    ],
    [/^an Accept of more than 1 KB/, 'the host has no limit for Accept', ['content-type']],
    [
      /does not exist for an agent$|^\/nowhere\.md does not exist$/,
      one404,
      ['content-type', 'cache-control']
    ],
    [/^\/nowhere\/ does not exist for an agent$/, one404, ['body']],
    [/^(?!\/services|\/index)\S+ leads to |^HEAD of a redirect$/, 'the site of the host lists no redirects'],
    [/^\/services\/%C3%28\/ is malformed$/, 'the host decodes bytes that are not UTF-8'],
    [/^\/services(?:\?a=b)? leads to /, 'the host redirects to a folder itself, with a page', ['body']],
    [/^\S+ to a missing path of the API$/, 'the host rejects a method before it looks for the file'],
    [
      /^GET (?:a text in an old encoding|a folder with an index\.xml)$/,
      'the host does not know which files are the owner’s',
      ['cache-control']
    ],
    [
      /^GET a text in an old encoding$|^file \/(?:old\.txt|feed\/index\.xml)$/,
      'the host states UTF-8 for each text',
      ['content-type']
    ],
    [/^\/film\.mp4: beyond the end$/, 'the host sends its own 416'],
    [/^a preflight of /, 'the host allows no header by its name', ['access-control-allow-headers']],
    [/^\/film\.mp4: .* with this etag$/, 'the ETag of a host is strong', ['status', 'content-length']]
  ),
  {
    targets: exports,
    exchanges: /./,
    facts: ['vary'],
    isPartial: true,
    reason: 'the host adds Accept-Encoding only to responses that it compresses'
  },
  ...differ(
    [nginxExport],
    [/\/%2e%2e\/package\.json/, aboveRoot],
    [/^\/services(?:\?a=b)? leads to /, 'nginx redirects to a folder by 301', ['status']],
    [/\/index\.html leads to /, 'nginx sends a page with each redirect', ['body']],
    [
      /^\/film\.mp4: (?:the beginning|the rest|the end|.* with this .*)$/,
      'nginx omits Accept-Ranges in a response that is a part',
      ['accept-ranges']
    ]
  ),
  ...differ(
    [caddyExport],
    [/^\/services\?a=b leads to /, 'Caddy omits the query from a redirect to a folder', ['location']],
    [/^\S+\.(?:json|html)\/ does not exist$/, 'Caddy redirects a file with a slash to the file'],
    [/^\/film\.mp4: another unit$/, 'Caddy rejects a unit of Range that it does not know']
  ),
  ...differ(
    [worker],
    [/ is (?:br|gzip) for Accept-Encoding: /, ownTag, ['etag']],
    [
      / is 406 without an acceptable encoding$|^recorded .*"accept-encoding":"identity;q=0"/,
      'the host reads Accept-Encoding before the worker'
    ]
  ),
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
