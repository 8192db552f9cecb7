import { directionOfText } from '../base/language.ts'
import { escapeXml } from '../base/text.ts'
import { type Font, findFont, findMissing, fonts, measure, toVisible } from './fonts.ts'
import { drawLogo, type Logo } from './logo.ts'

export const socialSize = { width: 1200, height: 630 } as const

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

export interface Look {
  name: string
  tagline: string | undefined
  direction: 'rtl' | 'ltr'
  logo: Logo | undefined
  font: Font
  /** The background, and the colours of the text and of the area behind the logo, as `#rrggbb`. */
  colours: { accent: string; text: string; paper: string }
}

/** Returns the social picture as SVG, and the characters that the closest font lacks: its text is then left out. */
export function drawSocialPicture({ name, tagline, direction, logo, font, colours }: Look): {
  svg: string
  missing: string[]
} {
  const title = toVisible(name)
  const line = toVisible(tagline ?? '')
  const texts = { name: title, font: findFont(title, font), tagline: line, sans: findFont(line, fonts.sans) }
  const missing = [...new Set([...findMissing(title, texts.font), ...findMissing(line, texts.sans)])]
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
  return { svg: svg.join(''), missing }
}

type Texts = Record<'name' | 'tagline', string> & Record<'font' | 'sans', Font>

interface Line {
  text: string
  font: Font
  /** In pixels. */
  size: number
  height: number
  /** Whether it lacks the end of the text, or a word of the text is broken. */
  isCut: boolean
}

/** Breaks name and tagline into lines of the largest size at which they fit; cuts them at the smallest. */
function layOut({ name, font, tagline, sans }: Texts, box: { width: number; height: number }): Line[] {
  const layouts = sizes.map(([nameSize, taglineSize]) => [
    ...toLines(name, font, nameSize, 1.1, box.width),
    ...(tagline === '' ? [] : toLines(tagline, sans, taglineSize, 1.35, box.width))
  ])
  const isFitting = (lines: Line[]) =>
    lines.reduce((sum, line) => sum + line.height, 0) <= box.height && !lines.some(({ isCut }) => isCut)
  // If none fits, findIndex returns -1, the index of the smallest.
  return layouts.slice(layouts.findIndex(isFitting)).slice(0, 1).flat()
}

const segmenter = new Intl.Segmenter(undefined, { granularity: 'grapheme' })

/** Breaks a word that is wider than a line between characters. */
export function breakLines(text: string, font: Font, maxWidth: number): string[] {
  const parts = text
    .split(' ')
    .flatMap((word) =>
      measure(word, font) > maxWidth
        ? Array.from(segmenter.segment(word), ({ segment, index }) => (index === 0 ? ' ' : '') + segment)
        : [` ${word}`]
    )
  const lines: string[] = []
  for (const part of parts) {
    const longer = (lines.at(-1) ?? '') + part
    if (lines.length > 0 && measure(longer, font) <= maxWidth) lines.splice(-1, 1, longer)
    else lines.push(part.trim())
  }
  return lines
}

function toLines(text: string, font: Font, size: number, lineHeight: number, maxWidth: number): Line[] {
  const width = maxWidth / size
  const all = breakLines(text, font, width)
  const isBroken = text.split(' ').some((word) => measure(word, font) > width)
  return all.slice(0, maxLines).map((line, index) => {
    const isCut = index === maxLines - 1 && all.length > maxLines
    const cutText = isCut ? cut(line, font, width) : line
    return { text: cutText, font, size, height: size * lineHeight, isCut: isCut || isBroken }
  })
}

function cut(line: string, font: Font, width: number): string {
  const characters = Array.from(line)
  while (measure(`${characters.join('')}…`, font) > width) characters.pop()
  return `${characters.join('').trimEnd()}…`
}

function drawLine({ text, font, size }: Line, baseline: number, direction: 'rtl' | 'ltr'): string {
  const [x, anchor] = direction === 'rtl' ? [socialSize.width - margin, 'end'] : [margin, 'start']
  // An isolate (Unicode Standard Annex 9), because the renderer reads no direction of a text.
  const isolate = (directionOfText(text, direction) ?? direction) === 'rtl' ? '\u2067' : '\u2066'
  return `<text x="${x}" y="${round(baseline)}" text-anchor="${anchor}" font-family="${font.family}" font-weight="${font.weight}" font-size="${size}">${isolate}${escapeXml(text)}\u2069</text>`
}

/** Draws the logo on an area of the colour of light pages, at the start of the text or in the middle. */
function drawPlate(logo: Logo, direction: 'rtl' | 'ltr' | undefined, paper: string): string {
  const scale = Math.min(logoBox.width / logo.width, logoBox.height / logo.height) * (direction ? 1 : 2)
  const width = round(logo.width * scale)
  const height = round(logo.height * scale)
  const x =
    direction === undefined
      ? (socialSize.width - width) / 2
      : direction === 'rtl'
        ? socialSize.width - margin - width
        : margin
  const y = direction ? margin : (socialSize.height - height) / 2
  const padding = 16
  const plate = `<rect x="${x - padding}" y="${y - padding}" width="${width + 2 * padding}" height="${height + 2 * padding}" rx="20" fill="${paper}"/>`
  return plate + drawLogo(logo, { x, y, width, height })
}

const round = (value: number) => Math.round(value * 10) / 10
