import { entriesOf, fieldOf, getString } from '../../base/json-value.ts'
import { capitalize } from '../../base/text.ts'
import { dial } from '../../business/phones.ts'
import type { Action } from '../../business/schemas/action.ts'
import type { Amenity } from '../../business/schemas/profile.ts'
import { readRadius } from '../../business/schemas/profile.ts'
import { fill } from '../../business/words.ts'
import type { Context } from '../../context/context.ts'
import { listTexts, placeFields } from '../structured-data/business.ts'
import { toSentence } from '../view.ts'
import { Definitions, type Fact, Link, TextList } from './prose.tsx'

/** Returns the places or the country of the service area, its radius and its note in one line; undefined if the data has none. */
export function describeArea(context: Context): string | undefined {
  const area = nameArea(context)
  const { note } = readArea(context.business.profile.service_area)
  return note === undefined ? area : [...(area ? [toSentence(area)] : []), note].join(' ')
}

/** Returns the service area without its note. */
export function nameArea(context: Context): string | undefined {
  const { business, nameCountry, formatList, formatDistance, words } = context
  const { places, country, radius, isRemote } = readArea(business.profile.service_area)
  const names = places.length > 0 ? formatList(places) : country && nameCountry(country)
  const distance =
    radius &&
    fill(words.about.radius, {
      distance: formatDistance(radius.value, radius.unit === 'km' ? 'kilometer' : 'mile')
    })
  const remote = names || distance ? words.about.remote : words.labels.remote
  return [names, distance, isRemote && remote].filter(Boolean).join(', ') || undefined
}

/** Returns what clients find at a place, in one line; undefined if the data has nothing. */
const describeAmenities = (context: Context, amenities: Amenity[] | undefined): string | undefined =>
  amenities && context.formatList(amenities.map(({ name, note }) => (note ? `${name} (${note})` : name)))

export function Amenities({ context, amenities }: { context: Context; amenities: Amenity[] | undefined }) {
  const text = describeAmenities(context, amenities)
  return text === undefined ? null : (
    <p>
      {context.words.about.amenities + context.colon} <bdi {...context.dataLanguage}>{text}</bdi>
    </p>
  )
}

function readArea(area: object = {}) {
  const { country, remote } = Object.fromEntries<unknown>(Object.entries(area))
  const named = placeFields.filter(
    (field) => [fieldOf(area, field)].flat().length === listTexts(area, field).length
  )
  const radius = readRadius(area)
  const note = getString(area, 'note')
  const fields = [
    ...named,
    typeof country === 'string' && 'country',
    remote === true && 'remote',
    radius && 'radius',
    note && 'note'
  ]
  return {
    places: named.flatMap((field) => listTexts(area, field)),
    country: typeof country === 'string' ? country : undefined,
    isRemote: remote === true,
    radius,
    note,
    others: Object.fromEntries(Object.entries(area).filter(([name]) => !fields.includes(name)))
  }
}

export function listFigures(context: Context): [label: string, text: string][] {
  const { track_record } = context.business.profile
  const numbers = Object.entries(track_record ?? {}).filter(([, value]) => typeof value === 'number')
  return listEntries(Object.fromEntries(numbers), context, context.words.record)
}

export function TrackRecord({ context }: { context: Context }) {
  const entries = listFigures(context)
  return entries.length === 0 ? null : <Definitions class="record" entries={entries} />
}

export const Facts = ({ facts }: { facts: Fact[] }) => (
  <Definitions
    class="facts"
    entries={facts.map(
      ([label, value]): Fact => [label, value === undefined ? undefined : <bdi>{value}</bdi>]
    )}
  />
)

