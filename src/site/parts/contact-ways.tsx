import { isCodeBeforeTown, toNationalPhone } from '../../business/countries.ts'
import type { Address, Geo, Location } from '../../business/schemas/profile.ts'
import type { PageContext } from '../page-context.ts'
import { Hours } from './hours.tsx'
import { MapLink } from './map-link.tsx'

/** The contact page has a button for each of the first numbers. */
export const maxCallButtons = 4

/** A way to contact the business. */
interface ContactWay {
  label: string
  text: string
  href: string
  /** Whether the label is in the language of the business. */
  isData?: boolean
}

interface WaysListProps {
  context: PageContext
  /** Whether buttons next to the list have the first numbers. */
  hasCallButton?: boolean
  /** Whether to omit further numbers, such as that for emergencies, if the business has a main one or an email address. */
  isGeneral?: boolean
}

/** Every way to contact the business, as links that work without a script. */
export function WaysList(props: WaysListProps) {
  const { address, geo } = props.context.business.profile
  return <Ways context={props.context} ways={contactWays(props)} address={address} geo={geo} />
}

/** Returns whether the business, or a branch, states a way to contact it. */
export const hasContact = (context: PageContext): boolean =>
  contactWays({ context }).length > 0 ||
  (context.business.profile.locations ?? []).some((location) => locationWays(location, context).length > 0)

/** Returns whether the list has a way to contact the business, or its place. */
export const hasWays = (props: WaysListProps): boolean => {
  const { address, geo } = props.context.business.profile
  return contactWays(props).length > 0 || Object.keys(address).length > 0 || geo !== undefined
}

interface WaysProps {
  context: PageContext
  ways: ContactWay[]
  address: Address
  geo: Geo | undefined
}

function Ways({ context, ways, address, geo }: WaysProps) {
  const hasAddress = Object.keys(address).length > 0
  const hasPlace = hasAddress || geo !== undefined
  return ways.length === 0 && !hasPlace ? null : (
    <dl class="ways">
      {ways.map(({ label, text, href, isData }) => (
        <div key={href}>
          <dt>{isData ? <bdi {...context.dataLanguage}>{label}</bdi> : label}</dt>
          <dd>
            <a href={href} dir="ltr">
              {text}
            </a>
          </dd>
        </div>
      ))}
      {hasPlace && (
        <div>
          <dt>{context.words.contact.address}</dt>
          <dd>
            {hasAddress && (
              <address {...context.dataLanguage}>
                <PostalAddress context={context} address={address} />
              </address>
            )}
            <MapLink context={context} address={address} geo={geo} />
          </dd>
        </div>
      )}
    </dl>
  )
}

/** Returns the heading of the further branches: of one, or of several. */
export function locationsHeading({ words, business }: PageContext): string {
  const { locations, locationsOne } = words.contact
  return business.profile.locations?.length === 1 ? locationsOne : locations
}

/** The further branches, each with its address and the ways to contact it. */
export function Locations({ context, hasTimezone }: { context: PageContext; hasTimezone?: boolean }) {
  const { locations } = context.business.profile
  return locations === undefined ? null : (
    <section>
      <h2>{locationsHeading(context)}</h2>
      <div class="locations">
        {locations.map((location) => (
          <div key={location.id} id={location.id}>
            <h3>{location.name}</h3>
            <Ways context={context} ways={locationWays(location, context)} {...location} geo={location.geo} />
            <Hours context={context} id={location.id} {...(hasTimezone && { hasTimezone })} />
          </div>
        ))}
      </div>
    </section>
  )
}

const locationWays = ({ phone, email, address }: Location, context: PageContext): ContactWay[] => [
  ...(phone ? [phoneWay(context.words.contact.phone, phone, address, context)] : []),
  ...(email ? [emailWay(context.words.contact.email, email)] : [])
]

/** Returns a telephone number as a link, as the readers of the page write it. */
export const phoneWay = (
  label: string,
  number: string,
  address: Address,
  context: PageContext
): ContactWay => ({
  label,
  text: writePhone(number, address, context),
  // The zero of +44 (0)20 is dialled inside the country only.
  href: `tel:${number.replace(/^(\+.*)\(0\)/, '$1').replace(/[^+*\d]/g, '')}`
})

// The readers of a page in the language of the country are in the country.
const isHome = ({ country }: Address, { homeCountry }: PageContext) =>
  country !== undefined && country === homeCountry

const writePhone = (number: string, address: Address, context: PageContext) =>
  isHome(address, context) ? toNationalPhone(number, `${address.country}`) : number

const emailWay = (label: string, email: string): ContactWay => ({
  label,
  text: email,
  href: `mailto:${email}`
})

/** Returns the ways that the data has, the most used first. */
function contactWays({ context, hasCallButton = false, isGeneral = false }: WaysListProps): ContactWay[] {
  const { contact, address } = context.business.profile
  const { phone, phones = [], whatsapp, email, contact_page } = contact
  const { contact: labels } = context.words
  const number = whatsapp?.match(/wa\.me\/(\d+)/)?.[1]
  const ways: ContactWay[] = []
  if (whatsapp) {
    const statedNumbers = [phone, ...phones.map(({ number }) => number)]
    const text = number ? writePhone(formatPhone(number, statedNumbers), address, context) : labels.whatsapp
    ways.push({ label: labels.whatsapp, text, href: whatsapp })
  }
  const numbers = [
    ...(phone ? [phoneWay(labels.phone, phone, address, context)] : []),
    ...(isGeneral && (phone ?? email) ? [] : phones).map(({ label, number }) => ({
      ...phoneWay(label, number, address, context),
      isData: true
    }))
  ]
  ways.push(...numbers.slice(hasCallButton ? maxCallButtons : 0))
  if (email) ways.push(emailWay(labels.email, email))
  // Every page links to the built-in contact page.
  if (contact_page && !context.toHref(contact_page).startsWith('/'))
    ways.push({ label: labels.page, text: shortUrl(contact_page), href: contact_page })
  return ways
}

// If WhatsApp has the number of a telephone, both look the same.
const formatPhone = (number: string, phones: (string | undefined)[]) =>
  phones.find((phone) => phone?.replace(/\D/g, '') === number) ?? `+${number}`

/** A postal address in one line, as its country writes it; without the country if the readers are there. */
export function PostalAddress({ context, address }: { context: PageContext; address: Address }) {
  const { street, locality, postal_code, country } = address
  const hasPlace = street !== undefined || locality !== undefined
  const name = country && !(hasPlace && isHome(address, context)) ? context.nameCountry(country) : undefined
  return (
    <>
      {street}
      {street && (locality ? ', ' : postal_code && ' ')}
      <Town {...address} />
      {name && (hasPlace || postal_code ? `, ${name}` : name)}
    </>
  )
}

// A longer town and its code would not fit a narrow screen in one line.
const maxUnbrokenTown = 24

/** A town with its postal code, as its country writes them. */
function Town({ locality, postal_code, country = '' }: Address) {
  const code =
    postal_code && /\s|-/.test(postal_code) ? <span class="postal-code">{postal_code}</span> : postal_code
  if (!locality || !postal_code) return <>{locality ?? code}</>
  const town = isCodeBeforeTown(country) ? [code, ' ', locality] : [locality, ' ', code]
  const isUnbroken = locality.length + postal_code.length < maxUnbrokenTown
  return isUnbroken ? <span class="unbroken">{town}</span> : town
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
