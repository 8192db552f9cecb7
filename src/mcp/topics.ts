import type { Business } from '../business/business.ts'
import { primaryLanguage } from '../business/language.ts'
import { statesPrices } from '../business/price-range.ts'
import { builtInWords, type Words, wordsFor } from '../business/words.ts'
import table from './topics.json' with { type: 'json' }

/** The words by which people ask for facts that are in no item and no question, in one language. */
interface Topics {
  /** Titles of the documents, by the path of their operation. */
  titles: Record<string, string>
  /** Words for a document, by the path of its operation. */
  words: Record<string, string>
  /** Words for the documents with services and prices, if the business states a price. */
  comparisons: string
  /** Words for a field of the profile or of its contact, if the business states it. */
  fields: Record<string, string>
  /** Whole questions, by the path of the operation whose document answers them or by the field, as in `fields`. */
  questions: Record<string, string[]>
}

const { en, ...others } = table
const topicsByLanguage: Record<string, Topics> = others

// Thousands of items ask for the topics of the same business.
const translated = new WeakMap<Business, Topics>()

function topicsOf(business: Business): Topics {
  const { faq, words } = business
  if (builtInWords(faq.language)) return topicsByLanguage[primaryLanguage(faq.language)] ?? en
  const topics = translated.get(business) ?? translateTopics(wordsFor(faq.language, words))
  translated.set(business, topics)
  return topics
}

/** Returns the words of the interface by which people ask, in a language that only the business has words in. */
function translateTopics({ pages, service, pricing, about, contact, hours }: Words): Topics {
  return {
    titles: {
      '/profile.json': contact.details,
      '/services.json': pages.services,
      '/pricing.json': pages.pricing,
      '/hours.json': hours.title
    },
    words: {
      '/profile.json': contact.details,
      '/services.json': pages.services,
      '/pricing.json': `${pages.pricing} ${service.price}`,
      '/hours.json': `${hours.title} ${hours.times} ${hours.closed} ${hours.today}`,
      '/services/{id}.json': service.price,
      '/packages/{id}.json': `${service.price} ${pricing.packages}`
    },
    comparisons: '',
    fields: {
      legal_form: about.legalForm,
      founder: about.founder,
      founded_year: about.foundedYear,
      phone: contact.phone,
      phones: contact.phone,
      email: contact.email,
      whatsapp: contact.whatsapp,
      reply_time: contact.replyTime,
      address: contact.address,
      locations: contact.locations,
      same_as: contact.profiles,
      people: about.people,
      testimonials: about.testimonials,
      payment_accepted: about.payment,
      service_area: about.area,
      languages: about.languages,
      stack: about.stack
    },
    questions: {}
  }
}

/** Returns the title of an operation's document in the language of the business. */
export const titleOf = (business: Business, path: string): string | undefined =>
  topicsOf(business).titles[path]

/** Returns the words for an operation's document, in English and in the language of the business. */
export function listTopics(business: Business, path: string): string {
  const stated = listStatedFields(business, path)
  const isCompared = ['/services.json', '/pricing.json'].includes(path) && statesPrices(business)
  return listLanguages(business)
    .flatMap(({ words, comparisons, fields }) => [
      words[path],
      isCompared ? comparisons : undefined,
      ...stated.map((field) => fields[field])
    ])
    .filter((words) => words !== undefined)
    .join(' ')
}

/** Returns the whole questions that an operation's document answers, in English and in the language of the business. */
export const listQuestions = (business: Business, path: string): string[] =>
  listLanguages(business).flatMap(({ questions }) =>
    [path, ...listStatedFields(business, path)].flatMap((key) => questions[key] ?? [])
  )

const listLanguages = (business: Business): Topics[] => [...new Set([en, topicsOf(business)])]

/** Returns the fields that a document has words for: those of the profile, with its contact. */
function listStatedFields({ profile }: Business, path: string): string[] {
  const { contact, address, ...fields } = profile
  const hasAddress = Object.keys(address).length > 0
  return path === '/profile.json'
    ? Object.keys({ ...fields, ...contact, ...(hasAddress && { address }) })
    : []
}
