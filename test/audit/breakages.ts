import type { Exchange } from './proxy.ts'

type Change = (exchange: Exchange) => void
/** Changes to responses, by the name of the check that fails. */
type Breakages = Record<string, Change>

const at =
  (path: string, change: Change): Change =>
  (exchange) => {
    if (exchange.path === path) change(exchange)
  }
/** Changes the home page as browsers request it. */
const atHome = (change: Change) =>
  at('/', (exchange) => {
    if (exchange.accept === 'text/html') change(exchange)
  })
/** Changes the home page as Markdown. */
const atMarkdown = (change: Change) =>
  at('/', (exchange) => {
    if (exchange.accept === 'text/markdown') change(exchange)
  })

const replace =
  (from: string | RegExp, to: string): Change =>
  ({ edit }) =>
    edit((text) => text.replace(from, to))
const set =
  (name: string, value: string): Change =>
  ({ headers }) => {
    headers[name] = value
  }
const remove =
  (name: string): Change =>
  ({ headers }) => {
    delete headers[name]
  }
const removeLink =
  (relation: string): Change =>
  ({ headers }) => {
    const links = String(headers.link).split(', ')
    headers.link = links.filter((link) => !link.includes(`rel="${relation}"`)).join(', ')
  }
const append = (text: string) => replace(/$/, text)
const appendToBody = (text: string) => replace('</body>', `${text}</body>`)
const addUnregisteredLink: Change = ({ headers }) => {
  headers.link += ', </>; rel="made-up"'
}
const forbidHead: Change = (exchange) => {
  if (exchange.method === 'HEAD') exchange.status = 405
}
const ignoreBrotli: Change = (exchange) => {
  if (exchange.requestHeaders['accept-encoding'] !== 'br, gzip') return
  exchange.status = 204
  delete exchange.headers['content-encoding']
}

