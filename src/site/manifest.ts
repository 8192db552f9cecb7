import type { PageContext } from './page-context.ts'

/** The colours that browsers need outside the style sheet. */
export const colors = { paper: '#faf7f2', accent: '#2337c6', night: '#16140f' } as const

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
    theme_color: colors.accent,
    icons: icons.filter(({ src }) => canLinkTo(src))
  })
}
