import type { SiteFile } from './schemas/site.ts'

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
export const neighbours = {
  light: [colours.light.paper, colours.light.sand, colours.light['on-field']],
  dark: [colours.dark.paper, colours.dark.sand]
} as const

// Has enough contrast with the neighbours for every hue, and is near the lightness of `defaultAccents`.
const derivedLightness = { light: 0.45, dark: 0.79 }
// A light colour with more chroma glares on a dark page.
const maxChroma = { light: Number.POSITIVE_INFINITY, dark: 0.11 }

/** Derives an accent that site.json does not state from the other, with the same hue. */
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

/** A colour in the perceptual space OKLCH (CSS Color 4): lightness from 0 to 1, chroma, and hue in radians. */
interface Oklch {
  lightness: number
  chroma: number
  hue: number
}

type Triple = readonly [number, number, number]

/** Returns red, green and blue as linear light from 0 to 1, of a colour such as `#2337c6` (sRGB, IEC 61966-2-1). */
function toLinear(hex: string): Triple {
  const channel = (start: number) => {
    const value = Number.parseInt(hex.slice(start, start + 2), 16) / 255
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4
  }
  return [channel(1), channel(3), channel(5)]
}

function toHex(linear: Triple): string {
  const channels = linear.map((value) => {
    const encoded = value <= 0.0031308 ? value * 12.92 : 1.055 * value ** (1 / 2.4) - 0.055
    return Math.round(Math.min(Math.max(encoded, 0), 1) * 255)
      .toString(16)
      .padStart(2, '0')
  })
  return `#${channels.join('')}`
}

export function contrastOf(one: string, other: string): number {
  const [low = 0, high = 0] = [one, other].map(luminanceOf).sort((a, b) => a - b)
  return (high + 0.05) / (low + 0.05)
}

function luminanceOf(hex: string): number {
  const [red, green, blue] = toLinear(hex)
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

/** Returns a colour such as `#2337c6` in OKLCH. The matrices are from https://bottosson.github.io/posts/oklab/. */
export function toOklch(hex: string): Oklch {
  const [red, green, blue] = toLinear(hex)
  const l = Math.cbrt(0.4122214708 * red + 0.5363325363 * green + 0.0514459929 * blue)
  const m = Math.cbrt(0.2119034982 * red + 0.6806995451 * green + 0.1073969566 * blue)
  const s = Math.cbrt(0.0883024619 * red + 0.2817188376 * green + 0.6299787005 * blue)
  const a = 1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s
  const b = 0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s
  const lightness = 0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s
  return { lightness, chroma: Math.hypot(a, b), hue: Math.atan2(b, a) }
}

function toLinearRgb({ lightness, chroma, hue }: Oklch): Triple {
  const a = chroma * Math.cos(hue)
  const b = chroma * Math.sin(hue)
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3
  return [
    4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
    -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
    -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s
  ]
}

// The rounding of the matrices puts the edge of sRGB slightly outside of 0 to 1.
const isDisplayable = (linear: Triple) => linear.every((value) => value > -0.0005 && value < 1.0005)

/** Returns a colour as `#rrggbb`, with less chroma if sRGB does not have it (CSS Color 4, section 13.2). */
export function fromOklch({ lightness, chroma, hue }: Oklch): string {
  let low = 0
  let high = chroma
  for (let step = 0; step < 20 && !isDisplayable(toLinearRgb({ lightness, chroma: high, hue })); step += 1) {
    const middle = (low + high) / 2
    if (isDisplayable(toLinearRgb({ lightness, chroma: middle, hue }))) low = middle
    else high = middle
  }
  return toHex(toLinearRgb({ lightness, chroma: high, hue }))
}
