import type { Site } from '../page-context.ts'
import type { Crumb } from '../view.ts'

export function Crumbs({ site, crumbs }: { site: Site; crumbs: Crumb[] }) {
  return (
    <nav class="crumbs" aria-label={site.t.nav.crumbs}>
      <ol>
        {crumbs.map(({ name, path }, index) => (
          <li key={path}>
            <a href={path} aria-current={index === crumbs.length - 1 ? 'page' : undefined}>
              {name}
            </a>
          </li>
        ))}
      </ol>
    </nav>
  )
}

/** The way from the home page to a page. */
export const crumbsTo = (site: Site, ...crumbs: Crumb[]): Crumb[] => [
  { name: site.t.nav.home, path: '/' },
  ...crumbs
]
