import { memoise, once } from '../base/cache.ts'
import type { readChangeTimes } from '../base/change-times.ts'
import { findCountryCode } from '../base/countries.ts'
import {
  colonOf,
  commaOf,
  type Direction,
  digitLocale,
  directionOf,
  likelyCountry,
  localeIn,
  primaryLanguage
} from '../base/language.ts'
import { decodePath, encodePath, toHref } from '../base/url-path.ts'
import { type Business, englishName, hasOwnTax, hasTaxedPrice } from '../business/business.ts'
import { createMidnights, listPlaces } from '../business/opening-hours.ts'
import { type ApiVersion, canonicalPrefix, currentVersion, type Operation } from '../business/operations.ts'
import { createPriceWriter } from '../business/price-words.ts'
import { type Words, wordsFor } from '../business/words.ts'
import type { Resources } from '../resources/resources.ts'

interface AgentResource {
  path: string
  /** The media type of its response, without parameters. */
  type: string
  /** Its relation to every page, in the Link header (RFC 8288). */
  pageRelation?: string
  /** Its relation to the API, in the API catalog (RFC 9727). */
  apiRelation?: 'service-desc' | 'service-doc' | 'service-meta' | 'status'
}

/** The name of the skill, which is also the name of its folder (agentskills.io). */
export const skillName = 'business-facts'

/**
 * Everything for agents except pages, operations and lists of both. The Link headers and the API catalog list each entry
 * that has a relation. ARD, the server card, llms.txt, robots.txt and /for-ai/ take their paths and types from this table.
 */
export const agentResources = {
  apiCatalog: {
    path: '/.well-known/api-catalog',
    type: 'application/linkset+json',
    pageRelation: 'api-catalog'
  },
  openapi: {
    path: '/openapi.json',
    type: 'application/json',
    pageRelation: 'service-desc',
    apiRelation: 'service-desc'
  },
  documentation: {
    path: '/developers/',
    type: 'text/html',
    pageRelation: 'service-doc',
    apiRelation: 'service-doc'
  },
  documentationText: { path: '/developers.md', type: 'text/markdown', apiRelation: 'service-doc' },
  facts: { path: '/for-ai/', type: 'text/html' },
  llms: { path: '/llms.txt', type: 'text/plain', pageRelation: 'describedby', apiRelation: 'service-meta' },
  llmsFull: { path: '/llms-full.txt', type: 'text/plain' },
  ard: {
    path: '/.well-known/ard.json',
    type: 'application/json',
    pageRelation: 'ard',
    apiRelation: 'service-meta'
  },
  aiCatalog: {
    path: '/.well-known/ai-catalog.json',
    type: 'application/ai-catalog+json',
    apiRelation: 'service-meta'
  },
  skill: { path: `/.well-known/agent-skills/${skillName}/SKILL.md`, type: 'text/markdown' },
  skillIndex: { path: '/.well-known/agent-skills/index.json', type: 'application/json' },
  mcp: { path: '/mcp', type: 'application/json' },
  serverCard: { path: '/mcp/server-card', type: 'application/mcp-server-card+json' },
  sitemap: { path: '/sitemap-index.xml', type: 'application/xml', pageRelation: 'sitemap' },
  sitemapText: { path: '/sitemap.md', type: 'text/markdown' },
  health: { path: '/healthz', type: 'application/json', apiRelation: 'status' }
} as const satisfies Record<string, AgentResource>

export const listAgentResources = (): AgentResource[] => Object.values(agentResources)

type Menu = 'header' | 'footer' | 'programs' | 'notFound'

export interface MenuPage {
  path: string
  /** Key of the page's name in `words.pages`. */
  name: keyof Words['pages']
  menus: Menu[]
}

/** An entry of a menu; `isData` if its name is in the language of the business. */
interface MenuLink {
  path: string
  name: string
  isData: boolean
}

/** The pages that menus may have: the built-in ones, and then the owner's, with encoded paths. */
interface MenuPages {
  builtIn: MenuPage[]
  own: { path: string; name: string }[]
}

export interface ContextInputs {
  business: Business
  /** Every version that is served, oldest first, with the operations that the business has; the last is the current one. */
  versions: ApiVersion[]
  /** Whether the server logs requests, which the privacy page states. */
  accessLog: boolean
  /** Whether a server responds; otherwise the responses become files, so no MCP server and no health checks exist. */
  hasServer: boolean
  version: string
  changeTimes: Awaited<ReturnType<typeof readChangeTimes>>
  factsChanged: Date | undefined
  now: () => Date
  /** Everything outside the API that has a path; filled after the context is created, before anything is read. */
  resources: Resources
  asset: (name: string) => string
  /** The path of the picture that messengers show with a link to a page. */
  socialPath: string
  /** Whether the logo has other colours on dark pages, and whether it has one colour; undefined if it cannot be drawn. */
  logo: { isAdaptive: boolean; hasOneColour: boolean } | undefined
}

