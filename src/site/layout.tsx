import { localeIn, primaryLanguage } from '../base/language.ts'
import { findPlace, listPlaces } from '../business/opening-hours.ts'
import { agentResources, type Context } from '../context/context.ts'
import { markdownPathOf } from '../resources/resources.ts'
import { DirectWays, listWays } from './parts/contact-ways.tsx'
import { LicenceSentence, Logo } from './parts/elements.tsx'
import { WeekLine } from './parts/hours.tsx'
import { DataText, Definitions, Isolated, List } from './parts/texts.tsx'
import { createStructuredDocument } from './structured-data.ts'
import { fontsOf, headerColours } from './theme.ts'
import type { PageContent, Props } from './view.ts'

type PageProps = Props<{
  /** Encoded. */
  path: string
  content: PageContent
  summary: { title: string; description: string; modified: Date | undefined }
}>

export function layOut(page: PageProps) {
  const { context, path, content } = page
  const { words } = context
  const breadcrumbs = listBreadcrumbs(page)
  return (
    <html
      lang={context.language}
      dir={context.direction}
      class={isTall(context.language) ? 'tall' : undefined}
    >
      <Head {...page} breadcrumbs={breadcrumbs} />
      <body class={path === '/' ? 'home' : undefined}>
        {/* The site's own ids have an upper-case letter, so they never equal an id of the data. */}
        <a class="skip" href="#mainContent">
          {words.layout.skip}
        </a>
        {/* For programs that read the HTML; browsers do not show it. */}
        <p hidden>
          <a href={agentResources.llms.path}>
            {words.pages.forAi + context.colon} {agentResources.llms.path}
          </a>
        </p>
        <Header context={context} path={path} />
        {breadcrumbs.length > 0 && <Breadcrumbs context={context} breadcrumbs={breadcrumbs} />}
        <main id="mainContent" tabindex={-1}>
          {content.main()}
        </main>
        <Footer context={context} />
        <DirectWays context={context} isBar />
      </body>
    </html>
  )
}

type TrailProps = Props<{ breadcrumbs: ReturnType<typeof listBreadcrumbs> }>

/** Returns the steps from the home page to a page, which is the last; none for the home page and the 404 page. */
const listBreadcrumbs = ({ context, path, content }: PageProps) =>
  path === '/' || content.isHidden
    ? []
    : [
        { name: context.words.pages.home, path: '/' },
        ...(content.parents ?? []),
        { name: content.name ?? content.title, path }
      ]

function Head({ context, path, content, summary, breadcrumbs }: PageProps & TrailProps) {
  const { baseUrl, asset, business, language } = context
  const url = baseUrl + path
  const scripts = [
    ...(context.hasServer ? ['webmcp.js'] : []),
    ...(content.scripts ?? []),
    ...(content.hasHours && listPlaces(business.profile).length > 0 ? ['hours.js'] : [])
  ]
  const colours = headerColours(business.site, path === '/')
  return (
    <head>
      <meta charset="utf-8" />
      <title>{summary.title}</title>
      <meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover" />
      <meta name="description" content={summary.description} />
      {(content.isHidden || content.unlisted) && <meta name="robots" content="noindex" />}
      {!content.isHidden && <link rel="canonical" href={url} />}
      <Fonts context={context} path={path} />
      <link rel="stylesheet" href={asset('site.css')} />
      {scripts.map((name) => (
        <script type="module" src={asset(name)} />
      ))}
      <meta name="color-scheme" content="light dark" />
      <meta name="theme-color" content={colours.light} media="(prefers-color-scheme: light)" />
      <meta name="theme-color" content={colours.dark} media="(prefers-color-scheme: dark)" />
      {context.canLinkTo('/favicon.ico') && <link rel="icon" href="/favicon.ico" sizes="32x32" />}
      {context.canLinkTo('/favicon.svg') && <link rel="icon" href="/favicon.svg" type="image/svg+xml" />}
      {context.canLinkTo('/apple-touch-icon.png') && (
        <link rel="apple-touch-icon" href="/apple-touch-icon.png" />
      )}
      <link rel="ard" href={agentResources.ard.path} type={agentResources.ard.type} />
      <link rel="manifest" href="/site.webmanifest" />
      <meta property="og:type" content="website" />
      <meta property="og:site_name" content={business.profile.name} />
      <meta property="og:locale" content={formatLocale(language, context.country)} />
      <meta property="og:title" content={summary.title} />
      <meta property="og:description" content={summary.description} />
      <meta property="og:url" content={url} />
      <SocialPicture context={context} />
      {!content.isHidden && (
        <>
          {content.operationPath && (
            <link rel="alternate" type="application/json" href={context.prefix + content.operationPath} />
          )}
          <link rel="alternate" type="text/markdown" href={markdownPathOf(path)} />
          <script
            type="application/ld+json"
            dangerouslySetInnerHTML={{
              __html: createStructuredDocument(context, {
                url,
                modified: summary.modified,
                breadcrumbs,
                nodes: content.structuredData?.() ?? []
              })
            }}
          />
        </>
      )}
    </head>
  )
}

/** Returns a language with its country, such as `en_GB` (ogp.me). */
function formatLocale(tag: string, country: string | undefined): string {
  const { language, region } = new Intl.Locale(localeIn(tag, country)).maximize()
  return `${language}_${region}`
}

/** The picture that other sites and messengers show with a link to the page. */
function SocialPicture({ context }: Props) {
  const { business, baseUrl, socialPath } = context
  const { name, tagline } = business.profile
  // The owner's own picture may show anything, in any size.
  const isDrawn = socialPath.startsWith('/assets/')
  const url = baseUrl + socialPath
  return (
    <>
      <meta property="og:image" content={url} />
      {isDrawn && (
        <>
          <meta property="og:image:width" content="1200" />
          <meta property="og:image:height" content="630" />
          <meta property="og:image:alt" content={tagline ? `${name}${context.colon} ${tagline}` : name} />
        </>
      )}
      <meta name="twitter:card" content="summary_large_image" />
    </>
  )
}

