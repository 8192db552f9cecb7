import { partOf } from '../base/json-schema.ts'
import { entriesOf, fieldOf, isObject } from '../base/json-value.ts'
import { pointerPart } from '../base/problem.ts'
import { pathOf } from '../base/url-path.ts'
import { type Business, dataFiles, hasServices } from '../business/business.ts'
import { hasQuestions } from '../business/schemas/faq.ts'
import { hasContactFacts } from '../business/schemas/profile.ts'
import { Image } from '../business/schemas/values.ts'
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

/** A link of the data to this site: its data file, without `.json`; its place and its URL; the path in the URL, decoded. */
export type PageLink = ReturnType<typeof listPageLinks>[number]

/** Lists the links of all fields in the order of a table of contents: the services are last. */
export function listPageLinks({ baseUrl, ...facts }: Business) {
  const { catalog, pricing, faq, profile, site, words: _words, ...others } = facts
  const contents: [file: string, value: unknown][] = [
    ...Object.entries(others),
    ['services', { categories: catalog.categories }],
    ['pricing', pricing],
    ['faq', faq],
    ['profile', profile],
    // The menu and the redirects have checks of their own.
    ['site', { licence: site?.licence }],
    ['services', { examples: catalog.services }]
  ]
  return contents.flatMap(([file, value]) =>
    Array.from(findLinks(value, fieldOf(dataFiles, file, 'schema')), (field) => ({ file, ...field }))
      .filter(({ url }) => url.startsWith(`${baseUrl}/`))
      .map((field) => ({ ...field, path: pathOf(field.url.slice(baseUrl.length)) }))
  )
}

/** Yields URLs with the JSON pointer of the list entry that has each, empty outside lists, and its own in the entry or the file. */
function* findLinks(
  value: unknown,
  schema: unknown,
  pointer = '',
  link = ''
): Generator<{ pointer: string; link: string; url: string }> {
  if (typeof value === 'string' && fieldOf(schema, 'format') === 'uri') yield { pointer, link, url: value }
  // Loading finds the images that are missing.
  if (fieldOf(schema, '$id') === Image.$id) return
  for (const [name, part] of entriesOf(value)) {
    const place = link + pointerPart(name)
    const [entry, rest] = Array.isArray(value) ? [pointer + place, ''] : [pointer, place]
    yield* findLinks(part, partOf(schema, name), entry, rest)
  }
}
