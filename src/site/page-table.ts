import { isObject } from '../base/json-value.ts'
import { type Business, hasServices } from '../business/business.ts'
import { hasQuestions } from '../business/schemas/faq.ts'
import { hasContactFacts } from '../business/schemas/profile.ts'
import type { Service } from '../business/v1.ts'
import type { MenuPage } from '../context/context.ts'
import type { Subject } from '../resources/resources.ts'
import type { View } from './view.ts'

interface PageRow extends MenuPage {
  /** Whether a site has the page; every site has it if this is absent. */
  exists?: (business: Business) => boolean
  /** What the page is about; the business if this is absent. A page for programs stays when SITE_DIR has its own index.html. */
  subject?: Subject
}

/** The built-in pages, in the order of menus and lists. The contact page also has a button in the header. A page without content does not exist. */
export const pageTable: PageRow[] = [
  { path: '/', name: 'home', menus: ['notFound'] },
  { path: '/services/', name: 'services', menus: ['header', 'footer', 'notFound'], exists: hasServices },
  { path: '/pricing/', name: 'pricing', menus: ['header', 'footer', 'notFound'], exists: hasPricingPage },
  { path: '/faq/', name: 'faq', menus: ['header', 'footer'], exists: ({ faq }) => hasQuestions(faq) },
  { path: '/about/', name: 'about', menus: ['header', 'footer'], exists: hasAboutPage },
  {
    path: '/contact/',
    name: 'contact',
    menus: ['footer', 'notFound'],
    exists: ({ profile }) => hasContactFacts(profile)
  },
  { path: '/for-ai/', name: 'forAi', menus: ['programs'], subject: 'programs' },
  { path: '/developers/', name: 'developers', menus: ['programs'], subject: 'programs' },
  {
    path: '/privacy/',
    name: 'privacy',
    menus: ['footer'],
    subject: 'site',
    exists: ({ site }) => site?.legal?.privacy === true
  },
  {
    path: '/accessibility/',
    name: 'accessibility',
    menus: ['footer'],
    subject: 'site',
    exists: ({ site }) => site?.legal?.accessibility === true
  }
]

/** Returns whether there is more to say about prices than the prices of the services, which /services/ lists. */
function hasPricingPage({ pricing, profile }: Business): boolean {
  const { lowest, typical, highest } = profile.pricing_model
  return pricing.packages.length > 0 || [pricing.notes, lowest, typical, highest].some(Boolean)
}

// Facts that the home page, the contact page or every footer shows, and facts that no page shows.
const elsewhere = new Set(
  'name tagline url contact reply_time by_appointment timezone business_type legal_form'.split(' ')
)

function hasAboutPage({ profile }: Business): boolean {
  const { address, pricing_model, ...fields } = profile
  const hasMore = Object.entries(fields).some(([field, value]) => !elsewhere.has(field) && !isEmpty(value))
  return hasMore || Object.keys(address).length > 0 || pricing_model.note !== undefined
}

const isEmpty = (value: unknown): boolean =>
  isObject(value) &&
  Object.values(value).every((part) => (Array.isArray(part) ? part.length === 0 : isEmpty(part)))

export function listBuiltIn(business: Business, isCustomSite: boolean): Set<string> {
  const rows = pageTable.filter(
    ({ exists, subject }) => (subject === 'programs' || !isCustomSite) && (exists?.(business) ?? true)
  )
  const services = isCustomSite ? [] : business.catalog.services
  return new Set([...rows.map(({ path }) => path), ...services.map(servicePath)])
}

const servicePath = ({ id }: Service) => `/services/${id}/`

/** Returns the views by path. The first page that is read imports them, so the server starts without JSX. */
export async function loadViews({ catalog }: Business): Promise<Map<string, View>> {
  const views: Record<PageRow['name'], View> = {
    ...(await import('./views/home.tsx')),
    ...(await import('./views/services.tsx')),
    ...(await import('./views/pricing.tsx')),
    ...(await import('./views/faq.tsx')),
    ...(await import('./views/about.tsx')),
    ...(await import('./views/contact.tsx')),
    ...(await import('./views/for-ai.tsx')),
    ...(await import('./views/developers.tsx')),
    ...(await import('./views/legal.tsx'))
  }
  const { servicePage } = await import('./views/service.tsx')
  const { notFound } = await import('./views/not-found.tsx')
  return new Map([
    ['/404/', notFound],
    ...pageTable.map(({ path, name }): [string, View] => [path, views[name]]),
    ...catalog.services.map((item): [string, View] => [servicePath(item), servicePage(item)])
  ])
}
