import type { Business } from '../business/business.ts'
import { hasQuestions } from '../business/schemas/faq.ts'
import { hasServices } from '../business/schemas/services.ts'
import type { Subject } from '../surfaces/page-list.ts'
import type { PageLink } from './menus.ts'
import type { View } from './view.ts'
import { about } from './views/about.tsx'
import { accessibility } from './views/accessibility.tsx'
import { contact } from './views/contact.tsx'
import { developers } from './views/developers.tsx'
import { faq } from './views/faq.tsx'
import { forAi } from './views/for-ai.tsx'
import { home } from './views/home.tsx'
import { pricing } from './views/pricing.tsx'
import { privacy } from './views/privacy.tsx'
import { service } from './views/service.tsx'
import { services } from './views/services.tsx'

/** One row of the page table. */
export interface PageRow extends PageLink {
  view: View
  /** Whether a site has the page; every site has it if this is absent. */
  exists?: (business: Business) => boolean
  /** What the page is about. A page for programs stays when SITE_DIR has its own index.html. */
  subject: Subject
}

/**
 * The built-in pages, in the order of menus and lists. The contact page also has a button in the header. A page without
 * content does not exist.
 */
export const pageTable: PageRow[] = [
  { path: '/', name: 'home', view: home, subject: 'business', menus: ['notFound'] },
  {
    path: '/services/',
    name: 'services',
    view: services,
    subject: 'business',
    menus: ['header', 'footer', 'notFound'],
    exists: ({ services }) => hasServices(services)
  },
  {
    path: '/pricing/',
    name: 'pricing',
    view: pricing,
    subject: 'business',
    menus: ['header', 'footer', 'notFound'],
    exists: hasPricingPage
  },
  {
    path: '/faq/',
    name: 'faq',
    view: faq,
    subject: 'business',
    menus: ['header', 'footer'],
    exists: ({ faq }) => hasQuestions(faq)
  },
  {
    path: '/about/',
    name: 'about',
    view: about,
    subject: 'business',
    menus: ['header', 'footer'],
    exists: hasAboutPage
  },
  { path: '/contact/', name: 'contact', view: contact, subject: 'business', menus: ['footer', 'notFound'] },
  { path: '/for-ai/', name: 'forAi', view: forAi, subject: 'programs', menus: ['footer'] },
  { path: '/developers/', name: 'developers', view: developers, subject: 'programs', menus: ['footer'] },
  {
    path: '/privacy/',
    name: 'privacy',
    view: privacy,
    subject: 'site',
    menus: ['footer'],
    exists: ({ site }) => site?.legal?.privacy === true
  },
  {
    path: '/accessibility/',
    name: 'accessibility',
    view: accessibility,
    subject: 'site',
    menus: ['footer'],
    exists: ({ site }) => site?.legal?.accessibility === true
  }
]

const subjects = new Map(pageTable.map(({ path, subject }) => [path, subject]))

/** Returns what a page is about, built-in or custom. */
export const subjectOf = (path: string): Subject => subjects.get(path) ?? 'business'

/** Returns whether there is more to say about prices than the prices of the services, which /services/ lists. */
function hasPricingPage({ pricing, profile }: Business): boolean {
  const { packages, notes, entry_price_ils, max_project_ils } = pricing
  const { typical_range_ils } = profile.pricing_model
  const range = [entry_price_ils, max_project_ils, typical_range_ils?.[0]]
  return packages.length > 0 || notes !== undefined || range.some((amount) => amount !== undefined)
}

// Facts that the home page, the contact page or every footer shows, and facts that no page shows.
const elsewhere = new Set(
  'name tagline url contact reply_time by_appointment timezone business_type legal_form'.split(' ')
)

/** Returns whether the about page would say more than the home page and the contact page. */
function hasAboutPage({ profile }: Business): boolean {
  const { address, pricing_model, ...fields } = profile
  const hasMore = Object.keys(fields).some((field) => !elsewhere.has(field))
  return hasMore || Object.keys(address).length > 0 || pricing_model.note !== undefined
}

/** Returns the views of a site by path: those of the table that exist on it, and one for each service. */
export function listViews(
  business: Business,
  isCustomSite: boolean,
  table: PageRow[] = pageTable
): Map<string, View> {
  const rows = table.filter(
    ({ exists, subject }) => (subject === 'programs' || !isCustomSite) && (exists?.(business) ?? true)
  )
  const examples = isCustomSite ? [] : business.services.examples
  return new Map([
    ...rows.map(({ path, view }): [string, View] => [path, view]),
    ...examples.map((example): [string, View] => [`/services/${example.id}/`, service(example)])
  ])
}
