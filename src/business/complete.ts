import { toAsciiEmail } from '../base/email.ts'
import type { ImageSize } from '../base/image-size.ts'
import { toWhatsappLink } from '../base/json-schema.ts'
import { normalizeOwnUrl } from '../base/url-path.ts'
import { type Business, type Files, listPrices } from './business.ts'
import { createAmountsWriter, joinAmounts } from './price-words.ts'
import type { Action } from './schemas/action.ts'
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
  const complete = completeWith(absolute, withSize)
  const catalog = completeCatalog(files, absolute, withSize, complete)
  const packages = completePackages(files, absolute, complete)
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
type WithSize = <Picture extends Image>(image: Picture) => Picture

interface Item {
  url?: string
  image?: Image
  actions?: Action[]
}

/** Returns a function that completes an item: its links are absolute URLs, and its image has its size. */
const completeWith =
  (absolute: Absolute, withSize: WithSize) =>
  <One extends Item>(item: One): One => ({
    ...item,
    ...(item.url && { url: absolute(item.url) }),
    ...(item.image && { image: withSize(item.image) }),
    ...(item.actions && {
      actions: item.actions.map((action) => ({ ...action, href: absolute(action.href) }))
    })
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
  const { links, pricing_model, same_as, logo, gallery, locations, people } = profile
  const { credentials, ratings, testimonials, notice } = profile
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
    ...(notice?.href && { notice: { ...notice, href: absolute(notice.href) } }),
    ...(logo && { logo: withSize(logo) }),
    ...(locations && { locations: locations.map(complete) }),
    ...(people && {
      people: people.map(({ credentials, ...person }) => ({
        ...complete(person),
        ...(credentials && { credentials: credentials.map(complete) })
      }))
    }),
    ...(gallery && { gallery: gallery.map(withSize) }),
    ...(credentials && { credentials: credentials.map(complete) }),
    ...(ratings && { ratings: ratings.map(complete) }),
    ...(testimonials && { testimonials: testimonials.map(complete) }),
    ...(same_as && { same_as: same_as.map(absolute) }),
    ...(links && {
      links: Object.fromEntries(Object.entries(links).map(([name, link]) => [name, absolute(link)]))
    })
  }
}

function completeCatalog(
  { services, pricing, profile }: Files,
  absolute: Absolute,
  withSize: WithSize,
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
      ...(service.images && { images: service.images.map(withSize) }),
      url: absolute(service.url ?? `/services/${service.id}/`)
    })),
    contact: completeContact(profile, absolute, { ...services.contact, ...profile.contact })
  }
}

/** Adds the text of a price if the owner has not written it. */
function completePackages({ pricing, faq }: Files, absolute: Absolute, complete: Complete): Package[] {
  const write = createAmountsWriter(faq.language, pricing.currency)
  return (pricing.packages ?? []).map((file) => {
    const item = readPackage(file)
    const { price, price_display = price && joinAmounts(write(amountsOf(price))) } = item
    return {
      ...complete(item),
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
