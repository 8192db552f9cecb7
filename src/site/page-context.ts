import type { Business } from '../business/business.ts'
import { directionOf, stringsOf } from './language.ts'
import type { ApiVersion, Settings } from './settings.ts'
import type { Strings } from './words/he.ts'

/** The facts and settings with what every page asks of them: words, money, numbers, addresses. */
export interface Site {
  business: Business
  settings: Settings
  t: Strings
  /** The version of the API that pages speak of, and the path under which it answers. */
  version: ApiVersion
  prefix: string
  /** The anchor on /developers/ of something in that version. */
  anchor: (name: string) => string
  language: string
  direction: 'rtl' | 'ltr'
  money: (amount: number) => string
  number: (value: number) => string
  /** A date of the form 2027-01-31 in words. */
  date: (day: string) => string
  list: (values: string[]) => string
  regionName: (code: string) => string
  languageName: (code: string) => string
  /** A published address as a link: a path where it is on this site. */
  href: (address: string) => string
  /** Whether it is an address of another site, or one at which this site has something. */
  leads: (address: string) => boolean
}

const made = new WeakMap<Business, { settings: Settings; site: Site }>()

/** Made once for a business and its settings: the formatters of Intl are slow to make. */
export function siteOf(business: Business, settings: Settings): Site {
  const known = made.get(business)
  if (known?.settings === settings) return known.site
  const site = makeSite(business, settings)
  made.set(business, { settings, site })
  return site
}

/** Returns the versions before the current one, the newest first. */
export const olderVersions = ({ settings }: Site): ApiVersion[] => settings.versions.slice(0, -1).reverse()

/** Returns the site as it describes an older version, whose name its anchors begin with. */
export const inVersion = (site: Site, version: ApiVersion): Site => ({
  ...site,
  version,
  prefix: `/api/${version.name}`,
  anchor: (name) => `${version.name}-${name}`
})

function makeSite(business: Business, settings: Settings): Site {
  const { language } = business.faq
  const version = settings.versions.at(-1)
  if (version === undefined) throw new Error('a site needs a version of the API to speak of')
  const money = new Intl.NumberFormat(language, {
    style: 'currency',
    currency: business.pricing.currency,
    maximumFractionDigits: 0
  })
  const number = new Intl.NumberFormat(language)
  const dates = new Intl.DateTimeFormat(language, { dateStyle: 'long', timeZone: 'UTC' })
  const list = new Intl.ListFormat(language)
  const regions = new Intl.DisplayNames(language, { type: 'region' })
  const languages = new Intl.DisplayNames(language, { type: 'language' })
  const href = (address: string) =>
    address === settings.baseUrl
      ? '/'
      : address.startsWith(`${settings.baseUrl}/`)
        ? address.slice(settings.baseUrl.length)
        : address
  return {
    business,
    settings,
    t: stringsOf(language),
    version,
    prefix: `/api/${version.name}`,
    anchor: (name) => name,
    language,
    direction: directionOf(language),
    money: (amount) => money.format(amount),
    number: (value) => number.format(value),
    date: (day) => dates.format(new Date(day)),
    list: (values) => list.format(values),
    // A country may be given by its name, which is no code.
    regionName: (code) => (/^[A-Z]{2}$/.test(code) ? `${regions.of(code)}` : code),
    languageName: (code) => `${languages.of(code)}`,
    href,
    leads: (address) => {
      const link = href(address)
      return !link.startsWith('/') || settings.has(link.replace(/[?#].*/, ''))
    }
  }
}
