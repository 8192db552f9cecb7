import type { Site } from '../page-context.ts'
import { Mark } from './line.tsx'

export function Header({ site, path }: { site: Site; path: string }) {
  const { nav } = site.t
  const all = [
    ['/services/', nav.services],
    ['/pricing/', nav.pricing],
    ['/faq/', nav.faq],
    ['/about/', nav.about]
  ] as const
  const links = all.filter(([href]) => site.leads(href))
  return (
    <header class="site-header">
      <a class="brand" href="/" aria-current={path === '/' ? 'page' : undefined}>
        <Mark />
        <span>{site.business.profile.name}</span>
      </a>
      {links.length > 0 && (
        <nav aria-label={nav.label}>
          <ul>
            {links.map(([href, name]) => (
              <li key={href}>
                <a
                  href={href}
                  aria-current={path === href ? 'page' : path.startsWith(href) ? 'true' : undefined}
                >
                  {name}
                </a>
              </li>
            ))}
          </ul>
        </nav>
      )}
      {site.leads('/contact/') && (
        <a class="button small" href="/contact/" aria-current={path === '/contact/' ? 'page' : undefined}>
          {nav.contact}
        </a>
      )}
    </header>
  )
}
