import type { Site } from '../page-context.ts'
import { WaysList } from './ways-list.tsx'

export function Footer({ site }: { site: Site }) {
  const { t, business } = site
  const { name, tagline, legal_form } = business.profile
  const links = [
    ['/services/', t.nav.services],
    ['/pricing/', t.nav.pricing],
    ['/faq/', t.nav.faq],
    ['/about/', t.nav.about],
    ['/contact/', t.nav.contact],
    ['/for-ai/', t.nav.forAi],
    ['/developers/', t.nav.developers],
    ['/privacy/', t.nav.privacy],
    ['/accessibility/', t.nav.accessibility]
  ] as const
  return (
    <footer class="site-footer">
      <div class="footer-name">
        <p class="footer-brand">{name}</p>
        {tagline && <p>{tagline}</p>}
      </div>
      <WaysList site={site} />
      <nav aria-label={t.nav.footer}>
        <ul>
          {links
            .filter(([href]) => site.leads(href))
            .map(([href, text]) => (
              <li key={href}>
                <a href={href}>{text}</a>
              </li>
            ))}
        </ul>
      </nav>
      <p class="small-print">
        {legal_form && <>{legal_form}. </>}
        {t.footer.licence}{' '}
        <a href="https://creativecommons.org/licenses/by/4.0/" rel="license">
          <bdi>CC BY 4.0</bdi>
        </a>
        .
      </p>
    </footer>
  )
}
