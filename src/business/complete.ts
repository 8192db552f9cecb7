import { toAsciiEmail } from '../base/email.ts'
import type { ImageSize } from '../base/image-size.ts'
import { partOf, toWhatsappLink } from '../base/json-schema.ts'
import { fieldOf, isObject } from '../base/json-value.ts'
import { normalizeOwnUrl } from '../base/url-path.ts'
import { type Business, dataFiles, type Files, listPrices } from './business.ts'
import { createPriceWriter, joinAmounts } from './price-words.ts'
import { hasQuestions, questionId } from './schemas/faq.ts'
import { type Contact, hasContactFacts } from './schemas/profile.ts'
import { Image } from './schemas/values.ts'
import { readCatalog, readLimits, readPackage } from './v1.ts'
import { mergeWords, wordsFor } from './words.ts'

/** Fills in what a file may omit, adds the sizes of images, and turns each path of the site into a URL on `baseUrl`. */
export function complete(files: Files, baseUrl: string, sizes: Map<string, ImageSize>): Business {
  const toAbsolute = (link: string) =>
    normalizeOwnUrl(toUri(link.startsWith('/') ? baseUrl + link : link), baseUrl)
  const schemas = Object.entries(dataFiles).map(([name, { schema }]) => [name, schema])
  const publish = createPublisher(toAbsolute, sizes)
  const published = publish(files, { properties: Object.fromEntries(schemas) })
  const { profile, services, pricing, faq, ...others } = published
  const { currency, tax } = pricing
  const { language } = faq
  const page = hasContactFacts(profile) ? toAbsolute('/contact/') : undefined
  const withPage = (contact: Contact): Contact => ({
    ...contact,
    ...(page && { contact_page: contact.contact_page ?? page })
  })
  const words = mergeWords(files, language)
  const { price: priceWords } = wordsFor(language, words)
  const { split } = createPriceWriter({ language, currency, tax, hasSharedTax: false, words: priceWords })
  const withUrl = <Item extends { url?: string }>(item: Item, path: string) => ({
    ...item,
    url: item.url ?? toAbsolute(path)
  })
  const packages = (pricing.packages ?? []).map((file) => {
    const item = readPackage(file)
    const { price, price_display = price && joinAmounts(split(price).amounts) } = item
    const shown = price_display === undefined ? item : { ...item, price_display }
    return withUrl(shown, `/pricing/#${item.id}`)
  })
  const facts = readCatalog(services)
  const catalog = {
    currency,
    ...(tax && { tax }),
    ...facts,
    categories: facts.categories.map((item) => withUrl(item, `/services/#${item.id}`)),
    services: facts.services.map((item) => withUrl(item, `/services/${item.id}/`)),
    contact: withPage({ ...services.contact, ...profile.contact })
  }
  const prices = listPrices({ catalog, pricing: { packages } })
  const limits = readLimits({ ...profile.pricing_model, ...pricing }, prices)
  // Without questions, the site has no page of questions.
  const source = faq.source ?? (hasQuestions(faq) ? toAbsolute('/faq/') : undefined)
  return {
    ...others,
    baseUrl,
    ...(words && { words }),
    profile: {
      ...profile,
      url: profile.url ?? toAbsolute('/'),
      contact: withPage(profile.contact),
      address: profile.address ?? {},
      pricing_model: { ...profile.pricing_model, ...limits, currency }
    },
    catalog,
    pricing: { ...pricing, ...limits, typical: undefined, packages },
    faq: {
      ...faq,
      ...(source !== undefined && { source }),
      categories: faq.categories.map((category) => ({
        ...category,
        items: category.items.map((item) => ({ ...item, id: item.id ?? questionId(item.question) }))
      }))
    }
  }
}

/** Returns a link as a URI (RFC 3986): percent-encodes Hebrew and every other character that a URI cannot contain. */
function toUri(text: string): string {
  const link = text.replace(/(?<=^mailto:)[^?]+/i, toAsciiEmail)
  const ascii = /^[!-~]+$/.test(link) || !URL.canParse(link) ? link : new URL(link).href
  return ascii.replace(/%(?![0-9a-f]{2})|[^\w.~:/?#[\]@!$&'()*+,;=%-]+/gi, encodeURIComponent)
}

/** Publishes values: links become absolute and email addresses ASCII, and images get a size. */
function createPublisher(toAbsolute: (link: string) => string, sizes: Map<string, ImageSize>) {
  const formats: Record<string, (text: string) => string> = {
    email: toAsciiEmail,
    uri: (link) => toAbsolute(toWhatsappLink(link))
  }
  function publish<Value>(value: Value, schema: unknown): Value
  function publish(value: unknown, schema: unknown): unknown {
    if (typeof value === 'string') return formats[String(fieldOf(schema, 'format'))]?.(value) ?? value
    if (Array.isArray(value)) return value.map((entry, index) => publish(entry, partOf(schema, `${index}`)))
    if (!isObject(value)) return value
    const fields = Object.entries(value).map(([name, part]) => [name, publish(part, partOf(schema, name))])
    const size = fieldOf(schema, '$id') === Image.$id ? sizes.get(String(value.src)) : undefined
    return { ...Object.fromEntries(fields), ...size }
  }
  return publish
}
