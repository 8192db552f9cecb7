import { once } from '../base/cache.ts'
import { parseIfJson } from '../base/json-value.ts'
import { Client, type SiteResponse, UnreachableError } from './client.ts'
import { collect, expect } from './problems.ts'

const maxRedirects = 3

/** The site under audit: requests its resources, and reads once what several checks need. */
export class AuditedSite extends Client {
  get(path: string, headers: Record<string, string> = {}): Promise<SiteResponse> {
    return this.send(path, { headers })
  }

  /** Returns whether a server or a worker responds: the documents of an export without one announce no MCP server. */
  readonly hasServer = once(async (): Promise<boolean> => {
    const documents = await Promise.all(
      ['/llms.txt', '/.well-known/ard.json'].map((path) => this.get(path).catch(ignoreUnreachable))
    )
    return documents.some(({ text }) => /\/mcp\b/.test(text))
  })

  /** Requests a resource, and follows at most three redirects on the site. */
  async follow(path: string, headers: Record<string, string> = {}): Promise<SiteResponse> {
    let place = path
    let response = await this.get(place, headers)
    for (let step = 0; step < maxRedirects; step++) {
      const target = response.headers.get('location')
      if (target === null || response.status < 300 || this.resolve(target, place).origin !== this.origin)
        break
      place = this.toPath(this.resolve(target, place).href)
      response = await this.get(place, headers)
    }
    return response
  }

  async getJson(path: string): Promise<unknown> {
    const { status, text } = await this.get(path)
    const value = status === 200 ? parseIfJson(text) : undefined
    if (value === undefined)
      throw new Error(`${path} returns ${status}${status === 200 ? ' without JSON' : ''}`)
    return value
  }

  /** Returns the URLs of /sitemap.xml and of the sitemaps in it; an empty array if there is no sitemap. */
  readonly readSitemaps = once(async (): Promise<string[]> => {
    const { maxSitemaps, maxUrls } = this.limits
    // The check of the documents reports a sitemap that does not respond.
    const read = async (path: string) => (await this.follow(path).catch(ignoreUnreachable)).text
    const root = await read('/sitemap.xml')
    const urls = [...new Set(listLocations(root))]
    if (!root.includes('<sitemapindex')) return urls.slice(0, maxUrls)
    const sitemaps = await Promise.all(urls.slice(0, maxSitemaps).map((url) => read(this.toPath(url))))
    return [...new Set(sitemaps.flatMap(listLocations))].slice(0, maxUrls)
  })

  /** Returns the paths of the home page and of others in the sitemaps, evenly spread. */
  async samplePages(): Promise<string[]> {
    const urls = (await this.readSitemaps()).filter((url) => url.startsWith(`${this.origin}/`))
    const paths = [...new Set(['/', ...urls.map((url) => this.toPath(url))])]
    const every = Math.max(1, paths.length / this.limits.maxSamples)
    return paths.filter((_, index) => Math.floor(index / every) !== Math.floor((index - 1) / every))
  }

  /** Resolves a URL that may be relative to a path. Throws if it is not a URL. */
  resolve(url: string, path = '/'): URL {
    if (!URL.canParse(url, this.origin + path)) throw new Error(`"${url}" is not a URL`)
    return new URL(url, this.origin + path)
  }

  toPath(url: string): string {
    const { pathname, search } = this.resolve(url)
    return pathname + search
  }

  /** Returns a problem for each of the first URLs that is on another site or does not return 200. A page that is too large has no Markdown. */
  checkUrls(urls: Iterable<string>): Promise<string[]> {
    return collect([...new Set(urls)].slice(0, this.limits.maxSamples), async (url) => {
      if (!url.startsWith(`${this.origin}/`)) return [`${url} is not on ${this.origin}`]
      const path = this.toPath(url)
      const { status } = await this.get(path)
      return expect(status === 200 || (status === 406 && path.endsWith('.md')), `${url} returns ${status}`)
    })
  }
}

function ignoreUnreachable(error: unknown): { text: string } {
  if (error instanceof UnreachableError) return { text: '' }
  throw error
}

const entities = new Map(Object.entries({ apos: "'", quot: '"', lt: '<', gt: '>', amp: '&' }))

/** Returns the URLs in a sitemap, or in a list of sitemaps. */
const listLocations = (xml: string): string[] =>
  Array.from(xml.matchAll(/<loc>([^<]{1,10000})<\/loc>/g), ([, url = '']) =>
    url.trim().replace(/&(\w+);/g, (entity, name) => entities.get(name) ?? entity)
  )

export function toMarkdownPath(url: string): string {
  const [path = ''] = url.split('?', 1)
  const name = path.endsWith('/') ? path.slice(0, -1) || '/index' : path.replace(/\.html$/, '')
  return `${name}.md${url.slice(path.length)}`
}
