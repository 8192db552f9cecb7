import type { Site } from '../page-context.ts'
import { addressLines, waysOf } from './ways.ts'

/** Every way to reach the business, as links that work without a script. */
export function WaysList({ site }: { site: Site }) {
  const lines = addressLines(site)
  const ways = waysOf(site)
  return ways.length + lines.length === 0 ? null : (
    <dl class="ways">
      {ways.map(({ kind, label, text, href }) => (
        <div key={kind}>
          <dt>{label}</dt>
          <dd>
            <a href={href} dir="ltr">
              {text}
            </a>
          </dd>
        </div>
      ))}
      {lines.length > 0 && (
        <div>
          <dt>{site.t.contact.address}</dt>
          <dd>
            <address>{lines.join(', ')}</address>
          </dd>
        </div>
      )}
    </dl>
  )
}
