import { toReadableEmail } from '../../base/email.ts'
import { phoneExtension } from '../../base/json-schema.ts'
import { findPlace, mainPlace } from '../../business/opening-hours.ts'
import { dial } from '../../business/phones.ts'
import type { Action } from '../../business/schemas/action.ts'
import {
  type Address,
  type Geo,
  hasMoreThanAddress,
  type LabelledPhone,
  type Location,
  locationPath,
  type Profile
} from '../../business/schemas/profile.ts'
import type { Context } from '../../context/context.ts'
import { ActionButtons, ActionLabel, Actions, listActions, listMainActions } from './actions.tsx'
import { hasPlace, Place } from './address.tsx'
import { Hours } from './hours.tsx'
import { Amenities, ReplyTime, shortUrl } from './profile.tsx'

interface ContactWay {
  label: string
  text: string
  /** Absent for a fax, which no device can call. */
  href?: string | undefined
  /** Whether the label is in the language of the business. */
  isData?: boolean
  /** A word of the interface before or after the label. */
  before?: string
  after?: string
  /** The number, as it is dialled, with its extension. */
  number?: string
}

/** A way with the others of the same number, such as WhatsApp or text messages. */
interface NumberWays extends ContactWay {
  others: ContactWay[]
}

interface WaysListProps {
  context: Context
  /** Whether to omit further numbers, such as one for emergencies, if the business has a main one or an email address. */
  isGeneral?: boolean
  /** Whether the page has the numbers for emergencies first. */
  hasEmergency?: boolean
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
export const hasContact = (context: Context): boolean =>
  contactWays({ context }).length > 0 ||
  (context.business.profile.locations ?? []).some((location) => locationWays(location, context).length > 0)

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
        <div key={way.href ?? way.text}>
          <dt>
            <WayLabel context={context} way={way} />
          </dt>
          <dd>
            {way.href === undefined ? (
              <bdi dir="ltr">{way.text}</bdi>
            ) : (
              <a href={way.href} dir="ltr">
                {way.text}
              </a>
            )}
            {way.others.map((other) => [
              ' ',
              <Other key={other.label} context={context} way={way} other={other} />
            ])}
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
  return other.href === undefined || other.href === way.href ? (
    <span class="kind">{label}</span>
  ) : (
    <a class={`kind ${other.href.startsWith('http') ? 'whatsapp' : ''}`.trimEnd()} href={other.href}>
      {label}
    </a>
  )
}

function WayLabel({ context, way }: { context: Context; way: ContactWay }) {
  const { label, isData, before, after } = way
  return (
    <>
      {before && `${before + context.colon} `}
      {isData ? <bdi {...context.dataLanguage}>{label}</bdi> : label}
      {after && ` (${after})`}
    </>
  )
}

export function locationsHeading({ words, business }: Context): string {
  const { locations, locationsOne } = words.contact
  return business.profile.locations?.length === 1 ? locationsOne : locations
}

/** Returns whether the contact page has the main place among the others, as one of equal cards. */
export const hasPlaces = ({ business: { profile } }: Context): boolean =>
  profile.locations !== undefined && (hasPlace(profile) || findPlace(profile, mainPlace) !== undefined)

/** The main place of a business with several, in the form of the others. */
function createMainPlace({ name, address, geo, amenities }: Profile): Location {
  return { id: mainPlace, name, address, ...(geo && { geo }), ...(amenities && { amenities }) }
}

interface LocationsProps {
  context: Context
  hasTimezone?: boolean
  hasMain?: boolean
}

export function Locations({ context, hasTimezone, hasMain = false }: LocationsProps) {
  const { profile } = context.business
  const { locations = [] } = profile
  return locations.length === 0 ? null : (
    <section>
      <h2>{hasMain ? context.words.contact.places : locationsHeading(context)}</h2>
      <div class="locations">
        {[...(hasMain ? [createMainPlace(profile)] : []), ...locations].map((location) => (
          <div key={location.id} id={location.id}>
            <h3>
              {hasMoreThanAddress(location) && context.canLinkTo(locationPath(location)) ? (
                <a href={locationPath(location)}>{location.name}</a>
              ) : (
                location.name
              )}
            </h3>
            <LocationFacts
              context={context}
              location={location}
              isCard
              {...(hasTimezone && { hasTimezone })}
            />
          </div>
        ))}
      </div>
    </section>
  )
}

