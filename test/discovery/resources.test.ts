import type { FastifyInstance } from 'fastify'
import t, { type Test } from 'tap'
import { isParent } from '../../src/base/json-value.ts'
import type { Business } from '../../src/business/business.ts'
import { agentResources, listAgentResources } from '../../src/context/context.ts'
import { baseUrl, build, facts, folderWith } from '../helper.ts'

interface Target {
  /** The document that has the link. */
  from: string
  url: string
  /** The media type that the link states. */
  type?: string | undefined
}

const pages = ['/', '/for-ai/']
// They contain URLs of the data, of which custom sites need not have the pages.
const withData: string[] = [
  '/api/v1/profile.json',
  agentResources.openapi.path,
  agentResources.documentation.path,
  agentResources.documentationText.path,
  agentResources.llmsFull.path
]
const cards = ['/.well-known/mcp', '/.well-known/mcp.json', '/.well-known/mcp/server-card.json']

const toType = (mediaType: unknown) => String(mediaType).replace(/;.*/, '')

/** Returns the targets of a Link header with their types (RFC 8288). */
const parseLinks = (header: string) =>
  Array.from(header.matchAll(/<([^>]*)>([^<]*)/g), ([, target = '', parameters = '']) => ({
    target,
    type: /;\s*type="([^"]*)"/.exec(parameters)?.[1]
  }))

/** Returns the targets of the Link header and of the link elements of a response. */
function listLinks(from: string, link: unknown, body: string): Target[] {
  const tags = Array.from(body.matchAll(/<link ([^>]*)>/g), ([, attributes = '']) => attributes)
  const read = (tag: string, name: string) => tag.match(new RegExp(`\\b${name}="([^"]*)"`))?.[1]
  return [
    ...parseLinks(String(link)).map(({ target, type }) => ({ from, url: target, type })),
    ...tags.map((tag) => ({ from, url: read(tag, 'href') ?? '', type: read(tag, 'type') }))
  ]
}

/** Returns every URL of this site in a JSON document, with the type that the same object states. */
function listJson(from: string, value: unknown): Target[] {
  if (!isParent(value)) return []
  const stated = value.type ?? value.mimeType
  const type = typeof stated === 'string' && stated.includes('/') ? stated : undefined
  return Object.entries(value).flatMap(([name, part]) =>
    typeof part === 'string' && part.startsWith(baseUrl)
      ? [{ from, url: part, type: ['href', 'url', 'src'].includes(name) ? type : undefined }]
      : listJson(from, part)
  )
}

/** Returns every URL of this site in a text. */
const listUrls = (from: string, text: string): Target[] =>
  Array.from(text.matchAll(new RegExp(`${baseUrl}[^\\s"'\`<>)\\]&\\\\]*`, 'g')), ([url]) => ({
    from,
    url: url.replace(/[.,;]$/, '')
  }))

/** Returns the links of every page, operation and document for agents. */
async function listTargets(app: FastifyInstance): Promise<Target[]> {
  const documents = [...listAgentResources().map(({ path }) => path), ...cards, '/robots.txt', ...pages]
  const targets = await Promise.all(
    [...new Set([...documents, ...withData])].map(async (path) => {
      const { headers, body } = await app.inject(path)
      const type = toType(headers['content-type'])
      const isData = withData.includes(path)
      return [
        ...listLinks(path, headers.link ?? '', type === 'text/html' ? body : ''),
        ...(type.endsWith('json') && !isData ? listJson(path, JSON.parse(body)) : []),
        // The responses on /developers/ are responses of the API.
        ...(isData ? [] : listUrls(path, body.replace(/<pre>.*?<\/pre>|```.*?```/gs, '')))
      ]
    })
  )
  return targets.flat()
}

/** Returns the media type of each path, or the status if it is not 200. */
async function readTypes(app: FastifyInstance, paths: Iterable<string>): Promise<Map<string, string>> {
  const types = new Map<string, string>()
  const payload = { jsonrpc: '2.0', id: 1, method: 'ping' }
  for (const url of new Set(paths)) {
    const isEndpoint = url === agentResources.mcp.path
    const { statusCode, headers } = await app.inject(
      isEndpoint ? { method: 'POST', url, payload } : encodeURI(url)
    )
    types.set(url, statusCode === 200 ? toType(headers['content-type']) : `${statusCode}`)
  }
  return types
}

/** Fails for each link to this site that does not answer with the type that it states, and returns the paths. */
async function checkLinks(t: Test, app: FastifyInstance, { catalog, pricing }: Business) {
  const ids = { services: catalog.services[0]?.id, packages: pricing.packages[0]?.id }
  const toPath = (url: string) =>
    decodeURIComponent(new URL(url, baseUrl).pathname)
      .replace('services/{id}', `services/${ids.services}`)
      .replace('packages/{id}', `packages/${ids.packages}`)
  const links = (await listTargets(app))
    .filter(({ url }) => new URL(url, baseUrl).origin === baseUrl)
    .map(({ from, url, type }) => ({ from, path: toPath(url), type: type && toType(type) }))
    // The anchor of the links in the API catalog, which has no content.
    .filter(({ path }) => path !== '/api/v1/')
  const types = await readTypes(
    app,
    links.map(({ path }) => path)
  )
  const wrong = links.filter(({ path, type }) => {
    const actual = types.get(path) ?? ''
    return type === undefined ? !actual.includes('/') : actual !== type
  })
  t.same(wrong, [])
  return new Set(types.keys())
}

t.test('every resource for agents is linked from a page or a document for agents', async (t) => {
  const app = await build(t)
  const linked = await checkLinks(t, app, await facts())

  // Clients look for the one; llms.txt links to the other if it has no room for all pages.
  const known: string[] = [agentResources.skillIndex.path, agentResources.sitemapText.path]
  for (const { path } of listAgentResources()) t.ok(linked.has(path) || known.includes(path), path)
})

t.test('every resource for agents answers with its type next to custom pages', async (t) => {
  const own = '<title>Mine</title><main><h1>Mine</h1></main>'
  // The page that the data names for contact.
  const siteDir = folderWith(t, { 'index.html': own, 'contact/index.html': own })
  const app = await build(t, {}, { siteDir })
  await checkLinks(t, app, await facts())
})
