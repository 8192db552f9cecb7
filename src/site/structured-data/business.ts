import { subtractMinute } from '../../base/calendar.ts'
import { groupBy } from '../../base/group-by.ts'
import { fieldOf, isParent } from '../../base/json-value.ts'
import { capitalize } from '../../base/text.ts'
import businessTypes from '../../business/business-types.json' with { type: 'json' }
import { findPlace, listSpecial, mainPlace } from '../../business/opening-hours.ts'
import { type OpeningHours, weekdays } from '../../business/schemas/hours.ts'
import type { Address, Geo, Profile } from '../../business/schemas/profile.ts'
import type { Image } from '../../business/schemas/values.ts'
import type { Context } from '../../context/context.ts'
import type { StructuredNode } from '../view.ts'

export const getBusinessId = (context: Context) => `${context.baseUrl}/#business`

function createMainNode(context: Context): StructuredNode {
  const { business, canLinkTo, baseUrl } = context
  const { url, contact, image } = business.profile
  return {
    ...createProviderNode(context),
    url,
    image: image ? createImageNode(image) : canLinkTo('/og.png') ? `${baseUrl}/og.png` : undefined,
    telephone: contact.phone
  }
}

/** Returns the business with the facts of its profile and its hours (schema.org/LocalBusiness). */
export const createBusinessNode = (context: Context): StructuredNode => ({
  ...createMainNode(context),
  ...createAboutProperties(context),
  disambiguatingDescription: context.business.profile.not_category,
  areaServed: describeServiceArea(context.business.profile),
  knowsLanguage: context.business.profile.languages,
  ...createContactProperties(context),
  ...createHoursProperties(context, mainPlace)
})

export const createAboutNode = (context: Context): StructuredNode => ({
  ...createMainNode(context),
  ...createAboutProperties(context),
  ...createPlaceProperties(context),
  ...createHoursProperties(context, mainPlace),
  employee: createPersonNodes(context),
  subjectOf: createQuotationNodes(context)
})

export const createContactNode = (context: Context): StructuredNode => ({
  ...createMainNode(context),
  ...createContactProperties(context),
  ...createHoursProperties(context, mainPlace),
  subOrganization: createBranchNodes(context)
})

/** Returns the business with all that Google wants of one on any page (structured data, local business). */
export function createProviderNode(context: Context): StructuredNode {
  const { name, address } = context.business.profile
  return {
    '@type': getBusinessType(context),
    '@id': getBusinessId(context),
    name,
    address: Object.keys(address).length > 0 ? createAddressNode(address) : undefined
  }
}

/** Returns the type of the business: LocalBusiness of schema.org, or a type below it, or LocalBusiness and another type. */
function getBusinessType({ business }: Context): string | string[] {
  const { business_type: type = 'LocalBusiness' } = business.profile
  return businessTypes.local.includes(type) ? type : ['LocalBusiness', type]
}

function createAboutProperties({ business: { profile } }: Context) {
  const { founder, founded_year, logo, payment_accepted } = profile
  return {
    alternateName: profile.name_en,
    slogan: profile.tagline,
    description: profile.category,
    logo: logo && createImageNode(logo),
    founder: founder && { '@type': 'Person', name: founder },
    foundingDate: founded_year?.toString(),
    paymentAccepted: payment_accepted?.join(', ')
  }
}

function createContactProperties(context: Context) {
  const { email, phones = [], whatsapp } = context.business.profile.contact
  const { whatsapp: contactType } = context.words.contact
  const contactPoint = [
    ...(whatsapp ? [{ contactType, url: whatsapp }] : []),
    ...phones.map(({ label, number }) => ({ contactType: label, telephone: number }))
  ].map((point) => ({ '@type': 'ContactPoint', ...point }))
  return {
    email,
    contactPoint: contactPoint.length > 0 ? contactPoint : undefined,
    ...createPlaceProperties(context)
  }
}

