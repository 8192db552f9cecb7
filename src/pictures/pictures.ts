import { createHash } from 'node:crypto'
import type { Stats } from 'node:fs'
import { once } from '../base/cache.ts'
import { directionOf } from '../base/language.ts'
import { rememberFailure } from '../base/tasks.ts'
import { escapeXml } from '../base/text.ts'
import { decodePath } from '../base/url-path.ts'
import { accentsOf, colours } from '../business/accents.ts'
import type { Business } from '../business/business.ts'
import type { Image } from '../business/schemas/values.ts'
import { type Body, immutable, type Resource } from '../resources/resources.ts'
import { type Drawing, draw } from './draw.ts'
import { type Font, findFont, findMissing, fonts, toVisible } from './fonts.ts'
import { drawLogo, type Logo, readLogo } from './logo.ts'
import { drawSocialPicture, type Look, socialSize } from './social-picture.ts'

const mediaTypes = {
  png: 'image/png',
  ico: 'image/vnd.microsoft.icon',
  svg: 'image/svg+xml',
  source: 'image/svg+xml'
} as const

interface Inputs {
  /** The files of SITE_DIR by path; a picture among them is not drawn. */
  files: Map<string, string>
  read: (
    path: string,
    maxBytes: number,
    startBytes: number
  ) => Promise<{ bytes: Buffer; stats: Stats } | undefined>
  warn: (message: string) => void
  /** The pictures before a reload, which are not drawn again if they are the same. */
  previous: Pictures | undefined
}

/** The icons and the social picture of a site for which the owner has no files. The first request for one draws all. */
export class Pictures {
  readonly socialPath: string
  readonly #drawings: Map<string, Drawing>
  /** The pictures that were drawn last, perhaps before a reload, and their key, which is equal if the pictures are. */
  #drawn: { key: string; bytes: Map<string, Buffer> }
  readonly #draw: () => Promise<void>

  /** The icons show `logo`; the social picture shows the logo of `look`. */
  constructor(look: Look, logo: Logo | undefined, { files, warn, previous }: Omit<Inputs, 'read'>) {
    const { svg, missing } = drawSocialPicture(look)
    const isOwn = files.has('/og.png')
    this.socialPath = isOwn ? '/og.png' : `/assets/og.${toHash(svg)}.png`
    if (!isOwn && missing.length > 0) warn(describeMissing(missing))
    const social: Drawing = { svg, width: socialSize.width, format: 'png' }
    const all = Object.entries({ ...drawIcons({ ...look, logo }), [this.socialPath]: social })
    this.#drawings = new Map(all.filter(([path]) => !files.has(path)))
    const key = toHash(JSON.stringify([...this.#drawings]))
    this.#drawn = previous ? previous.#drawn : { key: '', bytes: new Map() }
    const drawAll = once(() =>
      draw(this.#drawings).catch((error: unknown) => {
        warn(`cannot draw the icons and the social picture (${error})`)
        throw error
      })
    )
    this.#draw = rememberFailure(async () => {
      if (this.#drawn.key !== key) this.#drawn = { key, bytes: await drawAll() }
    })
  }

  /** The pictures by path. If they cannot be drawn, the one before a reload is read, or reading rejects with an UnavailableError. */
  list(): [path: string, Resource][] {
    return Array.from(this.#drawings, ([path, drawing]) => [path, { read: () => this.#read(path, drawing) }])
  }

  async #read(path: string, { format }: Drawing): Promise<Body> {
    const failure = await this.#draw().catch((error: unknown) => error)
    const content = this.#drawn.bytes.get(path)
    if (content === undefined) throw failure
    return {
      headers: {
        'content-type': mediaTypes[format],
        ...(path === this.socialPath && { 'cache-control': immutable })
      },
      content,
      // Not cached, because a later request draws the new one.
      expires: failure === undefined ? undefined : new Date(0)
    }
  }

  async prepare(): Promise<void> {
    // The log has a failure, and a later request tries again.
    await this.#draw().catch(() => {})
  }
}

const toHash = (text: string) => createHash('sha256').update(text).digest('hex').slice(0, 10)

const maxListed = 10

const describeMissing = (missing: string[]) =>
  `the social picture has no text, because no font has all its characters: the closest lacks ${missing.slice(0, maxListed).join(' ')}${missing.length > maxListed ? ' and others' : ''}. Save your own picture of 1200 x 630 pixels as og.png in SITE_DIR.`

export async function openPictures(
  { profile, faq, site }: Business,
  { read, ...inputs }: Inputs
): Promise<{ logo: Logo | undefined; pictures: Pictures }> {
  const { name, tagline } = profile
  const logo =
    profile.logo && (await readLogoFile(decodePath(new URL(profile.logo.src).pathname), profile.logo, read))
  const favicon = await readLogoFile('/favicon.svg', { width: size, height: size }, read)
  const look: Look = {
    name,
    tagline,
    direction: directionOf(faq.language),
    logo,
    font: (site?.font ?? 'serif') === 'serif' ? fonts.serif : fonts.sans,
    colours: {
      accent: accentsOf(site).light,
      text: colours.light['on-field'],
      paper: colours.light.paper
    }
  }
  return { logo, pictures: new Pictures(look, favicon ?? logo, inputs) }
}

const maxLogoBytes = 500_000

async function readLogoFile(
  path: string,
  size: Pick<Image, 'width' | 'height'>,
  read: Inputs['read']
): Promise<Logo | undefined> {
  const file = await read(path, maxLogoBytes, 0)
  return file && file.stats.size <= maxLogoBytes ? readLogo(file.bytes, size) : undefined
}

// An icon is drawn as a square, in any proportions.
const size = 64
const whole = { x: 0, y: 0, width: size, height: size }

const wrap = (content: string) =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="${size}" height="${size}" viewBox="0 0 ${size} ${size}">${content}</svg>`

/** Returns the icons of a site by path: of its logo if that is about square, else of the first letter of its name. */
function drawIcons({ name, logo, font, colours }: Look): Record<string, Drawing> {
  const { accent, text, paper } = colours
  const [letter = ''] = Array.from(toVisible(name).matchAll(/[\p{L}\p{N}]\p{M}*/gu), ([match]) => match)
  const initial = drawLetter(letter, findFont(letter, font), text)
  const square = logo && isSquare(logo) ? logo : undefined
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
    ...(!square && { '/favicon.svg': { svg: icon, width: size, format: 'svg' } }),
    ...(square?.svg && { '/favicon.svg': { svg: square.svg.toString(), width: size, format: 'source' } })
  }
}

function drawLetter(letter: string, font: Font, fill: string): string {
  if (letter === '' || findMissing(letter, font).length > 0) return ''
  // Hebrew letters are lower than Latin capitals.
  const [fontSize, y] = /\p{Script=Hebrew}/u.test(letter) ? [60, 50] : [46, 47]
  return `<text x="${size / 2}" y="${y}" text-anchor="middle" fill="${fill}" font-family="${font.family}" font-weight="${font.weight}" font-size="${fontSize}">${escapeXml(letter)}</text>`
}

const isSquare = ({ width, height }: Logo): boolean =>
  Math.max(width, height) <= 1.25 * Math.min(width, height)
