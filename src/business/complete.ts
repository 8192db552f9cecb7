import { toAsciiEmail } from '../base/email.ts'
import type { ImageSize } from '../base/image-size.ts'
import { toWhatsappLink } from '../base/json-schema.ts'
import { normalizeOwnUrl } from '../base/url-path.ts'
import { type Business, type Files, listPrices } from './business.ts'
import { createAmountsWriter, joinAmounts } from './price-words.ts'
import { type Faq, type FaqFile, hasQuestions, questionId } from './schemas/faq.ts'
import { amountsOf, type Price } from './schemas/price.ts'
import { type Contact, hasContactFacts, type ProfileFile } from './schemas/profile.ts'
import type { SiteFile } from './schemas/site.ts'
import type { Image } from './schemas/values.ts'
import { type Catalog, type Package, type Profile, readCatalog, readLimits, readPackage } from './v1.ts'
import { replaceWords, wordsFilesOf } from './words.ts'

/**
 * Returns the facts of a business: fills in the fields that a file may omit because another file or the site has their
 * value, adds the sizes of images, and turns each path of the site into an absolute URL on `baseUrl`.
 */
export function complete(files: Files, baseUrl: string, sizes: Map<string, ImageSize>): Business {
  const absolute = (link: string) =>
    normalizeOwnUrl(toUri(link.startsWith('/') ? baseUrl + link : link), baseUrl)
  const withSize: WithSize = (image) => ({ ...image, src: absolute(image.src), ...sizes.get(image.src) })
  const contact = completeContact(files.profile, absolute)
  const words = wordsFilesOf(files.faq.language).flatMap((name) => files[name] ?? [])
  const complete = completeWith(withSize)
  const catalog = completeCatalog(files, absolute, complete)
  const packages = completePackages(files, absolute)
  const { services, pricing, ...others } = files
  const prices = listPrices({ catalog, pricing: { packages } })
  return {
    ...others,
    baseUrl,
    ...(words.length > 0 && { words: words.reduce((all, own) => replaceWords(all, own)) }),
    profile: completeProfile(files, contact, absolute, withSize, complete, prices),
    catalog,
    pricing: {
      ...pricing,
      ...readLimits(pricing, prices),
      packages,
      ...(pricing.quote_url && { quote_url: absolute(pricing.quote_url) })
    },
    faq: completeFaq(files.faq, absolute),
    ...(files.site && { site: completeSite(files.site, absolute) })
  }
}

/** Returns a link as a URI (RFC 3986): percent-encodes Hebrew and every other character that a URI cannot contain. */
function toUri(text: string): string {
  const link = text.replace(/(?<=^mailto:)[^?]+/i, toAsciiEmail)
  const ascii = /^[!-~]+$/.test(link) || !URL.canParse(link) ? link : new URL(link).href
  return ascii.replace(/%(?![0-9a-f]{2})|[^\w.~:/?#[\]@!$&'()*+,;=%-]+/gi, encodeURIComponent)
}

type Absolute = (link: string) => string
type WithSize = (image: Image) => Image

/** Returns a function that adds the size of its image to an item. */
const completeWith =
  (withSize: WithSize) =>
  <Item extends { image?: Image }>(item: Item): Item => ({
    ...item,
    ...(item.image && { image: withSize(item.image) })
  })

type Complete = ReturnType<typeof completeWith>

function completeContact(profile: ProfileFile, absolute: Absolute, contact = profile.contact): Contact {
  const page = contact.contact_page ?? (hasContactFacts(profile) ? '/contact/' : undefined)
  return {
    ...contact,
    ...(contact.email && { email: toAsciiEmail(contact.email) }),
    ...(contact.whatsapp && { whatsapp: absolute(toWhatsappLink(contact.whatsapp)) }),
    ...(page && { contact_page: absolute(page) })
  }
}

function completeProfile(
  { profile, pricing }: Files,
  contact: Contact,
  absolute: Absolute,
  withSize: WithSize,
  complete: Complete,
  prices: Price[]
): Profile {
  const { links, pricing_model, same_as, logo, people, testimonials } = profile
  return {
    ...complete(profile),
    url: absolute(profile.url ?? '/'),
    contact,
    address: profile.address ?? {},
    pricing_model: {
      ...pricing_model,
      ...readLimits({ ...pricing_model, ...pricing }, prices),
      currency: pricing.currency
    },
    ...(logo && { logo: withSize(logo) }),
    ...(people && { people: people.map(complete) }),
    ...(testimonials && {
      testimonials: testimonials.map((item) => ({ ...item, ...(item.url && { url: absolute(item.url) }) }))
    }),
    ...(same_as && { same_as: same_as.map(absolute) }),
    ...(links && {
      links: Object.fromEntries(Object.entries(links).map(([name, link]) => [name, absolute(link)]))
    })
  }
}

function completeCatalog(
  { services, pricing, profile }: Files,
  absolute: Absolute,
  complete: Complete
): Catalog {
  const catalog = readCatalog(services)
  return {
    currency: pricing.currency,
    ...(pricing.tax && { tax: pricing.tax }),
    ...catalog,
    categories: catalog.categories.map((category) => ({
      ...category,
      url: absolute(category.url ?? `/services/#${category.id}`)
    })),
    services: catalog.services.map((service) => ({
      ...complete(service),
      url: absolute(service.url ?? `/services/${service.id}/`)
    })),
    contact: completeContact(profile, absolute, { ...services.contact, ...profile.contact })
  }
}

/** Adds the text of a price if the owner has not written it. */
function completePackages({ pricing, faq }: Files, absolute: Absolute): Package[] {
  const write = createAmountsWriter(faq.language, pricing.currency)
  return (pricing.packages ?? []).map((file) => {
    const item = readPackage(file)
    const { price, price_display = price && joinAmounts(write(amountsOf(price))) } = item
    return {
      ...item,
      ...(price_display !== undefined && { price_display }),
      url: absolute(item.url ?? `/pricing/#${item.id}`)
    }
  })
}

function completeFaq(faq: FaqFile, absolute: Absolute): Faq {
  // Without questions, the site has no page of questions.
  const source = faq.source ?? (hasQuestions(faq) ? '/faq/' : undefined)
  return {
    ...faq,
    ...(source !== undefined && { source: absolute(source) }),
    categories: faq.categories.map((category) => ({
      ...category,
      items: category.items.map((item) => ({ ...item, id: item.id ?? questionId(item.question) }))
    }))
  }
}

const completeSite = ({ licence, menu, redirects, ...site }: SiteFile, absolute: Absolute): SiteFile => ({
  ...(licence && { licence: { ...licence, url: absolute(licence.url) } }),
  ...(menu && { menu: menu.map(({ label, href }) => ({ label, href: absolute(href) })) }),
  ...(redirects && {
    redirects: Object.fromEntries(Object.entries(redirects).map(([path, url]) => [path, absolute(url)]))
  }),
  ...site
})
