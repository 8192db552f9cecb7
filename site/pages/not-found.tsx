import { Line } from '../parts/line.tsx'
import { siteOf } from '../site.ts'
import type { Page } from '../view.ts'

export const notFound: Page = (business, settings) => {
  const { t } = siteOf(business, settings)
  const { name } = business.profile
  return {
    title: `${t.notFound.title} | ${name}`,
    description: t.notFound.description(name),
    hidden: true,
    main: (
      <div class="not-found">
        <h1>{t.notFound.title}</h1>
        <Line />
        <p class="lead">{t.notFound.text}</p>
        <ul class="ways-on">
          <li>
            <a href="/">{t.nav.home}</a>
          </li>
          <li>
            <a href="/services/">{t.nav.services}</a>
          </li>
          <li>
            <a href="/pricing/">{t.nav.pricing}</a>
          </li>
          <li>
            <a href="/contact/">{t.nav.contact}</a>
          </li>
        </ul>
      </div>
    )
  }
}
