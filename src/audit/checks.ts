import { parseIfJson, readObjects, readText, walkObjects } from '../base/json-value.ts'
import type { AuditedSite, SiteResponse } from './audited-site.ts'
import type { Check } from './check.ts'
import { connect, forwardMcp } from './mcp.ts'

const expect = (holds: boolean, problem: string): string[] => (holds ? [] : [problem])

async function collect<Item>(
  items: Iterable<Item>,
  findProblems: (item: Item) => string[] | Promise<string[]>
): Promise<string[]> {
  return (await Promise.all(Array.from(items, findProblems))).flat()
}

/** The media types of documents, and of one on a static host such as GitHub Pages, which knows none without an extension. */
const documents: [path: string, type: RegExp, onStaticHost?: RegExp][] = [
  ['/robots.txt', /^text\/plain\b/],
  ['/sitemap.xml', /^(?:application|text)\/xml\b/],
  ['/sitemap.md', /^text\/markdown\b/],
  ['/llms.txt', /^text\/plain\b/],
  ['/llms-full.txt', /^text\/plain\b/],
  ['/openapi.json', /^application\/(?:.+\+)?json\b/],
  ['/.well-known/api-catalog', /^application\/linkset\+json\b/, /^application\/octet-stream\b/],
  ['/.well-known/ard.json', /^application\/(?:.+\+)?json\b/],
  ['/.well-known/agent-skills/index.json', /^application\/json\b/],
  ['/.well-known/security.txt', /^text\/plain\b/]
]

const setBaseUrl =
  'Forward the URL to the server. If it leads to another site, set BASE_URL, or correct it in your own file.'

const linkRelations = ['service-desc', 'service-doc', 'service-meta', 'status']

const otherOrigin = 'https://elsewhere.example'

/** Returns a problem for each of the first URLs that is on another site or does not return 200. A page that is too large has no Markdown. */
const checkUrls = (site: AuditedSite, urls: string[]): Promise<string[]> =>
  collect([...new Set(urls)].slice(0, site.limits.maxSamples), async (url) => {
    if (!url.startsWith(`${site.origin}/`)) return [`${url} is not on ${site.origin}`]
    const path = site.toPath(url)
    const response = await site.get(path)
    const isFound = response.status === 200 || (response.status === 406 && path.endsWith('.md'))
    return expect(isFound, `${url} ${response.summary}`)
  })

const isHtml = ({ status, type }: SiteResponse) => status === 200 && /^text\/html\b/.test(type)
const isMarkdown = ({ status, type }: SiteResponse) => status === 200 && /^text\/markdown\b/.test(type)

/** Examines the home page, documents and one operation per folder of the API. Another check reports a document that is missing. */
const onSamples =
  (findProblems: (response: SiteResponse, site: AuditedSite, path: string) => Promise<string[]> | string[]) =>
  async (site: AuditedSite): Promise<string[]> => {
    const paths = ['/', '/index.md', '/openapi.json', '/llms.txt', '/sitemap.xml', '/robots.txt']
    return collect([...paths, ...(await site.sampleOperations())], async (path) => {
      const response = await site.get(path)
      const problems = response.status === 200 ? await findProblems(response, site, path) : []
      return problems.map((problem) => `${path} ${problem}`)
    })
  }

const onPages =
  (accepts: string[], findProblems: (response: SiteResponse, path: string, accept: string) => string[]) =>
  async (site: AuditedSite): Promise<string[]> =>
    collect(await site.samplePages(), (path) =>
      collect(accepts, async (accept) =>
        findProblems(await site.get(path, { accept }), path, accept).map((problem) => `${path} ${problem}`)
      )
    )

const forwardAccept =
  'Configure the proxy or CDN to forward Accept, to return Vary, and to cache HTML and Markdown separately.'

// A page above the limits of the server has no Markdown. A server without any returns 406 for the home page too.
const hasMarkdown = (path: string, response: SiteResponse) =>
  isMarkdown(response) || (response.status === 406 && path !== '/')

