import { markdownPathOf } from '../../http/pages.ts'
import { colors } from '../colors.ts'
import type { Site } from '../page-context.ts'
import type { View } from '../view.ts'
import { crumbsNode, pageNode, structuredDocument } from './structured.ts'

interface Props {
  site: Site
  path: string
  view: View
  modified: Date | undefined
}

export function Head({ site, path, view, modified }: Props) {
  const { settings, business, language } = site
  const address = settings.baseUrl + path
  return (
    <head>
      <meta charset="utf-8" />
      <title>{view.title}</title>
      <meta name="viewport" content="width=device-width, initial-scale=1" />
      <meta name="description" content={view.description} />
      {view.hidden ? <meta name="robots" content="noindex" /> : <link rel="canonical" href={address} />}
      <Fonts site={site} />
      <link rel="stylesheet" href={settings.asset('site.css')} />
      {['webmcp.js', ...(view.scripts ?? [])].map((name) => (
        <script key={name} type="module" src={settings.asset(name)} />
      ))}
      <meta name="color-scheme" content="light dark" />
      <meta name="theme-color" content={colors.paper} media="(prefers-color-scheme: light)" />
      <meta name="theme-color" content={colors.night} media="(prefers-color-scheme: dark)" />
      {site.leads('/favicon.ico') && <link rel="icon" href="/favicon.ico" sizes="32x32" />}
      {site.leads('/favicon.svg') && <link rel="icon" href="/favicon.svg" type="image/svg+xml" />}
      {site.leads('/apple-touch-icon.png') && <link rel="apple-touch-icon" href="/apple-touch-icon.png" />}
      <link rel="manifest" href="/site.webmanifest" />
      <meta property="og:type" content="website" />
      <meta property="og:site_name" content={business.profile.name} />
      <meta
        property="og:locale"
        content={new Intl.Locale(language)
          .maximize()
          .toString()
          .replace(/-\w{4}-/, '_')}
      />
      <meta property="og:title" content={view.title} />
      <meta property="og:description" content={view.description} />
      <meta property="og:url" content={address} />
      {site.leads('/og.png') && <Picture site={site} />}
      {!view.hidden && <Alternates site={site} path={path} view={view} />}
      {!view.hidden && <Structured site={site} path={path} view={view} modified={modified} />}
    </head>
  )
}

/** What those show who link to the page. */
function Picture({ site }: { site: Site }) {
  const address = `${site.settings.baseUrl}/og.png`
  return (
    <>
      <meta property="og:image" content={address} />
      <meta property="og:image:width" content="1200" />
      <meta property="og:image:height" content="630" />
      <meta property="og:image:alt" content={site.business.profile.name} />
      <meta name="twitter:card" content="summary_large_image" />
    </>
  )
}

/** Only the letters of the page's language: the rest is fetched if a text asks for it. */
function Fonts({ site }: { site: Site }) {
  const scripts = site.language.startsWith('he') ? ['hebrew', 'latin'] : ['latin']
  return ['assistant', 'frank-ruhl-libre']
    .flatMap((family) => scripts.map((script) => site.settings.asset(`${family}-${script}.woff2`)))
    .map((href) => (
      <link key={href} rel="preload" href={href} as="font" type="font/woff2" crossorigin="anonymous" />
    ))
}

function Alternates({ site, path, view }: Omit<Props, 'modified'>) {
  return (
    <>
      {view.data && <link rel="alternate" type="application/json" href={site.prefix + view.data} />}
      <link rel="service-desc" type="application/json" href="/openapi.json" />
      <link rel="service-doc" type="text/html" href="/developers/" />
      <link rel="alternate" type="text/markdown" href={markdownPathOf(path)} />
    </>
  )
}

function Structured({ site, path, view, modified }: Props) {
  const nodes = [
    pageNode(site, path, view.title, modified),
    ...(view.structured ?? []),
    ...(view.crumbs ? [crumbsNode(site, view.crumbs)] : [])
  ]
  const data = { __html: structuredDocument(nodes) }
  return <script type="application/ld+json" dangerouslySetInnerHTML={data} />
}
