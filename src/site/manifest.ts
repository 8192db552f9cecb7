import { type Accents, accentsOf, defaultAccents } from '../business/colours.ts'
import type { SiteFile } from '../business/site.ts'
import type { PageContext } from './page-context.ts'

/** The colours that browsers need outside the style sheet. */
export const colors = {
  paper: '#faf7f2',
  onField: '#fff9ee',
  night: '#16140f',
  nightField: '#2638b8'
} as const

/** Returns the colours of large areas: those of the style sheet, or the accent of site.json in both modes. */
export function fieldsOf(site: SiteFile | undefined): Accents {
  const { light } = accentsOf(site)
  return { light, dark: light === defaultAccents.light ? colors.nightField : light }
}

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
    background_color: colors.paper,
    theme_color: accentsOf(business.site).light,
    icons: icons.filter(({ src }) => canLinkTo(src))
  })
}
