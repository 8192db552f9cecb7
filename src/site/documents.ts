import { accentsOf } from '../business/accents.ts'
import type { Asset } from './assets.ts'
import negotiation from './negotiation.json' with { type: 'json' }
import type { PageContext } from './page-context.ts'
import { colours } from './theme.ts'

/** The complete body of a response, with its headers. */
export interface SiteDocument {
  headers: Record<string, string>
  bytes: Buffer
}

/** Cache-Control of a path that contains the hash of its content. */
export const immutable = 'public, max-age=31536000, immutable'

/** Returns the assets and the generated documents of a site by path. */
export const createDocuments = (assets: Asset[], context: PageContext): Map<string, SiteDocument> =>
  new Map([
    ...assets.map(({ path, mediaType, bytes }): [string, SiteDocument] => [
      path,
      { bytes, headers: { 'content-type': mediaType, 'cache-control': immutable } }
    ]),
    ['/site.webmanifest', createDocument(manifest(context), 'application/manifest+json')],
    [
      '/for-ai/negotiation.json',
      createDocument(JSON.stringify(negotiation), 'application/json; charset=utf-8')
    ]
  ])

const createDocument = (text: string, mediaType: string): SiteDocument => ({
  bytes: Buffer.from(text),
  headers: { 'content-type': mediaType }
})

/** Returns the web app manifest (W3C) that every page links to as /site.webmanifest. */
export function manifest({ business, language, direction, canLinkTo }: PageContext): string {
  const { name, tagline } = business.profile
  const icons = [
    { src: '/favicon.svg', type: 'image/svg+xml', sizes: 'any' },
    { src: '/icon-512.png', type: 'image/png', sizes: '512x512' }
  ]
  return JSON.stringify({
    name,
    short_name: name,
    ...(tagline && { description: tagline }),
    lang: language,
    dir: direction,
    start_url: '/',
    display: 'browser',
    background_color: colours.paper,
    theme_color: accentsOf(business.site).light,
    icons: icons.filter(({ src }) => canLinkTo(src))
  })
}
