import type { Business, Files } from './business.ts'
import type { Faq } from './faq.ts'
import type { Package, Pricing } from './pricing.ts'
import type { Contact, Profile } from './profile.ts'
import type { ServiceCatalog } from './services.ts'

/**
 * Returns the published facts: fills in the fields that a file may omit because another file or the site has their
 * value, and turns each path of the site into an absolute URL on `baseUrl`.
 */
export function complete(files: Files, baseUrl: string): Business {
  const absolute = (link: string) => toUri(link.startsWith('/') ? baseUrl + link : link)
  const contact = completeContact(files.profile.contact, absolute)
  return {
    ...files,
    profile: completeProfile(files, contact, absolute),
    services: completeServices(files, contact, absolute),
    pricing: completePricing(files, contact, absolute),
    faq: completeFaq(files.faq, absolute)
  }
}

/** Returns a link as a URI (RFC 3986): percent-encodes Hebrew and every other character that a URI cannot contain. */
function toUri(link: string): string {
  const ascii = /^[!-~]+$/.test(link) || !URL.canParse(link) ? link : new URL(link).href
  return ascii.replace(/%(?![0-9a-f]{2})|[^\w.~:/?#[\]@!$&'()*+,;=%-]+/gi, encodeURIComponent)
}

type Absolute = (link: string) => string

/** Ways to reach the business, including the contact page of the site. */
type CompleteContact = Contact & { contact_page: string }

const completeContact = (contact: Contact, absolute: Absolute): CompleteContact => ({
  ...contact,
  ...(contact.whatsapp && { whatsapp: absolute(contact.whatsapp) }),
  contact_page: absolute(contact.contact_page ?? '/contact/')
})

function completeProfile({ profile, pricing }: Files, contact: CompleteContact, absolute: Absolute): Profile {
  const { links, pricing_model } = profile
  const { currency, entry_price_ils, max_project_ils } = pricing
  return {
    ...profile,
    url: absolute(profile.url ?? '/'),
    contact,
    pricing_model: {
      ...pricing_model,
      ...(entry_price_ils !== undefined && { entry_price_ils }),
      ...(max_project_ils !== undefined && { max_project_ils }),
      currency
    },
    ...(links && {
      links: Object.fromEntries(Object.entries(links).map(([name, link]) => [name, absolute(link)]))
    })
  }
}

function completeServices(
  { services, pricing }: Files,
  contact: Contact,
  absolute: Absolute
): ServiceCatalog {
  return {
    currency: pricing.currency,
    ...services,
    categories: services.categories.map((category) => ({
      ...category,
      url: absolute(category.url ?? `/services/#${category.id}`)
    })),
    examples: services.examples.map((example) => ({
      ...example,
      url: absolute(example.url ?? `/services/${example.id}/`)
    })),
    contact: { ...services.contact, ...contact }
  }
}

function completePricing({ pricing, faq }: Files, contact: CompleteContact, absolute: Absolute): Pricing {
  const money = new Intl.NumberFormat(faq.language, {
    style: 'currency',
    currency: pricing.currency,
    maximumFractionDigits: 0
  })
  const display = ({ one_time_ils, price_display }: Package) =>
    one_time_ils === null || price_display !== undefined ? {} : { price_display: money.format(one_time_ils) }
  return {
    ...pricing,
    packages: pricing.packages.map((item) => ({
      ...item,
      ...display(item),
      url: absolute(item.url ?? `/pricing/#${item.id}`)
    })),
    quote_url: absolute(pricing.quote_url ?? contact.contact_page)
  }
}

const completeFaq = (faq: Faq, absolute: Absolute): Faq => ({
  ...faq,
  source: absolute(faq.source ?? '/faq/')
})
