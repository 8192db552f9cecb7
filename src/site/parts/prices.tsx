import type { Package } from '../../business/pricing.ts'
import type { Example } from '../../business/services.ts'
import type { PageContext } from '../page-context.ts'
import { Link } from './text.tsx'

/** A page shows at most this many services in full; it lists the others by name and price, or links to the catalogue. */
export const maxFullServices = 100

interface AmountProps {
  context: PageContext
  amount: number
}

/** An amount of money, isolated so its currency sign is on the side that the language puts it. */
export function Money({ context, amount }: AmountProps) {
  return <bdi class="money">{context.formatMoney(amount)}</bdi>
}

/** A starting price. */
export function FromPrice({ context, amount }: AmountProps) {
  return (
    <span class="from">
      <span class="from-word">{context.words.price.from}</span>
      <Money context={context} amount={amount} />
    </span>
  )
}

/** The price of a package: its `price_display` if it has one. */
export function PackagePrice({ context, item }: { context: PageContext; item: Package }) {
  const { one_time_ils, price_display } = item
  const text = price_display ?? (one_time_ils === null ? undefined : context.formatMoney(one_time_ils))
  return (
    <p class="package-price">
      {text === undefined ? (
        <span class="on-request">{context.words.price.onRequest}</span>
      ) : (
        <>
          <bdi class="money">{text}</bdi> <span class="terms">{context.words.price.once}</span>
        </>
      )}
    </p>
  )
}

interface ServicesProps {
  context: PageContext
  services: Example[]
}

/** Services as the rows of a price list. */
export function ServiceRows({ context, services }: ServicesProps) {
  return services.length === 0 ? null : (
    <ul class="services">
      {services.map((service) => (
        <li key={service.id} class="service">
          {service.tag && <p class="tag">{service.tag}</p>}
          <h3 class="service-name">
            <ServiceLink context={context} service={service} />
          </h3>
          {service.summary && <p class="service-summary">{service.summary}</p>}
          <p class="service-price">
            <FromPrice context={context} amount={service.from_ils} />
          </p>
        </li>
      ))}
    </ul>
  )
}

/** Services in one line each. */
export function ServiceLines({ context, services }: ServicesProps) {
  return services.length === 0 ? null : (
    <ul class="price-lines">
      {services.map((service) => (
        <li key={service.id} class="price-line">
          <ServiceLink context={context} service={service} /> <span class="leader" aria-hidden="true" />
          <FromPrice context={context} amount={service.from_ils} />
        </li>
      ))}
    </ul>
  )
}

const ServiceLink = ({ context, service }: { context: PageContext; service: Example }) => (
  <Link context={context} to={service.url ?? `/services/${service.id}/`}>
    {service.name}
  </Link>
)
