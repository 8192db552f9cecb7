import { isUtf8 } from 'node:buffer'
import type { Image } from '../business/schemas/values.ts'

export interface Logo {
  /** A data: URL. */
  href: string
  width: number
  height: number
  /** The bytes, if the logo is an SVG. */
  svg: Buffer | undefined
  isAdaptive: boolean
  hasOneColour: boolean
}

// A picture of a few KB can have so many pixels that decoding it takes more memory than the server has.
const maxPixels = 4_000_000

/** Returns the logo in the bytes of a file, or undefined if it cannot be drawn: AVIF, or more than 4 million pixels. */
export function readLogo(
  bytes: Buffer,
  { width = 0, height = 0 }: Pick<Image, 'width' | 'height'>
): Logo | undefined {
  const type = typeOf(bytes)
  if (type === undefined || (type !== 'svg+xml' && width * height > maxPixels)) return undefined
  const svg = type === 'svg+xml' ? bytes : undefined
  return {
    href: `data:image/${type};base64,${bytes.toString('base64')}`,
    width,
    height,
    svg,
    isAdaptive: svg?.includes('prefers-color-scheme') === true,
    hasOneColour: svg !== undefined && hasOneColour(svg.toString())
  }
}

const mediaRules = /@media[^{@]*\{(?:[^{}]*\{[^{}]*\})*[^{}]*\}/g
const shapes = /<(?:path|rect|circle|ellipse|line|polyline|polygon|text)\b[^>]*/g
const paints = /\b(?:fill|stroke)\s*[:=]\s*(?:["']\s*)?([^"';}\s]+)/g
const manyColours = /<(?:image|use|pattern|mask|filter|foreignObject|\w*Gradient)\b/

/** Returns whether an SVG has one colour without its media rules. Each shape states its fill, because the default is black. */
function hasOneColour(svg: string): boolean {
  const text = svg.replace(mediaRules, '')
  const colours = new Set(Array.from(text.matchAll(paints), ([, colour = '']) => colour.toLowerCase()))
  colours.delete('none')
  return (
    colours.size === 1 &&
    !manyColours.test(text) &&
    Array.from(text.matchAll(shapes)).every(([shape]) => /\bfill\s*=/.test(shape))
  )
}

const signatures = [
  ['png', '\x89PNG'],
  ['jpeg', '\xff\xd8\xff'],
  ['gif', 'GIF8'],
  ['webp', 'RIFF']
] as const

/** Returns the subtype of the media type of an image. The data was checked, so text is SVG. */
function typeOf(bytes: Buffer): string | undefined {
  const start = bytes.toString('latin1', 0, 4)
  const [type] = signatures.find(([, signature]) => start.startsWith(signature)) ?? []
  return type ?? (isUtf8(bytes) ? 'svg+xml' : undefined)
}

export function drawLogo(logo: Logo, box: { x: number; y: number; width: number; height: number }): string {
  const { x, y, width, height } = box
  return `<image href="${logo.href}" x="${x}" y="${y}" width="${width}" height="${height}"/>`
}