const createPlaceProperties = ({ business: { profile } }: Context) => ({
  geo: createGeoNode(profile.geo),
  sameAs: profile.same_as
})

export const placeFields = ['regions', 'region', 'places', 'cities', 'city']

export const listTexts = (area: object, field: string): string[] =>
  [fieldOf(area, field)].flat().filter((part): part is string => typeof part === 'string')

/** Returns the country of an area; undefined if a number or a list, such as a radius or towns, says that the area is a part of it. */
export function wholeCountryOf(area: object): string | undefined {
  const isPart = Object.values(area).some(
    (value) => typeof value === 'number' || (isParent(value) && Object.keys(value).length > 0)
  )
  return isPart ? undefined : listTexts(area, 'country')[0]
}

/** Returns the places, each in its country; else the country; else undefined. The country is no further item, because the business may serve only a part of it. */
function describeServiceArea({ service_area = {} }: Profile): unknown {
  const places = placeFields.flatMap((field) => listTexts(service_area, field))
  const [country] = listTexts(service_area, 'country')
  if (places.length === 0) return wholeCountryOf(service_area)
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

export const createImageNode = ({ src, alt, width, height }: Image): StructuredNode => ({
  '@type': 'ImageObject',
  url: src,
  description: alt,
  width,
  height
})

const createBranchNodes = (context: Context) =>
  context.business.profile.locations?.map(({ id, name, address, phone, email, geo }) => ({
    '@type': getBusinessType(context),
    '@id': `${context.baseUrl}/contact/#${id}`,
    name,
    address: createAddressNode(address),
    telephone: phone,
    email,
    geo: createGeoNode(geo),
    ...createHoursProperties(context, id)
  }))

const createPersonNodes = ({ business }: Context) =>
  business.profile.people?.map(({ name, role, bio, image }) => ({
    '@type': 'Person',
    name,
    jobTitle: role,
    description: bio,
    image: image && createImageNode(image)
  }))

// Not a Review: Google wants a rating in each, and none of a business on its own site (review snippets, "self-serving").
const createQuotationNodes = ({ business }: Context) =>
  business.profile.testimonials?.map(({ quote, name, role, date, url }) => ({
    '@type': 'Quotation',
    text: quote,
    creator: { '@type': 'Person', name, description: role },
    dateCreated: date,
    url
  }))

/** Returns the hours of a place as properties of its node (schema.org/Place); none if they are unknown. */
function createHoursProperties(context: Context, id: string) {
  const place = findPlace(context.business.profile, id)
  if (place === undefined) return {}
  const special = listSpecial(place, context.now()).map(({ name, from, to = from, opens, closes }) => ({
    '@type': 'OpeningHoursSpecification',
    name,
    validFrom: from,
    validThrough: to,
    ...describeTimes(opens, closes)
  }))
  return {
    openingHoursSpecification: createWeekNodes(place.opening_hours),
    specialOpeningHoursSpecification: special.length > 0 ? special : undefined
  }
}

/** Returns one node for the days that have the same hours. */
function createWeekNodes(hours: OpeningHours[]): StructuredNode[] {
  const week = weekdays.flatMap((day) => hours.filter((entry) => entry.day === day))
  const groups = groupBy(week, ({ opens, closes }) => `${opens} ${closes}`)
  return Array.from(groups, ([times, entries]) => {
    const [opens, closes] = times.split(' ')
    const dayOfWeek = entries.map(({ day }) => capitalize(day))
    return { '@type': 'OpeningHoursSpecification', dayOfWeek, ...describeTimes(opens, closes) }
  })
}

/** Returns the times as Google reads them (structured data, local business): from 00:00 to 00:00 is closed. */
function describeTimes(opens: string | undefined, closes: string | undefined) {
  if (opens === undefined || closes === undefined) return { opens: '00:00', closes: '00:00' }
  // 24 hours end a minute early, because equal times mean closed.
  return { opens, closes: opens === closes ? subtractMinute(closes) : closes }
}
