import { quoteFor } from '../../business/operations.ts'
import { mainPlace } from '../../business/places.ts'
import { questionUrl } from '../../business/schemas/faq.ts'
import { type Price, packagePrice, servicePrice } from '../../business/schemas/price.ts'
import type { Package } from '../../business/schemas/pricing.ts'
import type { Example } from '../../business/schemas/services.ts'
import type { PageContext } from '../page-context.ts'
import type { Breadcrumb, StructuredNode } from '../view.ts'
import {
  createAboutProperties,
  createBranchNodes,
  createContactProperties,
  createIdentityProperties,
  createImageNode,
  createPersonNodes,
  createPlaceProperties,
  createQuotationNodes,
  createScopeProperties,
  getBusinessType
} from './business.ts'
import { createHoursProperties } from './hours.ts'

const getBusinessId = (context: PageContext) => `${context.settings.baseUrl}/#business`

const createMainNode = (context: PageContext): StructuredNode => ({
  '@type': getBusinessType(context),
  '@id': getBusinessId(context),
  ...createIdentityProperties(context)
})

/** Returns the business with the facts of its profile (schema.org/LocalBusiness). */
export const createBusinessNode = (context: PageContext): StructuredNode => ({
  ...createMainNode(context),
  ...createAboutProperties(context),
  ...createScopeProperties(context),
  ...createContactProperties(context)
})

/** Returns the business with the facts, people, testimonials and hours that the about page shows. */
export const createAboutNode = (context: PageContext): StructuredNode => ({
  ...createMainNode(context),
  ...createAboutProperties(context),
  ...createPlaceProperties(context),
  ...createHoursProperties(context, mainPlace),
  employee: createPersonNodes(context),
  subjectOf: createQuotationNodes(context)
})

/** Returns the business with the ways to contact it, the hours and the branches that the contact page shows. */
export const createContactNode = (context: PageContext): StructuredNode => ({
  ...createMainNode(context),
  ...createContactProperties(context),
  ...createHoursProperties(context, mainPlace),
  subOrganization: createBranchNodes(context)
})

const createProviderNode = (context: PageContext) => ({
  '@type': getBusinessType(context),
  '@id': getBusinessId(context),
  name: context.business.profile.name
})

// Codes of UN/CEFACT Recommendation 20; the other units have only their name.
const unitCodes: Record<string, string> = { hour: 'HUR', day: 'DAY', person: 'IE', item: 'C62' }

/** Returns an offer whose specification states a starting price, a range, or a price per unit, if it is one. */
function createOfferNode(
  context: PageContext,
  { kind = 'from', amount, max, unit }: Price,
  url: string | undefined
) {
  const { currency, tax } = context.business.pricing
  const unitCode = unit === undefined ? undefined : unitCodes[unit]
  return {
    '@type': 'Offer',
    url,
    priceSpecification: {
      '@type': unit === undefined ? 'PriceSpecification' : 'UnitPriceSpecification',
      ...(kind === 'fixed' ? { price: Number(amount) } : { minPrice: Number(amount) }),
      ...(max !== undefined && { maxPrice: Number(max) }),
      priceCurrency: currency,
      ...(tax && { valueAddedTaxIncluded: tax.included }),
      ...(unit !== undefined && {
        unitText: unit,
        unitCode,
        referenceQuantity: { '@type': 'QuantitativeValue', value: 1, unitText: unit, unitCode }
      })
    }
  }
}

/** Returns a service with its description, for its own page. */
export const createServiceNode = (context: PageContext, example: Example): StructuredNode => ({
  ...createListedServiceNode(context, example),
  description: example.summary,
  ...(example.image && { image: createImageNode(example.image) }),
  provider: createProviderNode(context)
})

/** Returns a service in a list, which links to the page that describes it. */
export const createListedServiceNode = (context: PageContext, example: Example): StructuredNode => ({
  '@type': 'Service',
  name: example.name,
  url: example.url,
  category: context.business.services.categories.find(({ id }) => id === example.category)?.name,
  provider: { '@id': getBusinessId(context) },
  offers: createOfferNode(
    context,
    servicePrice(example),
    quoteFor(context.business.pricing.quote_url, 'service', example.id) ?? example.url
  )
})

/** Returns a package; it has no offer if it is priced on request. */
export function createPackageNode(context: PageContext, item: Package): StructuredNode {
  const price = packagePrice(item)
  const quote = quoteFor(context.business.pricing.quote_url, 'package', item.id)
  return {
    '@type': 'Service',
    name: item.name,
    url: item.url,
    description: item.description,
    provider: createProviderNode(context),
    ...(price && { offers: createOfferNode(context, price, quote ?? item.url) })
  }
}

export const createQuestionsNode = (context: PageContext): StructuredNode => ({
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

/** Returns the page, with the day when its facts were last changed. */
export const createPageNode = (
  context: PageContext,
  path: string,
  modified: Date | undefined
): StructuredNode => ({
  '@type': 'WebPage',
  url: context.settings.baseUrl + path,
  inLanguage: context.language,
  license: context.business.site?.licence?.url,
  dateModified: modified?.toISOString().slice(0, 10)
})

/** Returns the steps to a page. The last is the page itself, which needs no URL (Google, breadcrumb). */
export const createBreadcrumbsNode = (context: PageContext, breadcrumbs: Breadcrumb[]): StructuredNode => ({
  '@type': 'BreadcrumbList',
  itemListElement: breadcrumbs.map(({ name, path }, index) => ({
    '@type': 'ListItem',
    position: index + 1,
    name,
    ...(index < breadcrumbs.length - 1 && { item: context.settings.baseUrl + path })
  }))
})

/** Returns the nodes as one JSON-LD document; it has no `<`, so it cannot close its script element. */
export const createStructuredDocument = (nodes: StructuredNode[]): string =>
  JSON.stringify({ '@context': 'https://schema.org', '@graph': nodes }).replaceAll('<', '\\u003c')