/** What every view and document needs, in one language. */
export interface Context extends ReturnType<typeof createInLanguage> {
  /** Returns the same context for a page in English, which has the menus and the words of the software in English. */
  inEnglish: () => Context
}

/** Call it once for a business, because the formatters of Intl are slow to create. Throws if there is no version of the API. */
export function createContext(inputs: ContextInputs, pages: MenuPages): Context {
  const { business } = inputs
  const { language } = business.faq
  const context: Context = {
    ...createInLanguage(language, wordsFor(language, business.words), inputs, pages),
    inEnglish: () => (primaryLanguage(language) === 'en' ? context : english())
  }
  const english = once(
    (): Context => ({
      ...createInLanguage('en', wordsFor('en'), inputs, pages),
      displayName: englishName(business),
      dataLanguage: { lang: language, dir: context.direction },
      inEnglish: english
    })
  )
  return context
}

function createInLanguage(language: string, words: Words, inputs: ContextInputs, pages: MenuPages) {
  const { business, resources } = inputs
  const { profile, pricing, baseUrl } = business
  const { currency, tax } = pricing
  const api = currentVersion(inputs.versions)
  const codeOfCountry = memoise((country: string) =>
    findCountryCode(country, [language, ...(profile.languages ?? [])])
  )
  const country = codeOfCountry(profile.address.country ?? '')
  const places = listPlaces(profile)
  const dataLanguage: { lang?: string; dir?: Direction } = {}
  const canLinkTo = (url: string) => {
    const href = toHref(url, baseUrl)
    return !href.startsWith('/') || hasResource(href.replace(/[?#].*/, ''), resources)
  }
  const context = {
    ...inputs,
    ...createFormatters(language, country),
    displayName: profile.name,
    /** `lang` and `dir` of an element whose text is in the language of the business; empty on a page in this language. */
    dataLanguage,
    baseUrl,
    words,
    country,
    /** The data may name a country by its code, or in a language of the business; undefined if it is neither. */
    codeOfCountry,
    api,
    operations: api.operations,
    /** The path of that version, such as `/api/v1`. */
    prefix: canonicalPrefix(api),
    /** Returns a published URL as a link: only its path if it is on this site. */
    toHref: (url: string) => toHref(url, baseUrl),
    /** Returns whether a URL or path is on another site, or is a page or file of this one. */
    canLinkTo,
    language,
    direction: directionOf(language),
    colon: colonOf(language),
    comma: commaOf(language),
    prices: createPriceWriter({
      language,
      currency,
      tax,
      hasSharedTax: !hasOwnTax(business) && hasTaxedPrice(business),
      words: words.price
    }),
    /** The country of the readers for whom the page is written, by its code; undefined if they may be anywhere. */
    homeCountry: likelyCountry(language),
    factsExpire: createMidnights(places),
    // Pages lose each special date when it is past.
    pagesExpire: createMidnights(places.filter(({ special_hours = [] }) => special_hours.length > 0)),
    /** Returns the link of the buttons that contact the business: its own page for that, or else the built-in one; undefined without both. */
    contactHref: () => {
      const page = [profile.contact.contact_page ?? '/contact/', '/contact/'].find(canLinkTo)
      return page && toHref(page, baseUrl)
    },
    listLinks: (menu: Menu): MenuLink[] => listMenuLinks(menu, context, pages)
  }
  return context
}

/** Lists the links of a menu: in the header the links of site.json, or else the built-in pages and the owner's. */
function listMenuLinks(menu: Menu, context: Omit<Context, 'inEnglish'>, pages: MenuPages): MenuLink[] {
  const { business, words, toHref, canLinkTo } = context
  const { builtIn, own } = pages
  const stated = menu === 'header' ? business.site?.menu : undefined
  if (stated)
    return stated
      .map(({ label, href }) => ({ path: toHref(href), name: label, isData: true }))
      .filter(({ path }) => canLinkTo(path))
  const { services, categories } = business.catalog
  // The list of one service would say only what its own page says.
  const [only] = services.length + categories.length === 1 ? services : []
  const links = builtIn
    .filter(
      ({ path, menus }) => menus.includes(menu) && canLinkTo(path) && !own.some((page) => page.path === path)
    )
    .map(({ path, name }) => ({
      path: name === 'services' && only && canLinkTo(only.url) ? toHref(only.url) : path,
      name: words.pages[name],
      isData: false
    }))
  return menu === 'notFound' || menu === 'programs'
    ? links
    : [...links, ...own.map((page) => ({ ...page, isData: true }))]
}

function hasResource(path: string, resources: Resources): boolean {
  const decoded = decodePath(path)
  const name = decoded.normalize()
  return (
    path === encodePath(decoded) && [name, name.replace(/\.html$/, '')].some((found) => resources.get(found))
  )
}

/** Returns the URL of an operation for an id, or its URI template (RFC 6570, level 1). */
export const apiUrl = (
  { baseUrl, prefix }: Pick<Context, 'baseUrl' | 'prefix'>,
  { path }: Pick<Operation, 'path'>,
  id = '{id}'
): string => baseUrl + prefix + path.replace('{id}', id)

/** Creates the formatters of a language, each when it is first used; dates and times are as in the country. */
function createFormatters(language: string, country: string | undefined) {
  const locale = digitLocale(localeIn(language, country))
  const number = once(() => new Intl.NumberFormat(digitLocale(language)))
  const dates = once(() => new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone: 'UTC' }))
  const times = once(() => createTimeFormatter(locale))
  const list = once(() => new Intl.ListFormat(language))
  const countries = once(() => new Intl.DisplayNames(language, { type: 'region' }))
  const languages = once(() => new Intl.DisplayNames(language, { type: 'language' }))
  return {
    formatNumber: (value: number) => number().format(value),
    formatDate: (day: string) => tidyDate(dates().format(new Date(day)), language),
    /** Returns the dates from one to another, such as "24–26 December 2026". */
    formatDateRange: (from: string, to: string) => {
      const [first, last] = [new Date(from), new Date(to)]
      const range = dates().formatRange(first, last)
      // Intl has ranges in Chinese and Japanese in figures, and dates in words.
      const isInFigures = /\d\/\d/.test(range)
      return tidyDate(isInFigures ? `${dates().format(first)} – ${dates().format(last)}` : range, language)
    },
    formatTime: (time: string) => times()(time),
    formatList: (values: string[]) =>
      // Intl writes a hyphen, not a maqaf, between the Hebrew "and" and a word in other letters or a number.
      list()
        .formatToParts(values)
        .map(({ type, value }) => (type === 'literal' ? value.replace(/ו-$/, 'ו־') : value))
        .join(''),
    /** Returns the name of a country by its code; any other text as it is. */
    nameCountry: (code: string) => (/^[A-Z]{2}$/.test(code) ? `${countries().of(code)}` : code),
    nameLanguage: (tag: string) => `${languages().of(tag)}`
  }
}

/** Returns a function that formats times: with "am" and "pm" if the country is known and writes them so, else with 24 hours. */
function createTimeFormatter(locale: string): (time: string) => string {
  const times = new Intl.DateTimeFormat(locale, { timeStyle: 'short', timeZone: 'UTC' })
  // Intl has a narrow no-break space, which a search for the time would not find.
  const format = (time: string) => times.format(new Date(`1970-01-01T${time}Z`)).replace(/\s/g, ' ')
  const { region } = new Intl.Locale(locale)
  const hasHalves = region !== undefined && /^1:00 p\.?m/i.test(format('13:00')) && hasHalfDays(region)
  return hasHalves ? format : (time) => time
}

// Some versions of Intl have AM and PM in English for countries without them, such as Portugal (ICU 76).
const hasHalfDays = (region: string) =>
  new Intl.DateTimeFormat(new Intl.Locale(`und-${region}`).maximize().toString(), { hour: 'numeric' })
    .resolvedOptions()
    .hourCycle?.startsWith('h1')

/** Returns dates of Intl as people write them: with plain spaces, no leading zeros, and the "1er" of French. */
function tidyDate(text: string, language: string): string {
  const plain = text
    .replace(/\s/g, ' ')
    // Some versions of Intl have spaces between two days.
    .replace(/(?<!\S)(\d{1,2}) – (?=\d{1,2}(?!\S*\d))/, '$1–')
    .replace(/(?<!\d)0(?=\d[ –])/g, '')
    // Intl has it in one date, but not in a range over two months.
    .replace(/(?<=\d )(?=[א-ת])(?!ב)/g, 'ב')
  return primaryLanguage(language) === 'fr' ? plain.replace(/(?<!\d)1(?= \p{L}|–\d)/gu, '1er') : plain
}
