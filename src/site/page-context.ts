import type { Business } from '../business/business.ts'
import type { Operation } from '../business/operations.ts'
import { createPriceWriter, type PriceWriter } from '../business/price-words.ts'
import type { Words } from '../business/words.ts'
import { directionOf, likelyCountry, localeIn } from './language.ts'
import { wordsFor } from './words.ts'

/** A version of the API; dates are `2027-01-31`. */
export interface ApiVersion {
  name: string
  operations: Operation[]
  /** Whether `/api/` without a version is this version. */
  alias?: boolean
  deprecation?: { announced: string; ends: string; documentation: string }
}

/** What pages depend on besides the facts. */
export interface SiteSettings {
  /** Public URL of the site, without a trailing slash. */
  baseUrl: string
  /** Every version that is served, oldest first; the last is the current one. */
  versions: ApiVersion[]
  /** How long a deprecated version is served. */
  noticeMonths: number
  /** Whether the server logs requests, which the privacy page states. */
  accessLog: boolean
  /** Returns the path of a file in src/site/assets. */
  asset: (name: string) => string
  /** The path of the picture that messengers show with a link to a page. */
  socialPath: string
  /** Whether the logo has other colours for a dark page itself. */
  hasAdaptiveLogo: boolean
  /** Whether the logo is a drawing in one colour, so it can have any other. */
  hasOneColourLogo: boolean
  /** Returns whether a path, encoded as in a link, is a file of SITE_DIR or an icon that is drawn. */
  hasFile: (path: string) => boolean
  /** Further pages of the menus, after the built-in ones; their paths are encoded. */
  menuPages: { path: string; name: string }[]
}

/** A list of links to pages: in the header, in the footer or on the 404 page. */
export type Menu = 'header' | 'footer' | 'notFound'

/** A page as menus link to it. */
export interface PageLink {
  path: string
  /** Key of the page's name in `words.pages`. */
  name: keyof Words['pages']
  menus: Menu[]
}

/** What every view and part gets: the facts, the settings, and what is derived from both. */
export interface PageContext {
  business: Business
  settings: SiteSettings
  words: Words
  /** The version of the API that pages document: the current one, except in a context of `forVersion`. */
  version: ApiVersion
  /** The path below which that version is served. */
  apiPrefix: string
  /** Returns the id on /developers/ of a thing in that version. */
  toAnchor: (name: string) => string
  /** When the page is rendered. */
  now: Date
  language: string
  direction: 'rtl' | 'ltr'
  prices: PriceWriter
  formatNumber: (value: number) => string
  /** Formats a date of the form `2027-01-31`. */
  formatDate: (day: string) => string
  formatList: (values: string[]) => string
  /** The country of the readers for whom the page is written, by its code; undefined if they may be anywhere. */
  homeCountry: string | undefined
  /** Returns the name of a country by its code; any other text as it is. */
  nameCountry: (code: string) => string
  nameLanguage: (tag: string) => string
  /** Returns a published URL as a link: only its path if it is on this site. */
  toHref: (url: string) => string
  /** Returns whether a URL or path is on another site, or is a page or file of this one. */
  canLinkTo: (url: string) => boolean
  /** Returns the links of a menu: those of site.json in the header, or else those of the page table and the owner's. */
  listLinks: (menu: Menu) => { path: string; name: string }[]
}

/**
 * Creates the context of all pages; `paths` are those of the built-in pages, encoded. Call it once for a business and
 * its settings, because the formatters of Intl are slow to create. Throws if there is no version of the API.
 */
export function createPageContext(
  business: Business,
  settings: SiteSettings,
  { links, paths }: { links: PageLink[]; paths: Set<string> }
): PageContext {
  const { language } = business.faq
  const words = wordsFor(language, business.words)
  const version = settings.versions.at(-1)
  if (version === undefined) throw new Error('versions: the site needs at least one version of the API')
  const { currency, tax } = business.pricing
  const number = new Intl.NumberFormat(language)
  const { country = '' } = business.profile.address
  const dates = new Intl.DateTimeFormat(localeIn(language, country), { dateStyle: 'long', timeZone: 'UTC' })
  const list = new Intl.ListFormat(language)
  const countries = new Intl.DisplayNames(language, { type: 'region' })
  const languages = new Intl.DisplayNames(language, { type: 'language' })
  const toHref = (url: string) =>
    url === settings.baseUrl
      ? '/'
      : url.startsWith(`${settings.baseUrl}/`)
        ? url.slice(settings.baseUrl.length)
        : url
  const canLinkTo = (url: string) => {
    const href = toHref(url)
    const path = href.replace(/[?#].*/, '')
    return !href.startsWith('/') || paths.has(path) || settings.hasFile(path)
  }
  const isOwnEntry = (path: string) => settings.menuPages.some((page) => page.path === path)
  return {
    business,
    settings,
    words,
    version,
    apiPrefix: `/api/${version.name}`,
    toAnchor: (name) => name,
    now: new Date(),
    language,
    direction: directionOf(language),
    prices: createPriceWriter({ language, currency, tax, words: words.price }),
    formatNumber: (value) => number.format(value),
    formatDate: (day) => dates.format(new Date(day)),
    formatList: (values) => list.format(values),
    homeCountry: likelyCountry(language),
    nameCountry: (code) => (/^[A-Z]{2}$/.test(code) ? `${countries.of(code)}` : code),
    nameLanguage: (tag) => `${languages.of(tag)}`,
    toHref,
    canLinkTo,
    listLinks: (menu) =>
      (menu === 'header' ? listMenu(business, toHref) : undefined)?.filter(({ path }) => canLinkTo(path)) ?? [
        ...links
          .filter(({ path, menus }) => menus.includes(menu) && canLinkTo(path) && !isOwnEntry(path))
          .map(({ path, name }) => ({ path, name: words.pages[name] })),
        ...(menu === 'notFound' ? [] : settings.menuPages)
      ]
  }
}

const listMenu = ({ site }: Business, toHref: (url: string) => string) =>
  site?.menu?.map(({ label, href }) => ({ path: toHref(href), name: label }))

/** Returns the versions before the current one, newest first. */
export const olderVersions = ({ settings }: PageContext): ApiVersion[] =>
  settings.versions.slice(0, -1).reverse()

/** Returns the context to document an older version, whose ids on /developers/ begin with its name. */
export const forVersion = (context: PageContext, version: ApiVersion): PageContext => ({
  ...context,
  version,
  apiPrefix: `/api/${version.name}`,
  toAnchor: (name) => `${version.name}-${name}`
})
