import { subtractMinute } from '../base/calendar.ts'
import { groupBy } from '../base/group-by.ts'
import { fieldOf, isParent } from '../base/json-value.ts'
import { capitalize } from '../base/text.ts'
import { findCategory } from '../business/business.ts'
import businessTypes from '../business/business-types.json' with { type: 'json' }
import { findPlace, listSpecial } from '../business/opening-hours.ts'
import { quoteFor } from '../business/operations.ts'
import { type OpeningHours, weekdays } from '../business/schemas/hours.ts'
import { isOpen } from '../business/schemas/price.ts'
import type { Address, Geo, Profile } from '../business/schemas/profile.ts'
import type { Image } from '../business/schemas/values.ts'
import type { Package, Service } from '../business/v1.ts'
import type { Context } from '../context/context.ts'

type StructuredNode = { '@type': string | string[] } & Record<string, unknown>

/** Returns the business (schema.org/LocalBusiness) with what a page shows: the about page, the contact page, or a page with all facts. */
export function createBusinessNode(context: Context, page?: 'about' | 'contact'): StructuredNode {
  const { business, canLinkTo, baseUrl, words } = context
  const { profile } = business
  const { image, founder, contact, geo, locations, people, testimonials } = profile
  const { email, phone, phones = [], whatsapp } = contact
  const contactPoints = [
    ...(whatsapp ? [{ contactType: words.contact.whatsapp, url: whatsapp }] : []),
    ...phones.map(({ label, number }) => ({ contactType: label, telephone: number }))
  ].map((point) => ({ '@type': 'ContactPoint', ...point }))
  return {
    ...createProviderNode(context),
    url: profile.url,
    image: createImageNode(image) ?? (canLinkTo('/og.png') ? `${baseUrl}/og.png` : undefined),
    telephone: phone,
    ...(page !== 'contact' && {
      alternateName: profile.name_en,
      slogan: profile.tagline,
      description: profile.category,
      logo: createImageNode(profile.logo),
      founder: founder && { '@type': 'Person', name: founder },
      foundingDate: profile.founded_year?.toString(),
      paymentAccepted: profile.payment_accepted?.join(', ')
    }),
    ...(page === undefined && {
      disambiguatingDescription: profile.not_category,
      areaServed: describeServiceArea(profile),
      knowsLanguage: profile.languages
    }),
    ...(page !== 'about' && { email, contactPoint: contactPoints.length > 0 ? contactPoints : undefined }),
    geo: createGeoNode(geo),
    sameAs: profile.same_as,
    ...createHoursProperties(context),
    ...(page === 'about' && {
      employee: people?.map(({ name, role, bio, image }) => ({
        '@type': 'Person',
        name,
        jobTitle: role,
        description: bio,
        image: createImageNode(image)
      })),
      // Not a Review: Google wants a rating in each, and none of a business on its own site (review snippets, "self-serving").
      subjectOf: testimonials?.map(({ quote, name, role, date, url }) => ({
        '@type': 'Quotation',
        text: quote,
        creator: { '@type': 'Person', name, description: role },
        dateCreated: date,
        url
      }))
    }),
    ...(page === 'contact' && {
      subOrganization: locations?.map(({ id, name, address, phone, email, geo }) => ({
        '@type': getBusinessType(context),
        '@id': `${baseUrl}/contact/#${id}`,
        name,
        address: createAddressNode(address),
        telephone: phone,
        email,
        geo: createGeoNode(geo),
        ...createHoursProperties(context, id)
      }))
    })
  }
}

/** Returns the business with all that Google wants of one on any page (structured data, local business). */
function createProviderNode(context: Context): StructuredNode {
  const { name, address } = context.business.profile
  return {
    '@type': getBusinessType(context),
    '@id': `${context.baseUrl}/#business`,
    name,
    address: Object.keys(address).length > 0 ? createAddressNode(address) : undefined
  }
}

/** Returns the type of the business: LocalBusiness of schema.org, or a type below it, or LocalBusiness and another type. */
function getBusinessType({ business }: Context): string | string[] {
  const { business_type: type = 'LocalBusiness' } = business.profile
  return businessTypes.local.includes(type) ? type : ['LocalBusiness', type]
}

const placeFields = ['regions', 'region', 'places', 'cities', 'city']

const isText = (part: unknown): part is string => typeof part === 'string'

/** Reads the fields of a service area that surfaces understand; `others` are the rest, by name. */
export function readArea(area: object = {}) {
  const country = fieldOf(area, 'country')
  const fields = placeFields.filter((name) => [fieldOf(area, name)].flat().every(isText))
  return {
    places: fields.flatMap((name) => fieldOf(area, name)).filter(isText),
    country: isText(country) ? country : undefined,
    /** Whether a number or a list, such as a radius or towns, says that the area is a part of the country. */
    isPart: Object.values(area).some(
      (value) => typeof value === 'number' || (isParent(value) && Object.keys(value).length > 0)
    ),
    others: Object.entries(area).filter(
      ([name, value]) => !fields.includes(name) && !(name === 'country' && isText(value))
    )
  }
}

