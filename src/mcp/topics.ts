import type { Business } from '../business/business.ts'
import { primaryLanguage } from '../business/language.ts'
import table from './topics.json' with { type: 'json' }

/** The words by which people ask for facts that are in no item and no question, in one language. */
interface Topics {
  /** Titles of the documents, by the path of their operation. */
  titles: Record<string, string>
  /** Words for a document, by the path of its operation. */
  words: Record<string, string>
  /** Words for a field of the profile or of its contact, if the business states it. */
  fields: Record<string, string>
}

const { en, ...others } = table
const topicsByLanguage: Record<string, Topics> = others

const topicsOf = ({ faq }: Business) => topicsByLanguage[primaryLanguage(faq.language)]

/** Returns the title of an operation's document in the language of the business, or else in English. */
export const titleOf = (business: Business, path: string): string | undefined => {
  const titles: Record<string, string> = (topicsOf(business) ?? en).titles
  return titles[path]
}

/** Returns the words for an operation's document, in English and in the language of the business. */
export function listTopics(business: Business, path: string): string {
  const { contact, address, ...fields } = business.profile
  const hasAddress = Object.keys(address).length > 0
  const stated =
    path === '/profile.json' ? Object.keys({ ...fields, ...contact, ...(hasAddress && { address }) }) : []
  const languages: (Topics | undefined)[] = [en, topicsOf(business)]
  return languages
    .flatMap((topics) => [topics?.words[path], ...stated.map((field) => topics?.fields[field])])
    .filter((words) => words !== undefined)
    .join(' ')
}
