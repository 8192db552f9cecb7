import type { Business } from '../business/business.ts'
import type { Page } from './view.ts'
import { about } from './views/about.tsx'
import { accessibility } from './views/accessibility.tsx'
import { contact } from './views/contact.tsx'
import { developers } from './views/developers.tsx'
import { faq } from './views/faq.tsx'
import { forAi } from './views/for-ai.tsx'
import { home } from './views/home.tsx'
import { notFound } from './views/not-found.tsx'
import { pricing } from './views/pricing.tsx'
import { privacy } from './views/privacy.tsx'
import { service } from './views/service.tsx'
import { services } from './views/services.tsx'

/** The pages that every site has, by path, in the order of a table of contents. */
export const pages = new Map<string, Page>([
  ['/', home],
  ['/services/', services],
  ['/pricing/', pricing],
  ['/faq/', faq],
  ['/about/', about],
  ['/contact/', contact],
  ['/for-ai/', forAi],
  ['/developers/', developers],
  ['/privacy/', privacy],
  ['/accessibility/', accessibility]
])

/** All pages of a business by path: those of every site and one for each service. */
export const pagesOf = ({ services: { examples } }: Business): Map<string, Page> =>
  new Map([
    ...pages,
    ...examples.map((example): [string, Page] => [`/services/${example.id}/`, service(example)])
  ])

/** What is answered, with status 404, where there is no page. */
export const notFoundPage: Page = notFound
