import type { Address, Geo } from '../../business/schemas/profile.ts'
import type { PageContext } from '../page-context.ts'

interface Props {
  context: PageContext
  address: Address
  geo: Geo | undefined
}

/** A link to a place on a map: its coordinates, its profile on a map or its street; null if the data has none. */
export function MapLink({ context, address, geo }: Props) {
  const { profile } = context.business
  // The other places of the business have no profiles.
  const profiles = address === profile.address ? profile.same_as : undefined
  const url = geo ? urlOfPoint(geo) : (profiles?.find(isMap) ?? urlOfAddress(address))
  return url === undefined ? null : <a href={url}>{context.words.contact.map}</a>
}

const urlOfPoint = ({ latitude, longitude }: Geo) =>
  `https://www.openstreetmap.org/?mlat=${latitude}&mlon=${longitude}#map=17/${latitude}/${longitude}`

function isMap(url: string): boolean {
  const { hostname, pathname } = new URL(url)
  return /^maps\.|^(www\.)?openstreetmap\.org$/.test(hostname) || /^\/maps(\/|$)/.test(pathname)
}

function urlOfAddress({ street, locality, country }: Address): string | undefined {
  if (street === undefined) return undefined
  const query = [street, locality, country].filter(Boolean).join(', ')
  return `https://www.openstreetmap.org/search?query=${encodeURIComponent(query)}`
}
