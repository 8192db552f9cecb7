import { quoteFor } from '../../business/operations.ts'
import type { Package } from '../../business/pricing.ts'
import type { Example } from '../../business/services.ts'
import type { Site } from '../page-context.ts'
import type { Crumb, StructuredNode } from '../view.ts'

const businessId = (site: Site) => `${site.settings.baseUrl}/#business`

/** The business with what the foot of every page shows of it (schema.org/ProfessionalService). */
export function businessNode(site: Site): StructuredNode {
  const { name, url, tagline, contact, address } = site.business.profile
  const { email, phone } = contact
  const { street, locality, postal_code, country } = address
  return {
    '@type': 'ProfessionalService',
    '@id': businessId(site),
    name,
    url,
    slogan: tagline,
    ...(site.leads('/og.png') && { image: `${site.settings.baseUrl}/og.png` }),
    email,
    telephone: phone,
    address: {
      '@type': 'PostalAddress',
      streetAddress: street,
      addressLocality: locality,
      postalCode: postal_code,
      addressCountry: country
    }
  }
}

const provider = (site: Site) => ({
  '@type': 'ProfessionalService',
  '@id': businessId(site),
  name: site.business.profile.name
})

const offer = (site: Site, amount: number, url: string | undefined) => ({
  '@type': 'Offer',
  url,
  priceSpecification: {
    '@type': 'PriceSpecification',
    minPrice: amount,
    priceCurrency: site.business.pricing.currency,
    valueAddedTaxIncluded: false
  }
})

export const serviceNode = (site: Site, { id, name, summary, url, from_ils }: Example): StructuredNode => ({
  '@type': 'Service',
  name,
  url,
  description: summary,
  provider: provider(site),
  offers: offer(site, from_ils, quoteFor(site.business.pricing.quote_url, 'service', id))
})

/** A package; one that is priced on request has no offer. */
export const packageNode = (site: Site, item: Package): StructuredNode => ({
  '@type': 'Service',
  name: item.name,
  url: item.url,
  description: item.description,
  provider: provider(site),
  ...(item.one_time_ils !== null && {
    offers: offer(site, item.one_time_ils, quoteFor(site.business.pricing.quote_url, 'package', item.id))
  })
})

export const questionsNode = (site: Site): StructuredNode => ({
  '@type': 'FAQPage',
  url: site.business.faq.source,
  inLanguage: site.language,
  mainEntity: site.business.faq.categories
    .flatMap(({ items }) => items)
    .map(({ question, answer }) => ({
      '@type': 'Question',
      name: question,
      acceptedAnswer: { '@type': 'Answer', text: answer }
    }))
})

/** The page, with the day on which what it shows was changed. */
export const pageNode = (
  site: Site,
  path: string,
  title: string,
  modified: Date | undefined
): StructuredNode => ({
  '@type': 'WebPage',
  url: site.settings.baseUrl + path,
  name: title,
  inLanguage: site.language,
  dateModified: modified?.toISOString().slice(0, 10)
})

export const crumbsNode = (site: Site, crumbs: Crumb[]): StructuredNode => ({
  '@type': 'BreadcrumbList',
  itemListElement: crumbs.map(({ name, path }, index) => ({
    '@type': 'ListItem',
    position: index + 1,
    name,
    item: site.settings.baseUrl + path
  }))
})

/** The nodes as one JSON-LD document that cannot end the element it stands in. */
export const structuredDocument = (nodes: StructuredNode[]): string =>
  JSON.stringify({ '@context': 'https://schema.org', '@graph': nodes }).replaceAll('<', '\\u003c')