interface LocationProps {
  context: Context
  location: Location
  hasTimezone?: boolean
  isCard?: boolean
}

export const LocationFacts = ({ context, location, ...options }: LocationProps) => (
  <>
    <div>
      <Ways
        context={context}
        ways={locationWays(location, context)}
        address={location.address}
        geo={location.geo}
        hasDirections
        subject={location.name}
      />
      <Amenities context={context} amenities={location.amenities} />
      <Actions context={context} actions={location.actions} subject={location.name} />
    </div>
    <Hours context={context} id={location.id} hasAppointment={location.id === mainPlace} {...options} />
  </>
)

const locationWays = ({ phone, email, address }: Location, { words, business }: Context): NumberWays[] =>
  joinNumbers([
    ...(phone ? [phoneWay(words.contact.phone, phone, { ...business.profile.address, ...address })] : []),
    ...(email ? [emailWay(words.contact.email, email)] : [])
  ])

/** Returns a telephone number as a link; `address` is where people call it from without a country code. */
function phoneWay(label: string, text: string, { country }: Address) {
  const number = dial(text, country)
  const [extension = ''] = text.match(`${phoneExtension}$`) ?? []
  return { label, text, number: number + extension, href: `tel:${number}` }
}

/** Returns each number once, with its other ways. */
const joinNumbers = (ways: ContactWay[]): NumberWays[] =>
  ways.flatMap((way, index) => {
    const isSame = (other: ContactWay) => way.number !== undefined && other.number === way.number
    return ways.findIndex(isSame) < index && way.number !== undefined
      ? []
      : [{ ...way, others: ways.slice(index + 1).filter(isSame) }]
  })

/** Returns a further number: a link to call it or to write a message, or for a fax only its text. */
function furtherWay({ label, number, kind }: LabelledPhone, { words, business }: Context): ContactWay {
  const way = { ...phoneWay(label, number, business.profile.address), isData: true }
  const { emergency, text, fax } = words.contact
  if (kind === 'emergency') return { ...way, before: emergency }
  if (kind === 'text') return { ...way, href: way.href.replace('tel:', 'sms:'), after: text }
  if (kind === 'fax') {
    const isNamed = label.toLowerCase() === fax.toLowerCase()
    return { ...way, href: undefined, ...(!isNamed && { after: fax }) }
  }
  return way
}

const isEmergency = ({ kind }: LabelledPhone) => kind === 'emergency'
const isForCalls = ({ kind }: LabelledPhone) => kind === undefined

/** Buttons to call the numbers for emergencies; nothing if the data has none. */
export function Emergency({ context }: { context: Context }) {
  const numbers = (context.business.profile.contact.phones ?? []).filter(isEmergency)
  return numbers.map(({ label, number }) => {
    const { text, href } = phoneWay(label, number, context.business.profile.address)
    return (
      <p key={href} class="actions">
        <a class="button call" href={href}>
          <span>
            {context.words.contact.emergency + context.colon} <bdi {...context.dataLanguage}>{label}</bdi>{' '}
            <bdi dir="ltr">{text}</bdi>
          </span>
        </a>
      </p>
    )
  })
}

const emailWay = (label: string, email: string): ContactWay => ({
  label,
  text: toReadableEmail(email),
  href: `mailto:${email}`
})

/** Returns the ways that the data has, the most used first. */
function contactWays(props: WaysListProps): NumberWays[] {
  const { context, isGeneral = false, hasEmergency = false } = props
  const { contact, address } = context.business.profile
  const { phone, phones = [], whatsapp, email, contact_page } = contact
  const { contact: labels } = context.words
  const number = whatsapp?.match(/wa\.me\/(\d+)/)?.[1]
  const further = isGeneral && (phone ?? email) ? [] : phones
  const listFurther = (isListed: (phone: LabelledPhone) => boolean) =>
    further.filter(isListed).map((item) => furtherWay(item, context))
  const ways: ContactWay[] = hasEmergency ? [] : listFurther(isEmergency)
  if (phone) ways.push(phoneWay(labels.phone, phone, address))
  ways.push(...listFurther(isForCalls))
  if (whatsapp) {
    const text = number ? `+${number}` : labels.whatsapp
    ways.push({ label: labels.whatsapp, text, href: whatsapp, ...(number && { number: `+${number}` }) })
  }
  ways.push(...listFurther((item) => !isEmergency(item) && !isForCalls(item)))
  if (email) ways.push(emailWay(labels.email, email))
  // Every page links to the built-in contact page.
  if (contact_page && !context.toHref(contact_page).startsWith('/'))
    ways.push({ label: labels.page, text: shortUrl(contact_page), href: contact_page })
  return joinNumbers(ways)
}

