import type { Business } from '../business/business.ts'
import { colors } from './colors.ts'
import { directionOf } from './language.ts'

/** The web app manifest (W3C) that every page links to as /site.webmanifest. */
export function manifest({ profile, faq }: Business, has: (path: string) => boolean): string {
  const icons = [
    { src: '/favicon.svg', type: 'image/svg+xml', sizes: 'any' },
    { src: '/icon-512.png', type: 'image/png', sizes: '512x512' }
  ]
  return JSON.stringify({
    name: profile.name,
    short_name: profile.name,
    ...(profile.tagline && { description: profile.tagline }),
    lang: faq.language,
    dir: directionOf(faq.language),
    start_url: '/',
    display: 'browser',
    background_color: colors.paper,
    theme_color: colors.accent,
    icons: icons.filter(({ src }) => has(src))
  })
}
