import type { Business } from '../business/business.ts'
import { hasQuestions } from '../business/schemas/faq.ts'
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
  /** Whether the page stays when SITE_DIR has its own index.html. */
  isOnCustomSites?: boolean
}

/**
 * The built-in pages, in the order of menus and lists. The contact page also has a button in the header. A page without
 * content does not exist.
 */
export const pageTable: PageRow[] = [
  { path: '/', name: 'home', view: home, menus: ['notFound'] },
  {
    path: '/services/',
    name: 'services',
    view: services,
    menus: ['header', 'footer', 'notFound'],
    exists: ({ services }) => services.examples.length + services.categories.length > 0
  },
  {
    path: '/pricing/',
    name: 'pricing',
    view: pricing,
    menus: ['header', 'footer', 'notFound'],
    exists: hasPricingPage
  },
  {
    path: '/faq/',
    name: 'faq',
    view: faq,
    menus: ['header', 'footer'],
    exists: ({ faq }) => hasQuestions(faq)
  },
  { path: '/about/', name: 'about', view: about, menus: ['header', 'footer'] },
  { path: '/contact/', name: 'contact', view: contact, menus: ['footer', 'notFound'] },
  { path: '/for-ai/', name: 'forAi', view: forAi, menus: ['footer'], isOnCustomSites: true },
  { path: '/developers/', name: 'developers', view: developers, menus: ['footer'], isOnCustomSites: true },
  {
    path: '/privacy/',
    name: 'privacy',
    view: privacy,
    menus: ['footer'],
    exists: ({ site }) => site?.legal?.privacy === true
  },
  {
    path: '/accessibility/',
    name: 'accessibility',
    view: accessibility,
    menus: ['footer'],
    exists: ({ site }) => site?.legal?.accessibility === true
  }
]

/** Returns whether there is more to say about prices than the prices of the services, which /services/ lists. */
function hasPricingPage({ pricing, profile }: Business): boolean {
  const { packages, notes, entry_price_ils, max_project_ils } = pricing
  const { typical_range_ils } = profile.pricing_model
  const range = [entry_price_ils, max_project_ils, typical_range_ils?.[0]]
  return packages.length > 0 || notes !== undefined || range.some((amount) => amount !== undefined)
}

/** Returns the views of a site by path: those of the table that exist on it, and one for each service. */
export function listViews(
  business: Business,
  isCustomSite: boolean,
  table: PageRow[] = pageTable
): Map<string, View> {
  const rows = table.filter(
    ({ exists, isOnCustomSites }) => (isOnCustomSites || !isCustomSite) && (exists?.(business) ?? true)
  )
  const examples = isCustomSite ? [] : business.services.examples
  return new Map([
    ...rows.map(({ path, view }): [string, View] => [path, view]),
    ...examples.map((example): [string, View] => [`/services/${example.id}/`, service(example)])
  ])
}
