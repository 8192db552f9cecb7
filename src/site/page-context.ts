import { type ApiVersion, canonicalPrefix, currentVersion } from '../business/api-version.ts'
import { type Business, englishName } from '../business/business.ts'
import { directionOf, likelyCountry, localeIn, primaryLanguage } from '../business/language.ts'
import { createPriceWriter, type PriceWriter } from '../business/price-words.ts'
import { type Words, wordsFor } from '../business/words.ts'
import { createMenus, type Menu, type MenuLink, type PageLink } from './menus.ts'

/** The inputs of pages besides the facts. */
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
  /** Whether the pages of SITE_DIR replace the built-in ones. */
  isCustom: boolean
  /** Returns whether a path, encoded as in a link, is a file or page of SITE_DIR, or a picture that is drawn. */
  isOnSite: (path: string) => boolean
  /** Further pages of the menus, after the built-in ones; their paths are encoded. */
  menuPages: { path: string; name: string }[]
  /** The tools of the MCP server. */
  tools: ToolGuide[]
}

/** A tool of the MCP server, with a question that it answers. */
export interface ToolGuide {
  name: string
  description: string
  /** `{subject}` stands for `subject`, which is in the language of the business. */
  question?: string
  subject: string
}

/** The context of every view and part: the facts, the settings, and values that are derived from both. */
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
  /** Returns the same context for a page in English, which has the menus and the words of the software in English. */
  inEnglish: () => PageContext
  /** The name of the business in the language of the page, if the data has it. */
  displayName: string
  /** `lang` and `dir` of an element whose text is in the language of the business; empty on a page in this language. */
  dataLanguage: { lang?: string; dir?: 'rtl' | 'ltr' }
  /** When the page is rendered. */
  now: Date
  language: string
  direction: 'rtl' | 'ltr'
  prices: PriceWriter
  formatNumber: (value: number) => string
  /** Formats a date of the form `2027-01-31`. */
  formatDate: (day: string) => string
  /** Returns the dates from one to another, such as "24–26 December 2026". */
  formatDateRange: (from: string, to: string) => string
  /** Formats a time of the form `17:30`. */
  formatTime: (time: string) => string
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
  listLinks: (menu: Menu) => MenuLink[]
}

/**
 * Creates the context of all pages; `paths` are those of the built-in pages, encoded. Call it once for a business and
 * its settings, because the formatters of Intl are slow to create. Throws if there is no version of the API.
 */
export function createPageContext(business: Business, settings: SiteSettings, lists: PageLists): PageContext {
  const { language } = business.faq
  const words = wordsFor(language, business.words)
  const context = createContext(business, settings, lists, { language, words })
  if (primaryLanguage(language) === 'en') return context
  let english: PageContext | undefined
  return {
    ...context,
    inEnglish: () => {
      english ??= {
        ...createContext(business, settings, lists, { language: 'en', words: wordsFor('en') }),
        displayName: englishName(business),
        dataLanguage: { lang: language, dir: context.direction }
      }
      return english
    }
  }
}

interface PageLists {
  links: PageLink[]
  paths: Set<string>
  now: Date
}

function createContext(
  business: Business,
  settings: SiteSettings,
  { links, paths, now }: PageLists,
  { language, words }: { language: string; words: Words }
): PageContext {
  const { baseUrl, isOnSite, menuPages } = settings
  const version = currentVersion(settings.versions)
  const { currency, tax } = business.pricing
  const toHref = (url: string) => {
    if (url === baseUrl) return '/'
    // A path that begins with two slashes would be another host (RFC 3986, section 4.2).
    return url.startsWith(`${baseUrl}/`) ? url.slice(baseUrl.length).replace(/^\/(?=\/)/, '/./') : url
  }
  const canLinkTo = (url: string) => {
    const href = toHref(url)
    const path = href.replace(/[?#].*/, '')
    return !href.startsWith('/') || paths.has(path) || isOnSite(path)
  }
  const siteFile = business.site
  const context: PageContext = {
    business,
    settings,
    words,
    version,
    apiPrefix: canonicalPrefix(version),
    toAnchor: (name) => name,
    inEnglish: () => context,
    displayName: business.profile.name,
    dataLanguage: {},
    now,
    language,
    direction: directionOf(language),
    prices: createPriceWriter({ language, currency, tax, words: words.price }),
    ...createFormatters(language, business.profile.address.country ?? ''),
    homeCountry: likelyCountry(language),
    toHref,
    canLinkTo,
    listLinks: createMenus({ pages: links, words, siteFile, menuPages, toHref, canLinkTo })
  }
  return context
}

/** Creates the formatters of a language; dates and times are as in the country. */
function createFormatters(language: string, country: string) {
  const number = new Intl.NumberFormat(language)
  const locale = localeIn(language, country)
  const dates = new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone: 'UTC' })
  const list = new Intl.ListFormat(language)
  const countries = new Intl.DisplayNames(language, { type: 'region' })
  const languages = new Intl.DisplayNames(language, { type: 'language' })
  return {
    formatNumber: (value: number) => number.format(value),
    formatDate: (day: string) => dates.format(new Date(day)),
    // Intl has thin spaces, which a search for the dates would not find, and some versions have them between two days.
    formatDateRange: (from: string, to: string) =>
      dates
        .formatRange(new Date(from), new Date(to))
        .replace(/\s/g, ' ')
        .replace(/(?<!\S)(\d{1,2}) – (?=\d{1,2}(?!\S*\d))/, '$1–'),
    formatTime: createTimeFormatter(locale),
    // Intl writes a hyphen, not a maqaf, between the Hebrew "and" and a word in other letters or a number.
    formatList: (values: string[]) =>
      list
        .formatToParts(values)
        .map(({ type, value }) => (type === 'literal' ? value.replace(/ו-$/, 'ו־') : value))
        .join(''),
    nameCountry: (code: string) => (/^[A-Z]{2}$/.test(code) ? `${countries.of(code)}` : code),
    nameLanguage: (tag: string) => `${languages.of(tag)}`
  }
}

/** Returns a function that formats times: with "am" and "pm" if the country is known and writes them so, else with 24 hours. */
function createTimeFormatter(locale: string): (time: string) => string {
  const times = new Intl.DateTimeFormat(locale, { timeStyle: 'short', timeZone: 'UTC' })
  // Intl has a narrow no-break space, which a search for the time would not find.
  const format = (time: string) => times.format(new Date(`1970-01-01T${time}Z`)).replace(/\s/g, ' ')
  const hasHalves = /^1:00 p\.?m/i.test(format('13:00')) && new Intl.Locale(locale).region !== undefined
  return hasHalves ? format : (time) => time
}

/** Returns the versions before the current one, newest first. */
export const olderVersions = ({ settings }: PageContext): ApiVersion[] =>
  settings.versions.slice(0, -1).reverse()

/** Returns the context to document an older version, whose ids on /developers/ begin with its name. */
export const forVersion = (context: PageContext, version: ApiVersion): PageContext => ({
  ...context,
  version,
  apiPrefix: canonicalPrefix(version),
  toAnchor: (name) => `${version.name}-${name}`
})
