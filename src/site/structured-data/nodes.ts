import { quoteFor } from '../../business/operations.ts'
import { questionUrl } from '../../business/schemas/faq.ts'
import { isOpen } from '../../business/schemas/price.ts'
import type { Package, Service } from '../../business/v1.ts'
import type { Context } from '../../context/context.ts'
import type { Breadcrumb, PageContent, StructuredNode } from '../view.ts'
import { createImageNode, createProviderNode, getBusinessId } from './business.ts'

// Codes of UN/CEFACT Recommendation 20; the other units have only their name.
const unitCodes: Record<string, string> = { hour: 'HUR', day: 'DAY', person: 'IE', item: 'C62' }

export const createServiceNode = (context: Context, service: Service): StructuredNode => ({
  ...createListedServiceNode(context, service),
  description: service.summary,
  image: service.image && createImageNode(service.image),
  provider: createProviderNode(context)
})

export const createListedServiceNode = (context: Context, service: Service): StructuredNode => ({
  '@type': 'Service',
  name: service.name,
  url: service.url,
  category: context.business.catalog.categories.find(({ id }) => id === service.category)?.name,
  provider: { '@id': getBusinessId(context) },
  ...offerOf(context, 'service', service)
})

export const createPackageNode = (context: Context, item: Package): StructuredNode => ({
  '@type': 'Service',
  name: item.name,
  url: item.url,
  description: item.description,
  provider: createProviderNode(context),
  ...offerOf(context, 'package', item)
})

/** Returns no offer if the price is on request. */
function offerOf({ business }: Context, kind: 'service' | 'package', { id, price, url }: Service | Package) {
  if (price === undefined) return undefined
  const { currency, tax: usualTax } = business.pricing
  const { amount, max, unit, tax = usualTax } = price
  const units = unit && { unitText: unit, unitCode: unitCodes[unit] }
  const offers = {
    '@type': 'Offer',
    url: (isOpen(price) && quoteFor(business, kind, id)) || url,
    priceSpecification: {
      '@type': units ? 'UnitPriceSpecification' : 'PriceSpecification',
      [price.kind === 'fixed' ? 'price' : 'minPrice']: Number(amount),
      maxPrice: max && Number(max),
      priceCurrency: currency,
      valueAddedTaxIncluded: tax?.included,
      ...(units && { ...units, referenceQuantity: { '@type': 'QuantitativeValue', value: 1, ...units } })
    }
  }
  return { offers }
}

export const createQuestionsNode = (context: Context): StructuredNode => ({
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

/** Omits the URL of the last step, which is the page itself (Google, breadcrumb). */
const createBreadcrumbsNode = (context: Context, breadcrumbs: Breadcrumb[]): StructuredNode => ({
  '@type': 'BreadcrumbList',
  itemListElement: breadcrumbs.map(({ name, path }, index) => ({
    '@type': 'ListItem',
    position: index + 1,
    name,
    ...(index < breadcrumbs.length - 1 && { item: context.baseUrl + path })
  }))
})

/** Returns the nodes of a page as one JSON-LD document; it has no `<`, so it cannot close its script element. */
export function createStructuredDocument(
  context: Context,
  path: string,
  { structuredData, breadcrumbs }: PageContent,
  modified: Date | undefined
): string {
  const page = {
    '@type': 'WebPage',
    url: context.baseUrl + path,
    inLanguage: context.language,
    license: context.business.site?.licence?.url,
    dateModified: modified?.toISOString().slice(0, 10)
  }
  const nodes = [
    page,
    ...(structuredData?.() ?? []),
    ...(breadcrumbs ? [createBreadcrumbsNode(context, breadcrumbs)] : [])
  ]
  return JSON.stringify({ '@context': 'https://schema.org', '@graph': nodes }).replaceAll('<', '\\u003c')
}