/** A way to talk to the business at once; `kind` is its mark in the style sheet. */
interface DirectWay {
  kind: 'call' | 'whatsapp'
  label: string
  href: string
  /** The telephone number of a call. */
  text?: string
  numberLabel?: string | undefined
}

/** Omits a number that has a button next to it already, as an action. */
function listDirectWays(context: Context, actions: Action[]): DirectWay[] {
  const { contact, address } = context.business.profile
  const { phone, phones, whatsapp } = contact
  // A number for emergencies is no general way to get in touch.
  const main = phone ? { number: phone, label: undefined } : phones?.find(isForCalls)
  const { call, whatsapp: label } = context.words.contact
  const ways = [
    ...(main
      ? [
          {
            kind: 'call' as const,
            ...phoneWay(call, main.number, address),
            numberLabel: main.label
          }
        ]
      : []),
    ...(whatsapp ? [{ kind: 'whatsapp' as const, label, href: whatsapp }] : [])
  ]
  return ways.filter(({ href }) => !actions.some((action) => action.href === href))
}

/** The bar at the bottom of a phone's screen: the main action, a telephone and WhatsApp; nothing if the business has none. */
export function ContactBar({ context }: { context: Context }) {
  const [action] = listMainActions(context)
  const ways = listDirectWays(context, action ? [action] : [])
  return ways.length === 0 && action === undefined ? null : (
    <nav class="contact-bar" aria-label={context.words.pages.contact}>
      {action && (
        <a class="button main-action" href={context.toHref(action.href)}>
          <ActionLabel context={context} action={action} />
        </a>
      )}{' '}
      {ways.map((way) => [
        <a key={way.kind} class={`button ${action ? 'outline ' : ''}${way.kind}`} href={way.href}>
          <Label context={context} way={way} />
        </a>,
        ' '
      ])}
    </nav>
  )
}

/** Links to call and to write in WhatsApp, next to a button; a phone has them in its bar instead. */
export function DirectWays({ context, actions }: { context: Context; actions: Action[] }) {
  const ways = listDirectWays(context, actions)
  return ways.length === 0 ? null : (
    <p class="actions direct-ways">
      <WayLinks context={context} ways={ways} look="quiet-link" />
    </p>
  )
}

/** Buttons for the actions of the business, without those that are ways of the list and have no words of their own; nothing if the data has none. */
export function ContactButtons({ context }: { context: Context }) {
  const hrefs = contactWays({ context }).flatMap((way) => [way, ...way.others].map(({ href }) => href))
  const actions = listActions(context, context.business.profile.actions).filter(
    ({ href, label }) => label !== undefined || !hrefs.includes(href)
  )
  return actions.length === 0 ? null : (
    <p class="actions">
      <ActionButtons context={context} actions={actions} />
    </p>
  )
}

const WayLinks = ({ context, ways, look }: { context: Context; ways: DirectWay[]; look: string }) =>
  ways.map((way) => [
    <a key={way.kind} class={`${look} ${way.kind}`} href={way.href}>
      <span>
        <Label context={context} way={way} />
        {way.text && [' ', <bdi dir="ltr">{way.text}</bdi>]}
      </span>
    </a>,
    ' '
  ])

const Label = ({ context, way: { label, numberLabel } }: { context: Context; way: DirectWay }) =>
  numberLabel === undefined ? (
    label
  ) : (
    <span>
      {label + context.colon} <bdi {...context.dataLanguage}>{numberLabel}</bdi>
    </span>
  )

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
  const actions = heading === undefined ? listMainActions(context) : []
  return contactHref === undefined ? null : (
    <section class="closing">
      <h2>{heading ?? words.closing}</h2>
      {heading === undefined && <p>{words.closingText}</p>}
      <p class="actions">
        <ActionButtons context={context} actions={actions} />
        <a class={actions.length > 0 ? 'button outline' : 'button'} href={contactHref}>
          {action ?? words.closingAction}
        </a>
      </p>
      <ReplyTime context={context} actions={actions} />
      <DirectWays context={context} actions={actions} />
    </section>
  )
}
