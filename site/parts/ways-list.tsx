import type { Site } from '../site.ts'
import { addressLines, waysOf } from './ways.ts'

/** Every way to reach the business, as links that work without a script. */
export function WaysList({ site }: { site: Site }) {
  const lines = addressLines(site)
  return (
    <dl class="ways">
      {waysOf(site).map(({ kind, label, text, href }) => (
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
