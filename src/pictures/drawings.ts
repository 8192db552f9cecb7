import { isUtf8 } from 'node:buffer'
import { type Direction, directionOfText, splitByDirection } from '../base/language.ts'
import { escapeXml } from '../base/text.ts'
import type { Image } from '../business/schemas/values.ts'
import { findFont, toVisible } from './fonts.ts'

/** A picture to be drawn: an SVG, and its width in pixels. */
export interface Drawing {
  svg: string
  width: number
  /** As SVG, text becomes shapes, because a browser does not have the fonts. `source` is the SVG unchanged. */
  format: 'png' | 'ico' | 'svg' | 'source'
}

interface Look {
  name: string
  tagline: string | undefined
  direction: Direction
  logo: Logo | undefined
  font: 'serif' | 'sans'
  /** The background, and the colours of the text and of the area behind the logo, as `#rrggbb`. */
  colours: { accent: string; text: string; paper: string }
}

const socialSize = { width: 1200, height: 630 } as const

const margin = 88
const logoBox = { width: 420, height: 120 }
const gap = 36

// The sizes of name and tagline in pixels; the largest that fit are used.
const sizes = [
  [124, 48],
  [104, 44],
  [88, 40],
  [72, 36],
  [60, 32],
  [48, 28]
] as const
const maxLines = 3

/** Returns the social picture as SVG, and the characters that the closest font lacks: its text is then left out. */
export function drawSocialPicture({ name, tagline, direction, logo, font, colours }: Look) {
  const texts = [
    createText(toVisible(name), font, 1.1),
    createText(toVisible(tagline ?? ''), 'sans', 1.35)
  ].filter(({ text }) => text !== '')
  const missing = [...new Set(texts.flatMap(({ text, font }) => font.listMissing(text)))]
  const top = logo ? margin + logoBox.height + gap : margin
  const width = socialSize.width - 2 * margin
  const lines = missing.length > 0 ? [] : layOut(texts, { width, height: socialSize.height - margin - top })
  const height = lines.reduce((sum, { height }) => sum + height, 0)
  // Next to a logo the text is at the bottom, otherwise in the middle.
  let y = logo ? socialSize.height - margin - height : (socialSize.height - height) / 2
  const text = lines.map((item) => {
    y += item.height
    return drawLine(item, y - item.height * 0.28, direction)
  })
  const svg = [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${socialSize.width}" height="${socialSize.height}">`,
    `<rect width="100%" height="100%" fill="${colours.accent}"/>`,
    logo ? drawPlate(logo, lines.length > 0 ? direction : undefined, colours.paper) : '',
    `<g fill="${colours.text}">${text.join('')}</g></svg>`
  ]
  return { social: { svg: svg.join(''), width: socialSize.width, format: 'png' as const }, missing }
}

type Font = ReturnType<typeof findFont>
type Text = ReturnType<typeof createText>

const createText = (text: string, font: Look['font'], lineHeight: number) => ({
  text,
  font: findFont(text, font),
  lineHeight
})

type Line = ReturnType<typeof toLines>[number]

/** Breaks name and tagline into lines of the largest size at which they fit; cuts them at the smallest. */
function layOut(texts: Text[], box: { width: number; height: number }): Line[] {
  const layouts = sizes.map((row) =>
    texts.flatMap((text, index) => toLines(text, row[index] ?? 0, box.width))
  )
  const isFitting = (lines: Line[]) =>
    lines.reduce((sum, line) => sum + line.height, 0) <= box.height && !lines.some(({ isCut }) => isCut)
  return layouts.find(isFitting) ?? layouts.at(-1) ?? []
}

const segmenter = new Intl.Segmenter(undefined, { granularity: 'grapheme' })

/** Breaks a word that is wider than a line between characters. */
function breakLines(text: string, font: Font, maxWidth: number): string[] {
  const parts = text
    .split(' ')
    .flatMap((word) =>
      font.measure(word) > maxWidth
        ? Array.from(segmenter.segment(word), ({ segment, index }) => (index === 0 ? ' ' : '') + segment)
        : [` ${word}`]
    )
  const lines: string[] = []
  for (const part of parts) {
    const longer = (lines.at(-1) ?? '') + part
    if (lines.length > 0 && font.measure(longer) <= maxWidth) lines.splice(-1, 1, longer)
    else lines.push(part.trim())
  }
  return lines
}

/** Returns the lines of a text in a size in pixels. A line is cut if it lacks the end of the text, or a word of the text is broken. */
function toLines({ text, font, lineHeight }: Text, size: number, maxWidth: number) {
  const width = maxWidth / size
  const all = breakLines(text, font, width)
  const isBroken = text.split(' ').some((word) => font.measure(word) > width)
  return all.slice(0, maxLines).map((line, index) => {
    const isCut = index === maxLines - 1 && all.length > maxLines
    const cutText = isCut ? cut(line, font, width) : line
    return { text: cutText, font, size, height: size * lineHeight, isCut: isCut || isBroken }
  })
}

