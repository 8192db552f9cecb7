import type { ComponentChildren } from 'preact'
import type { Site } from '../page-context.ts'

/** A link to what the data point at; its text alone where a site of one's own has no such page. */
export function Link({ site, to, children }: { site: Site; to: string; children: ComponentChildren }) {
  return site.leads(to) ? <a href={site.href(to)}>{children}</a> : <span>{children}</span>
}
