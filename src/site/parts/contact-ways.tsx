import { domainToUnicode } from 'node:url'
import type { ComponentChildren } from 'preact'
import { capitalize } from '../../base/text.ts'
import { decodePath } from '../../base/url-path.ts'
import { findPlace, mainPlace } from '../../business/opening-hours.ts'
import { dial } from '../../business/phones.ts'
import type { Address, Contact } from '../../business/schemas/profile.ts'
import type { Context } from '../../context/context.ts'
import type { Props } from '../view.ts'
import { hasPlace, Place } from './address.tsx'
import { Section } from './elements.tsx'
import { Hours } from './hours.tsx'
import { DataText, Definitions, type Entry, Isolated, List, Rich } from './texts.tsx'

interface ContactWay {
  label: ComponentChildren
  text: string
  href: string
  /** The number, as it is dialled, with its extension. */
  number?: string | undefined
}

/** Returns the sentence that invites visitors to write or call; undefined if the data has no way to do so. */
export function closingText(context: Context): string | undefined {
  const { locations = [] } = context.business.profile
  const hasWay = contactWays(context).length > 0 || locations.some(({ phone, email }) => phone ?? email)
  return hasWay ? context.words.home.closingText : undefined
}

interface WaysOptions {
  /** Whether to omit further numbers if the business has a main one or an email address. */
  isGeneral?: boolean
  /** Whether the address has links to the way there, for the page that is about it. */
  hasDirections?: boolean
  /** Whether the address is elsewhere on the page. */
  isWithoutPlace?: boolean
}

export const listWays = (
  context: Context,
  { isGeneral = false, hasDirections, isWithoutPlace = false }: WaysOptions = {}
): Entry[] =>
  toEntries(contactWays(context, isGeneral), {
    context,
    hasDirections,
    place: isWithoutPlace ? { address: {} } : context.business.profile
  })

function toEntries(ways: ContactWay[], place: Parameters<typeof Place>[0]): Entry[] {
  const facts = ways.flatMap(({ label, text, href, number }, index): Entry[] => {
    // Each number is there once, with its other ways, such as WhatsApp.
    const isSame = (other: ContactWay) => number !== undefined && other.number === number
    if (ways.slice(0, index).some(isSame)) return []
    const others = ways.slice(index + 1).filter(isSame)
    const value = (
      <>
        <a href={href} dir="ltr">
          {text}
        </a>
        {others.map((other) => [
          ' ',
          other.href === href ? (
            <span class="kind">{other.label}</span>
          ) : (
            <a class="kind whatsapp" href={other.href}>
              {other.label}
            </a>
          )
        ])}
      </>
    )
    return [[label, value]]
  })
  if (hasPlace(place.place)) facts.push([place.context.words.contact.address, <Place {...place} />])
  return facts
}

export function locationsHeading({ words, business }: Context): string {
  const { locations, locationsOne } = words.contact
  return business.profile.locations?.length === 1 ? locationsOne : locations
}

export function Locations({
  context,
  hasTimezone,
  hasMain
}: Props<{ hasTimezone?: boolean; hasMain?: boolean }>) {
  const { profile } = context.business
  const { locations = [], name, address, geo } = profile
  const main = { id: mainPlace, name, address, ...(geo && { geo }) }
  // Without a main place, none is a further one.
  const isAll = hasMain || (!hasPlace(profile) && findPlace(profile) === undefined)
  return locations.length === 0 ? null : (
    <Section heading={isAll ? context.words.contact.places : locationsHeading(context)}>
      <div class="locations">
        {(hasMain ? [main, ...locations] : locations).map((location) => (
          <div id={location.id}>
            <h3>
              <DataText context={context} text={location.name} />
            </h3>
            <Definitions
              class="ways"
              entries={toEntries(contactWays(context, false, location), {
                context,
                place: location,
                subject: location.name,
                hasDirections: true
              })}
            />
            <Hours
              context={context}
              id={location.id}
              hasAppointment={location.id === mainPlace}
              isCard
              hasTimezone={hasTimezone}
            />
          </div>
        ))}
      </div>
    </Section>
  )
}

/** Returns a telephone number as a link; people call it without a country code from an address, or else from the main one. */
function phoneWay(
  label: ComponentChildren,
  text: string,
  { country, codeOfCountry }: Context,
  address?: Address
) {
  const number = dial(text, address?.country === undefined ? country : codeOfCountry(address.country))
  return { label, text, number, href: `tel:${number}` }
}

