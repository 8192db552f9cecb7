import type { AuditedSite } from '../audited-site.ts'
import type { Check } from '../check.ts'
import { sampleOperations } from '../operation-paths.ts'
import { collect, expect, notApplicable } from '../problems.ts'

const files = ['/', '/index.md', '/openapi.json', '/llms.txt', '/sitemap.xml', '/robots.txt']
const samples = `${files.join(', ')} and one operation per folder of the API`
// A smaller body fits into one packet.
const minCompressedSize = 1000
const forwardHeader = 'Configure the proxy or CDN to forward the header.'

/** Makes a check of the samples that return 200 and have a minimal size in bytes. Each problem gets its path. */
const checkSamples =
  (findProblems: (path: string, site: AuditedSite) => Promise<string[]>, minSize = 0): Check['run'] =>
  async (site) => {
    const paths = [...new Set([site.homePath, ...files, ...(await sampleOperations(site))])]
    const samples = await Promise.all(paths.map(async (path) => ({ path, ...(await site.get(path)) })))
    const found = samples.filter(({ status, bytes }) => status === 200 && bytes.length >= minSize)
    if (found.length === 0) {
      return notApplicable(
        `none of ${paths.join(', ')} returns 200${minSize > 0 ? ` with ${minSize} bytes` : ''}`
      )
    }
    return collect(found, async ({ path }) =>
      (await findProblems(path, site)).map((problem) => `${path} ${problem}`)
    )
  }

export const http: Check[] = [
  {
    name: 'missing pages return 404',
    fetches: 'paths that do not exist',
    asks: { afdocs: ['http-status-codes'], standards: ['RFC 9110, 15.5.5'] },
    fix: 'Return 404 for paths that do not exist, not the same page or a redirect.',
    run: (site) =>
      collect(
        ['/does-not-exist/', '/does-not-exist.md', '/.well-known/does-not-exist', '/does-not-exist.txt'],
        async (path) => {
          const { status } = await site.get(path)
          return expect(status === 404, `${path} returns ${status}`)
        }
      )
  },
  {
    name: 'responses set Cache-Control with a max-age of at most an hour',
    fetches: samples,
    asks: { afdocs: ['cache-header-hygiene'] },
    fix: 'Send Cache-Control: max-age=300, and forward it through a proxy or CDN.',
    ownFix: forwardHeader,
    run: checkSamples(async (path, site) => {
      const header = (await site.get(path)).headers.get('cache-control') ?? ''
      const maxAge = Number(header.match(/max-age=(\d+)/)?.[1])
      return expect(
        maxAge <= 3600 || /no-cache|no-store/.test(header),
        `sends ${header === '' ? 'no Cache-Control' : `Cache-Control: "${header}"`}`
      )
    })
  },
  {
    name: 'If-None-Match with a current ETag gets 304',
    fetches: `${samples}, with If-None-Match`,
    asks: { standards: ['RFC 9110, 13.1.2'] },
    fix: 'Send an ETag, and keep it in the proxy or CDN.',
    ownFix: 'Configure the proxy or CDN to keep the ETag.',
    run: checkSamples(async (path, site) => {
      const etag = (await site.get(path)).headers.get('etag')
      if (etag === null) return ['has no ETag']
      const { status } = await site.get(path, { 'if-none-match': etag })
      return expect(status === 304, `returns ${status} for its own ETag`)
    })
  },
  {
    name: 'HEAD returns the status and type of GET',
    fetches: `${samples}, with HEAD`,
    asks: { standards: ['RFC 9110, 9.3.2'] },
    fix: 'Forward HEAD requests to the server.',
    run: checkSamples(async (path, site) => {
      const head = await site.send(path, { method: 'HEAD' })
      const { type } = await site.get(path)
      return [
        ...expect(head.status === 200, `returns ${head.status} for HEAD`),
        ...expect(head.type === type, `has the type "${head.type}" for HEAD, but "${type}" for GET`)
      ]
    })
  },
  {
    name: 'text is compressed if Accept-Encoding allows it',
    fetches: `${samples}, with Accept-Encoding: br, gzip, then gzip`,
    asks: { standards: ['RFC 9110, 12.5.3'] },
    fix: 'Configure the proxy to forward Accept-Encoding, or to compress text itself.',
    run: checkSamples(
      (path, site) =>
        collect(['br, gzip', 'gzip'], async (accepted) => {
          const { headers } = await site.get(path, { 'accept-encoding': accepted })
          const isCompressed = accepted.split(', ').includes(headers.get('content-encoding') ?? '')
          return expect(isCompressed, `is not compressed for Accept-Encoding: ${accepted}`)
        }),
      minCompressedSize
    )
  },
  {
    name: 'any origin may read the site and its API (CORS)',
    fetches: samples,
    asks: { standards: ['Fetch, CORS'] },
    fix: 'Send Access-Control-Allow-Origin: *, and forward it through a proxy or CDN.',
    ownFix: forwardHeader,
    run: checkSamples(async (path, site) => {
      const { headers } = await site.get(path)
      return expect(headers.get('access-control-allow-origin') === '*', 'does not allow other origins')
    })
  },
  {
    name: 'AI agents can read the home page like browsers',
    fetches: '/ as ClaudeBot, GPTBot, PerplexityBot and a browser',
    asks: { afdocs: ['bot-protection-interference', 'auth-gate-detection'] },
    fix: 'Allow AI agents in the bot protection of your CDN.',
    run: (site) =>
      collect(
        ['ClaudeBot/1.0', 'GPTBot/1.2', 'PerplexityBot/1.0', 'Mozilla/5.0 (X11; Linux x86_64)'],
        async (agent) => {
          const { status } = await site.get(site.homePath, { 'user-agent': agent, accept: 'text/html' })
          return expect(status === 200, `${site.homePath} returns ${status} to ${agent}`)
        }
      )
  },
  {
    name: 'the site is served over HTTPS',
    fetches: 'nothing',
    asks: { standards: ['RFC 9110, 4.2.2'] },
    fix: 'Serve the site with a certificate.',
    ownFix: 'Put a proxy with a certificate in front, and set BASE_URL to the https URL.',
    run: ({ origin }) => {
      const { protocol, hostname } = new URL(origin)
      if (/^(localhost|127(\.\d+){3}|\[::1\])$/.test(hostname))
        return notApplicable('the site is on this machine')
      return expect(protocol === 'https:', `the site is served at ${origin}`)
    }
  }
]