/** Omits the founding year if the figures have it. */
export function listFacts(context: Context): Fact[] {
  const { words, business, formatList, nameLanguage } = context
  const { founder, founded_year, legal_form, languages, payment_accepted } = business.profile
  const { service_area, track_record } = business.profile
  const texts = Object.entries(track_record ?? {}).filter(([, value]) => typeof value !== 'number')
  const { yes, no } = words.about
  const toRow = ([label, text]: [string, string]): Fact => [
    label,
    text === yes || text === no ? capitalize(text) : text
  ]
  return [
    [words.about.founder, founder],
    [
      words.about.foundedYear,
      founded_year === undefined || isFigure(founded_year, track_record) ? undefined : String(founded_year)
    ],
    [words.about.legalForm, legal_form],
    [words.about.languages, languages && capitalize(formatList(languages.map(nameLanguage)))],
    [words.about.area, describeArea(context)],
    [words.about.amenities, describeAmenities(context, business.profile.amenities)],
    ...listEntries(readArea(service_area).others, context).map(toRow),
    ...listEntries(Object.fromEntries(texts), context, words.record).map(toRow),
    [words.about.payment, payment_accepted && formatList(payment_accepted)]
  ]
}

const isFigure = (year: number, { since }: { since?: unknown } = {}) => since === year

