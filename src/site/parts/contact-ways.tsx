import { domainToUnicode } from 'node:url'
import { mainPlace } from '../../business/opening-hours.ts'
import { dial } from '../../business/phones.ts'
import type { Address, Geo, Location } from '../../business/schemas/profile.ts'
import type { Context } from '../../context/context.ts'
import { hasPlace, Place } from './address.tsx'
import { Hours } from './hours.tsx'
import { ReplyTime, shortUrl } from './profile.tsx'
import { Section } from './prose.tsx'

interface ContactWay {
  label: string
  text: string
  href: string
  /** Whether the label is in the language of the business. */
  isData?: boolean
  /** The number, as it is dialled, with its extension. */
  number?: string
}

/** A way with the others of the same number, such as WhatsApp. */
interface NumberWays extends ContactWay {
  others: ContactWay[]
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
  const { address, geo } = isWithoutPlace ? { address: {} } : context.business.profile
  return <Ways context={context} ways={contactWays(props)} {...{ address, geo, hasDirections }} />
}

/** Returns whether the business, or a branch, states a way to contact it. */
export function hasContact({ business, toHref }: Context): boolean {
  const { contact, locations = [] } = business.profile
  // Every page links to the built-in contact page.
  const { contact_page = '/', ...ways } = contact
  const places = locations.map(({ phone, email }) => phone ?? email)
  return [...Object.values(ways).flat(), ...places].some(Boolean) || !toHref(contact_page).startsWith('/')
}

/** Returns the sentence that invites visitors to write or call; undefined if the data has no way to do so. */
export const closingText = (context: Context): string | undefined =>
  hasContact(context) ? context.words.home.closingText : undefined

export const hasWays = (props: WaysListProps): boolean =>
  contactWays(props).length > 0 || (!props.isWithoutPlace && hasPlace(props.context.business.profile))

interface WaysProps {
  context: Context
  ways: NumberWays[]
  address: Address
  geo?: Geo | undefined
  hasDirections?: boolean | undefined
  /** The name of a further place, because a page has the links of several. */
  subject?: string
}

function Ways({ context, ways, address, geo, ...more }: WaysProps) {
  const isPlace = hasPlace({ address, geo })
  return ways.length === 0 && !isPlace ? null : (
    <dl class="ways">
      {ways.map((way) => (
        <div>
          <dt>
            <WayLabel context={context} way={way} />
          </dt>
          <dd>
            <a href={way.href} dir="ltr">
              {way.text}
            </a>
            {way.others.map((other) => [' ', <Other context={context} way={way} other={other} />])}
          </dd>
        </div>
      ))}
      {isPlace && (
        <div>
          <dt>{context.words.contact.address}</dt>
          <dd>
            <Place context={context} address={address} geo={geo} {...more} />
          </dd>
        </div>
      )}
    </dl>
  )
}

function Other({ context, way, other }: { context: Context; way: ContactWay; other: ContactWay }) {
  const label = <WayLabel context={context} way={other} />
  return other.href === way.href ? (
    <span class="kind">{label}</span>
  ) : (
    <a class="kind whatsapp" href={other.href}>
      {label}
    </a>
  )
}

const WayLabel = ({ context, way: { label, isData } }: { context: Context; way: ContactWay }) =>
  isData ? <bdi {...context.dataLanguage}>{label}</bdi> : label

export function locationsHeading({ words, business }: Context): string {
  const { locations, locationsOne } = words.contact
  return business.profile.locations?.length === 1 ? locationsOne : locations
}

interface LocationsProps {
  context: Context
  hasTimezone?: boolean
  hasMain?: boolean
}

