import { fromOklch, toOklch } from './oklch.ts'
import type { SiteFile } from './schemas/site.ts'

/** The colours of links, buttons and large areas, as `#rrggbb`: on a light page and on a dark one. */
export interface Accents {
  light: string
  dark: string
}

/** The accents of a site that states none. */
export const defaultAccents: Accents = { light: '#2337c6', dark: '#aab6ff' }

/**
 * The colours of src/site/assets/site.css next to which an accent is text, or the background of text. An accent of a
 * light page is also the background of large areas, in light and in dark mode; one of a dark page that of its buttons.
 */
export const neighbours = {
  light: { '--paper': '#faf7f2', '--sand': '#f1ebe1', '--on-field': '#fff9ee' },
  dark: { '--paper': '#16140f', '--sand': '#211e17' }
} as const

// Has enough contrast with the neighbours for every hue, and is near the lightness of `defaultAccents`.
const derivedLightness = { light: 0.45, dark: 0.79 }
// A light colour with more chroma glares on a dark page.
const maxChroma = { light: Number.POSITIVE_INFINITY, dark: 0.11 }

/** Returns the accents of a site. It derives one that site.json does not state from the other, with the same hue. */
export function accentsOf(site: Pick<SiteFile, 'accent' | 'accent_dark'> | undefined): Accents {
  const light = site?.accent && toLongForm(site.accent)
  const dark = site?.accent_dark && toLongForm(site.accent_dark)
  if (light !== undefined) return { light, dark: dark ?? derive(light, 'dark') }
  return dark === undefined ? defaultAccents : { light: derive(dark, 'light'), dark }
}

/** Returns `#2337c6` for `#2337C6`, and `#aabbcc` for `#abc`. */
export function toLongForm(colour: string): string {
  const hex = colour.toLowerCase()
  return hex.length === 4 ? hex.replace(/[\da-f]/g, '$&$&') : hex
}

function derive(colour: string, mode: keyof Accents): string {
  const { chroma, hue } = toOklch(colour)
  return fromOklch({ lightness: derivedLightness[mode], chroma: Math.min(chroma, maxChroma[mode]), hue })
}
