import type { Image } from '../../business/schemas/values.ts'
import type { Context } from '../../context/context.ts'

interface PictureProps {
  context: Context
  image: Image
  class?: string
  /** Whether the image is visible without scrolling, so the browser loads it at once, and before others. */
  isFirst?: boolean
  /** How wide the page shows a photo, as in the attribute of this name; without it, as wide as the screen. */
  sizes?: string
}

/** An image with its description, a photo in several sizes. Its size is known before it loads, so it never moves the text. */
export function Picture({
  context,
  image,
  class: name,
  isFirst = false,
  sizes = '(width < 82rem) 100vw, 78rem'
}: PictureProps) {
  const { src, alt, width, height } = image
  const isLogo = src === context.business.profile.logo?.src
  const sources = context.sourcesOf(src)
  const img = (
    <img
      class={name}
      src={context.toHref(src)}
      alt={alt}
      width={width}
      height={height}
      loading={isFirst ? undefined : 'lazy'}
      fetchpriority={isFirst && !isLogo ? 'high' : undefined}
    />
  )
  if (sources.length === 0) return img
  return (
    <picture>
      {sources.map(({ type, srcset }) => (
        <source key={type} type={type} srcset={srcset} sizes={sizes} />
      ))}
      {img}
    </picture>
  )
}

interface LogoProps {
  context: Context
  isFirst?: boolean
  /** Whether the name is not next to the logo, so the logo needs its description. */
  isDescribed?: boolean
}

export function Logo({ context, isFirst = false, isDescribed = false }: LogoProps) {
  const { business, hasAdaptiveLogo, hasOneColourLogo } = context
  const { logo } = business.profile
  if (logo === undefined) return null
  const image = isDescribed ? logo : { ...logo, alt: '' }
  // A logo is drawn for light pages, so it keeps a light background on dark ones unless it has other colours for them.
  const names = ['logo', !hasAdaptiveLogo && 'on-light', hasOneColourLogo && 'one-colour']
  return <Picture class={names.filter(Boolean).join(' ')} context={context} image={image} isFirst={isFirst} />
}

/** Returns the path of a coil whose loops get wider and flatter until they are a straight line. */
function unwind(width: number, height: number): string {
  const loops = 10
  // Fewer make corners in the loops; more are longer than the text of a short page.
  const steps = 8
  const middle = height / 2
  const points = Array.from({ length: loops * steps + 1 }, (_, index) => {
    const progress = index / (loops * steps)
    const angle = (index / steps + 0.3) * Math.PI * 2
    // Loops of unequal height look drawn by hand.
    const radius = middle * 0.97 * (1 - progress) ** 1.4 * (0.8 + 0.2 * Math.sin(index * 0.21))
    const x = height * 0.5 + width * (0.05 + 0.57 * progress ** 1.5) + radius * Math.cos(angle)
    const y = middle + radius * Math.sin(angle)
    return [x, y] as const
  })
  const curves = points.map(([x, y], index) => {
    const [nextX, nextY] = points[index + 1] ?? [x, y]
    const middleToNext = `${round((x + nextX) / 2)} ${round((y + nextY) / 2)}`
    return index === 0 ? `M${middleToNext}` : `Q${round(x)} ${round(y)} ${middleToNext}`
  })
  return `${curves.join('')}H${width}`
}

const round = (value: number) => Math.round(value * 10) / 10
const width = 1200
const height = 190

/** The site's motif, a tangled line that straightens. It is decoration only. */
export function Line() {
  return (
    <svg class="line" viewBox={`0 0 ${width} ${height}`} aria-hidden="true">
      <path d={unwind(width, height)} vector-effect="non-scaling-stroke" />
    </svg>
  )
}