function cut(line: string, font: Font, width: number): string {
  const characters = Array.from(line)
  while (font.measure(`${characters.join('')}…`) > width) characters.pop()
  return `${characters.join('').trimEnd()}…`
}

function drawLine({ text, font, size }: Line, baseline: number, direction: Direction): string {
  const [x, anchor] = direction === 'rtl' ? [socialSize.width - margin, 'end'] : [margin, 'start']
  // Isolates (Unicode Standard Annex 9), because the renderer reads no direction of a text.
  const isolate = (directionOfText(text, direction) ?? direction) === 'rtl' ? '\u2067' : '\u2066'
  const parts = splitByDirection(text, direction).map(({ part, isolates }) =>
    isolates ? `\u2066${escapeXml(part)}\u2069` : escapeXml(part)
  )
  return `<text x="${x}" y="${round(baseline)}" text-anchor="${anchor}" font-family="${font.family}" font-weight="${font.weight}" font-size="${size}">${isolate}${parts.join('')}\u2069</text>`
}

/** Draws the logo on an area of the colour of light pages, at the start of the text or in the middle. */
function drawPlate(logo: Logo, direction: Direction | undefined, paper: string): string {
  const scale = Math.min(logoBox.width / logo.width, logoBox.height / logo.height) * (direction ? 1 : 2)
  const width = round(logo.width * scale)
  const height = round(logo.height * scale)
  const starts = { ltr: margin, rtl: socialSize.width - margin - width }
  const x = direction ? starts[direction] : (socialSize.width - width) / 2
  const y = direction ? margin : (socialSize.height - height) / 2
  const padding = 16
  const plate = `<rect x="${x - padding}" y="${y - padding}" width="${width + 2 * padding}" height="${height + 2 * padding}" rx="20" fill="${paper}"/>`
  return plate + drawLogo(logo, { x, y, width, height })
}

const round = (value: number) => Math.round(value * 10) / 10

// An icon is drawn as a square, in any proportions.
const side = 64
const whole = { x: 0, y: 0, width: side, height: side }

const wrap = (content: string) =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="${side}" height="${side}" viewBox="0 0 ${side} ${side}">${content}</svg>`

/** Returns the icons of a site by path: of its logo if that is about square, else of the first letter of its name. */
export function drawIcons({ name, logo, font, colours }: Look): Record<string, Drawing> {
  const { accent, text, paper } = colours
  const [letter = ''] = Array.from(toVisible(name).matchAll(/[\p{L}\p{N}]\p{M}*/gu), ([match]) => match)
  const initial = drawLetter(letter, findFont(letter, font), text)
  const { width = 1, height = 0 } = logo ?? {}
  const square = Math.max(width, height) <= 1.25 * Math.min(width, height) ? logo : undefined
  const background = (fill: string, radius = 0) =>
    `<rect width="100%" height="100%"${radius ? ` rx="${radius}"` : ''} fill="${fill}"/>`
  const icon = wrap(square ? drawLogo(square, whole) : background(accent, 14) + initial)
  // Phones round the corners of this icon themselves, and show a transparent one on black.
  const touch = wrap(
    square
      ? background(paper) + drawLogo(square, { x: 5, y: 5, width: 54, height: 54 })
      : background(accent) + initial
  )
  return {
    '/favicon.ico': { svg: icon, width: 32, format: 'ico' },
    '/apple-touch-icon.png': { svg: touch, width: 180, format: 'png' },
    '/icon-512.png': { svg: icon, width: 512, format: 'png' },
    // A logo that is an SVG stays as it is. A bitmap has none.
    ...(!square && { '/favicon.svg': { svg: icon, width: side, format: 'svg' } }),
    ...(square?.svg && { '/favicon.svg': { svg: square.svg.toString(), width: side, format: 'source' } })
  }
}

function drawLetter(letter: string, font: Font, fill: string): string {
  if (letter === '' || font.listMissing(letter).length > 0) return ''
  // Hebrew letters are lower than Latin capitals.
  const [fontSize, y] = /\p{Script=Hebrew}/u.test(letter) ? [60, 50] : [46, 47]
  return `<text x="${side / 2}" y="${y}" text-anchor="middle" fill="${fill}" font-family="${font.family}" font-weight="${font.weight}" font-size="${fontSize}">${escapeXml(letter)}</text>`
}

type Logo = NonNullable<ReturnType<typeof readLogo>>

// A picture of a few KB can have so many pixels that decoding it takes more memory than the server has.
const maxPixels = 4_000_000

/**
 * Returns the logo in the bytes of a file, and the bytes if it is an SVG; undefined if it cannot be drawn: AVIF, or more than
 * 4 million pixels.
 */
export function readLogo(bytes: Buffer, { width = 0, height = 0 }: Pick<Image, 'width' | 'height'>) {
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

function drawLogo(logo: Logo, box: { x: number; y: number; width: number; height: number }): string {
  const { x, y, width, height } = box
  return `<image href="${logo.href}" x="${x}" y="${y}" width="${width}" height="${height}"/>`
}
