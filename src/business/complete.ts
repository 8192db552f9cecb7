import type { Business, Files } from './business.ts'
import type { ImageSize } from './loading/image-size.ts'
import { joinAmounts } from './price-words.ts'
import { type Faq, type FaqFile, hasQuestions, questionId } from './schemas/faq.ts'
import { toWhatsappLink } from './schemas/patterns.ts'
import { amountsOf, createAmountsWriter, type Price, packagePrice, roundUp } from './schemas/price.ts'
import type { Package, Pricing } from './schemas/pricing.ts'
import type { Contact, Profile } from './schemas/profile.ts'
import type { ServiceCatalog } from './schemas/services.ts'
import type { SiteFile } from './schemas/site.ts'
import type { Image } from './schemas/values.ts'
import { replaceWords, wordsFilesOf } from './words.ts'

/**
 * Returns the published facts: fills in the fields that a file may omit because another file or the site has their
 * value, adds the sizes of images, and turns each path of the site into an absolute URL on `baseUrl`.
 */
export function complete(files: Files, baseUrl: string, sizes: Map<string, ImageSize>): Business {
  const absolute = (link: string) => toUri(link.startsWith('/') ? baseUrl + link : link)
  const withSize = (image: Image) => ({ ...image, src: absolute(image.src), ...sizes.get(image.src) })
  const contact = completeContact(files.profile.contact, absolute)
  const words = wordsFilesOf(files.faq.language).flatMap((name) => files[name] ?? [])
  return {
    ...files,
    ...(words.length > 0 && { words: words.reduce((all, own) => replaceWords(all, own)) }),
    profile: completeProfile(files, contact, absolute, withSize),
    services: completeServices(files, absolute, withSize),
    pricing: completePricing(files, absolute),
    faq: completeFaq(files.faq, absolute),
    ...(files.site && { site: completeSite(files.site, absolute) })
  }
}

/** Returns a link as a URI (RFC 3986): percent-encodes Hebrew and every other character that a URI cannot contain. */
function toUri(link: string): string {
  const ascii = /^[!-~]+$/.test(link) || !URL.canParse(link) ? link : new URL(link).href
  return ascii.replace(/%(?![0-9a-f]{2})|[^\w.~:/?#[\]@!$&'()*+,;=%-]+/gi, encodeURIComponent)
}

type Absolute = (link: string) => string
/** Returns an image with an absolute URL and its size. */
type WithSize = (image: Image) => Image

/** Ways to reach the business, including the contact page of the site. */
type CompleteContact = Contact & { contact_page: string }

const completeContact = (contact: Contact, absolute: Absolute): CompleteContact => ({
  ...contact,
  ...(contact.whatsapp && { whatsapp: absolute(toWhatsappLink(contact.whatsapp)) }),
  contact_page: absolute(contact.contact_page ?? '/contact/')
})

function completeProfile(
  { profile, pricing }: Files,
  contact: CompleteContact,
  absolute: Absolute,
  withSize: WithSize
): Profile {
  const { links, pricing_model, same_as, logo, image, people, testimonials } = profile
  const { currency, entry_price_ils, max_project_ils } = pricing
  return {
    ...profile,
    url: absolute(profile.url ?? '/'),
    contact,
    address: profile.address ?? {},
    pricing_model: {
      ...pricing_model,
      ...(entry_price_ils !== undefined && { entry_price_ils }),
      ...(max_project_ils !== undefined && { max_project_ils }),
      currency
    },
    ...(logo && { logo: withSize(logo) }),
    ...(image && { image: withSize(image) }),
    ...(people && {
      people: people.map((person) => ({
        ...person,
        ...(person.image && { image: withSize(person.image) })
      }))
    }),
    ...(same_as && { same_as: same_as.map(absolute) }),
    ...(testimonials && {
      testimonials: testimonials.map((item) => ({ ...item, ...(item.url && { url: absolute(item.url) }) }))
    }),
    ...(links && {
      links: Object.fromEntries(Object.entries(links).map(([name, link]) => [name, absolute(link)]))
    })
  }
}

function completeServices(
  { services, pricing, profile }: Files,
  absolute: Absolute,
  withSize: WithSize
): ServiceCatalog {
  return {
    currency: pricing.currency,
    ...(pricing.tax && { tax: pricing.tax }),
    ...services,
    categories: (services.categories ?? []).map((category) => ({
      ...category,
      url: absolute(category.url ?? `/services/#${category.id}`)
    })),
    examples: services.examples.map((example) => ({
      ...example,
      ...completePrice(example.price),
      ...(example.image && { image: withSize(example.image) }),
      /* c8 ignore next: the check demands one of the two */
      from_ils: example.from_ils ?? roundUp(example.price?.amount ?? ''),
      url: absolute(example.url ?? `/services/${example.id}/`)
    })),
    contact: completeContact({ ...services.contact, ...profile.contact }, absolute)
  }
}

function completePricing({ pricing, faq }: Files, absolute: Absolute): Pricing {
  const packages = (pricing.packages ?? []).map((item) => ({
    ...item,
    ...completePrice(item.price),
    one_time_ils: item.one_time_ils ?? (item.price ? roundUp(item.price.amount) : null)
  }))
  const display = displayPrice(faq.language, pricing.currency)
  return {
    ...pricing,
    packages: packages.map((item) => ({
      ...item,
      ...display(item),
      url: absolute(item.url ?? `/pricing/#${item.id}`)
    })),
    ...(pricing.quote_url && { quote_url: absolute(pricing.quote_url) })
  }
}

// A price without a kind is a starting price.
const completePrice = (price: Price | undefined) => price && { price: { kind: 'from' as const, ...price } }

/** Returns a function that writes the price of a package that has no `price_display`. */
function displayPrice(language: string, currency: string) {
  const write = createAmountsWriter(language, currency)
  return (item: Package) => {
    const price = packagePrice(item)
    return price === undefined || item.price_display !== undefined
      ? {}
      : { price_display: joinAmounts(write(...amountsOf(price))) }
  }
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
