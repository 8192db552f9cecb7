import { questionUrl } from '../../business/faq.ts'
import { quoteFor } from '../../business/operations.ts'
import type { Package } from '../../business/pricing.ts'
import type { Example } from '../../business/services.ts'
import type { PageContext } from '../page-context.ts'
import type { Breadcrumb, StructuredNode } from '../view.ts'
import { branches, businessType, employees, imageNode, profileFacts, quotations } from './business-facts.ts'

const businessId = (context: PageContext) => `${context.settings.baseUrl}/#business`

/** The business with the facts of its profile (schema.org/LocalBusiness). */
export const businessNode = (context: PageContext): StructuredNode => ({
  '@type': businessType(context),
  '@id': businessId(context),
  ...profileFacts(context)
})

/** The business with the people and testimonials that the about page shows. */
export const aboutNode = (context: PageContext): StructuredNode => ({
  ...businessNode(context),
  employee: employees(context),
  subjectOf: quotations(context)
})

/** The business with the branches that the contact page shows. */
export const contactNode = (context: PageContext): StructuredNode => ({
  ...businessNode(context),
  subOrganization: branches(context)
})

const provider = (context: PageContext) => ({
  '@type': businessType(context),
  '@id': businessId(context),
  name: context.business.profile.name
})

const offer = (context: PageContext, amount: number, url: string | undefined) => ({
  '@type': 'Offer',
  url,
  priceSpecification: {
    '@type': 'PriceSpecification',
    minPrice: amount,
    priceCurrency: context.business.pricing.currency,
    valueAddedTaxIncluded: false
  }
})

export const serviceNode = (
  context: PageContext,
  { id, name, category, summary, image, url, from_ils }: Example
): StructuredNode => ({
  '@type': 'Service',
  name,
  url,
  category: context.business.services.categories.find((item) => item.id === category)?.name,
  description: summary,
  ...(image && { image: imageNode(image) }),
  provider: provider(context),
  offers: offer(context, from_ils, quoteFor(context.business.pricing.quote_url, 'service', id))
})

/** A package; it has no offer if it is priced on request. */
export const packageNode = (context: PageContext, item: Package): StructuredNode => ({
  '@type': 'Service',
  name: item.name,
  url: item.url,
  description: item.description,
  provider: provider(context),
  ...(item.one_time_ils !== null && {
    offers: offer(
      context,
      item.one_time_ils,
      quoteFor(context.business.pricing.quote_url, 'package', item.id)
    )
  })
})

export const questionsNode = (context: PageContext): StructuredNode => ({
  '@type': 'FAQPage',
  url: context.business.faq.source,
  inLanguage: context.language,
  mainEntity: context.business.faq.categories
    .flatMap(({ items }) => items)
    .map((item) => ({
      '@type': 'Question',
      url: questionUrl(context.business.faq, item),
      name: item.question,
      acceptedAnswer: { '@type': 'Answer', text: item.answer }
    }))
})

/** The page, with the day when its facts were last changed. */
export const pageNode = (
  context: PageContext,
  path: string,
  title: string,
  modified: Date | undefined
): StructuredNode => ({
  '@type': 'WebPage',
  url: context.settings.baseUrl + path,
  name: title,
  inLanguage: context.language,
  license: context.business.site?.licence?.url,
  dateModified: modified?.toISOString().slice(0, 10)
})

export const breadcrumbsNode = (context: PageContext, breadcrumbs: Breadcrumb[]): StructuredNode => ({
  '@type': 'BreadcrumbList',
  itemListElement: breadcrumbs.map(({ name, path }, index) => ({
    '@type': 'ListItem',
    position: index + 1,
    name,
    item: context.settings.baseUrl + path
  }))
})

/** Returns the nodes as one JSON-LD document; it has no `<`, so it cannot close its script element. */
export const structuredDocument = (nodes: StructuredNode[]): string =>
  JSON.stringify({ '@context': 'https://schema.org', '@graph': nodes }).replaceAll('<', '\\u003c')
