import { ownDirection } from '../../base/language.ts'
import type { Address, Geo } from '../../business/schemas/profile.ts'
import type { Props } from '../view.ts'

// Countries whose post writes the postal code before the town: 69001 Lyon (Universal Postal Union, addressing).
const codeBeforeTown = new Set(
  'AT BE BG CH CY CZ DE DK EE ES FI FR GR HR IS IT LI LT LU MC MX NL NO PL PT RO RS SE SI SK SM TR'.split(' ')
)

interface Located {
  address: Address
  geo?: Geo | undefined
}

type PlaceProps = Props<{
  place: Located
  hasDirections?: boolean | undefined
  /** The name of a further place, because a page has the links of several. */
  subject?: string | undefined
}>

export const hasPlace = ({ address, geo }: Located): boolean =>
  Object.keys(address).length > 0 || geo !== undefined

export const Place = (props: PlaceProps) => (
  <>
    {Object.keys(props.place.address).length > 0 && (
      <address {...props.context.dataLanguage}>
        <PostalAddress context={props.context} address={props.place.address} />
      </address>
    )}{' '}
    <MapLink {...props} />
    {props.hasDirections && <Directions {...props} />}
  </>
)

const innerSpace = /(?<=[\p{Script=Han}\p{Script=Katakana}]) (?=[\p{Script=Han}\p{Script=Katakana}])/gu

const eastAsian = /[\p{Script=Han}\p{Script=Hangul}\p{Script=Katakana}]/u

/** A postal address in one line, as its country writes it; without the country if the readers are there. */
export function PostalAddress({ context, address }: Props<{ address: Address }>) {
  const { street, locality, region, postal_code, country } = address
  const { comma } = context
  const hasTown = locality !== undefined || region !== undefined
  const isLocal = street !== undefined || hasTown
  // The readers of a page in the language of the country are in the country.
  const isHome = country === context.homeCountry
  const name = country && !(isLocal && isHome) ? context.nameCountry(country) : undefined
  const parts = [region, locality, street].filter((part) => part !== undefined)
  const text = parts.join(' ')
  // In Chinese, Japanese and Korean the largest part is first, and only Korean has spaces.
  if (parts.length > 0 && parts.every((part) => eastAsian.test(part)))
    return <>{[name, postal_code, text.replace(innerSpace, '')].filter(Boolean).join(' ')}</>
  const direction = ownDirection(text, context.dataLanguage.dir ?? context.direction)
  const content = (
    <>
      {street}
      {street && (hasTown ? comma : postal_code && ' ')}
      <Town context={context} address={address} />
      {name && (isLocal || postal_code ? `${comma}${name}` : name)}
    </>
  )
  return direction ? <bdi dir={direction}>{content}</bdi> : content
}

// A longer town and its code would not fit a narrow screen in one line.
const maxUnbrokenTown = 24

function Town({ context, address }: Props<{ address: Address }>) {
  const { locality, region, postal_code, country = '' } = address
  const code =
    postal_code && /\s|-/.test(postal_code) ? <span class="postal-code">{postal_code}</span> : postal_code
  const name = [locality, region].filter(Boolean).join(context.comma)
  if (!name || !postal_code) return <>{name || code}</>
  const isCodeFirst = locality && codeBeforeTown.has(context.codeOfCountry(country) ?? '')
  const town = isCodeFirst ? [code, ' ', name] : [name, ' ', code]
  const isUnbroken = name.length + postal_code.length < maxUnbrokenTown
  return isUnbroken ? <span class="unbroken">{town}</span> : town
}

/** A link to a place on a map: its coordinates, its profile on a map or its street; null if the data has none. */
function MapLink({ context, place: { address, geo }, subject }: PlaceProps) {
  const { profile } = context.business
  // The other places of the business have no profiles.
  const profiles = address === profile.address ? profile.same_as : undefined
  const query = writeQuery(address)
  const url = geo
    ? `https://www.openstreetmap.org/?mlat=${geo.latitude}&mlon=${geo.longitude}#map=17/${geo.latitude}/${geo.longitude}`
    : (profiles?.find(isMap) ??
      (query && `https://www.openstreetmap.org/search?query=${encodeURIComponent(query)}`))
  const label = context.words.contact.map
  return url === undefined ? null : (
    <a href={url} aria-label={subject && `${label + context.colon} ${subject}`}>
      {label}
    </a>
  )
}

function Directions({ context, place: { address, geo }, subject }: PlaceProps) {
  const target = geo ? `${geo.latitude},${geo.longitude}` : writeQuery(address)
  if (target === undefined) return null
  const to = encodeURIComponent(target)
  const maps: [name: string, href: string][] = [
    ['Waze', `https://waze.com/ul?navigate=yes&${geo ? 'll' : 'q'}=${to}`],
    ['Google Maps', `https://www.google.com/maps/dir/?api=1&destination=${to}`],
    ['Apple Maps', `https://maps.apple.com/?daddr=${to}`],
    ['OpenStreetMap', `https://www.openstreetmap.org/directions?to=${to}`]
  ]
  return (
    <p class="directions">
      {context.words.contact.directions + context.colon}
      {maps.map(([name, href]) => [
        ' ',
        <a href={href} aria-label={subject && `${name}${context.colon} ${subject}`}>
          {name}
        </a>
      ])}
    </p>
  )
}

function isMap(url: string): boolean {
  const { hostname, pathname } = new URL(url)
  return /^maps\.|^(www\.)?openstreetmap\.org$/.test(hostname) || /^\/maps(\/|$)/.test(pathname)
}

const writeQuery = ({ street, locality, region, country }: Address): string | undefined =>
  street && [street, locality, region, country].filter(Boolean).join(', ')
