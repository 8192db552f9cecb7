import type { Site } from '../page-context.ts'

interface Props {
  site: Site
  amount: number
}

/** An amount of money, isolated so that its sign stands where the language puts it. */
export function Money({ site, amount }: Props) {
  return <bdi class="money">{site.money(amount)}</bdi>
}

/** A starting price. */
export function FromPrice({ site, amount }: Props) {
  return (
    <span class="from">
      <span class="from-word">{site.t.price.from}</span>
      <Money site={site} amount={amount} />
    </span>
  )
}
