import type { Passing } from './front.ts'

/** For each check, what a proxy in front does so that it fails, and only it. */
export type Breakages = Record<string, (passing: Passing) => void>

const at =
  (path: string, act: (passing: Passing) => void) =>
  (passing: Passing): void => {
    if (passing.path === path) act(passing)
  }
/** At the home page, as people get it. */
const atHome = (act: (passing: Passing) => void) =>
  at('/', (passing) => {
    if (passing.accept === 'text/html') act(passing)
  })
/** At the home page as Markdown. */
const atMarkdown = (act: (passing: Passing) => void) =>
  at('/', (passing) => {
    if (passing.accept === 'text/markdown') act(passing)
  })

const replace = (from: string | RegExp, to: string) => (passing: Passing) => {
  passing.edit((text) => text.replace(from, to))
}
const set = (name: string, value: string) => (passing: Passing) => {
  passing.headers[name] = value
}
const drop = (name: string) => (passing: Passing) => {
  delete passing.headers[name]
}
const dropLink = (relation: string) => (passing: Passing) => {
  const links = String(passing.headers.link).split(', ')
  passing.headers.link = links.filter((link) => !link.includes(`rel="${relation}"`)).join(', ')
}
const append = (text: string) => replace(/$/, text)
const appendToBody = (text: string) => replace('</body>', `${text}</body>`)