/** Returns the places, each in its country; else the country; else undefined. The country is no further item, because the business may serve only a part of it. */
function describeServiceArea({ service_area }: Profile): unknown {
  const { places, country, isPart } = readArea(service_area)
  if (places.length === 0) return isPart ? undefined : country
  return country === undefined
    ? places
    : places.map((name) => ({
        '@type': 'Place',
        name,
        containedInPlace: { '@type': 'Country', name: country }
      }))
}

const createAddressNode = ({ street, locality, region, postal_code, country }: Address): StructuredNode => ({
  '@type': 'PostalAddress',
  streetAddress: street,
  addressLocality: locality,
  addressRegion: region,
  postalCode: postal_code,
  addressCountry: country
})

const createGeoNode = (geo: Geo | undefined) =>
  geo && { '@type': 'GeoCoordinates', latitude: geo.latitude, longitude: geo.longitude }

const createImageNode = (image: Image | undefined) =>
  image && {
    '@type': 'ImageObject',
    url: image.src,
    description: image.alt,
    width: image.width,
    height: image.height
  }

/** Returns the hours of a place as properties of its node (schema.org/Place); none if they are unknown. */
function createHoursProperties(context: Context, id?: string) {
  const place = findPlace(context.business.profile, id)
  if (place === undefined) return {}
  const special = listSpecial(place, context.now()).map(({ name, from, to = from, ...times }) => ({
    '@type': 'OpeningHoursSpecification',
    name,
    validFrom: from,
    validThrough: to,
    ...describeTimes(times)
  }))
  const open = weekdays.flatMap((day) => place.opening_hours.filter((entry) => entry.day === day))
  // An empty list would not say that the place is closed.
  const week: (Partial<OpeningHours> & { day: string })[] =
    open.length > 0 ? open : weekdays.map((day) => ({ day }))
  // One node for the days that have the same hours.
  const groups = groupBy(week, ({ opens, closes }) => `${opens} ${closes}`)
  return {
    openingHoursSpecification: Array.from(groups.values(), (entries) => ({
      '@type': 'OpeningHoursSpecification',
      dayOfWeek: entries.map(({ day }) => capitalize(day)),
      ...describeTimes(entries[0])
    })),
    specialOpeningHoursSpecification: special.length > 0 ? special : undefined
  }
}

/** Returns the times as Google reads them (structured data, local business): from 00:00 to 00:00 is closed. */
function describeTimes({ opens, closes }: Partial<OpeningHours> = {}) {
  if (opens === undefined || closes === undefined) return { opens: '00:00', closes: '00:00' }
  // 24 hours end a minute early, because equal times mean closed.
  return { opens, closes: opens === closes ? subtractMinute(closes) : closes }
}

// Codes of UN/CEFACT Recommendation 20; the other units have only their name.
const unitCodes: Record<string, string> = { hour: 'HUR', day: 'DAY', person: 'IE', item: 'C62' }

/** Returns a service; in a list without what only its own page shows. */
export const createServiceNode = (context: Context, service: Service, isListed = false): StructuredNode => ({
  '@type': 'Service',
  name: service.name,
  url: service.url,
  category: findCategory(context.business, service.category)?.name,
  provider: isListed ? { '@id': `${context.baseUrl}/#business` } : createProviderNode(context),
  ...offerOf(context, 'service', service),
  ...(!isListed && { description: service.summary, image: createImageNode(service.image) })
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

interface DocumentParts {
  url: string
  modified: Date | undefined
  nodes: object[]
  breadcrumbs: { name: string; path: string }[]
}

/** Returns the nodes of a page as one JSON-LD document; it has no `<`, so it cannot close its script element. */
export function createStructuredDocument(
  context: Context,
  { url, modified, nodes, breadcrumbs }: DocumentParts
): string {
  const page = {
    '@type': 'WebPage',
    url,
    inLanguage: context.language,
    license: context.business.site?.licence?.url,
    dateModified: modified?.toISOString().slice(0, 10)
  }
  // The last step is the page itself, so it has no URL (Google, breadcrumb).
  const steps = breadcrumbs.map(({ name, path }, index) => ({
    '@type': 'ListItem',
    position: index + 1,
    name,
    ...(index < breadcrumbs.length - 1 && { item: context.baseUrl + path })
  }))
  const trail = steps.length > 0 ? [{ '@type': 'BreadcrumbList', itemListElement: steps }] : []
  return JSON.stringify({
    '@context': 'https://schema.org',
    '@graph': [page, ...nodes, ...trail]
  }).replaceAll('<', '\\u003c')
}
