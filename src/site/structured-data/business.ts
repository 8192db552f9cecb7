import type { Address, Geo, Location, Profile } from '../../business/schemas/profile.ts'
import type { Image } from '../../business/schemas/values.ts'
import type { PageContext } from '../page-context.ts'
import type { StructuredNode } from '../view.ts'
import { createHoursProperties } from './hours.ts'

/** Returns the type of the business (schema.org/LocalBusiness, or a type below it). */
export const getBusinessType = ({ business }: PageContext): string =>
  business.profile.business_type ?? 'LocalBusiness'

/** Returns the facts that identify the business, by the properties of schema.org whose definitions they match. */
export function createIdentityProperties(context: PageContext) {
  const { business, canLinkTo, settings } = context
  const { name, url, address, contact, image } = business.profile
  return {
    name,
    url,
    ...(image
      ? { image: createImageNode(image) }
      : canLinkTo('/og.png') && { image: `${settings.baseUrl}/og.png` }),
    telephone: contact.phone,
    ...(Object.keys(address).length > 0 && { address: createAddressNode(address) })
  }
}

/** Returns the facts about the business that the about page shows. */
export function createAboutProperties({ business: { profile } }: PageContext) {
  const { founder, founded_year, logo, payment_accepted } = profile
  return {
    alternateName: profile.name_en,
    slogan: profile.tagline,
    description: profile.category,
    ...(logo && { logo: createImageNode(logo) }),
    ...(founder && { founder: { '@type': 'Person', name: founder } }),
    ...(founded_year && { foundingDate: String(founded_year) }),
    ...(payment_accepted && { paymentAccepted: payment_accepted.join(', ') })
  }
}

/** Returns the area and languages that the business serves, and `not_category`; for the pages that state all facts. */
export const createScopeProperties = ({ business: { profile } }: PageContext) => ({
  disambiguatingDescription: profile.not_category,
  areaServed: describeServiceArea(profile),
  knowsLanguage: profile.languages
})

/** Returns the facts about the business that the contact page shows. */
export function createContactProperties(context: PageContext) {
  return {
    email: context.business.profile.contact.email,
    ...createContactPoints(context),
    ...createPlaceProperties(context)
  }
}

/** Returns the place of the business on the map, and its profiles on other sites. */
export const createPlaceProperties = ({ business: { profile } }: PageContext) => ({
  ...(profile.geo && { geo: createGeoNode(profile.geo) }),
  sameAs: profile.same_as
})

/** Returns the ways to contact the business besides its main telephone number and email address. */
function createContactPoints({ business, words }: PageContext): { contactPoint?: StructuredNode[] } {
  const { phones = [], whatsapp } = business.profile.contact
  const contactPoint = [
    ...(whatsapp ? [{ '@type': 'ContactPoint', contactType: words.contact.whatsapp, url: whatsapp }] : []),
    ...phones.map(({ label, number }) => ({
      '@type': 'ContactPoint',
      contactType: label,
      telephone: number
    }))
  ]
  return contactPoint.length > 0 ? { contactPoint } : {}
}

/**
 * Returns the regions of the service area, each in its country, or else only the country; undefined if the data has neither as
 * text. The country is not a further item of the list, because the business may serve only a part of it.
 */
function describeServiceArea({ service_area = {} }: Profile): unknown {
  const area = new Map<string, unknown>(Object.entries(service_area))
  const [regions, country] = [area.get('regions'), area.get('country')].map((value) => {
    const parts = [value].flat()
    return parts.length > 0 && parts.every((part) => typeof part === 'string') ? value : undefined
  })
  return typeof country === 'string' && regions !== undefined
    ? [regions].flat().map((name) => ({
        '@type': 'Place',
        name,
        containedInPlace: { '@type': 'Country', name: country }
      }))
    : (regions ?? country)
}

const createAddressNode = ({ street, locality, postal_code, country }: Address): StructuredNode => ({
  '@type': 'PostalAddress',
  streetAddress: street,
  addressLocality: locality,
  postalCode: postal_code,
  addressCountry: country
})

const createGeoNode = ({ latitude, longitude }: Geo): StructuredNode => ({
  '@type': 'GeoCoordinates',
  latitude,
  longitude
})

export const createImageNode = ({ src, alt, width, height }: Image): StructuredNode => ({
  '@type': 'ImageObject',
  url: src,
  description: alt,
  width,
  height
})

/** Returns the further branches: each is part of the business, and a place with a telephone number of its own. */
export const createBranchNodes = (context: PageContext) =>
  context.business.profile.locations?.map((location) => createBranchNode(context, location))

const createBranchNode = (context: PageContext, { id, name, address, phone, email, geo }: Location) => ({
  '@type': getBusinessType(context),
  '@id': `${context.settings.baseUrl}/contact/#${id}`,
  name,
  address: createAddressNode(address),
  telephone: phone,
  email,
  ...(geo && { geo: createGeoNode(geo) }),
  ...createHoursProperties(context, id)
})

export const createPersonNodes = ({ business }: PageContext) =>
  business.profile.people?.map(({ name, role, bio, image }) => ({
    '@type': 'Person',
    name,
    jobTitle: role,
    description: bio,
    ...(image && { image: createImageNode(image) })
  }))

// Not a Review: Google wants a rating in each, and none of a business on its own site (review snippets, "self-serving").
export const createQuotationNodes = ({ business }: PageContext) =>
  business.profile.testimonials?.map(({ quote, name, role, date, url }) => ({
    '@type': 'Quotation',
    text: quote,
    creator: { '@type': 'Person', name, description: role },
    dateCreated: date,
    url
  }))
