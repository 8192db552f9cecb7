import { localeIn, primaryLanguage } from '../../business/language.ts'
import { agentResources } from '../../surfaces/agent-resources.ts'
import { markdownPathOf } from '../../surfaces/page-list.ts'
import type { PageContext } from '../page-context.ts'
import { createBreadcrumbsNode, createPageNode, createStructuredDocument } from '../structured-data/nodes.ts'
import { colours, fieldsOf, fontsOf } from '../theme.ts'
import type { PageContent } from '../view.ts'

interface Props {
  context: PageContext
  path: string
  content: PageContent
  modified: Date | undefined
}

export function Head({ context, path, content, modified }: Props) {
  const { settings, business, language } = context
  const url = settings.baseUrl + path
  // The colours of the page's header.
  const theme = path === '/' ? fieldsOf(business.site) : { light: colours.paper, dark: colours.night }
  return (
    <head>
      <meta charset="utf-8" />
      <title>{content.title}</title>
      <meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover" />
      <meta name="description" content={content.description} />
      {content.isHidden ? <meta name="robots" content="noindex" /> : <link rel="canonical" href={url} />}
      <Fonts context={context} />
      <link rel="stylesheet" href={settings.asset('site.css')} />
      {['webmcp.js', ...(content.scripts ?? [])].map((name) => (
        <script key={name} type="module" src={settings.asset(name)} />
      ))}
      <meta name="color-scheme" content="light dark" />
      <meta name="theme-color" content={theme.light} media="(prefers-color-scheme: light)" />
      <meta name="theme-color" content={theme.dark} media="(prefers-color-scheme: dark)" />
      {context.canLinkTo('/favicon.ico') && <link rel="icon" href="/favicon.ico" sizes="32x32" />}
      {context.canLinkTo('/favicon.svg') && <link rel="icon" href="/favicon.svg" type="image/svg+xml" />}
      {context.canLinkTo('/apple-touch-icon.png') && (
        <link rel="apple-touch-icon" href="/apple-touch-icon.png" />
      )}
      <link rel="ard" href={agentResources.ard.path} type={agentResources.ard.type} />
      <link rel="manifest" href="/site.webmanifest" />
      <meta property="og:type" content="website" />
      <meta property="og:site_name" content={business.profile.name} />
      <meta property="og:locale" content={formatLocale(language, business.profile.address.country)} />
      <meta property="og:title" content={content.title} />
      <meta property="og:description" content={content.description} />
      <meta property="og:url" content={url} />
      <Picture context={context} />
      {!content.isHidden && <Alternates context={context} path={path} content={content} />}
      {!content.isHidden && (
        <Structured context={context} path={path} content={content} modified={modified} />
      )}
    </head>
  )
}

/** Returns a language with its country, such as `en_GB` (ogp.me). */
function formatLocale(tag: string, country = ''): string {
  const { language, region } = new Intl.Locale(localeIn(tag, country)).maximize()
  return `${language}_${region}`
}

/** The picture that other sites and messengers show with a link to the page. */
function Picture({ context }: { context: PageContext }) {
  const { business, settings } = context
  const { name, tagline } = business.profile
  // The owner's own picture may show anything, in any size.
  const isDrawn = settings.socialPath.startsWith('/assets/')
  const url = settings.baseUrl + settings.socialPath
  return (
    <>
      <meta property="og:image" content={url} />
      {isDrawn && (
        <>
          <meta property="og:image:width" content="1200" />
          <meta property="og:image:height" content="630" />
          <meta property="og:image:alt" content={tagline ? `${name}: ${tagline}` : name} />
        </>
      )}
      <meta name="twitter:card" content="summary_large_image" />
    </>
  )
}

// The parts of a font by language; other languages may have accents.
const fontParts: Record<string, string[]> = { en: ['latin'], he: ['hebrew', 'latin'] }

/** Preloads the fonts of the page's language; the browser loads the others if a text needs them. */
function Fonts({ context }: { context: PageContext }) {
  const parts = fontParts[primaryLanguage(context.language)] ?? ['latin', 'accents']
  return fontsOf(context.business.site)
    .flatMap((family) => parts.map((part) => context.settings.asset(`${family}-${part}.woff2`)))
    .map((href) => (
      <link key={href} rel="preload" href={href} as="font" type="font/woff2" crossorigin="anonymous" />
    ))
}

function Alternates({ context, path, content }: Omit<Props, 'modified'>) {
  return (
    <>
      {content.operationPath && (
        <link rel="alternate" type="application/json" href={context.apiPrefix + content.operationPath} />
      )}
      <link rel="alternate" type="text/markdown" href={markdownPathOf(path)} />
    </>
  )
}

function Structured({ context, path, content, modified }: Props) {
  const nodes = [
    createPageNode(context, path, modified),
    ...(content.structuredData ?? []),
    ...(content.breadcrumbs ? [createBreadcrumbsNode(context, content.breadcrumbs)] : [])
  ]
  const data = { __html: createStructuredDocument(nodes) }
  return <script type="application/ld+json" dangerouslySetInnerHTML={data} />
}