// "Not" before an entry, in the languages of the interface: the heading says it already.
const negation =
  /(?:^|[,;،]\s+|\s+(?=(?:and|und|et|ni|né|nem|en|[eyи])\s|ו))(?:(?:and|und|et|ni|né|nem|en|[eyи])\s+|ו)?(?:pas\sd[’']|(?:not?|pas(?:\sde)?|keine?n?|geen|non|não|не|нет|ليس|لا|לא|אין)\s+)/iu

/** Categories that the business does not belong to: a list if each begins with "not", without that word, or else a sentence. */
export function NotCategory({ text }: { text: string }) {
  const [before, ...parts] = text.replace(/[.]$/, '').split(negation)
  const names = before === '' ? parts : [text]
  return names.length < 2 ? <p>{toSentence(names.join(''))}</p> : <TextList class="points" items={names} />
}

/** How soon the business replies to messages; nothing next to a button that calls a number for emergencies. */
export function ReplyTime({ context, actions = [] }: { context: Context; actions?: Action[] }) {
  const { reply_time, contact, address } = context.business.profile
  const urgent = (contact.phones ?? []).filter(({ kind }) => kind === 'emergency')
  const isUrgent = urgent.some(({ number }) =>
    actions.some(({ href }) => href === `tel:${dial(number, address.country)}`)
  )
  return reply_time === undefined || isUrgent ? null : (
    <p class="reply-time">
      {context.words.contact.replyTime + context.colon} {reply_time}
    </p>
  )
}

export function Profiles({ context }: { context: Context }) {
  const { same_as } = context.business.profile
  return same_as === undefined ? null : (
    <section>
      <h2>{context.words.contact.profiles}</h2>
      <ul class="profiles">
        {listNames(same_as).map(([url, name]) => (
          <li key={url}>
            <a href={url} rel="me" data-initials={name.slice(0, 1).toUpperCase()}>
              <bdi dir="ltr">{name}</bdi>
            </a>
          </li>
        ))}
      </ul>
    </section>
  )
}

// Sites whose name is not their host in other words.
const siteNames: [host: RegExp, name: string][] = [
  [/^(maps\.google|google)\.[a-z.]+$|^maps\.app\.goo\.gl$|^g\.page$/, 'Google Maps'],
  [/^maps\.apple\.com$/, 'Apple Maps'],
  [/(^|\.)linkedin\.com$/, 'LinkedIn'],
  [/^youtube\.com$/, 'YouTube'],
  [/^tiktok\.com$/, 'TikTok'],
  [/^t\.me$/, 'Telegram'],
  [/^bsky\.app$/, 'Bluesky'],
  [/^github\.com$/, 'GitHub'],
  [/^openstreetmap\.org$/, 'OpenStreetMap'],
  [/^(facebook|instagram|x|threads|pinterest|tripadvisor|yelp)\.[a-z.]+$/, '']
]

/** Returns URLs with the names of their sites, or with what is different if several are on one site. */
function listNames(urls: string[]): [url: string, name: string][] {
  const names = urls.map((url): [string, string] => {
    const host = new URL(url).host.replace(/^(www|m)\./, '')
    const [, name] = siteNames.find(([pattern]) => pattern.test(host)) ?? [host, host]
    return [url, name || capitalize(host.replace(/\..*/, ''))]
  })
  const isOnly = (name: string) => names.filter(([, other]) => other === name).length === 1
  return names.map(([url, name]) => [url, isOnly(name) ? name : shortUrl(url)])
}

const maxShortUrl = 40

/** A URL as people write it: without its scheme, and only the first parts of its path if it is long. */
export function shortUrl(url: string): string {
  const { host, pathname, protocol } = new URL(url)
  if (!protocol.startsWith('http')) return url.slice(protocol.length)
  const name = host.replace(/^www\./, '')
  const path = decodeForDisplay(pathname.replace(/\/$/, ''))
  const room = Math.max(0, maxShortUrl - name.length)
  return name + (path.length > room ? path.slice(0, room).replace(/\/[^/]*$/, '/…') : path)
}

function decodeForDisplay(path: string): string {
  try {
    return decodeURI(path)
  } catch {
    return path
  }
}

// Other parts of the pages link to them.
const linkedElsewhere = ['/', '/openapi.json', '/api/']

/** Further links of the data, without links that are on every page or lead to pages that do not exist. */
export function FurtherLinks({ context }: { context: Context }) {
  const { words, business, listLinks, toHref, canLinkTo } = context
  const menus = (['header', 'footer', 'programs'] as const).flatMap(listLinks).map(({ path }) => path)
  const otherLinks = new Set([...menus, ...linkedElsewhere])
  const links = Object.entries(business.profile.links ?? {}).filter(
    ([, url]) => canLinkTo(url) && !otherLinks.has(toHref(url))
  )
  return links.length === 0 ? null : (
    <section>
      <h2>{words.about.links}</h2>
      <ul class="links">
        {links.map(([name, url]) => (
          <li key={name}>
            <Link context={context} to={url}>
              {labelOf(name, { ...words.labels, ...words.pages })}
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** Returns a readable label for a field: its word if `words` has one, or else its name with spaces. */
function labelOf(name: string, words: Record<string, string>): string {
  // A name that begins with a capital letter is perhaps a brand, such as YouTube.
  const parts = /^\p{Ll}/u.test(name)
    ? name.replace(/(?<=\p{Ll})\p{Lu}(?=\p{Ll})/gu, (letter) => ` ${letter.toLowerCase()}`)
    : name
  const text = parts.replace(/[_-]+/g, ' ').trim()
  return new Map(Object.entries(words)).get(name) ?? capitalize(text)
}

// Years have no thousands separator.
const isYear = (name: string) => /^(since|year|founded)$|_since$/.test(name)

/** Returns a value of a free-form object as text, at any depth; empty if there is nothing to say. */
function describeValue(name: string, value: unknown, context: Context): string {
  const { formatList, formatNumber, words } = context
  if (typeof value === 'string') return value
  if (typeof value === 'number') return isYear(name) ? String(value) : formatNumber(value)
  if (typeof value === 'boolean') return value ? words.about.yes : words.about.no
  if (Array.isArray(value)) {
    const parts = value.map((part) => describeValue(name, part, context)).filter(Boolean)
    return value.some((part) => typeof part === 'object') ? parts.join('; ') : formatList(parts)
  }
  return listEntries(value, context)
    .map(([label, text]) => `${label}${context.colon} ${text}`)
    .join('; ')
}

/** Returns labels and texts, without entries that say nothing. */
function listEntries(
  value: unknown,
  context: Context,
  words: Record<string, string> = context.words.labels
): [label: string, text: string][] {
  return entriesOf(value)
    .map(([name, part]): [string, string] => [labelOf(name, words), describeValue(name, part, context)])
    .filter(([, text]) => text !== '')
}