// The parts of a font by language; other languages may have accents.
const fontParts: Record<string, string[]> = { en: ['latin'], he: ['hebrew', 'latin'] }

/** Preloads the fonts of the page's language; the browser loads the others if a text needs them. */
function Fonts({ context, path }: Props<{ path: string }>) {
  const parts = fontParts[primaryLanguage(context.language)] ?? ['latin', 'accents']
  // The style sheet gives the documentation one family of fonts.
  const families = fontsOf(context.business.site).slice(0, path === '/developers/' ? 1 : undefined)
  return families
    .flatMap((family) => parts.map((part) => context.asset(`${family}-${part}.woff2`)))
    .map((href) => <link rel="preload" href={href} as="font" type="font/woff2" crossorigin="anonymous" />)
}

// A logo that is this much wider than it is high contains the name.
const minWordmark = 3

/** The name, which only a screen reader needs if the logo next to it contains it. */
function Name({ context }: Props) {
  const { width = 0, height = 0 } = context.business.profile.logo ?? {}
  return (
    <span class={height > 0 && width / height >= minWordmark ? 'visually-hidden' : undefined}>
      <DataText context={context} text={context.displayName} />
    </span>
  )
}

/** More links of the menu are folded on narrow screens. */
const maxLinks = 4

function Header({ context, path }: Props<{ path: string }>) {
  const { words } = context
  const contactHref = context.contactHref()
  const menu = context.listLinks('header')
  const hasContactLink = contactHref === undefined || menu.some((link) => link.path === contactHref)
  return (
    <header class={context.displayName.length > 28 ? 'site-header long' : 'site-header'}>
      <a class="brand" href="/" aria-current={path === '/' ? 'page' : undefined}>
        <Logo context={context} isFirst />
        <Name context={context} />
      </a>
      {menu.length > 0 && (
        // It folds the list after it on narrow screens: a list inside it could not be always unfolded on wide ones. With
        // the details itself in the reading flow, the keyboard skips its summary (Chromium 156).
        <div class={menu.length > maxLinks ? 'menu' : 'menu few'}>
          <details>
            <summary>
              <span>{words.layout.menu}</span>
            </summary>
          </details>
        </div>
      )}
      {menu.length > 0 && (
        <nav aria-label={words.layout.menu}>
          <PageList context={context} links={menu} current={path} />
        </nav>
      )}
      {!hasContactLink && (
        <a class="button small" href={contactHref} aria-current={path === contactHref ? 'page' : undefined}>
          {words.pages.contact}
        </a>
      )}
    </header>
  )
}

/** A list of links, which marks the page at the path `current`. */
const PageList = ({
  context,
  links,
  current = ''
}: Props<{ links: ReturnType<Context['listLinks']>; current?: string }>) => (
  <List
    items={links.map(({ path, name, isData }) => (
      <a href={path} aria-current={currentOf(path, current)} {...(isData && context.dataLanguage)}>
        {name}
      </a>
    ))}
  />
)

/** Returns `aria-current` of a link: the page itself, or one below it. Every page is below the home page. */
const currentOf = (link: string, path: string) =>
  link === path ? 'page' : link.endsWith('/') && link !== '/' && path.startsWith(link) ? 'true' : undefined

function Breadcrumbs({ context, breadcrumbs }: TrailProps) {
  return (
    <nav class="crumbs" aria-label={context.words.layout.breadcrumbs}>
      <ol>
        {breadcrumbs.map(({ name, path }, index) => (
          <li>
            <a href={path} aria-current={index === breadcrumbs.length - 1 ? 'page' : undefined}>
              <DataText context={context} text={name} />
            </a>
          </li>
        ))}
      </ol>
    </nav>
  )
}

function Footer({ context }: Props) {
  const { words, business } = context
  const { tagline, legal_form } = business.profile
  const place = findPlace(business.profile)
  const links = context.listLinks('footer')
  const programs = context.listLinks('programs')
  return (
    <footer class="site-footer">
      <div>
        <p class="footer-brand">
          <Logo context={context} />
          <Name context={context} />
        </p>
        {tagline && (
          <p>
            <Isolated context={context} text={tagline} />
          </p>
        )}
        {place && place.opening_hours.length > 0 && <WeekLine context={context} place={place} />}
      </div>
      <Definitions class="ways" entries={listWays(context)} />
      {links.length > 0 && (
        <nav aria-label={words.layout.footer}>
          <PageList context={context} links={links} />
        </nav>
      )}
      {(legal_form ?? business.site?.licence ?? programs[0]) && (
        <div class="small-print">
          {(legal_form ?? business.site?.licence) && (
            <p>
              {legal_form && <Isolated context={context} text={legal_form} />}
              {legal_form && business.site?.licence && ' · '}
              <LicenceSentence context={context} />
            </p>
          )}
          <PageList context={context} links={programs} />
        </div>
      )}
    </footer>
  )
}

// Their capitals and accents fit into tight lines. The letters of other scripts are taller, or join.
const compactScripts = ['Latn', 'Hebr', 'Cyrl', 'Grek', 'Armn', 'Geor']

/** Returns whether the usual script of a language needs wide lines and letters that are not set closer together. */
function isTall(tag: string): boolean {
  const { script = '' } = new Intl.Locale(tag).maximize()
  // Vietnamese stacks accents.
  return !compactScripts.includes(script) || primaryLanguage(tag) === 'vi'
}
