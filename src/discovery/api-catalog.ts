import { link } from '../http/link.ts'
import { aiCatalog } from './ai-catalog.ts'
import { type Document, json } from './document.ts'
import { llms } from './llms.ts'

const path = '/.well-known/api-catalog'
const profile = 'https://www.rfc-editor.org/info/rfc9727'

/** The current version of the API as a linkset (RFC 9727, RFC 9264). */
export const apiCatalog: Document = {
  paths: [path],
  mediaType: `application/linkset+json; profile="${profile}"`,
  // Identifies this document as the catalog for HEAD requests (RFC 9727, section 2).
  headers: { link: link(path, 'api-catalog', 'application/linkset+json') },
  create: ({ baseUrl, versions, business: { site } }) => {
    const descriptions = {
      'service-desc': [{ href: `${baseUrl}/openapi.json`, type: 'application/json' }],
      'service-doc': [
        { href: `${baseUrl}/developers/`, type: 'text/html' },
        { href: `${baseUrl}/developers.md`, type: 'text/markdown' }
      ]
    }
    const anchors = versions.slice(-1).map(({ name }) => `${baseUrl}/api/${name}/`)
    return json({
      linkset: [
        {
          anchor: baseUrl + path,
          item: anchors.map((href) => ({ href })),
          ...descriptions
        },
        ...anchors.map((anchor) => ({
          anchor,
          ...descriptions,
          'service-meta': [
            { href: baseUrl + llms.paths[0], type: 'text/plain' },
            { href: baseUrl + aiCatalog.paths[0], type: aiCatalog.mediaType }
          ],
          status: [{ href: `${baseUrl}/healthz`, type: 'application/json' }],
          ...(site?.licence && { license: [{ href: site.licence.url }] })
        }))
      ]
    })
  }
}
