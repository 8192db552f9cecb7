import { about } from '../../site/pages/about.tsx'
import { accessibility } from '../../site/pages/accessibility.tsx'
import { contact } from '../../site/pages/contact.tsx'
import { developers } from '../../site/pages/developers.tsx'
import { faq } from '../../site/pages/faq.tsx'
import { forAi } from '../../site/pages/for-ai.tsx'
import { home } from '../../site/pages/home.tsx'
import { notFound } from '../../site/pages/not-found.tsx'
import { pricing } from '../../site/pages/pricing.tsx'
import { privacy } from '../../site/pages/privacy.tsx'
import { service } from '../../site/pages/service.tsx'
import { services } from '../../site/pages/services.tsx'
import type { Page } from '../../site/view.ts'
import type { Business } from '../business/business.ts'

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
