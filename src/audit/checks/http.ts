import { type AuditedSite, describe, type SiteResponse, toMarkdownPath } from '../audited-site.ts'
import { type Check, collect, expect } from '../check.ts'
import { sampleOperations } from '../operations.ts'

const isHtml = ({ status, type }: SiteResponse) => status === 200 && /^text\/html\b/.test(type)
const isMarkdown = ({ status, type }: SiteResponse) => status === 200 && /^text\/markdown\b/.test(type)

/** Examines the home page, documents and one operation per folder of the API. Another check reports a document that is missing. */
const onSamples =
  (findProblems: (response: SiteResponse, site: AuditedSite, path: string) => Promise<string[]> | string[]) =>
  async (site: AuditedSite): Promise<string[]> => {
    const paths = ['/', '/index.md', '/openapi.json', '/llms.txt', '/sitemap.xml', '/robots.txt']
    return collect([...paths, ...(await sampleOperations(site))], async (path) => {
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

const forward =
  'Configure the proxy or CDN to forward Accept, to return Vary, and to cache HTML and Markdown separately.'

// A page above the limits of the server has no Markdown. A server without any returns 406 for the home page too.
const hasMarkdown = (path: string, response: SiteResponse) =>
  isMarkdown(response) || (response.status === 406 && path !== '/')

export const http: Check[] = [
  {
    name: 'every page returns 200 as HTML',
    fix: 'Forward the page to the server, and its status and Content-Type to the client.',
    run: onPages(['text/html'], (response) => expect(isHtml(response), describe(response)))
  },
  {
    name: 'every page is served as Markdown if Accept asks for it',
    fix: forward,
    needsServer: true,
    run: onPages(['text/markdown'], (response, path) =>
      expect(hasMarkdown(path, response), describe(response))
    )
  },
  {
    name: 'every page has Markdown at its .md URL',
    fix: 'Forward .md URLs to the server, and their Content-Type to the client.',
    run: async (site) =>
      collect(await site.samplePages(), async (path) => {
        const markdownPath = toMarkdownPath(path)
        const response = await site.get(markdownPath)
        const problem = `${path} has no Markdown: ${markdownPath} ${describe(response)}`
        return expect(hasMarkdown(path, response), problem)
      })
  },
  {
    name: 'both forms of every page send Vary: Accept',
    fix: forward,
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
    fix: forward,
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
          return expect(isExpected(response), `/ ${describe(response)} for Accept: ${accept}`)
        }
      )
  },
  {
    name: 'an unsatisfiable Accept header gets 406',
    fix: forward,
    needsServer: true,
    run: async (site) => {
      const response = await site.get('/', { accept: 'application/pdf' })
      return expect(response.status === 406, `/ ${describe(response)}`)
    }
  },
  {
    name: 'missing pages return 404',
    fix: 'Return 404 for paths that do not exist, not the same page or a redirect.',
    run: (site) =>
      collect(['/does-not-exist/', '/does-not-exist.md', '/.well-known/does-not-exist'], async (path) => {
        const response = await site.get(path)
        return expect(response.status === 404, `${path} ${describe(response)}`)
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
  }
]
