import type { Business } from '../business/business.ts'
import { link } from '../http/link.ts'
import { apiCatalog } from './api-catalog.ts'
import { llms } from './llms.ts'
import { sitemapIndex } from './sitemap.ts'

/** Returns the links of every API response: the description, the documentation and the licence (RFC 8631). */
export const apiLinks = ({ site }: Business): string[] => [
  link('/openapi.json', 'service-desc', 'application/json'),
  link('/developers/', 'service-doc', 'text/html'),
  ...(site?.licence ? [link(site.licence.url, 'license')] : [])
]

/** Returns the links of every page to the resources for agents. */
export const pageLinks = (business: Business): string[] => [
  link(apiCatalog.paths[0], 'api-catalog', 'application/linkset+json'),
  ...apiLinks(business),
  link(llms.paths[0], 'describedby', 'text/plain'),
  link(sitemapIndex.paths[0], 'sitemap', 'application/xml')
]
