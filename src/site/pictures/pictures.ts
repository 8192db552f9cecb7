import { createHash } from 'node:crypto'
import { type Drawing, draw } from './draw.ts'
import type { Font } from './fonts.ts'
import { type Icon, listIcons } from './icons.ts'
import type { Logo } from './logo.ts'
import { drawSocialPicture, socialSize } from './social-picture.ts'

interface Options {
  business: { name: string; tagline: string | undefined; direction: 'rtl' | 'ltr' }
  logo: Logo | undefined
  /** The owner's favicon.svg, of which the other icons are then drawn. */
  favicon: Logo | undefined
  /** The font of the name. */
  font: Font
  colours: { accent: string; text: string; paper: string }
  /** Returns whether the owner has a file at a path, which is then not drawn. */
  isOwned: (path: string) => boolean
  warn: (message: string) => void
  /** The pictures before a reload, which are not drawn again if they are the same. */
  previous?: Pictures | undefined
}

/** A picture with its media type. */
interface Picture {
  bytes: Buffer
  mediaType: string
  /** Whether the path contains a hash of the contents. */
  isImmutable: boolean
}

interface Plan extends Drawing {
  path: string
  isImmutable: boolean
}

const mediaTypes = {
  png: 'image/png',
  ico: 'image/x-icon',
  svg: 'image/svg+xml',
  source: 'image/svg+xml'
} as const

/** The icons and the social picture of a site for which the owner has no files. The first request for one draws all. */
export class Pictures {
  /** The path of the social picture. */
  readonly socialPath: string
  /** Why a picture lacks a part. */
  readonly warnings: string[]
  readonly #plans: Map<string, Plan>
  /** Equal if the pictures are; a failure is never equal. */
  #key: string
  readonly #warn: (message: string) => void
  #drawn: Promise<Map<string, Buffer>> | undefined

  constructor({ business, favicon, isOwned, warn, previous, ...look }: Options) {
    const { svg, missing } = drawSocialPicture({ ...business, ...look })
    const hash = toHash(svg)
    const isOwn = isOwned('/og.png')
    this.socialPath = isOwn ? '/og.png' : `/assets/og.${hash}.png`
    this.warnings = isOwn || missing.length === 0 ? [] : [describeMissing(missing)]
    this.#warn = warn
    const icons = listIcons({ name: business.name, ...look, logo: favicon ?? look.logo })
    const social = { path: this.socialPath, svg, width: socialSize.width, format: 'png' } as const
    this.#plans = new Map([
      ...icons.filter(({ path }) => !isOwned(path)).map((icon) => toPlan(icon, false)),
      ...(isOwn ? [] : [toPlan(social, true)])
    ])
    this.#key = toHash(JSON.stringify([...this.#plans]))
    if (previous && previous.#key === this.#key) this.#drawn = previous.#drawn
  }

  /** Returns whether a picture is drawn for a path. */
  has(path: string): boolean {
    return this.#plans.has(path)
  }

  /** Returns a picture, or undefined if the path has none or it could not be drawn. */
  async read(path: string): Promise<Picture | undefined> {
    const plan = this.#plans.get(path)
    if (plan === undefined) return undefined
    const bytes = (await this.#draw()).get(path)
    return bytes && { bytes, mediaType: mediaTypes[plan.format], isImmutable: plan.isImmutable }
  }

  /** Draws the pictures, so no request waits for them. */
  async prepare(): Promise<void> {
    await this.#draw()
  }

  /** Resolves when no picture is being drawn. */
  async close(): Promise<void> {
    await this.#drawn
  }

  #draw(): Promise<Map<string, Buffer>> {
    this.#drawn ??= drawAll(this.#plans).catch((error: unknown) => {
      this.#key = ''
      this.#warn(`cannot draw the icons and the social picture (${error})`)
      return new Map<string, Buffer>()
    })
    return this.#drawn
  }
}

/** Draws pictures. Loads no renderer for none. */
async function drawAll(plans: Map<string, Drawing>): Promise<Map<string, Buffer>> {
  const drawn = plans.size === 0 ? [] : await draw(plans)
  return new Map(Array.from(drawn, ([path, bytes]) => [path, Buffer.from(bytes)]))
}

const toHash = (text: string) => createHash('sha256').update(text).digest('hex').slice(0, 10)

const toPlan = (icon: Icon, isImmutable: boolean) => [icon.path, { ...icon, isImmutable }] as const

const maxListed = 10

const describeMissing = (missing: string[]) =>
  `the social picture has no text, because its fonts lack ${missing.slice(0, maxListed).join(' ')}${missing.length > maxListed ? ' and others' : ''}. Save your own picture of 1200 x 630 pixels as og.png in SITE_DIR.`
