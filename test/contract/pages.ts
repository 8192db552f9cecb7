import { readFileSync } from 'node:fs'
import { encodePath } from '../../src/base/url-path.ts'
import { baseUrl, words } from '../helper.ts'
import { conditions, encodings, error, everywhere, malformed, methods, notAllowed, strong } from './api.ts'
import { type ContractBusiness, ownPages, redirects } from './businesses.ts'
import { type Exchange, type Facts, get } from './exchange.ts'

interface Case {
  accept: string | null
  answer: string | number
}
const { cases }: { cases: Case[] } = JSON.parse(readFileSync('test/http/negotiation.json', 'utf8'))

export const html = 'text/html; charset=utf-8'
export const markdown = 'text/markdown; charset=utf-8'
/** The documents to which every page links, with the types that they have. */
const documents = [
  '</.well-known/api-catalog>; rel="api-catalog"; type="application/linkset+json"',
  '</openapi.json>; rel="service-desc"; type="application/json"',
  '</developers/>; rel="service-doc"; type="text/html"',
  '</llms.txt>; rel="describedby"; type="text/plain"',
  '</.well-known/ard.json>; rel="ard"; type="application/json"',
  '</sitemap-index.xml>; rel="sitemap"; type="application/xml"'
].join(', ')
const variants = { ...everywhere, vary: 'Accept, Accept-Encoding' }

const links = (path: string, other: string, type: string) => (value: string) =>
  value.includes(documents) &&
  value.startsWith(`<${baseUrl}${encodePath(path)}>; rel="canonical", `) &&
  value.includes(`<${baseUrl}${encodePath(other)}>; rel="alternate"; type="${type}"`)

const asHtml = (path: string, markdownPath: string): Facts => ({
  ...variants,
  status: 200,
  'content-type': html,
  'cache-control': 'public, max-age=300',
  etag: strong,
  link: links(path, markdownPath, 'text/markdown'),
  'content-location': undefined,
  'x-robots-tag': undefined
})

const asMarkdown = (path: string, language: string): Facts => ({
  status: 200,
  'content-type': markdown,
  etag: strong,
  link: links(path, path, 'text/html'),
  'content-language': language,
  'x-markdown-tokens': /^\d+$/,
  'content-security-policy': undefined,
  'cross-origin-opener-policy': undefined,
  'referrer-policy': undefined,
  body: (body) => body.startsWith('---\n') && body.endsWith(`${baseUrl}/sitemap.md)\n`)
})

const builtIn: Facts = {
  'content-security-policy': /^default-src 'none'; (?!.*unsafe).*media-src 'self'.*frame-ancestors 'none'/,
  'cross-origin-opener-policy': 'same-origin',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'permissions-policy': /camera=\(\)/
}

function pageExchanges(
  [path, twin, language]: readonly [path: string, twin: string, language: string],
  { isBuiltIn = true, hasConditions = true } = {}
): Exchange[] {
  const url = encodePath(path)
  const chosen = asMarkdown(path, language)
  return [
    get(`${path} is HTML`, url, { ...asHtml(path, twin), ...(isBuiltIn && builtIn) }),
    get(
      `${path} is Markdown for an agent`,
      url,
      {
        ...variants,
        ...chosen,
        'cache-control': 'private, max-age=300',
        'content-location': encodePath(twin),
        'x-robots-tag': undefined
      },
      { accept: 'text/markdown' }
    ),
    get(`${twin} is Markdown`, encodePath(twin), {
      ...everywhere,
      ...chosen,
      vary: 'Accept-Encoding',
      'cache-control': 'public, max-age=300',
      'x-robots-tag': 'noindex'
    }),
    {
      name: `${twin} has the bytes of the Markdown of ${path}`,
      first: { path: encodePath(twin) },
      request: { path: url, headers: { accept: 'text/markdown' } },
      expect: ({ body, headers: { etag } }) => ({ body, etag })
    },
    {
      name: `the ETag of the Markdown of ${path} is not the ETag of its HTML`,
      first: { path: url, headers: { accept: 'text/markdown' } },
      request: ({ headers: { etag = '' } }) => ({ path: url, headers: { 'if-none-match': etag } }),
      expect: { status: 200, 'content-type': html }
    },
    ...(hasConditions ? [...conditions(url), ...conditions(url, { accept: 'text/markdown' })] : [])
  ]
}