/** For each check, a change that only this check notices. */
export const breakages: Breakages = {
  'robots.txt exists and is plain text': at('/robots.txt', set('content-type', 'application/octet-stream')),
  'robots.txt lets AI crawlers read the pages, llms.txt and the API': at(
    '/robots.txt',
    replace(/(User-agent: CCBot\n.*\n)Allow: \//, '$1Allow: /\nDisallow: /developers # not for machines')
  ),
  'robots.txt has a group for each AI crawler that scanners look for': at(
    '/robots.txt',
    replace('Bytespider', 'OtherBot')
  ),
  'every group in robots.txt has the same Content-Signal, if one has any': at(
    '/robots.txt',
    replace(', ai-train=yes', '')
  ),
  'robots.txt lists a sitemap on this site': at(
    '/robots.txt',
    replace(/Sitemap: .*/, 'Sitemap: https://elsewhere.example/sitemap.xml')
  ),
  'sitemap.xml is XML and lists pages or sitemaps': at('/sitemap.xml', set('content-type', 'text/plain')),
  'every page in the sitemaps has a lastmod that is not in the future': at(
    '/sitemap-1.xml',
    replace(/<lastmod>.*?<\/lastmod>/, '')
  ),
  'every URL in the sitemaps is on this site': at(
    '/sitemap-1.xml',
    replace(/<loc>http:\/\/[^/]*/, '<loc>https://elsewhere.example')
  ),
  'sitemap.md lists the pages under a heading': at('/sitemap.md', replace(/^#+ /gm, '')),
  'every page that the home page links to is in a sitemap': atHome(
    appendToBody('<a href="/unlisted/">x</a>')
  ),
  'llms.txt exists and is plain text': at('/llms.txt', set('content-type', 'text/plain+x')),
  'llms.txt has one H1, a summary and sections of links': at('/llms.txt', replace(/^> .*$/m, '')),
  'llms.txt has at most 50,000 characters': at('/llms.txt', append('x '.repeat(30_000))),
  'every link in llms.txt is a .md URL': at('/llms.txt', replace('/pricing.md', '/pricing/')),
  'every link in llms.txt works and is on this site': at('/llms.txt', append('\n- [x](/nothing.md)')),
  'llms.txt lists every page in the sitemaps': at('/llms.txt', replace(/^.*\/pricing\.md.*\n/m, '')),
  'the HTML of every page mentions llms.txt in its first half': atHome(replace(/\/llms\.txt/g, '/x')),
  'the Markdown of every page mentions llms.txt in its first half': atMarkdown(replace(/\/llms\.txt/g, '/x')),
  'llms-full.txt has the text of the site': at('/llms-full.txt', set('content-type', 'text/html')),
  'every page is served as Markdown if Accept asks for it': atMarkdown(set('content-type', 'text/plain')),
  'every page is small enough to have Markdown': (exchange) => {
    if (exchange.path !== '/' && exchange.accept === 'text/markdown') exchange.status = 406
  },
  'every page is served as HTML to browsers': atHome(
    set('content-type', 'application/xhtml+xml; charset=utf-8')
  ),
  'every page is in UTF-8, and its Content-Type states it': atHome(set('content-type', 'text/html')),
  'both forms of every page send Vary: Accept': atHome(set('vary', 'Accept-Encoding')),
  'q-values in Accept choose between HTML and Markdown': at('/', (exchange) => {
    if (exchange.accept === 'text/html;q=0, */*') exchange.headers['content-type'] = 'text/html'
  }),
  'an unsatisfiable Accept header gets 406': at('/', (exchange) => {
    if (exchange.accept === 'application/pdf') exchange.status = 200
  }),
  'every page has a .md URL': ({ path, headers }) => {
    if (path.endsWith('.md') && !/index|sitemap|SKILL/.test(path)) headers['content-type'] = 'text/plain'
  },
  'every page links to its Markdown': atHome(
    replace(/<link rel="alternate" type="text\/markdown"[^>]*>/, '')
  ),
  'the Markdown of every page has a Link header with its canonical URL': at(
    '/index.md',
    removeLink('canonical')
  ),
  'the Markdown of every page starts with its title, description and last change': atMarkdown(
    replace(/^description: .*\n/m, '')
  ),
  'the Markdown of every page has a section about the sitemap': atMarkdown(replace('## Sitemap', '## Map')),
  'the Markdown of every page is Markdown without the page template': atMarkdown(
    append('\n<footer>x</footer>\n')
  ),
  'the Markdown of every page is at most 70% of its HTML and 50,000 characters': atMarkdown(
    append(' x'.repeat(6000))
  ),
  'every link in the Markdown of a page is absolute': atMarkdown(append('\n[x](/pricing/)\n')),
  'the Markdown of every page has the text of its HTML': atMarkdown((exchange) => {
    exchange.edit((text) => text.replace(/[א-ת]/g, 'x'))
  }),
  'every page returns 200 without a redirect': (exchange) => {
    if (exchange.path !== '/' && exchange.accept === 'text/html') exchange.status = 203
  },
  'no page blocks agents with X-Robots-Tag': atHome(set('x-robots-tag', 'noindex')),
  'no page blocks agents with meta robots': atHome(
    replace('<head>', '<head><meta name="robots" content="noai">')
  ),
  'every page has its own canonical URL on this site': atHome(
    replace(/(rel="canonical" href=")[^"]*/, '$1https://elsewhere.example/')
  ),
  'every page has a description of at least 50 characters': atHome(
    replace(/(name="description" content=")[^"]*/, '$1short')
  ),
  'every page has a title and a description for link previews': atHome(replace('property="og:title"', '')),
  'every page declares its language': atHome(replace(/<html lang="he"/, '<html')),
  'every page has structured data as JSON-LD': atHome(
    replace(/<script type="application\/ld\+json">.*?<\/script>/s, '')
  ),
  'the structured data of every page has the date of its last change': atHome(
    replace(/"dateModified"/g, '"dated"')
  ),
  'every page below the home page has a breadcrumb': (exchange) => {
    if (exchange.path !== '/' && exchange.accept === 'text/html')
      replace('"BreadcrumbList"', '"ItemList"')(exchange)
  },
  'every page has its content in the HTML, under headings': atHome(replace(/<(\/?)h[23]\b/g, '<$1div')),
  'the content of every page begins in the first half of its text': atHome(
    replace('<main', `<p>${'x '.repeat(9000)}</p><main`)
  ),
  'more than 15% of the body of every page is text': atHome(appendToBody(`<!--${'x'.repeat(30_000)}-->`)),
  'no page has more than 50,000 characters of text or 1 MB of HTML': atHome(
    appendToBody(`<p>${'x '.repeat(30_000)}</p>`)
  ),
  'no dialog or cookie banner covers a page': atHome(appendToBody('<dialog open>x</dialog>')),
  'every code block declares its language': atHome(appendToBody('<pre><code>x</code></pre>')),
  'the API documentation links to the OpenAPI document': at('/developers/', (exchange) => {
    if (exchange.accept === '*/*') replace(/"[^"]*\/openapi\.json"/g, '"/"')(exchange)
  }),
  'the home page registers WebMCP tools': (exchange) => {
    if (exchange.path.endsWith('.js')) replace(/modelContext/g, 'x')(exchange)
  },
  'every page has a Link header with the relations that agents follow': atHome(removeLink('license')),
  'every version of the API links to its description, documentation and stated licence': at(
    '/api/v1/profile.json',
    removeLink('license')
  ),
  'every relation in a Link header is registered': at('/api/v1/profile.json', addUnregisteredLink),
  'every link in the Link header of the home page works and has its declared type': atHome((exchange) => {
    exchange.headers.link = String(exchange.headers.link).replace('type="text/plain"', 'type="text/css"')
  }),
  'the API catalog is a linkset with a description and documentation for each API': at(
    '/.well-known/api-catalog',
    replace(/service-doc/g, 'service-docs')
  ),
  'every link in the API catalog works': at('/.well-known/api-catalog', replace('/healthz', '/nothing')),
  'every skill has the digest that the index of skills states': (exchange) => {
    if (exchange.path.endsWith('/SKILL.md')) append(' ')(exchange)
  },
  'the ARD manifest lists resources for agents, each with a URL or its document': at(
    '/.well-known/ard.json',
    replace('urn:air:', 'urn:ai:')
  ),
  'security.txt has a contact and expires within a year': at(
    '/.well-known/security.txt',
    replace(/Expires: \d+/, 'Expires: 2020')
  ),
  'the API has an OpenAPI 3.1 document for this site': at(
    '/openapi.json',
    replace(/("servers":\[\{"url":")[^"]*/, '$1https://elsewhere.example')
  ),
  'every API operation returns JSON to any origin': at(
    '/api/v1/faq.json',
    remove('access-control-allow-origin')
  ),
  'unknown API paths return a JSON error': at('/api/v1/does-not-exist', replace('not_found', 'nothing')),
  'the MCP server has a server card': at(
    '/.well-known/mcp/server-card.json',
    replace('"serverInfo"', '"info"')
  ),
  'the MCP server responds and has tools': at('/mcp', (exchange) => {
    exchange.status = 502
  }),
  'missing pages return 404': at('/does-not-exist.txt', (exchange) => {
    exchange.status = 200
  }),
  'responses set Cache-Control with a max-age of at most an hour': at(
    '/robots.txt',
    set('cache-control', 'public, max-age=86400')
  ),
  'If-None-Match with a current ETag gets 304': at('/robots.txt', remove('etag')),
  'HEAD returns the status and type of GET': at('/robots.txt', forbidHead),
  'text is compressed if Accept-Encoding allows it': at('/robots.txt', ignoreBrotli),
  'any origin may read the site and its API (CORS)': at('/robots.txt', remove('access-control-allow-origin')),
  'AI agents can read the home page like browsers': at('/', (exchange) => {
    if (exchange.requestHeaders['user-agent'] === 'GPTBot/1.2') exchange.status = 403
  })
}

/** The same for one version of the API, by its prefix, for each check that examines the API. */
export function breakVersion(prefix: string): Breakages {
  const below =
    (change: Change): Change =>
    (exchange) => {
      if (exchange.path.startsWith(prefix)) change(exchange)
    }
  const isCrossOrigin = ({ requestHeaders }: Exchange) => requestHeaders.origin !== undefined
  return {
    'robots.txt lets AI crawlers read the pages, llms.txt and the API': at(
      '/robots.txt',
      append(`\nUser-agent: GPTBot\nDisallow: ${prefix}\n`)
    ),
    'every version of the API links to its description, documentation and stated licence': below(
      removeLink('license')
    ),
    'every relation in a Link header is registered': below(addUnregisteredLink),
    'every API operation returns JSON to any origin': below((exchange) => {
      if (isCrossOrigin(exchange)) exchange.status = 403
    }),
    'unknown API paths return a JSON error': at(`${prefix}does-not-exist`, (exchange) => {
      exchange.status = 200
    }),
    'responses set Cache-Control with a max-age of at most an hour': below(
      set('cache-control', 'public, max-age=86400')
    ),
    'If-None-Match with a current ETag gets 304': below(remove('etag')),
    'HEAD returns the status and type of GET': below(forbidHead),
    'text is compressed if Accept-Encoding allows it': below(ignoreBrotli),
    'any origin may read the site and its API (CORS)': below((exchange) => {
      if (!isCrossOrigin(exchange)) delete exchange.headers['access-control-allow-origin']
    })
  }
}
