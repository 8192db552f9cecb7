import type { Drawing } from './draw.ts'
import type { Font } from './fonts.ts'
import { drawLogo, isSquare, type Logo } from './logo.ts'
import { escapeXml } from './social-picture.ts'
import { findMissing, measure, toVisible } from './text.ts'

/** An icon to be drawn. */
export interface Icon extends Drawing {
  path: string
}

interface Options {
  name: string
  logo: Logo | undefined
  font: Font
  colours: { accent: string; text: string; paper: string }
}

const size = 64
const whole = { x: 0, y: 0, width: size, height: size }

const wrap = (content: string) =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="${size}" height="${size}" viewBox="0 0 ${size} ${size}">${content}</svg>`

/** Returns the icons of a site: of its logo if that is about square, else of the first letter of its name. */
export function listIcons({ name, logo, font, colours }: Options): Icon[] {
  const { accent, text, paper } = colours
  const [letter = ''] = Array.from(toVisible(name).matchAll(/[\p{L}\p{N}]\p{M}*/gu), ([match]) => match)
  const initial = drawLetter(letter, font, text)
  const square = logo && isSquare(logo) ? logo : undefined
  const icon = square
    ? wrap(drawLogo(square, whole))
    : wrap(`<rect width="100%" height="100%" rx="14" fill="${accent}"/>${initial}`)
  // Phones round the corners of this icon themselves, and show a transparent one on black.
  const touch = square
    ? wrap(
        `<rect width="100%" height="100%" fill="${paper}"/>${drawLogo(square, { x: 5, y: 5, width: 54, height: 54 })}`
      )
    : wrap(`<rect width="100%" height="100%" fill="${accent}"/>${initial}`)
  return [
    { path: '/favicon.ico', svg: icon, width: 32, format: 'ico' },
    { path: '/apple-touch-icon.png', svg: touch, width: 180, format: 'png' },
    { path: '/icon-512.png', svg: icon, width: 512, format: 'png' },
    ...listVectors(square, icon)
  ]
}

/** Returns the favicon.svg: a logo that is an SVG as it is, or a letter. A bitmap has none. */
function listVectors(logo: Logo | undefined, icon: string): Icon[] {
  const favicon = { path: '/favicon.svg', width: size }
  if (logo === undefined) return [{ ...favicon, svg: icon, format: 'svg' }]
  return logo.svg ? [{ ...favicon, svg: logo.svg.toString(), format: 'source' }] : []
}

function drawLetter(letter: string, font: Font, fill: string): string {
  if (letter === '' || findMissing(letter, font).length > 0) return ''
  // Hebrew letters are lower than Latin capitals.
  const [fontSize, y] = /\p{Script=Hebrew}/u.test(letter) ? [60, 50] : [46, 47]
  const x = (size - measure(letter, font) * fontSize) / 2
  return `<text x="${x}" y="${y}" fill="${fill}" font-family="${font.family}" font-weight="${font.weight}" font-size="${fontSize}">${escapeXml(letter)}</text>`
}
