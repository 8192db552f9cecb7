/** Facts by label; those that the data leave out are not shown. */
export function Facts({ facts }: { facts: [label: string, value: string | undefined][] }) {
  return (
    <dl class="facts">
      {facts.map(([label, value]) =>
        value === undefined ? null : (
          <div key={label}>
            <dt>{label}</dt>
            <dd>
              <bdi>{value}</bdi>
            </dd>
          </div>
        )
      )}
    </dl>
  )
}
