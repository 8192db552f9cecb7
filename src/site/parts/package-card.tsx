import { quoteFor } from '../../business/operations.ts'
import type { Package } from '../../business/pricing.ts'
import type { Site } from '../page-context.ts'

interface Props {
  site: Site
  item: Package
}

/** The price of a package, as the data show it. */
export function PackagePrice({ site, item }: Props) {
  const { one_time_ils, price_display } = item
  const text = price_display ?? (one_time_ils === null ? undefined : site.money(one_time_ils))
  return (
    <p class="package-price">
      {text === undefined ? (
        <span class="on-request">{site.t.price.onRequest}</span>
      ) : (
        <>
          <bdi class="money">{text}</bdi> <span class="terms">{site.t.price.once}</span>
        </>
      )}
    </p>
  )
}

/** A package with all that the data say of it. */
export function PackageCard({ site, item }: Props) {
  const { t, business } = site
  const quote = quoteFor(business.pricing.quote_url, 'package', item.id)
  return (
    <article class={item.popular ? 'package popular' : 'package'} id={item.id}>
      <header>
        <h3>{item.name}</h3>
        {item.popular && <p class="badge">{t.pricing.popular}</p>}
        {item.description && <p class="package-for">{item.description}</p>}
        <PackagePrice site={site} item={item} />
        {item.price_note && <p class="note">{item.price_note}</p>}
        {quote && (
          <a class="button" href={site.href(quote)} aria-label={`${t.price.ask}: ${item.name}`}>
            {t.price.ask}
          </a>
        )}
      </header>
      <div class="package-lists">
        <Entries heading={t.pricing.includes} entries={item.includes} kind="includes" />
        <Entries heading={t.pricing.excludes} entries={item.excludes} kind="excludes" />
        {item.monthly_operations && (
          <div>
            <h4>{t.pricing.monthly}</h4>
            <p>{item.monthly_operations}</p>
          </div>
        )}
      </div>
    </article>
  )
}

function Entries({
  heading,
  entries,
  kind
}: {
  heading: string
  entries: string[] | undefined
  kind: string
}) {
  return entries === undefined ? null : (
    <div>
      <h4>{heading}</h4>
      <ul class={kind}>
        {entries.map((entry) => (
          <li key={entry}>{entry}</li>
        ))}
      </ul>
    </div>
  )
}
