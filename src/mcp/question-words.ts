import { getString, isParent } from '../base/json-value.ts'
import { primaryLanguage } from '../base/language.ts'
import { fold, listForms, splitWords } from '../base/spelling.js'
import { type Business, statesPrices } from '../business/business.ts'
import { readPrices } from '../business/v1.ts'
import { builtInWords, type Words, wordsFor } from '../business/words.ts'
import table from './question-words.json' with { type: 'json' }

/** The words by which people ask for facts that are in no item and no question, in one language. */
interface QuestionWords {
  /** The title of the profile, whose name no page has. */
  profile: string
  words: Record<string, string>
  /** Words for a field of the profile, of its contact or of an item, for a unit, the tax or any price, if the business states it. */
  fields: Record<string, string>
  /** Whole questions, by the path of the operation or by the field that answers them. */
  questions: Record<string, string[]>
  /** Words for what people ask of any business, such as parking, by topic. */
  topics: Record<string, string>
}

const { en, ...others }: { en: QuestionWords; [language: string]: QuestionWords } = table

const wordsOf = ({ faq: { language }, words }: Business): QuestionWords =>
  builtInWords(language)
    ? (others[primaryLanguage(language)] ?? en)
    : translateWords(wordsFor(language, words))

/** Returns the words of the interface by which people ask, in a language that only the business has words in. */
function translateWords({ pages, service, pricing, about, contact, hours }: Words): QuestionWords {
  return {
    profile: contact.details,
    words: {
      '/profile.json': contact.details,
      '/services.json': pages.services,
      '/pricing.json': `${pages.pricing} ${service.price}`,
      '/hours.json': `${hours.title} ${hours.times} ${hours.closed} ${hours.today}`,
      '/services/{id}.json': service.price,
      '/packages/{id}.json': `${service.price} ${pricing.packages}`
    },
    // Most have the name of their field.
    fields: {
      ...about,
      ...contact,
      legal_form: about.legalForm,
      founded_year: about.foundedYear,
      reply_time: contact.replyTime,
      same_as: contact.profiles,
      payment_accepted: about.payment,
      service_area: about.area,
      duration: service.duration
    },
    questions: {},
    topics: {}
  }
}

/** Returns the title of the document of an operation: its own, or the name of its page, such as /pricing/ of /pricing.json. */
export function titleOf(business: Business, path: string): string | undefined {
  const { language } = business.faq
  const { pages, hours } = builtInWords(language) ?? wordsFor(language, business.words)
  const titles = { ...pages, profile: wordsOf(business).profile, hours: hours.title }
  // Each question is a document of its own.
  return path === '/faq.json' ? undefined : getString(titles, path.slice(1, -'.json'.length))
}

/** Describes how people ask about a business, in English and in its language. */
export function createQuestionWords(business: Business) {
  const tables = [...new Set([en, wordsOf(business)])]
  const topicOf = new Map(
    tables
      .flatMap(({ topics }) => Object.entries<string>(topics))
      .flatMap(([topic, words]) => splitWords(words).map((word) => [fold(word), topic]))
  )
  return {
    /** Returns the words by which people ask for the facts of an operation, or for an item. */
    listWords: (path: string, item: object = {}): string => {
      const names = listStatedFields(business, path)
      const stated = [...names, ...('duration' in item ? ['duration'] : [])]
      return tables
        .flatMap(({ words, fields, topics }) => [
          words[path],
          ...stated.map((field) => fields[field === 'phones' ? 'phone' : field] ?? topics[field]),
          ...readPrices(item).map(({ unit = '' }) => getString(fields, unit))
        ])
        .filter((words) => words !== undefined)
        .join(' ')
    },
    /** Returns the names of the fields of a fact, which may be the owner's own. */
    listFields: (path: string) => listStatedFields(business, path),
    listQuestions: (path: string): string[] =>
      tables.flatMap(({ questions }) =>
        [path, ...listStatedFields(business, path)].flatMap(
          (key) => questions[key === 'locations' ? 'address' : key] ?? []
        )
      ),
    /** Returns all words of the topics that a text has a word of. */
    listTopicWords: (text: string): string => {
      const forms = splitWords(text).flatMap((word) => listForms(word).spellings)
      const found = new Set(forms.flatMap((form) => topicOf.get(form) ?? []))
      return [...found].flatMap((topic) => tables.map(({ topics }) => topics[topic] ?? '')).join(' ')
    }
  }
}

/** Returns the names of the stated fields of the profile, of prices, and of their tax. */
function listStatedFields(business: Business, path: string): string[] {
  const { profile, pricing } = business
  const price = statesPrices(business) ? ['price'] : []
  if (path === '/services.json') return price
  if (path === '/pricing.json') return pricing.tax ? [...price, 'tax'] : price
  if (path !== '/profile.json') return []
  const { contact, ...fields } = profile
  return Object.entries({ ...fields, ...contact, ...fields.service_area, ...fields.track_record })
    .filter(([, value]) => !isParent(value) || Object.keys(value).length > 0)
    .map(([field]) => field)
}
