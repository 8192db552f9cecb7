export interface Link {
  target: string
  relations: string[]
  type?: string
}

/** The links of a Link header (RFC 8288). */
export function parseLinks(header: string): Link[] {
  return Array.from(
    header.matchAll(/<([^>]*)>((?:\s*;\s*[\w*-]+(?:=(?:"[^"]*"|[^",;\s]*))?)*)/g),
    ([, target = '', rest = '']) => {
      const parameter = (name: string) =>
        rest
          .match(new RegExp(`;\\s*${name}=(?:"([^"]*)"|([^",;\\s]*))`, 'i'))
          ?.slice(1)
          .find((value) => value !== undefined)
      const type = parameter('type')
      return { target, relations: (parameter('rel') ?? '').split(/\s+/), ...(type !== undefined && { type }) }
    }
  )
}

/** The registered relations that a site like this one has use for (IANA, Link Relation Types). */
export const registered = [
  'about',
  'alternate',
  'api-catalog',
  'author',
  'canonical',
  'collection',
  'contents',
  'copyright',
  'current',
  'deprecation',
  'describedby',
  'describes',
  'dns-prefetch',
  'edit',
  'enclosure',
  'first',
  'glossary',
  'help',
  'icon',
  'index',
  'item',
  'last',
  'latest-version',
  'license',
  'linkset',
  'manifest',
  'me',
  'modulepreload',
  'next',
  'nofollow',
  'original',
  'preconnect',
  'predecessor-version',
  'prefetch',
  'preload',
  'prev',
  'privacy-policy',
  'profile',
  'related',
  'search',
  'section',
  'self',
  'service',
  'service-desc',
  'service-doc',
  'service-meta',
  'sitemap',
  'status',
  'stylesheet',
  'successor-version',
  'sunset',
  'tag',
  'terms-of-service',
  'type',
  'up',
  'version-history',
  'via'
]
