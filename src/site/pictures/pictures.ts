import { createHash } from 'node:crypto'
import { type Drawing, draw } from './draw.ts'
import { type Icon, listIcons } from './icons.ts'
import type { Logo } from './logo.ts'
import { drawSocialPicture, socialSize } from './social-picture.ts'

interface Options {
  business: { name: string; tagline: string | undefined; direction: 'rtl' | 'ltr' }
  logo: Logo | undefined
  /** The owner's favicon.svg, of which the other icons are then drawn. */
  favicon: Logo | undefined
  colours: { accent: string; text: string; paper: string }
  /** Returns whether the owner has a file at a path, which is then not drawn. */
  isOwned: (path: string) => boolean
  warn: (message: string) => void
}

/** A picture with its media type. */
export interface Picture {
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

/** The icons and the social picture of a site that its owner did not make. They are drawn on the first request for one. */
export class Pictures {
  /** The path of the social picture. */
  readonly socialPath: string
  /** Why a picture lacks a part. */
  readonly warnings: string[]
  readonly #plans: Map<string, Plan>
  readonly #warn: (message: string) => void
  #drawn: Promise<Map<string, Picture>> | undefined

  constructor({ business, logo, favicon, colours, isOwned, warn }: Options) {
    const { svg, missing } = drawSocialPicture({ ...business, logo, colours })
    const hash = createHash('sha256').update(svg).digest('hex').slice(0, 10)
    const isOwn = isOwned('/og.png')
    this.socialPath = isOwn ? '/og.png' : `/assets/og.${hash}.png`
    this.warnings = isOwn || missing.length === 0 ? [] : [describeMissing(missing)]
    this.#warn = warn
    const icons = listIcons({ name: business.name, logo: favicon ?? logo, colours })
    const social = { path: this.socialPath, svg, width: socialSize.width, format: 'png' } as const
    this.#plans = new Map([
      ...icons.filter(({ path }) => !isOwned(path)).map((icon) => toPlan(icon, false)),
      ...(isOwn ? [] : [toPlan(social, true)])
    ])
  }

  /** Returns whether a picture is drawn for a path. */
  has(path: string): boolean {
    return this.#plans.has(path)
  }

  /** Returns a picture, or undefined if the path has none or it could not be drawn. */
  async read(path: string): Promise<Picture | undefined> {
    return this.has(path) ? (await this.#draw()).get(path) : undefined
  }

  /** Draws the pictures, so no request waits for them. */
  async prepare(): Promise<void> {
    await this.#draw()
  }

  /** Resolves when no picture is being drawn. */
  async close(): Promise<void> {
    await this.#drawn
  }

  #draw(): Promise<Map<string, Picture>> {
    this.#drawn ??= drawAll([...this.#plans.values()]).catch((error: unknown) => {
      this.#warn(
        `cannot draw the icons and the social picture: ${error instanceof Error ? error.message : error}`
      )
      return new Map<string, Picture>()
    })
    return this.#drawn
  }
}

const toPlan = (icon: Icon, isImmutable: boolean) => [icon.path, { ...icon, isImmutable }] as const

async function drawAll(plans: Plan[]): Promise<Map<string, Picture>> {
  const drawn = plans.length === 0 ? [] : await draw(plans)
  return new Map(
    plans.flatMap(({ path, format, isImmutable }, index): [string, Picture][] => {
      const bytes = drawn[index]
      return bytes ? [[path, { bytes, mediaType: mediaTypes[format], isImmutable }]] : []
    })
  )
}

const maxListed = 10

const describeMissing = (missing: string[]) =>
  `the social picture has no text, because its fonts lack ${missing.slice(0, maxListed).join(' ')}${missing.length > maxListed ? ' and others' : ''}. Save your own picture of 1200 x 630 pixels as og.png in SITE_DIR.`
