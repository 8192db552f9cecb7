import { domainToUnicode } from 'node:url'
import type { ComponentChildren } from 'preact'
import { mainPlace } from '../../business/opening-hours.ts'
import { dial } from '../../business/phones.ts'
import type { Address, Location } from '../../business/schemas/profile.ts'
import type { Context } from '../../context/context.ts'
import type { Props } from '../view.ts'
import { hasPlace, type Located, Place } from './address.tsx'
import { Hours } from './hours.tsx'
import { ReplyTime, shortUrl } from './profile.tsx'
import { Definitions, type Fact, Section } from './prose.tsx'

interface ContactWay {
  label: ComponentChildren
  text: string
  href: string
  /** The number, as it is dialled, with its extension. */
  number?: string | undefined
}

interface WaysListProps {
  context: Context
  /** Whether to omit further numbers if the business has a main one or an email address. */
  isGeneral?: boolean
  /** Whether it has the way to the address, for the page that is about it. */
  hasDirections?: boolean
  /** Whether the address is elsewhere on the page. */
  isWithoutPlace?: boolean
}

export function WaysList(props: WaysListProps) {
  const { context, hasDirections, isWithoutPlace = false } = props
  const place = isWithoutPlace ? { address: {} } : context.business.profile
  return <Ways context={context} ways={contactWays(props)} place={place} hasDirections={hasDirections} />
}

export function hasContact(context: Context): boolean {
  const { locations = [] } = context.business.profile
  return contactWays({ context }).length > 0 || locations.some(({ phone, email }) => phone ?? email)
}

/** Returns the sentence that invites visitors to write or call; undefined if the data has no way to do so. */
export const closingText = (context: Context): string | undefined =>
  hasContact(context) ? context.words.home.closingText : undefined

export const hasWays = (props: WaysListProps): boolean =>
  contactWays(props).length > 0 || (!props.isWithoutPlace && hasPlace(props.context.business.profile))

interface WaysProps {
  context: Context
  ways: ContactWay[]
  place: Located
  hasDirections?: boolean | undefined
  /** The name of a further place, because a page has the links of several. */
  subject?: string
}

function Ways({ context, ways, place, ...more }: WaysProps) {
  const entries = joinNumbers(ways).map(
    ({ label, text, href, others }): Fact => [
      label,
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
    ]
  )
  if (hasPlace(place))
    entries.push([context.words.contact.address, <Place context={context} place={place} {...more} />])
  return <Definitions class="ways" entries={entries} />
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
  return locations.length === 0 ? null : (
    <Section heading={hasMain ? context.words.contact.places : locationsHeading(context)}>
      <div class="locations">
        {(hasMain ? [main, ...locations] : locations).map((location) => (
          <div id={location.id}>
            <h3>{location.name}</h3>
            <Ways
              context={context}
              ways={locationWays(location, context)}
              place={location}
              hasDirections
              subject={location.name}
            />
            <Hours
              context={context}
              id={location.id}
              hasAppointment={location.id === mainPlace}
              isCard
              hasTimezone={hasTimezone === true}
            />
          </div>
        ))}
      </div>
    </Section>
  )
}

const locationWays = ({ phone, email, address }: Location, context: Context): ContactWay[] => [
  ...(phone ? [phoneWay(context.words.contact.phone, phone, context, address)] : []),
  ...(email ? [emailWay(context.words.contact.email, email)] : [])
]

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

/** Returns each number once, with its other ways, such as WhatsApp. */
const joinNumbers = (ways: ContactWay[]) =>
  ways.flatMap((way, index) => {
    const isSame = (other: ContactWay) => way.number !== undefined && other.number === way.number
    return ways.slice(0, index).some(isSame) ? [] : { ...way, others: ways.slice(index + 1).filter(isSame) }
  })

const emailWay = (label: string, email: string) => ({
  label,
  text: toReadableEmail(email),
  href: `mailto:${email}`
})

/** Returns the ways that the data has, the most used first. */
function contactWays({ context, isGeneral = false }: WaysListProps): ContactWay[] {
  const { phone, phones = [], whatsapp, email, contact_page } = context.business.profile.contact
  const { contact: words } = context.words
  const further = isGeneral && (phone ?? email) ? [] : phones
  const [whatsappNumber] = whatsapp?.match(/(?<=wa\.me\/)\d+/) ?? []
  const number = whatsappNumber && `+${whatsappNumber}`
  // Every page links to the built-in contact page.
  const isOwnPage = contact_page && !context.toHref(contact_page).startsWith('/')
  return [
    ...(phone ? [phoneWay(words.phone, phone, context)] : []),
    ...further.map(({ label, number }) =>
      phoneWay(<bdi {...context.dataLanguage}>{label}</bdi>, number, context)
    ),
    ...(whatsapp ? [{ label: words.whatsapp, text: number ?? words.whatsapp, href: whatsapp, number }] : []),
    ...(email ? [emailWay(words.email, email)] : []),
    ...(isOwnPage ? [{ label: words.page, text: shortUrl(contact_page), href: contact_page }] : [])
  ]
}

/** Returns the ways to talk to the business at once; `kind` is a mark in the style sheet. */
function listDirectWays(context: Context) {
  const { business, words, colon, dataLanguage } = context
  const { phone, phones, whatsapp } = business.profile.contact
  const main = phone ? { number: phone, label: undefined } : phones?.[0]
  const { call, whatsapp: label } = words.contact
  const callLabel =
    main?.label === undefined ? (
      call
    ) : (
      <span>
        {call + colon} <bdi {...dataLanguage}>{main.label}</bdi>
      </span>
    )
  return [
    ...(main ? [{ kind: 'call', ...phoneWay(callLabel, main.number, context) }] : []),
    ...(whatsapp ? [{ kind: 'whatsapp', text: undefined, label, href: whatsapp }] : [])
  ]
}

/** The bar at the bottom of a phone's screen: a telephone and WhatsApp; nothing if the business has none. */
export function ContactBar({ context }: Props) {
  const ways = listDirectWays(context)
  return ways.length === 0 ? null : (
    <nav class="contact-bar" aria-label={context.words.pages.contact}>
      {ways.map((way) => [
        <a class={`button ${way.kind}`} href={way.href}>
          {way.label}
        </a>,
        ' '
      ])}
    </nav>
  )
}

/** Links to call and to write in WhatsApp, next to a button; a phone has them in its bar instead. */
export function DirectWays({ context }: Props) {
  const ways = listDirectWays(context)
  return ways.length === 0 ? null : (
    <p class="actions direct-ways">
      {ways.map((way) => [
        <a class={`quiet-link ${way.kind}`} href={way.href}>
          <span>
            {way.label}
            {way.text && [' ', <bdi dir="ltr">{way.text}</bdi>]}
          </span>
        </a>,
        ' '
      ])}
    </p>
  )
}

/**
 * The end of a page that sells: it invites visitors to contact the business; nothing if the data has no way to do so. A
 * `heading` replaces the heading of all pages and the text below it.
 */
export function CallToAction({ context, heading, action }: Props<{ heading?: string; action?: string }>) {
  const words = context.words.home
  const contactHref = context.contactHref()
  const text = heading === undefined && closingText(context)
  return contactHref === undefined ? null : (
    <Section class="closing" heading={heading ?? words.closing}>
      {text && <p>{text}</p>}
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
