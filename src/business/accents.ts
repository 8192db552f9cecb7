import { contrastOf, fromOklch, toOklch } from './oklch.ts'
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

/** WCAG 2.2, success criterion 1.4.3: contrast of text, level AA. It includes the 3 of large text and controls. */
export const minContrast = 4.5

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
function toLongForm(colour: string): string {
  const hex = colour.toLowerCase()
  return hex.length === 4 ? hex.replace(/[\da-f]/g, '$&$&') : hex
}

function derive(colour: string, mode: keyof Accents): string {
  const { chroma, hue } = toOklch(colour)
  return fromOklch({ lightness: derivedLightness[mode], chroma: Math.min(chroma, maxChroma[mode]), hue })
}

/** Returns the lowest contrast of an accent with the colours next to it, with the name and value of that colour. */
export function findLowestContrast(
  colour: string,
  mode: keyof Accents
): { contrast: number; name: string; neighbour: string } {
  const hex = toLongForm(colour)
  const contrasts = Object.entries(neighbours[mode]).map(([name, neighbour]) => ({
    contrast: contrastOf(hex, neighbour),
    name,
    neighbour
  }))
  return contrasts.reduce((lowest, next) => (next.contrast < lowest.contrast ? next : lowest))
}

/** Returns the accent of the same hue with the nearest lightness that has enough contrast (OKLCH). */
export function findNearestAccent(colour: string, mode: keyof Accents): string {
  const { lightness, chroma, hue } = toOklch(toLongForm(colour))
  const step = mode === 'light' ? -0.002 : 0.002
  let nearest = toLongForm(colour)
  for (let count = 1; findLowestContrast(nearest, mode).contrast < minContrast; count += 1) {
    nearest = fromOklch({ lightness: lightness + count * step, chroma, hue })
  }
  return nearest
}