export const breakages: Breakages = {
  'robots.txt is there, as text': at('/robots.txt', set('content-type', 'application/octet-stream')),
  'robots.txt lets AI crawlers read everything that the sitemap lists': at(
    '/robots.txt',
    replace(/(User-agent: CCBot\n.*\n)Allow: \//, '$1Allow: /\nDisallow: /developers # not for machines')
  ),
  'robots.txt has a group for each AI crawler that looks for one': at(
    '/robots.txt',
    replace('Bytespider', 'OtherBot')
  ),
  'robots.txt says in every group what the content may be used for': at(
    '/robots.txt',
    replace(', ai-train=yes', '')
  ),
  'robots.txt names the sitemap, by an address of this site': at(
    '/robots.txt',
    replace(/Sitemap: .*/, 'Sitemap: https://elsewhere.example/sitemap.xml')
  ),
  'sitemap.xml is XML that lists pages or sitemaps': at('/sitemap.xml', set('content-type', 'text/plain')),
  'every page of the sitemaps has a time of its last change, not in the future': at(
    '/sitemap-1.xml',
    replace(/<lastmod>.*?<\/lastmod>/, '')
  ),
  'every address of the sitemaps is of this site': at(
    '/sitemap-1.xml',
    replace(/<loc>http:\/\/[^/]*/, '<loc>https://elsewhere.example')
  ),
  'sitemap.md lists the pages under a heading': at('/sitemap.md', replace(/^#+ /gm, '')),
  'every page that the home page links to is in a sitemap': atHome(
    appendToBody('<a href="/unlisted/">x</a>')
  ),
  'llms.txt is there, as plain text': at('/llms.txt', set('content-type', 'text/plain+x')),
  'llms.txt has one H1, a summary, and sections of links': at('/llms.txt', replace(/^> .*$/m, '')),
  'llms.txt is short enough to be read whole': at('/llms.txt', append('x '.repeat(30_000))),
  'the links of llms.txt lead to Markdown': at('/llms.txt', replace('/pricing.md', '/pricing/')),
  'the links of llms.txt lead somewhere, on this site': at('/llms.txt', append('\n- [x](/nothing.md)')),
  'llms.txt names the pages of the sitemaps': at('/llms.txt', replace(/^.*\/pricing\.md.*\n/m, '')),
  'every page names llms.txt near its top': atHome(replace(/\/llms\.txt/g, '/x')),
  'every page as Markdown names llms.txt near its top': atMarkdown(replace(/\/llms\.txt/g, '/x')),
  'llms-full.txt has the text of the site': at('/llms-full.txt', set('content-type', 'text/html')),
  'every page is Markdown to those who accept it': atMarkdown(set('content-type', 'text/plain')),
  'every page is HTML to a browser, in UTF-8': atHome(set('content-type', 'text/html')),
  'both variants of every page say Vary: Accept': atHome(set('vary', 'Accept-Encoding')),
  'the weights of Accept decide': at('/', (passing) => {
    if (passing.accept === 'text/html;q=0, */*') passing.headers['content-type'] = 'text/html'
  }),
  'an Accept that nothing satisfies is 406': at('/', (passing) => {
    if (passing.accept === 'application/pdf') passing.status = 200
  }),
  'every page has a .md address': ({ path, headers }) => {
    if (path.endsWith('.md') && !/index|sitemap|SKILL/.test(path)) headers['content-type'] = 'text/plain'
  },
  'every page points to its Markdown': atHome(
    replace(/<link rel="alternate" type="text\/markdown"[^>]*>/, '')
  ),
  'the Markdown of every page names its canonical address': at('/index.md', dropLink('canonical')),
  'the Markdown of every page begins with its title, description and last change': atMarkdown(
    replace(/^description: .*\n/m, '')
  ),
  'the Markdown of every page is Markdown, without the template': atMarkdown(
    append('\n<footer>x</footer>\n')
  ),
  'the Markdown of every page is under 70 % of its HTML, and under 50,000 characters': atMarkdown(
    append(' x'.repeat(6000))
  ),
  'the links in the Markdown of every page are absolute': atMarkdown(append('\n[x](/pricing/)\n')),
  'the Markdown of every page says what the page says': atMarkdown((passing) => {
    passing.edit((text) => text.replace(/[א-ת]/g, 'x'))
  }),
  'every page answers 200, without a redirect': (passing) => {
    if (passing.path !== '/' && passing.accept === 'text/html') passing.status = 203
  },
  'no page keeps agents out by X-Robots-Tag or meta robots': atHome(set('x-robots-tag', 'noindex')),
  'every page names its own canonical address, on this site': atHome(
    replace(/(rel="canonical" href=")[^"]*/, '$1https://elsewhere.example/')
  ),
  'every page has a description of at least 50 characters': atHome(
    replace(/(name="description" content=")[^"]*/, '$1short')
  ),
  'every page has a title and a description for previews': atHome(replace('property="og:title"', '')),
  'every page says its language': atHome(replace(/<html lang="he"/, '<html')),
  'every page has structured data that can be read': atHome(
    replace(/<script type="application\/ld\+json">.*?<\/script>/s, '')
  ),
  'the structured data of every page says when it was changed': atHome(replace(/"dateModified"/g, '"dated"')),
  'every page below the home page says where it is': (passing) => {
    if (passing.path !== '/' && passing.accept === 'text/html')
      replace('"BreadcrumbList"', '"ItemList"')(passing)
  },
  'every page has its content in the HTML, under headings': atHome(replace(/<(\/?)h[23]\b/g, '<$1div')),
  'the content of every page begins in its first half': atHome(
    replace('<main', `<p>${'x '.repeat(9000)}</p><main`)
  ),
  'over 15 % of every page is text': atHome(replace('<head>', `<head><!--${'x'.repeat(30_000)}-->`)),
  'no page has more than 50,000 characters of text, or a megabyte in all': atHome(
    appendToBody(`<p>${'x '.repeat(30_000)}</p>`)
  ),
  'nothing stands before the content of a page': atHome(appendToBody('<dialog open>x</dialog>')),
  'every block of code says its language': atHome(appendToBody('<pre><code>x</code></pre>')),
  'the documentation of the API links to its specification': at('/developers/', (passing) => {
    if (passing.accept === '*/*') replace(/"[^"]*\/openapi\.json"/g, '"/"')(passing)
  }),
  'the home page registers tools in browsers that have WebMCP': (passing) => {
    if (passing.path.endsWith('.js')) replace(/modelContext/g, 'x')(passing)
  },
  'the Link header of every page leads agents on': atHome(dropLink('license')),
  'the Link header of the API leads to its description, documentation and licence': at(
    '/api/v1/profile.json',
    dropLink('license')
  ),
  'the relations in Link headers are registered ones': at('/api/profile.json', (passing) => {
    passing.headers.link += ', </>; rel="made-up"'
  }),
  'the links of the home page lead to what they say': atHome((passing) => {
    passing.headers.link = String(passing.headers.link).replace('type="text/plain"', 'type="text/css"')
  }),
  'the API catalog is a linkset with a description and documentation of each API': at(
    '/.well-known/api-catalog',
    replace(/service-doc/g, 'service-docs')
  ),
  'what the API catalog names is there': at('/.well-known/api-catalog', replace('/healthz', '/nothing')),
  'each skill is listed with the digest of its bytes': (passing) => {
    if (passing.path.endsWith('/SKILL.md')) append(' ')(passing)
  },
  'the AI catalog lists what agents can use, each with the questions that it answers': at(
    '/.well-known/ai-catalog.json',
    replace('urn:air:', 'urn:ai:')
  ),
  'security.txt says whom to tell, and does so for less than a year': at(
    '/.well-known/security.txt',
    replace(/Expires: \d+/, 'Expires: 2020')
  ),
  'the API has a specification, of this site': at(
    '/openapi.json',
    replace(/("servers":\[\{"url":")[^"]*/, '$1https://elsewhere.example')
  ),
  'every operation answers JSON, to any origin': at('/api/v1/faq.json', drop('access-control-allow-origin')),
  'an address of the API that does not exist is a JSON error': at(
    '/api/v1/does-not-exist',
    replace('not_found', 'nothing')
  ),
  'the MCP server has a card': at('/.well-known/mcp/server-card.json', replace('"serverInfo"', '"info"')),
  'the MCP server answers, and has tools': at('/mcp', (passing) => {
    passing.status = 502
  }),
  'what does not exist is 404': at('/does-not-exist.txt', (passing) => {
    passing.status = 200
  }),
  'answers may be kept for an hour at most, and say how long': at(
    '/robots.txt',
    set('cache-control', 'public, max-age=86400')
  ),
  'what has not changed is not sent again': at('/robots.txt', drop('etag')),
  'HEAD answers as GET does, without the body': at('/robots.txt', (passing) => {
    if (passing.method === 'HEAD') passing.status = 405
  }),
  'texts are compressed for those who accept it': at('/robots.txt', (passing) => {
    if (passing.headersAsked['accept-encoding'] === 'br') passing.status = 204
    if (passing.status === 204) delete passing.headers['content-encoding']
  }),
  'any origin may read what agents read': at('/robots.txt', drop('access-control-allow-origin')),
  'agents are served as browsers are': at('/', (passing) => {
    if (passing.headersAsked['user-agent'] === 'GPTBot/1.2') passing.status = 403
  })
}