export const checks: Check[] = [
  {
    name: 'every page returns 200 as HTML',
    fix: 'Forward the page to the server, and its status and Content-Type to the client.',
    run: onPages(['text/html'], (response) => expect(isHtml(response), response.summary))
  },
  {
    name: 'every page is served as Markdown if Accept asks for it',
    fix: forwardAccept,
    needsServer: true,
    run: onPages(['text/markdown'], (response, path) => expect(hasMarkdown(path, response), response.summary))
  },
  {
    name: 'every page has Markdown at its .md URL',
    fix: 'Forward .md URLs to the server, and their Content-Type to the client. If the text differs, purge caches.',
    run: async (site) =>
      collect(await site.samplePages(), async (path) => {
        const markdownPath = site.toMarkdownPath(path)
        const response = await site.get(markdownPath)
        if (!hasMarkdown(path, response))
          return [`${path} has no Markdown: ${markdownPath} ${response.summary}`]
        // Caches store this URL, but not the Markdown that Accept chooses. Two pages may have one such URL.
        const isOwn = response.headers.get('link')?.includes(`${path}>; rel="canonical"`)
        const isChosen = isOwn && (await site.hasServer())
        const chosen = isChosen ? await site.get(path, { accept: 'text/markdown' }) : response
        const isSame = !isMarkdown(chosen) || chosen.text === response.text
        return expect(isSame, `${markdownPath} has another text than ${path} as Markdown`)
      })
  },
  {
    name: 'both forms of every page send Vary: Accept',
    fix: forwardAccept,
    needsServer: true,
    run: onPages(['text/html', 'text/markdown'], ({ status, headers }, _path, accept) => {
      const vary = headers.get('vary')
      const isVaried = /(?:^|,)\s*(?:accept|\*)\s*(?:,|$)/i.test(vary ?? '')
      // Another check reports a page with another status.
      const problem = `sends ${vary === null ? 'no Vary' : `Vary: "${vary}"`} for ${accept}`
      return expect(isVaried || ![200, 406].includes(status), problem)
    })
  },
  {
    name: 'q-values in Accept choose between HTML and Markdown',
    fix: forwardAccept,
    needsServer: true,
    run: (site) =>
      collect(
        [
          { accept: 'text/html;q=1.0, text/markdown;q=0.5', isExpected: isHtml },
          { accept: 'text/markdown;q=1.0, text/html;q=0.8, */*;q=0.1', isExpected: isMarkdown },
          { accept: 'text/html, text/markdown;q=0', isExpected: isHtml },
          { accept: 'text/html;q=0, */*', isExpected: isMarkdown },
          { accept: '*/*', isExpected: isHtml }
        ],
        async ({ accept, isExpected }) => {
          const response = await site.get('/', { accept })
          return expect(isExpected(response), `/ ${response.summary} for Accept: ${accept}`)
        }
      )
  },
  {
    name: 'an unsatisfiable Accept header gets 406',
    fix: forwardAccept,
    needsServer: true,
    run: async (site) => {
      const response = await site.get('/', { accept: 'application/pdf' })
      return expect(response.status === 406, `/ ${response.summary}`)
    }
  },
  {
    name: 'missing pages return 404',
    fix: 'Return 404 for paths that do not exist, not the same page or a redirect.',
    run: (site) =>
      collect(['/does-not-exist/', '/does-not-exist.md', '/.well-known/does-not-exist'], async (path) => {
        const response = await site.get(path)
        return expect(response.status === 404, `${path} ${response.summary}`)
      })
  },
  {
    name: 'If-None-Match with a current ETag gets 304',
    fix: 'Configure the proxy or CDN to keep the ETag.',
    needsServer: true,
    run: onSamples(async ({ headers }, site, path) => {
      const etag = headers.get('etag')
      if (etag === null) return ['has no ETag']
      const { status } = await site.get(path, { 'if-none-match': etag })
      return expect(status === 304, `returns ${status} for its own ETag`)
    })
  },
  {
    name: 'HEAD returns the status and type of GET',
    fix: 'Forward HEAD requests to the server.',
    run: onSamples(async ({ type }, site, path) => {
      const head = await site.send(path, { method: 'HEAD' })
      return [
        ...expect(head.status === 200, `returns ${head.status} for HEAD`),
        ...expect(head.type === type, `has the type "${head.type}" for HEAD, but "${type}" for GET`)
      ]
    })
  },
  {
    name: 'any origin may read the site and its API (CORS)',
    fix: 'Forward Access-Control-Allow-Origin to the client.',
    run: onSamples(({ headers }) =>
      expect(headers.get('access-control-allow-origin') === '*', 'does not allow other origins')
    )
  },
  {
    name: 'every document returns 200 with its media type',
    fix: 'Forward the path to the server, and its Content-Type to the client.',
    run: (site) =>
      collect(documents, async ([path, expected, onStaticHost = expected]) => {
        const response = await site.follow(path)
        const { status, type } = response
        const isTyped = expected.test(type) || (onStaticHost.test(type) && !(await site.hasServer()))
        return expect(status === 200 && isTyped, `${path} ${response.summary}`)
      })
  },
  {
    name: 'the site is closed to no crawler, and robots.txt lists a sitemap on this site',
    fix: 'Remove the Disallow rules and X-Robots-Tag, also those that a CDN or a preview adds. If a sitemap is on another site, set BASE_URL. Your own robots.txt needs a Sitemap line.',
    run: async (site) => {
      const text = await site.getText('/robots.txt')
      const rules = (await site.get('/')).headers.get('x-robots-tag') ?? ''
      const sitemaps = Array.from(text.matchAll(/^sitemap:[ \t]*(\S+)/gim), ([, url = '']) => url)
      return [
        ...expect(
          !/^[ \t]*disallow[ \t]*:[ \t]*\/\*?[ \t]*(?:#|$)/im.test(text),
          '/robots.txt has a group with "Disallow: /"'
        ),
        ...expect(!/\bnoindex\b|(?:^|,)\s*none\b/i.test(rules), `/ sends X-Robots-Tag: "${rules}"`),
        ...expect(sitemaps.length > 0, '/robots.txt has no Sitemap line'),
        ...(await checkUrls(site, sitemaps))
      ]
    }
  },
  {
    name: 'the sitemaps list pages that exist on this site',
    fix: setBaseUrl,
    run: async (site) => {
      const { urls } = await site.readSitemaps()
      if (urls.length === 0) return ['/sitemap.xml lists no page']
      const others = urls.filter((url) => !url.startsWith(`${site.origin}/`))
      const samples = (await site.samplePages()).map((path) => site.origin + path)
      return checkUrls(site, [...others.slice(0, 1), ...samples])
    }
  },
  {
    name: 'every link in llms.txt works and is on this site',
    fix: setBaseUrl,
    run: async (site) => {
      const text = await site.getText('/llms.txt')
      const links = Array.from(
        text.matchAll(/(?<!\\)\]\(([^)\s#]+)/g),
        ([, url = '']) => site.resolve(url).href
      )
      return [...expect(links.length > 0, '/llms.txt has no link'), ...(await checkUrls(site, links))]
    }
  },
  {
    name: 'every link in the catalogs of the API, tools and skills works and is on this site',
    fix: setBaseUrl,
    run: (site) =>
      collect(['api-catalog', 'ard.json', 'agent-skills/index.json'], async (name) => {
        const path = `/.well-known/${name}`
        // A relation with another site, such as a licence, is not a link of the catalog.
        const links = [...walkObjects(await site.getJson(path))].flatMap(({ node }) => [
          readText(node, 'url'),
          ...linkRelations.flatMap((relation) =>
            readObjects(node, relation).map((link) => readText(link, 'href'))
          )
        ])
        const urls = links.filter(Boolean).map((url) => site.resolve(url).href)
        return [...expect(urls.length > 0, `${path} has no link`), ...(await checkUrls(site, urls))]
      })
  },
  {
    name: 'the API has an OpenAPI 3.1 document for this site',
    fix: 'Set BASE_URL to the public URL of the site.',
    run: async (site) => {
      const document = await site.getJson('/openapi.json')
      const url = readText(readObjects(document, 'servers')[0], 'url')
      return [
        ...expect(readText(document, 'openapi').startsWith('3.1.'), '/openapi.json is not OpenAPI 3.1'),
        ...expect(site.resolve(url).origin === site.origin, `/openapi.json has the server ${url}`)
      ]
    }
  },
  {
    name: 'every API operation returns JSON to any origin',
    fix: 'Forward the paths of the API to the server, and its headers to the client.',
    run: async (site) => {
      const operations = (await site.readOperations()).slice(0, site.limits.maxOperations)
      const problems = await collect(operations, async (path) => {
        const response = await site.get(path, { origin: otherOrigin })
        const { status, type, headers, text } = response
        const allowed = headers.get('access-control-allow-origin')
        const isTyped = status === 200 && /^application\/json\b/.test(type)
        return [
          ...expect(isTyped, `${path} ${response.summary}`),
          ...expect(!isTyped || parseIfJson(text) !== undefined, `${path} is not valid JSON`),
          ...expect(allowed === '*' || allowed === otherOrigin, `${path} does not allow other origins`)
        ]
      })
      return [...expect(operations.length > 0, '/openapi.json lists no operation'), ...problems]
    }
  },
  {
    name: 'unknown API paths return a JSON error',
    fix: 'Configure the proxy to forward error responses unchanged.',
    needsServer: true,
    run: async (site) =>
      collect(await site.sampleOperations(), async (operation) => {
        const path = operation.replace(/(?<![^/])[^/]*$/, 'does-not-exist')
        const response = await site.get(path)
        const code = readText(parseIfJson(response.text), 'error', 'code')
        const isExpected = response.status === 404 && code === 'not_found'
        return expect(isExpected, `${path} ${response.summary}, and the code "${code}"`)
      })
  },
  {
    name: 'the opening hours have the dates from today on',
    fix: 'Publish the site again: its files are of an earlier day. An export must run each day.',
    run: async (site) => {
      const path = (await site.readOperations()).find((path) => path.endsWith('/hours.json'))
      if (path === undefined) return { notApplicable: 'the API has no opening hours' }
      // It is today or yesterday everywhere, and an export may be as old as a day.
      const earliest = new Date(Date.now() - 2 * 86_400_000).toISOString().slice(0, 10)
      return readObjects(await site.getJson(path), 'locations').flatMap((location) => {
        const date = readText(readObjects(location, 'days')[0], 'date')
        return expect(date >= earliest, `${path} begins on ${date}`)
      })
    }
  },
  {
    name: 'the MCP server has a server card',
    fix: 'Forward /.well-known/ to the server. If the endpoint is on another site, set BASE_URL.',
    needsServer: true,
    run: async (site) => {
      const path = '/.well-known/mcp/server-card.json'
      const endpoint = readText(await site.getJson(path), 'transport', 'endpoint')
      const isHere = endpoint !== '' && site.resolve(endpoint).origin === site.origin
      return expect(isHere, `${path} has the endpoint "${endpoint}"`)
    }
  },
  {
    name: 'the MCP server responds, lists its tools and returns the result of one',
    fix: forwardMcp,
    needsServer: true,
    run: async (site) => {
      const { url, calls, call } = await connect(site)
      const [first] = calls
      if (first === undefined) return [`${url} lists no tool that needs no argument`]
      const { failure } = await call(first)
      return expect(failure === '', `${url} returns ${failure} for ${first.name}`)
    }
  }
]
