import type { Business } from '../business/business.ts'
import type { Tool } from './tool.ts'

type Question = [text: string, subject: (business: Business) => string | undefined]

const nameOf = ({ profile }: Business) => profile.name_en ?? profile.name
const serviceOf = ({ services }: Business) => services.examples[0]?.name
// A package on request has no details.
const pricedPackageOf = ({ pricing }: Business) =>
  pricing.packages.find(({ one_time_ils }) => one_time_ils !== null)?.name
const questionOf = ({ faq }: Business) => faq.categories.flatMap(({ items }) => items)[0]?.question

/** The questions of each tool; the first whose subject the data has is shown. */
const questions: Record<string, Question[]> = {
  get_business_profile: [['How can I reach {subject}?', nameOf]],
  list_services: [['Which services does {subject} offer?', nameOf]],
  get_pricing: [['How does {subject} charge?', nameOf]],
  list_faq: [
    ['{subject}', questionOf],
    ['Which questions does {subject} answer?', nameOf]
  ],
  get_service: [['What does {subject} cost?', serviceOf]],
  get_package: [['What does {subject} include?', pricedPackageOf]],
  get_opening_hours: [['When is {subject} open this week?', nameOf]],
  search: [
    ['Find everything about {subject}.', serviceOf],
    ['Find everything about {subject}.', nameOf]
  ],
  fetch: [
    ['Read the page about {subject}, and summarize it.', serviceOf],
    ['Read the home page of {subject}, and summarize it.', nameOf]
  ]
}

/**
 * Returns the tools as the site documents them, each with a question that it answers: `{subject}` stands for `subject`,
 * which is in the language of the business.
 */
export const describeTools = (tools: Pick<Tool, 'name' | 'description'>[], business: Business) =>
  tools.map(({ name, description }) => {
    const candidates = (questions[name] ?? []).map(([question, read]) => ({
      question,
      subject: read(business)
    }))
    const { question, subject = '' } = candidates.find(({ subject }) => subject !== undefined) ?? {}
    return { name, description, ...(question !== undefined && { question }), subject }
  })
