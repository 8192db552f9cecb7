import type { Site } from '../page-context.ts'
import { entriesOf } from './free-form.ts'

/** What the business has done so far, in numbers; a field that has no words here is left to the API. */
export function TrackRecord({ site }: { site: Site }) {
  const labels = new Map(Object.entries(site.t.record))
  const entries = entriesOf(site.business.profile.track_record).flatMap(([name, value]) => {
    const label = labels.get(name)
    if (label === undefined || typeof value !== 'number') return []
    return [{ name, label, text: name === 'since' ? String(value) : site.number(value) }]
  })
  return entries.length === 0 ? null : (
    <dl class="record">
      {entries.map(({ name, label, text }) => (
        <div key={name}>
          <dt>{label}</dt>
          <dd>{text}</dd>
        </div>
      ))}
    </dl>
  )
}
