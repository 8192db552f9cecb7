import { type Business, hasServices } from '../business/business.ts'
import { hasQuestions } from '../business/schemas/faq.ts'
import { hasContactFacts } from '../business/schemas/profile.ts'
import type { PageLink } from '../context/context.ts'
import type { Subject } from '../resources/resources.ts'
import type { View } from './view.ts'

export interface PageRow extends PageLink {
  /** Loads the view; none is loaded before the first page is asked for. */
  view: () => Promise<View>
  /** Whether a site has the page; every site has it if this is absent. */
  exists?: (business: Business) => boolean
  /** What the page is about. A page for programs stays when SITE_DIR has its own index.html. */
  subject: Subject
}

/** The built-in pages, in the order of menus and lists. The contact page also has a button in the header. A page without content does not exist. */
export const pageTable: PageRow[] = [
  {
    path: '/',
    name: 'home',
    view: async () => (await import('./views/home.tsx')).home,
    subject: 'business',
    menus: ['notFound']
  },
  {
    path: '/services/',
    name: 'services',
    view: async () => (await import('./views/services.tsx')).services,
    subject: 'business',
    menus: ['header', 'footer', 'notFound'],
    exists: hasServices
  },
  {
    path: '/pricing/',
    name: 'pricing',
    view: async () => (await import('./views/pricing.tsx')).pricing,
    subject: 'business',
    menus: ['header', 'footer', 'notFound'],
    exists: hasPricingPage
  },
  {
    path: '/faq/',
    name: 'faq',
    view: async () => (await import('./views/faq.tsx')).faq,
    subject: 'business',
    menus: ['header', 'footer'],
    exists: ({ faq }) => hasQuestions(faq)
  },
  {
    path: '/about/',
    name: 'about',
    view: async () => (await import('./views/about.tsx')).about,
    subject: 'business',
    menus: ['header', 'footer'],
    exists: hasAboutPage
  },
  {
    path: '/contact/',
    name: 'contact',
    view: async () => (await import('./views/contact.tsx')).contact,
    subject: 'business',
    menus: ['footer', 'notFound'],
    exists: ({ profile }) => hasContactFacts(profile)
  },
  {
    path: '/for-ai/',
    name: 'forAi',
    view: async () => (await import('./views/for-ai.tsx')).forAi,
    subject: 'programs',
    menus: ['programs']
  },
  {
    path: '/developers/',
    name: 'developers',
    view: async () => (await import('./views/developers.tsx')).developers,
    subject: 'programs',
    menus: ['programs']
  },
  {
    path: '/privacy/',
    name: 'privacy',
    view: async () => (await import('./views/legal.tsx')).privacy,
    subject: 'site',
    menus: ['footer'],
    exists: ({ site }) => site?.legal?.privacy === true
  },
  {
    path: '/accessibility/',
    name: 'accessibility',
    view: async () => (await import('./views/legal.tsx')).accessibility,
    subject: 'site',
    menus: ['footer'],
    exists: ({ site }) => site?.legal?.accessibility === true
  }
]

const subjects = new Map(pageTable.map(({ path, subject }) => [path, subject]))

export const subjectOf = (path: string): Subject => subjects.get(path) ?? 'business'

/** Returns whether there is more to say about prices than the prices of the services, which /services/ lists. */
function hasPricingPage({ pricing, profile }: Business): boolean {
  const { packages, notes, lowest, highest } = pricing
  const range = [lowest, highest, profile.pricing_model.typical]
  return packages.length > 0 || notes !== undefined || range.some(Boolean)
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

/** Returns the views by path: the rows of the table that exist on the site, and one for each service. */
export function listViews(
  business: Business,
  isCustomSite: boolean,
  table: PageRow[] = pageTable
): Map<string, PageRow['view']> {
  const rows = table.filter(
    ({ exists, subject }) => (subject === 'programs' || !isCustomSite) && (exists?.(business) ?? true)
  )
  const services = isCustomSite ? [] : business.catalog.services
  return new Map([
    ...rows.map(({ path, view }) => [path, view] as const),
    ...services.map(
      (item) =>
        [
          `/services/${item.id}/`,
          async () => (await import('./views/service.tsx')).servicePage(item)
        ] as const
    )
  ])
}
