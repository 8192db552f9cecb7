/** Facts about exchanges of the contract that do not hold for some targets. */
export interface Difference {
  targets: string[]
  /** Matches the names of the exchanges. */
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

/**
 * Every difference from the contract. The suites fail for one that is missing here, and for one that is not needed any more.
 */
export const differences: Difference[] = [
  {
    targets: [caddy, caddyExport],
    exchanges: /^(?:\/%|\/%ZZ|\/api\/v1\/\S*%\S*) is malformed|^recorded \S+ (?:\/%|\/api\/v1\/%ZZ) /,
    reason: 'the HTTP server of Go rejects a malformed path before Caddy reads its configuration'
  },
  {
    targets: [nginx],
    exchanges: /\/%2e%2e\/package\.json/,
    reason: 'nginx removes dot segments, and rejects a path above the root'
  },
  {
    targets: [nginx],
    exchanges: /^recorded \S+ (?:\/%|\/api\/v1\/%ZZ) /,
    reason: 'nginx rejects a malformed path itself, without the links of the API and for every method'
  },
  {
    targets: [nginx],
    exchanges: /^412 for If-Match with another ETag of \S+ text\/markdown/,
    facts: ['status'],
    reason: 'nginx forwards no If-Match, and evaluates it only for responses that it may cache'
  },
  {
    targets: [nginx],
    exchanges:
      /^recorded GET \/(?:\.well-known\/proof|feed\/index\.xml|old\.txt|feed\/|long) .*"if-none-match"/,
    reason:
      'nginx compares no ETag of texts and streamed pages of the owner: their paths are as those of documents that it caches'
  },
  {
    targets: [caddy, worker],
    exchanges: /^recorded GET \/long \{"if-none-match"/,
    facts: ['content-type'],
    reason: 'the 304 of a streamed page has a Content-Type, which is optional (RFC 9110, section 15.4.5)'
  },
  {
    targets: exports,
    exchanges: /^MCP: |^GET \/(?:\.well-known\/mcp|mcp\/server-card|healthz|readyz)/,
    reason: 'a folder of files has no MCP server and no health checks'
  },
  {
    targets: exports,
    exchanges: / is HTML$| is Markdown(?: for an agent)?$|^the alias /,
    facts: ['link'],
    reason: 'the site of the host has no headers for single files'
  },
  {
    targets: exports,
    exchanges: / is Markdown(?: for an agent)?$/,
    facts: ['content-language', 'x-markdown-tokens'],
    reason: 'the site of the host has no headers for single files'
  },
  {
    targets: exports,
    exchanges: / is (?:br|gzip) for Accept-Encoding: /,
    facts: ['etag'],
    reason: 'the host compresses each response, and its ETag does not name the encoding'
  },
  {
    targets: exports,
    exchanges: / is br for Accept-Encoding: /,
    facts: ['content-encoding'],
    reason: 'the host compresses by gzip only'
  },
  {
    targets: exports,
    exchanges: / is 406 without an acceptable encoding$/,
    reason: 'the host compares no weights of Accept-Encoding'
  },
  {
    targets: exports,
    exchanges: /^Accept of .* → 406$/,
    reason: 'the host sends HTML if Accept allows no type of a page'
  },
  {
    targets: exports,
    exchanges:
      /^Accept of .*: (?:text\/html;q=0, \*|text\/html;q=0\.1, |Text\/Markdown;Q=0\.5|text\/markdown;\s?(?!q=)\w|text\/plain;).* → text\/markdown$/,
    facts: ['content-type'],
    reason: 'the host compares no weights and no parameters of Accept'
  },
  {
    targets: exports,
    exchanges: /^an Accept of more than 1 KB/,
    facts: ['content-type'],
    reason: 'the host has no limit for Accept'
  },
  {
    targets: exports,
    exchanges: /does not exist for an agent$|^\/nowhere\.md does not exist$/,
    facts: ['content-type', 'cache-control'],
    reason: 'the 404 page of a host is one file'
  },
  {
    targets: exports,
    exchanges: /^(?!\/services|\/index)\S+ leads to |^HEAD of a redirect$/,
    reason: 'the site of the host lists no redirects'
  },
  {
    targets: exports,
    exchanges: /^\/services\/%C3%28\/ is malformed$/,
    reason: 'the host decodes bytes that are not UTF-8'
  },
  {
    targets: exports,
    exchanges: /./,
    facts: ['vary'],
    isPartial: true,
    reason: 'the host adds Accept-Encoding only to responses that it compresses'
  },
  {
    targets: exports,
    exchanges: /^\/services(?:\?a=b)? leads to /,
    facts: ['body'],
    reason: 'the host redirects to a folder itself, with a page'
  },
  {
    targets: [nginxExport],
    exchanges: /^\/services(?:\?a=b)? leads to /,
    facts: ['status'],
    reason: 'nginx redirects to a folder by 301'
  },
  {
    targets: [caddyExport],
    exchanges: /^\/services\?a=b leads to /,
    facts: ['location'],
    reason: 'Caddy omits the query from a redirect to a folder'
  },
  {
    targets: [caddyExport],
    exchanges: /^\S+\.(?:json|html)\/ does not exist$/,
    reason: 'Caddy redirects a file with a slash to the file'
  },
  {
    targets: [nginxExport],
    exchanges: /\/index\.html leads to /,
    facts: ['body'],
    reason: 'nginx sends a page with each redirect'
  },
  {
    targets: exports,
    exchanges: /^POST to a missing path of the API$/,
    reason: 'the host rejects a method before it looks for the file'
  },
  {
    targets: exports,
    exchanges: /^\/nowhere\/ does not exist for an agent$/,
    facts: ['body'],
    reason: 'the 404 page of a host is one file'
  },
  {
    targets: exports,
    exchanges: /^GET (?:a text in an old encoding|a folder with an index\.xml)$/,
    facts: ['cache-control'],
    reason: 'the host does not know which files are the owner’s'
  },
  {
    targets: exports,
    exchanges: /^GET a text in an old encoding$|^file \/(?:old\.txt|feed\/index\.xml)$/,
    facts: ['content-type'],
    reason: 'the host states UTF-8 for each text'
  },
  {
    targets: [nginxExport],
    exchanges: /^\/film\.mp4: (?:the beginning|the rest|the end)$/,
    facts: ['accept-ranges'],
    reason: 'nginx omits Accept-Ranges in a response that is a part'
  },
  {
    targets: exports,
    exchanges: /^\/film\.mp4: beyond the end$/,
    reason: 'the host sends its own 416'
  },
  {
    targets: [caddyExport],
    exchanges: /^\/film\.mp4: another unit$/,
    reason: 'Caddy rejects a unit of Range that it does not know'
  },
  {
    targets: [nginxExport],
    exchanges: /\/%2e%2e\/package\.json/,
    reason: 'nginx removes dot segments, and rejects a path above the root'
  },
  {
    targets: [worker],
    exchanges: / is (?:br|gzip) for Accept-Encoding: /,
    facts: ['etag'],
    reason: 'the host compresses each response, and its ETag does not name the encoding'
  },
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
    reason: 'the host compresses each response, and its ETag does not name the encoding'
  },
  {
    targets: [worker],
    exchanges: / is 406 without an acceptable encoding$|^recorded .*"accept-encoding":"identity;q=0"/,
    reason: 'the host reads Accept-Encoding before the worker'
  },
  {
    targets: [worker],
    exchanges: /^recorded GET \/(?:film|price|stock|long|%D7)\S* .*"range":"bytes=0-1,1-2,/,
    reason: 'the worker does not join several ranges, and sends the whole file'
  }
]
