import { siteOf } from '../page-context.ts'
import { Line } from '../parts/line.tsx'
import type { Page } from '../view.ts'

export const notFound: Page = (business, settings) => {
  const { t, leads } = siteOf(business, settings)
  const { name } = business.profile
  const links = [
    ['/', t.nav.home],
    ['/services/', t.nav.services],
    ['/pricing/', t.nav.pricing],
    ['/contact/', t.nav.contact]
  ] as const
  return {
    title: `${t.notFound.title} | ${name}`,
    description: t.notFound.description(name),
    hidden: true,
    files: ['profile'],
    main: (
      <div class="not-found">
        <h1>{t.notFound.title}</h1>
        <Line />
        <p class="lead">{t.notFound.text}</p>
        <ul class="ways-on">
          {links
            .filter(([path]) => leads(path))
            .map(([path, name]) => (
              <li key={path}>
                <a href={path}>{name}</a>
              </li>
            ))}
        </ul>
      </div>
    )
  }
}
