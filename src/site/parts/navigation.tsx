import type { MenuLink } from '../menus.ts'
import type { PageContext } from '../page-context.ts'
import type { Breadcrumb } from '../view.ts'
import { WaysList } from './contact-ways.tsx'
import { Logo } from './picture.tsx'
import { LicenceSentence } from './terms.tsx'

export function Header({ context, path }: { context: PageContext; path: string }) {
  const { words } = context
  const links = context.listLinks('header')
  return (
    <header class={context.displayName.length > 28 ? 'site-header long' : 'site-header'}>
      <a class="brand" href="/" aria-current={path === '/' ? 'page' : undefined}>
        <Logo context={context} isFirst />
        <span>{context.displayName}</span>
      </a>
      {links.length > 0 && (
        <nav aria-label={words.layout.menu}>
          <ul>
            {links.map((link) => (
              <li key={link.path}>
                <a
                  href={link.path}
                  aria-current={currentOf(link.path, path)}
                  {...(link.isData && context.dataLanguage)}
                >
                  {link.name}
                </a>
              </li>
            ))}
          </ul>
        </nav>
      )}
      {context.canLinkTo('/contact/') && !links.some((link) => link.path === '/contact/') && (
        <a class="button small" href="/contact/" aria-current={path === '/contact/' ? 'page' : undefined}>
          {words.pages.contact}
        </a>
      )}
    </header>
  )
}

/** Returns `aria-current` of a link in the menu: the page itself, or one below it. Every page is below the home page. */
const currentOf = (link: string, path: string) =>
  link === path ? 'page' : link.endsWith('/') && link !== '/' && path.startsWith(link) ? 'true' : undefined

export function Breadcrumbs({ label, breadcrumbs }: { label: string; breadcrumbs: Breadcrumb[] }) {
  return (
    <nav class="crumbs" aria-label={label}>
      <ol>
        {breadcrumbs.map(({ name, path }, index) => (
          <li key={path}>
            <a href={path} aria-current={index === breadcrumbs.length - 1 ? 'page' : undefined}>
              {name}
            </a>
          </li>
        ))}
      </ol>
    </nav>
  )
}

export function Footer({ context }: { context: PageContext }) {
  const { words, business } = context
  const { tagline, legal_form } = business.profile
  return (
    <footer class="site-footer">
      <div>
        <p class="footer-brand">
          <Logo context={context} />
          {context.displayName}
        </p>
        {tagline && (
          <p>
            <bdi {...context.dataLanguage}>{tagline}</bdi>
          </p>
        )}
      </div>
      <WaysList context={context} />
      <nav aria-label={words.layout.footer}>
        <PageList context={context} links={context.listLinks('footer')} />
      </nav>
      {(legal_form ?? business.site?.licence) && (
        <p class="small-print">
          {legal_form && <bdi {...context.dataLanguage}>{legal_form}</bdi>}
          {legal_form && business.site?.licence && ' · '}
          <LicenceSentence context={context} />
        </p>
      )}
    </footer>
  )
}

/** Links to pages as a list. */
export function PageList({
  context,
  links,
  ...attributes
}: {
  context: PageContext
  links: MenuLink[]
  class?: string
}) {
  return (
    <ul {...attributes}>
      {links.map(({ path, name, isData }) => (
        <li key={path}>
          <a href={path} {...(isData && context.dataLanguage)}>
            {name}
          </a>
        </li>
      ))}
    </ul>
  )
}