/** Returns the ways to contact the business, or one of its places, the most used first. */
function contactWays(
  context: Context,
  isGeneral = false,
  contact: Contact & { address?: Address } = context.business.profile.contact
): ContactWay[] {
  const { phone, phones = [], whatsapp, email, contact_page, address } = contact
  const { contact: words } = context.words
  const further = isGeneral && (phone ?? email) ? [] : phones
  const [whatsappNumber] = whatsapp?.match(/(?<=wa\.me\/)\d+/) ?? []
  const number = whatsappNumber && `+${whatsappNumber}`
  // Every page links to the built-in contact page.
  const isOwnPage = contact_page && !context.toHref(contact_page).startsWith('/')
  return [
    ...(phone ? [phoneWay(words.phone, phone, context, address)] : []),
    ...further.map(({ label, number }) =>
      phoneWay(<Isolated context={context} text={label} />, number, context)
    ),
    ...(whatsapp ? [{ label: words.whatsapp, text: number ?? words.whatsapp, href: whatsapp, number }] : []),
    ...(email ? [{ label: words.email, text: toReadableEmail(email), href: `mailto:${email}` }] : []),
    ...(isOwnPage ? [{ label: words.page, text: shortUrl(contact_page), href: contact_page }] : [])
  ]
}

/** Links to call and to write in WhatsApp: next to a button, or in the bar at the bottom of a phone's screen; nothing without both. */
export function DirectWays({ context, isBar = false }: Props<{ isBar?: boolean }>) {
  const { business, words, colon } = context
  const { phone, phones, whatsapp } = business.profile.contact
  const main = phone ? { number: phone, label: undefined } : phones?.[0]
  const callLabel = main?.label ? (
    <span>
      {words.contact.call + colon} <Isolated context={context} text={main.label} />
    </span>
  ) : (
    words.contact.call
  )
  const ways = [
    ...(main ? [{ kind: 'call', ...phoneWay(callLabel, main.number, context) }] : []),
    ...(whatsapp
      ? [{ kind: 'whatsapp', text: undefined, label: words.contact.whatsapp, href: whatsapp }]
      : [])
  ]
  const links = ways.map(({ kind, label, text, href }) => [
    <a class={`${isBar ? 'button' : 'quiet-link'} ${kind}`} href={href}>
      {isBar ? (
        label
      ) : (
        <span>
          {label}
          {text && [
            ' ',
            <bdi dir="ltr" class="unbroken">
              {text}
            </bdi>
          ]}
        </span>
      )}
    </a>,
    ' '
  ])
  if (links.length === 0) return null
  return isBar ? (
    <nav class="contact-bar" aria-label={words.pages.contact}>
      {links}
    </nav>
  ) : (
    <p class="actions direct-ways">{links}</p>
  )
}

/** Invites visitors to contact the business. A `heading` replaces the heading of all pages and the text below it. */
export function CallToAction({ context, heading, action }: Props<{ heading?: string; action?: string }>) {
  const words = context.words.home
  const contactHref = context.contactHref()
  const text = heading === undefined && closingText(context)
  return contactHref === undefined ? null : (
    <Section class="closing" heading={heading ?? words.closing}>
      {text && (
        <p>
          <Rich context={context} text={text} />
        </p>
      )}
      <p class="actions">
        <a class="button" href={contactHref}>
          {action ?? words.closingAction}
        </a>
      </p>
      <ReplyTime context={context} />
      <DirectWays context={context} />
    </Section>
  )
}

const toReadableEmail = (email: string): string =>
  email.replace(/(?<=^[^@]*@).*$/, (domain) =>
    /xn--/i.test(domain) ? domainToUnicode(domain) || domain : domain
  )

export function ReplyTime({ context }: Props) {
  const { reply_time } = context.business.profile
  return reply_time === undefined ? null : (
    <p class="reply-time">
      {context.words.contact.replyTime + context.colon} <DataText context={context} text={reply_time} />
    </p>
  )
}

export function Profiles({ context }: Props) {
  const { same_as } = context.business.profile
  return same_as === undefined ? null : (
    <Section heading={context.words.contact.profiles}>
      <List
        class="profiles"
        items={listNames(same_as).map(([url, name]) => (
          <a href={url} rel="me" data-initials={name.slice(0, 1).toUpperCase()}>
            <bdi dir="ltr">{name}</bdi>
          </a>
        ))}
      />
    </Section>
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
function shortUrl(url: string): string {
  const { host, pathname, protocol } = new URL(url)
  if (!protocol.startsWith('http')) return url.slice(protocol.length)
  const name = host.replace(/^www\./, '')
  const path = decodePath(pathname.replace(/\/$/, ''))
  const room = Math.max(0, maxShortUrl - name.length)
  return name + (path.length > room ? path.slice(0, room).replace(/\/[^/]*$/, '/…') : path)
}