export function Locations({ context, hasTimezone, hasMain = false }: LocationsProps) {
  const { profile } = context.business
  const { locations = [], name, address, geo } = profile
  const main: Location[] = hasMain ? [{ id: mainPlace, name, address, ...(geo && { geo }) }] : []
  return locations.length === 0 ? null : (
    <Section heading={hasMain ? context.words.contact.places : locationsHeading(context)}>
      <div class="locations">
        {[...main, ...locations].map((location) => (
          <div id={location.id}>
            <h3>{location.name}</h3>
            <Ways
              context={context}
              ways={locationWays(location, context)}
              address={location.address}
              geo={location.geo}
              hasDirections
              subject={location.name}
            />
            <Hours
              context={context}
              id={location.id}
              hasAppointment={location.id === mainPlace}
              isCard
              {...(hasTimezone && { hasTimezone })}
            />
          </div>
        ))}
      </div>
    </Section>
  )
}

const locationWays = ({ phone, email, address }: Location, context: Context): NumberWays[] =>
  joinNumbers([
    ...(phone ? [phoneWay(context.words.contact.phone, phone, context, address)] : []),
    ...(email ? [emailWay(context.words.contact.email, email)] : [])
  ])

/** Returns a telephone number as a link; people call it without a country code from an address, or else from the main one. */
function phoneWay(label: string, text: string, { country, codeOfCountry }: Context, address?: Address) {
  const number = dial(text, address?.country === undefined ? country : codeOfCountry(address.country))
  return { label, text, number, href: `tel:${number}` }
}

/** Returns each number once, with its other ways. */
const joinNumbers = (ways: ContactWay[]): NumberWays[] =>
  ways.flatMap((way, index) => {
    const isSame = (other: ContactWay) => way.number !== undefined && other.number === way.number
    return ways.findIndex(isSame) < index && way.number !== undefined
      ? []
      : [{ ...way, others: ways.slice(index + 1).filter(isSame) }]
  })

const emailWay = (label: string, email: string): ContactWay => ({
  label,
  text: toReadableEmail(email),
  href: `mailto:${email}`
})

/** Returns the ways that the data has, the most used first. */
function contactWays(props: WaysListProps): NumberWays[] {
  const { context, isGeneral = false } = props
  const { contact } = context.business.profile
  const { phone, phones = [], whatsapp, email, contact_page } = contact
  const { contact: labels } = context.words
  const number = whatsapp?.match(/wa\.me\/(\d+)/)?.[1]
  const further = isGeneral && (phone ?? email) ? [] : phones
  const ways: ContactWay[] = []
  if (phone) ways.push(phoneWay(labels.phone, phone, context))
  ways.push(...further.map(({ label, number }) => ({ ...phoneWay(label, number, context), isData: true })))
  if (whatsapp) {
    const text = number ? `+${number}` : labels.whatsapp
    ways.push({ label: labels.whatsapp, text, href: whatsapp, ...(number && { number: `+${number}` }) })
  }
  if (email) ways.push(emailWay(labels.email, email))
  // Every page links to the built-in contact page.
  if (contact_page && !context.toHref(contact_page).startsWith('/'))
    ways.push({ label: labels.page, text: shortUrl(contact_page), href: contact_page })
  return joinNumbers(ways)
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
    ...(main ? [{ kind: 'call', ...phoneWay(call, main.number, context), label: callLabel }] : []),
    ...(whatsapp ? [{ kind: 'whatsapp', text: undefined, label, href: whatsapp }] : [])
  ]
}

/** The bar at the bottom of a phone's screen: a telephone and WhatsApp; nothing if the business has none. */
export function ContactBar({ context }: { context: Context }) {
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
export function DirectWays({ context }: { context: Context }) {
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

interface Props {
  context: Context
  /** A heading of the page, in place of the heading of all pages and the text below it. */
  heading?: string
  action?: string
}

/** The end of a page that sells: it invites visitors to contact the business; nothing if the data has no way to do so. */
export function CallToAction({ context, heading, action }: Props) {
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

/** Returns an email address as people read it. */
const toReadableEmail = (email: string): string =>
  email.replace(/(?<=^[^@]*@).*$/, (domain) =>
    /xn--/i.test(domain) ? domainToUnicode(domain) || domain : domain
  )
