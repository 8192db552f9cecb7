import { quoteFor } from '../../business/operations.ts'
import { mainPlace } from '../../business/places.ts'
import { questionUrl } from '../../business/schemas/faq.ts'
import { type Price, packagePrice, servicePrice } from '../../business/schemas/price.ts'
import type { Package } from '../../business/schemas/pricing.ts'
import type { Example } from '../../business/schemas/services.ts'
import type { PageContext } from '../page-context.ts'
import type { Breadcrumb, StructuredNode } from '../view.ts'
import {
  aboutProperties,
  branchNodes,
  businessType,
  contactProperties,
  identityProperties,
  imageNode,
  personNodes,
  placeProperties,
  quotationNodes,
  scopeProperties
} from './business.ts'
import { hoursNodes } from './hours.ts'

const businessId = (context: PageContext) => `${context.settings.baseUrl}/#business`

const mainNode = (context: PageContext): StructuredNode => ({
  '@type': businessType(context),
  '@id': businessId(context),
  ...identityProperties(context)
})

/** The business with the facts of its profile (schema.org/LocalBusiness). */
export const businessNode = (context: PageContext): StructuredNode => ({
  ...mainNode(context),
  ...aboutProperties(context),
  ...scopeProperties(context),
  ...contactProperties(context)
})

/** The business with the facts, people, testimonials and hours that the about page shows. */
export const aboutNode = (context: PageContext): StructuredNode => ({
  ...mainNode(context),
  ...aboutProperties(context),
  ...placeProperties(context),
  ...hoursNodes(context, mainPlace),
  employee: personNodes(context),
  subjectOf: quotationNodes(context)
})

/** The business with the ways to contact it, the hours and the branches that the contact page shows. */
export const contactNode = (context: PageContext): StructuredNode => ({
  ...mainNode(context),
  ...contactProperties(context),
  ...hoursNodes(context, mainPlace),
  subOrganization: branchNodes(context)
})

const provider = (context: PageContext) => ({
  '@type': businessType(context),
  '@id': businessId(context),
  name: context.business.profile.name
})

// Codes of UN/CEFACT Recommendation 20; the other units have only their name.
const unitCodes: Record<string, string> = { hour: 'HUR', day: 'DAY', person: 'IE', item: 'C62' }

/** Returns an offer whose specification says whether the price is a starting price, a range, or per unit. */
function offer(context: PageContext, { kind = 'from', amount, max, unit }: Price, url: string | undefined) {
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

/** A service with its description, for its own page. */
export const serviceNode = (context: PageContext, example: Example): StructuredNode => ({
  ...listedServiceNode(context, example),
  description: example.summary,
  ...(example.image && { image: imageNode(example.image) }),
  provider: provider(context)
})

/** A service in a list, which links to the page that describes it. */
export const listedServiceNode = (context: PageContext, example: Example): StructuredNode => ({
  '@type': 'Service',
  name: example.name,
  url: example.url,
  category: context.business.services.categories.find(({ id }) => id === example.category)?.name,
  provider: { '@id': businessId(context) },
  offers: offer(
    context,
    servicePrice(example),
    quoteFor(context.business.pricing.quote_url, 'service', example.id) ?? example.url
  )
})

/** A package; it has no offer if it is priced on request. */
export function packageNode(context: PageContext, item: Package): StructuredNode {
  const price = packagePrice(item)
  const quote = quoteFor(context.business.pricing.quote_url, 'package', item.id)
  return {
    '@type': 'Service',
    name: item.name,
    url: item.url,
    description: item.description,
    provider: provider(context),
    ...(price && { offers: offer(context, price, quote ?? item.url) })
  }
}

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
export const pageNode = (context: PageContext, path: string, modified: Date | undefined): StructuredNode => ({
  '@type': 'WebPage',
  url: context.settings.baseUrl + path,
  inLanguage: context.language,
  license: context.business.site?.licence?.url,
  dateModified: modified?.toISOString().slice(0, 10)
})

/** The steps to a page. The last is the page itself, which needs no URL (Google, breadcrumb). */
export const breadcrumbsNode = (context: PageContext, breadcrumbs: Breadcrumb[]): StructuredNode => ({
  '@type': 'BreadcrumbList',
  itemListElement: breadcrumbs.map(({ name, path }, index) => ({
    '@type': 'ListItem',
    position: index + 1,
    name,
    ...(index < breadcrumbs.length - 1 && { item: context.settings.baseUrl + path })
  }))
})

/** Returns the nodes as one JSON-LD document; it has no `<`, so it cannot close its script element. */
export const structuredDocument = (nodes: StructuredNode[]): string =>
  JSON.stringify({ '@context': 'https://schema.org', '@graph': nodes }).replaceAll('<', '\\u003c')
