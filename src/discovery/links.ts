import { link } from '../http/link.ts'
import { apiCatalog } from './api-catalog.ts'
import { llms } from './llms.ts'
import { licence } from './prose.ts'
import { sitemapIndex } from './sitemap.ts'

/** The links of every API response: the description, the documentation and the licence (RFC 8631). */
export const apiLinks: string[] = [
  link('/openapi.json', 'service-desc', 'application/json'),
  link('/developers/', 'service-doc', 'text/html'),
  link(licence, 'license')
]

/** The links of every page to the resources for agents. */
export const pageLinks: string[] = [
  link(apiCatalog.paths[0], 'api-catalog', 'application/linkset+json'),
  ...apiLinks,
  link(llms.paths[0], 'describedby', 'text/plain'),
  link(sitemapIndex.paths[0], 'sitemap', 'application/xml')
]
