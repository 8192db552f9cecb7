import type { Example } from '../../business/services.ts'
import type { Site } from '../page-context.ts'
import { Link } from './link.tsx'
import { FromPrice } from './price.tsx'

/** Services beyond this many are listed by name and price alone, so that a page stays readable. */
export const fullRows = 100

/** Services as the rows of a price list. */
export function ServiceRows({ site, services, heading }: Omit<Props, 'service'> & { services: Example[] }) {
  return services.length === 0 ? null : (
    <ul class="services">
      {services.map((service) => (
        <ServiceRow key={service.id} site={site} service={service} heading={heading} />
      ))}
    </ul>
  )
}

function ServiceRow({ site, service, heading: Heading }: Props) {
  const { id, name, summary, tag, from_ils, url } = service
  return (
    <li class="service">
      {tag && <p class="tag">{tag}</p>}
      <Heading class="service-name">
        <Link site={site} to={url ?? `/services/${id}/`}>
          {name}
        </Link>
      </Heading>
      {summary && <p class="service-summary">{summary}</p>}
      <p class="service-price">
        <FromPrice site={site} amount={from_ils} />
      </p>
    </li>
  )
}
interface Props {
  site: Site
  service: Example
  heading: 'h2' | 'h3'
}

/** Services in one line each. */
export function ServiceLines({ site, services }: { site: Site; services: Example[] }) {
  return services.length === 0 ? null : (
    <ul class="price-lines">
      {services.map((service) => (
        <ServiceLine key={service.id} site={site} service={service} />
      ))}
    </ul>
  )
}

function ServiceLine({ site, service }: { site: Site; service: Example }) {
  const { id, name, from_ils, url } = service
  return (
    <li class="price-line">
      <Link site={site} to={url ?? `/services/${id}/`}>
        {name}
      </Link>{' '}
      <span class="leader" aria-hidden="true" />
      <FromPrice site={site} amount={from_ils} />
    </li>
  )
}
