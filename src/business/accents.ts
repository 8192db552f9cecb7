import { createRequire } from 'node:module'
import { once } from '../base/cache.ts'
import { colour as colourPattern } from '../base/json-schema.ts'
import type { Problem } from '../base/problem.ts'
import type { SiteFile } from './schemas/site.ts'
import { type Find, report } from './select.ts'

/** The colours of links, buttons and large areas, as `#rrggbb`: on a light page and on a dark one. */
export type Accents = Record<'light' | 'dark', string>

export const defaultAccents: Accents = { light: '#2337c6', dark: '#aab6ff' }

/** The colours of pages except the accent. `on-field` is text on areas in the accent, and `night` the background of the footer. */
export const colours = {
  light: {
    paper: '#faf7f2',
    sand: '#f1ebe1',
    rule: '#d8cebf',
    edge: '#857b6b',
    ink: '#1d1a15',
    soft: '#5a5346',
    'on-field': '#fff9ee',
    night: '#1d1a15',
    'on-night': '#f6f0e5'
  },
  dark: {
    paper: '#16140f',
    sand: '#211e17',
    rule: '#3b362b',
    edge: '#8d8371',
    ink: '#f4eee3',
    soft: '#bcb2a1',
    'on-field': '#fff9ee',
    night: '#0e0c09',
    'on-night': '#f6f0e5'
  }
} as const

/** The colours next to which an accent is text, or the background of text. An accent of a light page is also the background of large areas, in light and in dark mode; an accent of a dark page is the background of its buttons. */
const neighbours = {
  light: [colours.light.paper, colours.light.sand, colours.light['on-field']],
  dark: [colours.dark.paper, colours.dark.sand]
} as const

// Has enough contrast with the neighbours for every hue, and is near the lightness of `defaultAccents` (OKLCH).
const derivedLightness = { light: 0.45, dark: 0.79 }
// A light colour with more chroma glares on a dark page.
const maxChroma = { light: Number.POSITIVE_INFINITY, dark: 0.11 }

const require = createRequire(import.meta.url)

// Only a business with its own colours needs it.
const culori = once((): typeof import('culori') => require('culori'))

/** Derives an accent that site.json does not state from the other, with the same hue. */
export function accentsOf({ accent, accent_dark }: Pick<SiteFile, 'accent' | 'accent_dark'> = {}): Accents {
  const given = accent ?? accent_dark
  if (given === undefined) return defaultAccents
  const derive = (mode: keyof Accents) =>
    changeColour(given, ({ c }) => ({ l: derivedLightness[mode], c: Math.min(c, maxChroma[mode]) }))
  return {
    light: accent === undefined ? derive('light') : toLongForm(accent),
    dark: accent_dark === undefined ? derive('dark') : toLongForm(accent_dark)
  }
}

/** Returns `#2337c6` for `#2337C6`, and `#aabbcc` for `#abc`. */
const toLongForm = (colour: string): string => String(culori().formatHex(colour))

/** Changes the lightness, from 0 to 1, and the chroma of a colour (OKLCH); sRGB may have it only with less chroma. */
function changeColour(
  colour: string,
  change: (parts: { l: number; c: number }) => { l: number; c: number }
): string {
  const { oklch, clampChroma, formatHex } = culori()
  const { mode, l, c, h = 0 } = oklch(colour) ?? { mode: 'oklch', l: 0, c: 0 }
  return formatHex(clampChroma({ mode, h, ...change({ l, c }) }, 'oklch'))
}

/** WCAG 2.2, success criterion 1.4.3: contrast of text, level AA. A colour that meets it also meets the minimum of 3 for large text and controls. */
const minContrast = 4.5

export function checkAccents(find: Find): Problem[] {
  const modes = [
    ['accent', 'light', 'too light for a light page and white text on it'],
    ['accent_dark', 'dark', 'too dark for a dark page']
  ] as const
  return modes.flatMap(([field, mode, problem]) =>
    report(find.texts(`site#/${field}`), ({ value }) => {
      if (!new RegExp(colourPattern).test(value)) return undefined
      const { contrast, neighbour } = findLowestContrast(value, mode)
      const ratio = (Math.floor(contrast * 10) / 10).toFixed(1)
      return (
        contrast < minContrast && [
          `is ${problem}: its contrast with ${neighbour} is ${ratio}, and must be at least ${minContrast} (WCAG AA)`,
          `The nearest colour that passes is "${findNearestAccent(value, mode)}".`
        ]
      )
    })
  )
}

function findLowestContrast(colour: string, mode: keyof Accents) {
  const contrasts = neighbours[mode].map((neighbour) => ({
    contrast: culori().wcagContrast(colour, neighbour),
    neighbour
  }))
  return contrasts.reduce((lowest, next) => (next.contrast < lowest.contrast ? next : lowest))
}

/** Returns the accent of the same hue with the nearest lightness that has enough contrast. */
function findNearestAccent(colour: string, mode: keyof Accents): string {
  const step = mode === 'light' ? -0.002 : 0.002
  let nearest = colour
  for (let count = 1; findLowestContrast(nearest, mode).contrast < minContrast; count += 1)
    nearest = changeColour(colour, ({ l, c }) => ({ l: l + count * step, c }))
  return nearest
}