const negotiation = (path: string): Exchange[] => [
  ...cases.map(({ accept, answer }) =>
    get(
      `Accept of ${path}: ${accept} → ${answer}`,
      encodePath(path),
      typeof answer === 'number'
        ? { ...error(answer, 'not_acceptable', /: text\/html, text\/markdown\.$/), vary: variants.vary }
        : { ...variants, status: 200, 'content-type': `${answer}; charset=utf-8` },
      accept === null ? {} : { accept }
    )
  ),
  get(
    `an Accept of more than 1 KB for ${path} is any type`,
    encodePath(path),
    { status: 200, 'content-type': html },
    { accept: `text/markdown${', image/png'.repeat(100)}` }
  )
]

const notFoundPage: Facts = {
  ...variants,
  status: 404,
  'cache-control': 'public, max-age=300',
  'content-type': html
}

const notFoundMarkdown: Facts = {
  ...notFoundPage,
  'content-type': markdown,
  'cache-control': 'private, max-age=300'
}

/** Paths outside the API at which nothing exists, in any folder. */
const missing = words(`
  /nowhere /nowhere/ /services/nowhere/ /%D7%9E%D7%97%D7%A8/ /apis/x /api%2Fv1/profile.json /.env /.git/config /%2e%2e/package.json
  /_headers /_redirects /.nojekyll /.business-facts/manifest.json /.business-facts/ /404.html /404
  /..%2fpackage.json /services%2F /draft/ /draft.md/ /assets/ /assets/none.0123456789.css
  /services/index.html/ /constructor /__proto__ /healthz/ /mcp/none
`)

const redirect = (path: string, location: string, to = location): Exchange =>
  get(`${path} leads to ${to}`, path, {
    ...variants,
    status: 308,
    location,
    'cache-control': 'public, max-age=300',
    body: ''
  })

/** The pages with their Markdown (section 4.4), the choice between them, redirects, and the 404 page. */
export function siteExchanges({ language, serviceIds, isOwn }: ContractBusiness): Exchange[] {
  const pages = [
    ['/', '/index.md', language],
    ['/services/', '/services.md', language],
    [`/services/${serviceIds[0]}/`, `/services/${serviceIds[0]}.md`, language],
    ['/for-ai/', '/for-ai.md', language],
    ['/developers/', '/developers.md', 'en']
  ] as const
  return [
    // A conditional request is the same for every built-in page.
    ...pages.flatMap((page) => pageExchanges(page, { hasConditions: page[0] === '/' })),
    ...(isOwn
      ? ownPages.flatMap(([path, twin]) =>
          pageExchanges([path, twin, language], { isBuiltIn: path !== '/terms' })
        )
      : []),
    ...['/services/', ...(isOwn ? ['/terms', '/מחירון/'] : ['/'])].flatMap(negotiation),
    ...['/services/', '/services.md'].flatMap((path) => [...methods(path), ...encodings(path)]),
    redirect('/services', '/services/'),
    redirect('/services/index.html', '/services/'),
    redirect('/index.html', '/'),
    redirect('/services?a=b', '/services/?a=b'),
    ...(isOwn ? ownRedirects : []),
    ...missing.map((path) => get(`${path} does not exist`, path, notFoundPage)),
    get('POST to /nowhere/', '/nowhere/', notAllowed, {}, 'POST'),
    get(
      '/nowhere/ does not exist for an agent',
      '/nowhere/',
      { ...notFoundMarkdown, body: /^# / },
      { accept: 'text/markdown' }
    ),
    get('/nowhere.md does not exist', '/nowhere.md', notFoundMarkdown),
    get('HEAD of a missing page', '/nowhere', { ...notFoundPage, body: '' }, {}, 'HEAD'),
    ...['/%ZZ', '/%', '/services/%C3%28/'].map((path) => get(`${path} is malformed`, path, malformed))
  ]
}

const ownRedirects = [
  ...ownPages.flatMap(([path, , others]) =>
    others.map((other) => redirect(encodePath(other), encodePath(path)))
  ),
  ...Object.entries(redirects).map(([path, location]) => redirect(encodePath(path), location)),
  get('HEAD of a redirect', '/prices.php', { status: 308, location: '/pricing/' }, {}, 'HEAD'),
  get('POST to a redirect', '/prices.php', notAllowed, {}, 'POST')
]
